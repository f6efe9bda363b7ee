package org.ronsel.comm;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.collective.call.Invocation;
import org.ronsel.data.DataRange;
import org.ronsel.data.ElementType;
import org.ronsel.memory.MemoryCopy;

/**
 * Operands of reductions that are not arrays of the elements which operators take. Data that lie so
 * in an array are used in place; others are copied at each start and at the end, all at once.
 */
final class PackedOperands {
  private PackedOperands() {}

  /** Data that do not lie in the arrays of the call. */
  private record Staged(
      @Nullable DataRange from, DataRange in, @Nullable DataRange to, DataRange out)
      implements Invocation.Staging {
    @Override
    public void load() {
      if (from != null) {
        copy(from, in);
      }
    }

    @Override
    public void unload() {
      if (to != null) {
        copy(out, to);
      }
    }

    /** Copies as much as lies elsewhere; what a scatter gets is less than it gives. */
    private static void copy(DataRange source, DataRange target) {
      long bytes = Math.min(source.bytes(), target.bytes());
      if (bytes > 0) {
        MemoryCopy.copy(source.base(), source.offset(), target.base(), target.offset(), bytes);
      }
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
    DataRange in = from == null ? DataRange.NOTHING : packed(comm, call, from);
    DataRange out =
        to == null
            ? DataRange.NOTHING
            : from != null && to.beginsWith(from) ? in : packed(comm, call, to);
    call.from(in).to(out);
    boolean loads = from != null && from.base() != in.base();
    boolean unloads = to != null && hasResult && to.base() != out.base();
    if (loads || unloads) {
      call.staged(new Staged(loads ? from : null, in, unloads ? to : null, out));
    }
  }

  /** The data themselves, or an array for them. */
  private static DataRange packed(Communicator comm, Invocation call, DataRange data) {
    ElementType type = call.type();
    boolean aligned = data.offset() >> type.shift() << type.shift() == data.offset();
    if (data.base().getClass() == type.arrayClass() && aligned) {
      return data;
    }
    long length = data.bytes() >> type.shift();
    if (length > ElementType.LONGEST_ARRAY) {
      throw comm.raise(
          new UnsupportedFeatureException(
              comm.place(call.call())
                  .message(
                      "reductions of more than 2^31 elements at once are not possible; reduce in"
                          + " parts")));
    }
    Object array = Array.newInstance(type.carrier(), (int) length);
    return new DataRange(type, array, 0, data.bytes());
  }
}
