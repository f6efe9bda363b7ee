package org.ronsel.engine.message;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.request.Operation;

/**
 * The communicators to which the contexts of a rank's messages belong: their names, for reports,
 * and their possible senders. Any thread.
 */
public final class Communicators {
  private final Map<Integer, Known> known = new ConcurrentHashMap<>(2);

  /** For communicators of the library's own: the words by which a wait is reported. */
  private final Map<Integer, Function<Operation, String>> words = new ConcurrentHashMap<>(2);

  /**
   * The name, size and endpoints of a communicator.
   *
   * @param size number of ranks that messages can come from
   * @param endpoints the endpoint of each of them
   */
  public record Known(String name, int size, IntUnaryOperator endpoints) {
    public int endpoint(int rank) {
      return endpoints.applyAsInt(rank);
    }

    public boolean has(int endpoint) {
      for (int rank = 0; rank < size; rank++) {
        if (endpoints.applyAsInt(rank) == endpoint) {
          return true;
        }
      }
      return false;
    }
  }

  public Communicators() {}

  /**
   * Says what the contexts of a communicator are: those with its id in bits 1 to 30.
   *
   * @param size number of ranks that messages can come from
   * @param endpoints the endpoint of each of them
   */
  public void put(int contextId, String name, int size, IntUnaryOperator endpoints) {
    known.put(contextId, new Known(name, size, endpoints));
  }

  /** A communicator has another name now. */
  public void renamed(int contextId, String name) {
    known.computeIfPresent(contextId, (id, of) -> new Known(name, of.size, of.endpoints));
  }

  /**
   * Says as what waits in a communicator are to be reported, where no program knows of it: those of
   * a window's calls.
   */
  public void report(int contextId, Function<Operation, String> as) {
    words.put(contextId, as);
  }

  /**
   * The words by which an operation is reported, without peer and tag; null if it describes itself
   * and they have a meaning for the program.
   */
  public @Nullable String words(Operation operation) {
    Function<Operation, String> as = words.get(Contexts.id(operation.awaitedContext()));
    return as == null ? null : as.apply(operation);
  }

  /** Forgets a communicator that the rank has closed. */
  public void forget(int contextId) {
    known.remove(contextId);
    words.remove(contextId);
  }

  /** The name of the communicator to which a context belongs. */
  public String of(long context) {
    Known of = known.get(Contexts.id(context));
    return of == null ? "context " + Contexts.id(context) : of.name;
  }

  /** The communicator in which a program's message has a context, or null. */
  public @Nullable Known ofMessages(long context) {
    return Contexts.isOfProgram(context) ? known.get(Contexts.id(context)) : null;
  }
}
