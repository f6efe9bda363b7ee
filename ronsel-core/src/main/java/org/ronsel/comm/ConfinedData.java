package org.ronsel.comm;

import java.lang.foreign.MemorySegment;
import org.ronsel.collective.call.Invocation;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.BufferArguments;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.ScatteredMemory;
import org.ronsel.memory.ThreadConfinement;

/**
 * Copies of segments that no thread but the caller may use, for calls in which the other ranks'
 * threads read and write each other's data.
 */
final class ConfinedData implements Invocation.Staging {
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
    if (ThreadConfinement.isConfined(output)) {
      out = copy(comm, call, output, one ? Math.min(inAt, outAt) : outAt, true);
      call.to(out.copy, (int) (outAt - out.from >> call.type().shift()));
    }
    if (ThreadConfinement.isConfined(input)) {
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
    if (bytes > ElementType.LONGEST_ARRAY) {
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
