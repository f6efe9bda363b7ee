package org.ronsel.comm;

import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.BufferArguments;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.ThreadConfinement;

/**
 * A copy of the data of a call that lie in a segment which no thread but the caller may use, for
 * calls in which the other ranks' threads read and write each other's data. Of the segment nothing
 * is read and written but these data: anything may happen to the rest of it meanwhile.
 */
final class ConfinedData implements Invocation.Staging {
  private final Invocation call;
  private final Object data;
  private final byte[] copy;

  /** The first byte of the data that the copy has. */
  private final long from;

  // What is given and what is received, in bytes of the copy; of no length where that is nothing.
  private final long givenAt;
  private final long given;
  private final long takenAt;
  private final long taken;

  private ConfinedData(
      Communicator comm,
      Invocation call,
      Object data,
      long givenAt,
      long given,
      long takenAt,
      long taken) {
    boolean both = given > 0 && taken > 0;
    long end = Math.max(given > 0 ? givenAt + given : 0, taken > 0 ? takenAt + taken : 0);
    this.call = call;
    this.data = data;
    this.from = both ? Math.min(givenAt, takenAt) : given > 0 ? givenAt : takenAt;
    this.givenAt = givenAt - from;
    this.given = given;
    this.takenAt = takenAt - from;
    this.taken = taken;
    long bytes = Math.max(0, end - from);
    if (bytes > ElementType.LONGEST_ARRAY) {
      throw BufferArguments.buffer(
          comm,
          call.call(),
          "a segment of a confined arena is copied for the other ranks of this JVM, and "
              + bytes
              + " bytes are too many; allocate it from a shared or automatic arena");
    }
    this.copy = new byte[(int) bytes];
  }

  /**
   * Puts copies in the places of what is confined.
   *
   * @param peers for how many ranks the calling rank has blocks, or from how many
   */
  static void stage(Communicator comm, Invocation call, int peers) {
    Object input = call.input();
    Object output = call.output();
    boolean one = input == output;
    boolean isRoot = call.root() == comm.rank();
    int shift = call.type().shift();
    long inAt = (long) call.inputAt() << shift;
    long outAt = (long) call.outputAt() << shift;
    long given = call.inputSpan(peers, isRoot) << shift;
    long taken = call.outputSpan(peers, isRoot) << shift;
    ConfinedData in = null;
    ConfinedData out = null;
    if (one && ThreadConfinement.isConfined(input)) {
      in = new ConfinedData(comm, call, input, inAt, given, outAt, taken);
      out = in;
    } else {
      if (ThreadConfinement.isConfined(input)) {
        in = new ConfinedData(comm, call, input, inAt, given, 0, 0);
      }
      if (ThreadConfinement.isConfined(output)) {
        out = new ConfinedData(comm, call, output, 0, 0, outAt, taken);
      }
    }
    if (in != null) {
      call.from(in.copy, (int) (in.givenAt >> shift));
    }
    if (out != null) {
      call.to(out.copy, (int) (out.takenAt >> shift));
    }
    if (in != null && out != null && in != out) {
      call.staged(both(in, out));
    } else if (in != null) {
      call.staged(in);
    } else if (out != null) {
      call.staged(out);
    }
  }

  private static Invocation.Staging both(ConfinedData in, ConfinedData out) {
    return new Invocation.Staging() {
      @Override
      public void load() {
        in.load();
      }

      @Override
      public void unload() {
        out.unload();
      }
    };
  }

  @Override
  public void load() {
    if (given > 0) {
      MemoryCopy.copy(data, from + givenAt, copy, givenAt, given);
    }
  }

  @Override
  public void unload() {
    BlockTable blocks = call.outputs();
    if (taken > 0 && blocks.isEmpty()) {
      unload(0, taken);
    } else if (taken > 0) {
      int shift = call.type().shift();
      for (int block = 0; block < blocks.size(); block++) {
        unload(blocks.place(block) << shift, blocks.length(block) << shift);
      }
    }
  }

  private void unload(long at, long bytes) {
    if (bytes > 0) { // the place of an empty block may lie anywhere
      MemoryCopy.copy(copy, takenAt + at, data, from + takenAt + at, bytes);
    }
  }
}
