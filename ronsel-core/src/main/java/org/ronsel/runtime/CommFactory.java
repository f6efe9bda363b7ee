package org.ronsel.runtime;

import org.ronsel.Comm;
import org.ronsel.engine.Engine;

/** Lets the runtime make communicators without making their constructor public; set by {@link Comm}. */
@FunctionalInterface
public interface CommFactory {
  /** The world communicator of a rank. */
  Comm world(Engine engine, int rank, int size);
}
