package org.ronsel.window;

import java.nio.ByteBuffer;
import org.ronsel.Datatype;
import org.ronsel.comm.Communicator;

/**
 * The places of the ranks' parts in a shared window, which is the memory of its rank 0.
 *
 * @param total length of all parts; {@link Long#MAX_VALUE} if it overflows
 */
record SharedParts(long[] offsets, long total) {

  /** Computes the places from the lengths of all ranks; collective. */
  static SharedParts agree(Communicator comm, long bytes, boolean apart, long alignment) {
    byte[] mine =
        ByteBuffer.allocate(Long.BYTES + 1).putLong(bytes).put((byte) (apart ? 1 : 0)).array();
    byte[] all = new byte[mine.length * comm.size()];
    comm.untyped()
        .allGather(mine, Datatype.BYTE, 0, mine.length, all, Datatype.BYTE, 0, mine.length);
    ByteBuffer parts = ByteBuffer.wrap(all);
    long[] offsets = new long[comm.size()];
    long next = 0;
    for (int rank = 0; rank < offsets.length; rank++) {
      offsets[rank] = next;
      next = sum(next, parts.getLong());
      if (parts.get() != 0) {
        next = sum(next, -next & alignment - 1);
      }
    }
    return new SharedParts(offsets, next);
  }

  /** The sum of two lengths, saturated instead of overflowing. */
  private static long sum(long first, long second) {
    long sum = first + second;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  long offset(int rank) {
    return offsets[rank];
  }
}
