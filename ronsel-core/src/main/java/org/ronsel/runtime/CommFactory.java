package org.ronsel.runtime;

import java.util.concurrent.atomic.AtomicReference;
import org.ronsel.engine.Engine;

/**
 * Lets the runtime make world communicators, and end what belongs to them, although that is not
 * public.
 *
 * @param <C> the communicator class
 */
public interface CommFactory<C> {
  /** Set once by the communicator class when it is initialised. */
  AtomicReference<CommFactory<?>> INSTALLED = new AtomicReference<>();

  /** The world communicator of a rank. */
  C world(Job job, Engine engine);

  /**
   * The rank of a world communicator is about to end: values that its program has kept with the
   * communicator of itself are removed, with their callbacks (MPI-4.1, section 11.2.4).
   */
  void rankEnds(C world);
}
