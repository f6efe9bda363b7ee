package org.ronsel.collective.schedule;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;

/**
 * The values of a schedule's symbols in one run: the element type, the places of the units, the
 * buffers, the operator. One thread at a time; can be bound again for the next run.
 */
public final class Bindings {
  private static final byte[] NOTHING = {};

  private final Schedule schedule;
  private final EvenBlockLayout even = new EvenBlockLayout();
  private final UnevenBlockLayout blocks = new UnevenBlockLayout();
  private final PackedBlockLayout packed = new PackedBlockLayout();
  private BlockLayout layout = even;
  private ElementType type = ElementType.BYTE;
  private @Nullable Reduction reduction;
  private Object input = NOTHING;
  private Object output = NOTHING;
  private Object scratch = NOTHING;
  private long inputAt;
  private long outputAt;

  /** Makes bindings of a schedule, with no data. */
  public Bindings(Schedule schedule) {
    this.schedule = schedule;
    even.scratchInPlaces(schedule.scratchInPlaces()).set(0, schedule.parts());
  }

  /** Names the element type, the count of elements per whole, and the operator of a reduction. */
  public void shape(ElementType type, long count, @Nullable Reduction reduction) {
    this.type = type;
    this.reduction = reduction;
    even.set(count, schedule.parts(), reduction == null ? 1 : reduction.grain());
    layout = even;
  }

  /**
   * Names tables of unequal lengths in place of a count, after {@link #shape}; see {@link
   * UnevenBlockLayout#set}.
   */
  public void blocks(BlockTable in, BlockTable out, long count) {
    blocks.set(in, out, count, schedule.scratchInPlaces());
    layout = blocks;
  }

  /**
   * Names a table of the blocks that a whole is divided into; see {@link PackedBlockLayout#set}.
   */
  public void packed(BlockTable whole, long count) {
    packed.set(whole, count, schedule.scratchInPlaces());
    layout = packed;
  }

  /** Binds INPUT to memory from element {@code at} on. */
  public void input(Object base, long at) {
    input = base;
    inputAt = at;
  }

  /** Binds OUTPUT to memory from element {@code at} on. */
  public void output(Object base, long at) {
    output = base;
    outputAt = at;
  }

  /** Elements that SCRATCH must have. */
  public long scratchElements() {
    return layout.scratchLength(schedule.scratchUnits());
  }

  /** The type of the elements of SCRATCH, after both other buffers are bound. */
  public ElementType scratchType() {
    return reduction == null ? type.keeping(input, output) : type;
  }

  /** Binds SCRATCH to an array of {@link #scratchType}, of at least {@link #scratchElements}. */
  public void scratch(Object array) {
    scratch = array;
  }

  /** The array last bound to SCRATCH. */
  public Object scratch() {
    return scratch;
  }

  /** Forgets all memory. */
  public void release() {
    input = NOTHING;
    output = NOTHING;
    scratch = NOTHING;
    reduction = null;
    layout = even;
    blocks.set(BlockTable.NONE, BlockTable.NONE, 0, false);
    packed.set(BlockTable.NONE, 0, false);
  }

  /** The element type of all buffers. */
  public ElementType type() {
    return type;
  }

  /** The memory of a place of a step. */
  public Object base(int step, int place) {
    return switch (schedule.buffer(step, place)) {
      case INPUT -> input;
      case OUTPUT -> output;
      case SCRATCH -> scratch;
    };
  }

  /** Element of that memory at which a place of a step begins. */
  public long element(int step, int place) {
    Buffer buffer = schedule.buffer(step, place);
    long at = layout.offset(buffer, schedule.unit(step, place));
    return switch (buffer) {
      case INPUT -> inputAt + at;
      case OUTPUT -> outputAt + at;
      case SCRATCH -> at;
    };
  }

  /** The number of elements that a step sends, receives, copies or combines. */
  public long elements(int step) {
    int units = schedule.units(step);
    if (units == 0) {
      return 0;
    }
    return layout.length(schedule.buffer(step, 0), schedule.unit(step, 0), units);
  }

  /** Executes a step that copies; nothing to do where both places are the same memory. */
  public void copy(int step) {
    Elements.copy(
        type, base(step, 0), element(step, 0), base(step, 1), element(step, 1), elements(step));
  }

  /** Executes a step that reduces. */
  public void reduce(int step) {
    Reduction operator = reduction;
    if (operator == null) {
      throw new IllegalStateException("a schedule that reduces was bound without an operator");
    }
    operator.combine(
        base(step, 0),
        (int) element(step, 0),
        base(step, 1),
        (int) element(step, 1),
        base(step, 2),
        (int) element(step, 2),
        (int) elements(step));
  }
}
