package org.ronsel.collective.reduction;

import java.lang.reflect.Array;
import org.ronsel.Op;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.data.DataRange;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.AbstractDatatype;
import org.ronsel.datatype.Buffers;
import org.ronsel.memory.MemoryCopy;

/**
 * A program's operator on elements of a datatype. Reductions work with packed elements, which are
 * what travels; the operator takes them as they lie in user memory, gaps included. Where there are
 * no gaps both are the same, else the operands are spread before, and packed after, each call.
 */
final class DatatypeReduction extends GrainReduction {
  private final Op.Combiner combiner;
  private final AbstractDatatype<?> type;
  private final ElementType element;
  private final boolean dense;

  DatatypeReduction(Op.Combiner combiner, boolean commutative, AbstractDatatype<?> type) {
    super(
        "user operator",
        commutative,
        (int) Math.max(1, type.sizeBytes() >> type.elementType().shift()));
    this.combiner = combiner;
    this.type = type;
    this.element = type.elementType();
    this.dense = type.isDense();
  }

  @Override
  public boolean isOfProgram() {
    return true;
  }

  @Override
  public void combine(
      Object left, int leftAt, Object right, int rightAt, Object out, int outAt, int count) {
    long elements = count / grain();
    if (elements == 0) {
      return;
    }
    if (!dense) {
      Unpacked in = new Unpacked(elements);
      Unpacked inout = new Unpacked(elements);
      in.fill(left, leftAt);
      inout.fill(right, rightAt);
      combiner.combine(in.memory, in.at(), inout.memory, inout.at(), elements, type);
      inout.pack(out, outAt);
    } else if (left == out) {
      // What is combined is set, so the right operand must not lie where the left one does.
      Object inout = Array.newInstance(element.carrier(), count);
      System.arraycopy(right, rightAt, inout, 0, count);
      combiner.combine(left, leftAt, inout, 0, elements, type);
      System.arraycopy(inout, 0, out, outAt, count);
    } else {
      if (right != out || rightAt != outAt) {
        System.arraycopy(right, rightAt, out, outAt, count);
      }
      combiner.combine(left, leftAt, out, outAt, elements, type);
    }
  }

  /** Elements as they lie in user memory. */
  private final class Unpacked {
    final Object memory;
    private final DataRange data;
    private final long before;

    Unpacked(long elements) {
      long low = Math.min(type.trueLowerBoundBytes(), type.lowerBoundBytes());
      long high =
          Math.max(
              type.lowerBoundBytes() + type.extentBytes(),
              type.trueLowerBoundBytes() + type.trueExtentBytes());
      long reach = (elements - 1) * type.extentBytes();
      // Whole elements of the array, since the operator is told the place in these.
      before =
          Math.ceilDiv(Math.max(0, -Math.min(low, low + reach)), element.bytes())
              * (long) element.bytes();
      long bytes = before + Math.max(high, high + reach);
      long length = bytes + element.bytes() - 1 >> element.shift();
      if (length > ElementType.LONGEST_ARRAY) {
        throw new UnsupportedFeatureException(
            "an operator cannot be given " + elements + " elements of " + type + " at once");
      }
      memory = Array.newInstance(element.carrier(), (int) length);
      data = Buffers.unchecked(memory, type, before, elements);
    }

    long at() {
      return before >> element.shift();
    }

    void fill(Object packed, int at) {
      MemoryCopy.copy(
          packed, (long) at << element.shift(), data.base(), data.offset(), data.bytes());
    }

    void pack(Object packed, int at) {
      MemoryCopy.copy(
          data.base(), data.offset(), packed, (long) at << element.shift(), data.bytes());
    }
  }
}
