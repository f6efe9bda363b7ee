package org.ronsel.onesided;

import java.util.List;
import java.util.function.IntPredicate;
import org.ronsel.ProcessFailedException;
import org.ronsel.engine.Engine;

/**
 * The endpoints of a job that are not ranks but carry out one-sided operations for them, on memory
 * that they see, while the ranks compute.
 *
 * @param isGhost whether an endpoint is one
 * @param own the ghosts that serve the memory of this rank; the first one carries out ordered
 *     operations
 */
public record Ghosts(IntPredicate isGhost, List<Integer> own) {
  /** Stands for no endpoint. */
  public static final int NOBODY = -1;

  /** Copies the list. */
  public Ghosts {
    own = List.copyOf(own);
  }

  /** Throws if an endpoint has failed that carries out operations on a rank's memory. */
  public static void throwIfFailed(Engine engine, int server, int owner) {
    if (server != owner && engine.peerFailures().hasFailed(server)) {
      throw failed(owner);
    }
    engine.peerFailures().throwIfPeerFailed(server);
  }

  static ProcessFailedException failed(int owner) {
    return new ProcessFailedException(
        "the ghost that served the memory of rank "
            + owner
            + " of the job has failed, and operations on that memory may be lost; further ones are"
            + " carried out by another ghost or by the rank itself",
        null);
  }

  /** The ghosts of a job that has none. */
  public static final Ghosts NONE = new Ghosts(endpoint -> false, List.of());
}
