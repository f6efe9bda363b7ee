package mpi;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.UntypedCollectives;

/**
 * A form in which collective operations are called, as {@link Collectives} use it.
 *
 * @param <P> what a call of Ronsel's returns
 * @param <Q> what the program gets
 */
abstract class CollectiveForm<P extends @Nullable Object, Q extends @Nullable Object> {
  final CommHandle comm;

  CollectiveForm(CommHandle comm) {
    this.comm = comm;
  }

  /** The operations of Ronsel in this form. */
  abstract UntypedCollectives<P> calls();

  /** The program's result for the result of a call of Ronsel. */
  abstract Q result(P made);

  /** Whether what a rank gives is read in the call, and not when its request is started later. */
  abstract boolean readsAtCall();

  /** Makes a call on types of objects, which Ronsel does not know. */
  abstract Q onObjects(Datatype type, Consumer<org.ronsel.Comm> call);

  /** A type that may be missing, where it means nothing. */
  static org.ronsel.Datatype<?> core(@Nullable Datatype type) {
    return type == null ? org.ronsel.Datatype.BYTE : type.core();
  }

  /** Makes sure that a type which means something at the root only is there where it does. */
  final void requireTypeAt(int root, @Nullable Datatype type) {
    if (type == null && isRoot(root)) {
      throw Required.missing(MPI.ERR_TYPE, "the datatype");
    }
  }

  /** Whether the calling rank is the root of an operation. */
  final boolean isRoot(int root) {
    org.ronsel.Comm core = comm.core();
    return core.isInter() ? root == MPI.ROOT : root == core.rank();
  }

  /** The types of blocks with these counts; that of an empty block may be missing. */
  static org.ronsel.Datatype<?>[] cores(
      @Nullable Datatype @Nullable [] types, int @Nullable [] counts) {
    @Nullable Datatype[] given = Required.array(types, "the array of datatypes");
    org.ronsel.Datatype<?>[] cores = new org.ronsel.Datatype<?>[given.length];
    for (int i = 0; i < given.length; i++) {
      // That there are as many counts is asked by the call.
      boolean isEmpty = counts == null || i >= counts.length || counts[i] == 0;
      cores[i] = given[i] == null && isEmpty ? core(null) : Datatype.usable(given[i]).core();
    }
    return cores;
  }

  /** Makes a call of Ronsel's. */
  final Q call(Function<UntypedCollectives<P>, P> call) {
    try {
      return result(call.apply(calls()));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  /** Makes a call of Ronsel's with two buffers, which may be null. */
  final Q call(Argument send, Argument recv, Function<UntypedCollectives<P>, P> call) {
    try {
      return result(call.apply(calls()));
    } catch (RonselException e) {
      throw comm.failed(e, new ErrorWords.Passed(send.buffer(), recv.buffer(), "broadcast"));
    }
  }

  /** Makes a call on objects, the type of which is that of {@code data}. */
  final Q onObjects(Argument data, Consumer<org.ronsel.Comm> call) {
    try {
      return onObjects(data.type() == null ? Handles.OBJECT : data.type(), call);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  /** Waits for all ranks. */
  Q barrier() {
    return call(UntypedCollectives::barrier);
  }
}
