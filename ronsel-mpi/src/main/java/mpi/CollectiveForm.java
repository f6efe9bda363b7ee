package mpi;

import java.util.Arrays;
import java.util.function.Consumer;
import mpi.ObjectCollectives.Buffer;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.UntypedCollectives;

/**
 * One of the forms in which collective operations are called: what {@link Collectives} need to know
 * of it.
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

  /** What the program gets for what a call of Ronsel's returned. */
  abstract Q result(P made);

  /** Makes a call on types of objects, which Ronsel does not know. */
  abstract Q onObjects(Datatype type, Consumer<org.ronsel.Comm> call);

  /** A type that may be missing, where it means nothing. */
  static org.ronsel.Datatype<?> core(@Nullable Datatype type) {
    return type == null ? org.ronsel.Datatype.BYTE : type.core();
  }

  static org.ronsel.Datatype<?>[] cores(Datatype[] types) {
    org.ronsel.Datatype<?>[] cores = new org.ronsel.Datatype<?>[types.length];
    Arrays.setAll(cores, i -> core(types[i]));
    return cores;
  }

  /** A buffer of objects. */
  static Buffer from(@Nullable Object array, int offset, @Nullable Datatype type) {
    return new Buffer(array, offset, type == null ? Handles.OBJECT : type);
  }

  /** Waits for all ranks. */
  Q barrier() {
    try {
      return result(calls().barrier());
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }
}
