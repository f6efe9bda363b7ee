package windows;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.RonselException;
import org.ronsel.comm.Communicator;
import org.ronsel.onesided.ExposedMemory;
import org.ronsel.onesided.OneSided;
import org.ronsel.onesided.RemoteOperation;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.RemoteOp;

/**
 * Memory of every rank that all ranks of a communicator read and write (MPI-4.1, chapter 12), as a
 * layer above communicators builds it: with the packages that such a module gets exported, and
 * nothing of the API's own package.
 */
final class Window implements AutoCloseable {
  private final Communicator comm;
  private final OneSided oneSided;
  private final ExposedMemory own;
  private final RemoteMemory[] of;

  /** Exposes memory to all ranks of a communicator; collective. */
  Window(Comm parent, MemorySegment memory) {
    // Collective calls of the window are apart from those of the program.
    comm = Communicator.of("Window", parent.dup());
    oneSided = comm.state().oneSided();
    own = oneSided.expose(memory);
    List<byte[]> keys = comm.allGatherObjects(own.key());
    of = new RemoteMemory[comm.size()];
    for (int rank = 0; rank < of.length; rank++) {
      of[rank] = oneSided.open(comm.endpoint(rank), keys.get(rank));
    }
  }

  private RemoteOperation operation(String call, int target) {
    if (target < 0 || target >= of.length) {
      throw comm.raise(
          new InvalidArgumentException(
              ErrorClass.RANK,
              comm.place(call).message("target " + target + " is not in 0.." + (of.length - 1))));
    }
    return oneSided.operation(comm.endpoint(target), call + " at rank " + target);
  }

  /** Writes elements; the array may be used again when it returns. */
  void put(double[] from, int offset, int count, int target, long displacement) {
    RemoteOperation local = operation("put", target);
    of[target].put(
        from,
        (long) offset * Double.BYTES,
        displacement * Double.BYTES,
        (long) count * Double.BYTES,
        local);
    await(local);
  }

  /** Reads elements. */
  void get(double[] into, int offset, int count, int target, long displacement) {
    RemoteOperation done = operation("get", target);
    of[target].get(
        displacement * Double.BYTES,
        into,
        (long) offset * Double.BYTES,
        (long) count * Double.BYTES,
        done);
    await(done);
  }

  /** Adds to a long, atomically, and returns what it was. */
  long fetchAndAdd(long value, int target, long displacement) {
    RemoteOperation fetched = operation("fetchAndAdd", target);
    of[target].fetchAndOp(RemoteOp.ADD, Long.BYTES, displacement * Long.BYTES, value, fetched);
    await(fetched);
    return fetched.value();
  }

  /** Returns when what all ranks have put is where it was put; collective. */
  void fence() {
    for (int rank = 0; rank < of.length; rank++) {
      RemoteOperation arrived = operation("fence", rank);
      of[rank].flush(arrived);
      await(arrived);
    }
    comm.barrier();
  }

  private void await(RemoteOperation operation) {
    try {
      operation.await();
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /** Collective. */
  @Override
  public void close() {
    comm.barrier();
    own.close();
    comm.close();
  }
}
