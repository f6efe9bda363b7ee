package org.ronsel.runtime;

import java.util.concurrent.atomic.AtomicReference;
import org.ronsel.engine.Engine;

/**
 * Lets the runtime make world communicators although their constructor is not public.
 *
 * @param <C> the communicator class
 */
@FunctionalInterface
public interface CommFactory<C> {
  /** Set once by the communicator class when it is initialised. */
  AtomicReference<CommFactory<?>> INSTALLED = new AtomicReference<>();

  /** The world communicator of a rank. */
  C world(Job job, Engine engine);
}
