package org.ronsel;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.selection.Rule;

/**
 * What a program may say about a communicator: its name, hints, attributes and error handler. All
 * of it is about the calling rank's view; none of the calls communicates, except where hints name
 * algorithms.
 */
abstract sealed class CommProperties extends ObjectExchanges permits CommCreation {
  /** Apart from the communicator, which reports that outlive it must not keep. */
  private final AtomicReference<String> name;

  private volatile Info info = new Info();
  private volatile ErrorHandler errorHandler = ErrorHandler.THROW;
  private volatile Attributes attributes = new Attributes();

  CommProperties(String name) {
    this.name = new AtomicReference<>(name);
  }

  abstract void renamed(String name);

  /** What a communicator that is made from this one gets of it. */
  record Heritage(
      ObjectCodec codec, ErrorHandler errorHandler, Info info, @Nullable Attributes attributes) {}

  /** For a new communicator that is not a duplicate: it has no attributes (and no hints). */
  final Heritage heritage() {
    return new Heritage(objectCodec(), errorHandler, new Info(), null);
  }

  /** For a duplicate, with hints of its own. */
  final Heritage heritage(Info hints) {
    return new Heritage(objectCodec(), errorHandler, hints.dup(), attributes.copy(this));
  }

  final void inherit(Heritage heritage) {
    objectCodec(heritage.codec());
    errorHandler = heritage.errorHandler();
    info = heritage.info();
    if (CollectiveHints.areIn(info)) {
      CollectiveHints.apply(self(), CollectiveHints.rules(self(), "dup", info));
    }
    if (heritage.attributes() != null) {
      attributes = heritage.attributes();
    }
  }

  // ---- name ----

  /**
   * Name for messages and reports (MPI-4.1, section 7.8): {@code world}, {@code self}, derived from
   * the parent's, or as set.
   */
  public String name() {
    return Objects.requireNonNull(name.get());
  }

  /** What tells the name, now and whenever it is asked, without keeping the communicator. */
  final Supplier<String> label() {
    AtomicReference<String> current = name;
    return () -> Objects.requireNonNull(current.get());
  }

  /**
   * Names the communicator, for this rank's messages and reports.
   *
   * @throws InvalidArgumentException if {@code name} is null
   */
  public void name(String name) {
    checkOpen();
    this.name.set(Arguments.present(self(), "name", "name", name));
    renamed(name);
  }

  // ---- hints ----

  /** A copy of the hints of this communicator (MPI-4.1, section 7.4.4). */
  public Info info() {
    return info.dup();
  }

  /**
   * Adds hints. Those of the standard, assertions such as {@code mpi_assert_no_any_tag}, are kept
   * and have no effect now.
   *
   * <p>A hint {@code ronsel.collective.<operation>}, such as {@code ronsel.collective.allReduce},
   * names the algorithm that is to serve the operation on this communicator wherever it can; {@code
   * auto} leaves the choice to Ronsel again. With such hints the call is collective: all ranks give
   * the same ones, between the same two collective calls.
   *
   * @throws InvalidArgumentException if a hint names no operation or no algorithm of it
   */
  public void info(Info hints) {
    checkOpen();
    Arguments.present(self(), "info", "hints", hints);
    Info more = info.dup();
    for (String key : hints.keys()) {
      String value = hints.get(key);
      if (value != null) {
        more.set(key, value);
      }
    }
    if (CollectiveHints.areIn(hints)) {
      List<Rule> rules = CollectiveHints.rules(self(), "info", more);
      agreeOn("info", CollectiveHints.signature(hints));
      CollectiveHints.apply(self(), rules);
    }
    info = more;
  }

  /** Fails on all ranks unless all give the same number; collective. */
  abstract void agreeOn(String call, long signature);

  // ---- attributes ----

  /** The value kept under a key (MPI-4.1, section 7.7), or null. */
  public <T> @Nullable T attribute(AttributeKey<T> key) {
    checkOpen();
    return attributes.get(key("attribute", key));
  }

  /** Keeps a value under a key; an earlier one is deleted first, with its key's callback. */
  public <T> void attribute(AttributeKey<T> key, T value) {
    checkOpen();
    key("attribute", key);
    attributes.set(this, key, Arguments.present(self(), "attribute", "value", value));
  }

  /**
   * Removes the value kept under a key, with its key's callback.
   *
   * @return whether there was one
   */
  public <T> boolean removeAttribute(AttributeKey<T> key) {
    checkOpen();
    return attributes.remove(this, key("removeAttribute", key));
  }

  private <T> AttributeKey<T> key(String call, @Nullable AttributeKey<T> key) {
    if (key == null) {
      throw Arguments.raised(self(), call, ErrorClass.KEYVAL, "key is null");
    }
    return key;
  }

  /**
   * Removes all values with their keys' callbacks, those set last first, as the end of the
   * communicator does: of {@link Ronsel#self()} that is the end of the rank (MPI-4.1, section
   * 11.2.4), where the callbacks may still communicate.
   */
  public void removeAttributes() {
    attributes.removeAll(this);
  }

  // ---- errors ----

  /** What happens when a call on this communicator fails. */
  public ErrorHandler errorHandler() {
    return errorHandler;
  }

  /** Says what happens when a call on this communicator fails. */
  public void errorHandler(ErrorHandler handler) {
    errorHandler = Arguments.present(self(), "errorHandler", "handler", handler);
  }

  /**
   * Gives an error that a call is about to throw to the handler.
   *
   * @return the error, to be thrown
   */
  final <E extends RonselException> E raise(E error) {
    ErrorHandler handler = errorHandler;
    if (handler != ErrorHandler.THROW && !error.concernsNoCommunicator() && error.handleOnce()) {
      handler.handle(self(), error);
    }
    return error;
  }
}
