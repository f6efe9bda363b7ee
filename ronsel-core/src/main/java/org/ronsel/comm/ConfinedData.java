package org.ronsel.comm;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.call.Invocation;
import org.ronsel.datatype.BufferArguments;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.ScatteredMemory;

/**
 * Copies of segments that no thread but the caller may use, for calls in which the other ranks'
 * threads read and write each other's data.
 */
final class ConfinedData implements Invocation.Staging {
  /** Arrays cannot be longer. */
  private static final long LONGEST = Integer.MAX_VALUE - 8;

  private final Object data;
  private final long from;
  private final byte[] copy;
  private final boolean isOutput;

  private ConfinedData(Object data, long from, byte[] copy, boolean isOutput) {
    this.data = data;
    this.from = from;
    this.copy = copy;
    this.isOutput = isOutput;
  }

  /** Puts copies in the places of what is confined. */
  static void stage(Communicator comm, Invocation call) {
    Object input = call.input();
    Object output = call.output();
    boolean one = input == output;
    long inAt = (long) call.inputAt() << call.type().shift();
    long outAt = (long) call.outputAt() << call.type().shift();
    ConfinedData in = null;
    ConfinedData out = null;
    if (isConfined(output)) {
      out = copy(comm, call, output, one ? Math.min(inAt, outAt) : outAt, true);
      call.to(out.copy, (int) (outAt - out.from >> call.type().shift()));
    }
    if (isConfined(input)) {
      in = one && out != null ? out : copy(comm, call, input, inAt, false);
      call.from(in.copy, (int) (inAt - in.from >> call.type().shift()));
    }
    if (in != null && out != null && in != out) {
      call.staged(both(in, out));
    } else if (in != null) {
      call.staged(in);
    } else if (out != null) {
      call.staged(out);
    }
  }

  private static ConfinedData copy(
      Communicator comm, Invocation call, Object data, long from, boolean isOutput) {
    long bytes =
        data instanceof ScatteredMemory scattered
            ? scattered.byteSize()
            : ((MemorySegment) data).byteSize() - from;
    if (bytes > LONGEST) {
      throw BufferArguments.buffer(
          comm,
          call.call(),
          "a segment of a confined arena is copied for the other ranks of this JVM, and "
              + bytes
              + " bytes are too many; allocate it from a shared or automatic arena");
    }
    long first = data instanceof ScatteredMemory ? 0 : from;
    return new ConfinedData(data, first, new byte[(int) bytes], isOutput);
  }

  private static boolean isConfined(@Nullable Object data) {
    Object base = data instanceof ScatteredMemory scattered ? scattered.base() : data;
    // Any thread other than the caller, which was found to be the owner.
    return base instanceof MemorySegment segment && !segment.isAccessibleBy(Stranger.THREAD);
  }

  /** A thread that owns nothing. */
  private static final class Stranger {
    static final Thread THREAD = Thread.ofVirtual().unstarted(() -> {});
  }

  private static Invocation.Staging both(ConfinedData in, ConfinedData out) {
    return new Invocation.Staging() {
      @Override
      public void load() {
        in.load();
        out.load();
      }

      @Override
      public void unload() {
        out.unload();
      }
    };
  }

  @Override
  public void load() {
    MemoryCopy.copy(data, from, copy, 0, copy.length); // what lies between the blocks, too
  }

  @Override
  public void unload() {
    if (isOutput) {
      MemoryCopy.copy(copy, 0, data, from, copy.length);
    }
  }
}
