package mpi;

import java.util.function.Consumer;
import java.util.function.Function;
import org.ronsel.UntypedCollectives;
import org.ronsel.UntypedComm;

/**
 * The forms that return a request, started or persistent.
 *
 * @param <P> the request of Ronsel's that a call makes
 * @param <Q> what the program gets
 */
final class RequestCollectives<P extends org.ronsel.Request, Q extends Request>
    extends Collectives<P, Q> {
  private final Function<UntypedComm, UntypedCollectives<P>> form;
  private final Function<P, Q> handle;
  private final boolean isPersistent;

  RequestCollectives(
      CommHandle comm,
      Function<UntypedComm, UntypedCollectives<P>> form,
      Function<P, Q> handle,
      boolean isPersistent) {
    super(comm);
    this.form = form;
    this.handle = handle;
    this.isPersistent = isPersistent;
  }

  @Override
  UntypedCollectives<P> calls() {
    return form.apply(comm.untyped());
  }

  @Override
  Q result(P made) {
    return handle.apply(made);
  }

  @Override
  boolean readsAtCall() {
    return !isPersistent;
  }

  @Override
  Q onObjects(Datatype type, Consumer<org.ronsel.Comm> call) {
    throw Required.refused(
        MPI.ERR_TYPE, type + " is a type of objects, on which collective operations block only");
  }
}
