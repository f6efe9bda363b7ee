package org.ronsel.comm;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.collective.call.Invocation;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.DataRange;
import org.ronsel.memory.MemoryCopy;

/**
 * Operands of reductions that are not arrays of the elements which operators take. Data that lie so
 * in an array are used in place; others are copied at each start and at the end, all at once.
 */
final class PackedOperands {
  private static final byte[] NOWHERE = {};
  private static final Packed NONE = new Packed(NOWHERE, 0);

  private PackedOperands() {}

  /** Packed elements in an array. */
  private record Packed(Object array, int at) {}

  /** What lies elsewhere than in the arrays of the call. */
  private record Staged(
      @Nullable DataRange from, Packed in, @Nullable DataRange to, Packed out, ElementType type)
      implements Invocation.Staging {
    @Override
    public void load() {
      if (from != null && from.bytes() > 0) {
        MemoryCopy.copy(from.base(), from.offset(), in.array, offset(in), from.bytes());
      }
    }

    @Override
    public void unload() {
      if (to != null && to.bytes() > 0) {
        MemoryCopy.copy(out.array, offset(out), to.base(), to.offset(), to.bytes());
      }
    }

    private long offset(Packed packed) {
      return (long) packed.at << type.shift();
    }
  }

  /**
   * Enters the data of a call whose elements and operator are known.
   *
   * @param from the data, or null where the rank has none
   * @param to where the result goes, or null where the rank has no receive buffer
   * @param hasResult whether the rank gets a result
   */
  static void enter(
      Communicator comm,
      Invocation call,
      @Nullable DataRange from,
      @Nullable DataRange to,
      boolean hasResult) {
    if (from != null && to != null) { // what lies elsewhere is copied before the call sees it
      Operands.checkApart(comm, call.call(), from, to);
    }
    ElementType type = call.type();
    String name = call.call();
    Packed in = from == null ? NONE : packed(comm, name, type, from);
    Packed out =
        to == null ? NONE : from != null && isSame(from, to) ? in : packed(comm, name, type, to);
    call.from(in.array, in.at).to(out.array, out.at);
    Staged staged =
        new Staged(
            from == null || from.base() == in.array ? null : from,
            in,
            to == null || !hasResult || to.base() == out.array ? null : to,
            out,
            type);
    if (staged.from != null || staged.to != null) {
      call.staged(staged);
    }
  }

  /** Whether the data go where they come from; what a scatter gets is less than it gives. */
  private static boolean isSame(DataRange from, DataRange to) {
    return from.equals(to) || from.base() == to.base() && from.offset() == to.offset();
  }

  /** The data themselves, or an array for them. */
  private static Packed packed(Communicator comm, String call, ElementType type, DataRange data) {
    int shift = type.shift();
    long at = data.offset() >> shift;
    if (data.base().getClass() == type.arrayClass() && at << shift == data.offset()) {
      return new Packed(data.base(), (int) at);
    }
    long length = data.bytes() >> shift;
    if (length > Integer.MAX_VALUE - 8) {
      throw comm.raise(
          new UnsupportedFeatureException(
              comm.prefix(call)
                  + "reductions of more than 2^31 elements at once are not possible; reduce in"
                  + " parts"));
    }
    return new Packed(Array.newInstance(type.carrier(), (int) length), 0);
  }
}
