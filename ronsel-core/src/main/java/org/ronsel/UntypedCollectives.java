package org.ronsel;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Invocation.Form;

/**
 * The collective operations of a communicator on buffers whose type is known at run time only, in
 * one of the forms in which they can be called; see {@link UntypedComm#started()} and {@link
 * UntypedComm#persistent()}. A {@link UntypedComm} is that of the form that blocks.
 *
 * <p>Threads and exceptions are as with {@link Comm}.
 *
 * @param <R> what a call returns: nothing when it blocks, a {@link Request}, or a {@link
 *     PersistentRequest} that has not been started
 */
public sealed class UntypedCollectives<R extends @Nullable Object> extends UntypedCombining<R>
    permits UntypedComm {
  UntypedCollectives(Comm comm, Form form, Way<R> way) {
    super(comm, form, way);
  }

  /** Waits for all ranks (MPI-4.1, section 6.3). */
  public R barrier() {
    return synchronize();
  }
}
