package org.ronsel.comm;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.AttributeKey;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorHandler;
import org.ronsel.Info;
import org.ronsel.JobAbortedException;
import org.ronsel.ObjectCodec;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.collective.selection.Rule;
import org.ronsel.datatype.Attributes;

/**
 * The name, hints, attributes and error handler that a program has set for a communicator. All of
 * it is about the calling rank's view; none of the calls communicates, except where hints name
 * algorithms.
 */
final class Properties {
  /** Errors that a handler has seen: one is handled once, however many communicators it passes. */
  private static final Set<RonselException> HANDLED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final Communicator comm;

  /** Apart from the communicator, which reports that outlive it must not keep. */
  private final AtomicReference<String> name;

  private volatile Info info = new Info();
  private volatile ErrorHandler errorHandler = ErrorHandler.THROW;
  private volatile Attributes attributes = new Attributes();

  Properties(Communicator comm, String name) {
    this.comm = comm;
    this.name = new AtomicReference<>(name);
  }

  /** The properties that a communicator made from this one inherits. */
  record Heritage(
      ObjectCodec codec, ErrorHandler errorHandler, Info info, @Nullable Attributes attributes) {}

  /** For a new communicator that is not a duplicate: it has no attributes (and no hints). */
  Heritage heritage() {
    return new Heritage(comm.objectCodec(), errorHandler, new Info(), null);
  }

  /** For a duplicate, with hints of its own. */
  Heritage heritage(Info hints) {
    return new Heritage(comm.objectCodec(), errorHandler, hints.dup(), attributes.copy(comm));
  }

  void inherit(Heritage heritage) {
    comm.objectCodec(heritage.codec());
    errorHandler = heritage.errorHandler();
    info = heritage.info();
    if (CollectiveHints.areIn(info)) {
      CollectiveHints.apply(comm, CollectiveHints.rules(comm, "dup", info));
    }
    if (heritage.attributes() != null) {
      attributes = heritage.attributes();
    }
  }

  // ---- name ----

  String name() {
    return Objects.requireNonNull(name.get());
  }

  /** Returns a supplier of the present name that does not keep the communicator alive. */
  Supplier<String> label() {
    AtomicReference<String> current = name;
    return () -> Objects.requireNonNull(current.get());
  }

  void name(String name) {
    comm.checkOpen();
    this.name.set(Arguments.present(comm, "name", "name", name));
    comm.engine().communicators().renamed(comm.contextId(), name);
  }

  // ---- hints ----

  Info info() {
    return info.dup();
  }

  void info(Info hints) {
    comm.checkOpen();
    Arguments.present(comm, "info", "hints", hints);
    Info more = info.dup();
    for (String key : hints.keys()) {
      String value = hints.get(key);
      if (value != null) {
        more.set(key, value);
      }
    }
    if (CollectiveHints.areIn(hints)) {
      List<Rule> rules = CollectiveHints.rules(comm, "info", more);
      comm.creation.agreeOn("info", CollectiveHints.signature(hints));
      CollectiveHints.apply(comm, rules);
    }
    info = more;
  }

  // ---- attributes ----

  <T> @Nullable T attribute(AttributeKey<T> key) {
    comm.checkOpen();
    return attributes.get(key("attribute", key));
  }

  <T> void attribute(AttributeKey<T> key, T value) {
    comm.checkOpen();
    key("attribute", key);
    attributes.set(comm, key, Arguments.present(comm, "attribute", "value", value));
  }

  <T> boolean removeAttribute(AttributeKey<T> key) {
    comm.checkOpen();
    return attributes.remove(comm, key("removeAttribute", key));
  }

  private <T> AttributeKey<T> key(String call, @Nullable AttributeKey<T> key) {
    if (key == null) {
      throw Arguments.raised(comm, call, ErrorClass.KEYVAL, "key is null");
    }
    return key;
  }

  void removeAttributes() {
    attributes.removeAll(comm);
  }

  // ---- errors ----

  ErrorHandler errorHandler() {
    return errorHandler;
  }

  void errorHandler(ErrorHandler handler) {
    errorHandler = Arguments.present(comm, "errorHandler", "handler", handler);
  }

  /**
   * Gives an error that a call is about to throw to the handler.
   *
   * @return the error, to be thrown
   */
  <E extends RonselException> E raise(E error) {
    ErrorHandler handler = errorHandler;
    boolean concernsNone =
        error instanceof WaitInterruptedException || error instanceof JobAbortedException;
    if (handler != ErrorHandler.THROW && !concernsNone && HANDLED.add(error)) {
      handler.handle(comm, error);
    }
    return error;
  }
}
