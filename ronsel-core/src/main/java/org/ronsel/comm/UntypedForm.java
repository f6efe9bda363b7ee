package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.call.Invocation.Form;

/**
 * The collective operations of a communicator in one of the forms in which they can be called.
 *
 * @param <R> what a call returns
 */
public class UntypedForm<R extends @Nullable Object> extends UntypedCombining<R> {
  UntypedForm(Communicator comm, Form form, Way<R> way) {
    super(comm, form, way);
  }

  @Override
  public R barrier() {
    return synchronize();
  }
}
