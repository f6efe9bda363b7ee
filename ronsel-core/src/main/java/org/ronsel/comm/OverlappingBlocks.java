package org.ronsel.comm;

import java.lang.reflect.Array;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.data.ElementType;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.ThreadConfinement;

/**
 * Blocks that overlap where they are received, which is erroneous (MPI-4.1, section 6.5) but done
 * by programs for libraries that write them in the order of ranks: they are received one behind the
 * other in an array of their own, and copied to their places in that order.
 */
final class OverlappingBlocks implements Invocation.Staging {
  private final Object array;
  private final Object buffer;
  private final long[] from;
  private final long[] to;
  private final BlockTable lengths;
  private final int shift;

  private OverlappingBlocks(Invocation call, Object array) {
    BlockTable blocks = call.outputs();
    this.array = array;
    this.buffer = call.output();
    this.lengths = blocks;
    this.shift = call.type().shift();
    from = new long[blocks.size()];
    to = new long[blocks.size()];
    long next = 0;
    for (int block = 0; block < blocks.size(); block++) {
      from[block] = next;
      to[block] = call.outputAt() + blocks.place(block);
      next += blocks.length(block);
    }
  }

  /**
   * Receives the blocks of a call in an array if they overlap.
   *
   * @return whether that is so; not for more than an array can have, nor where other threads may
   *     not write the buffer
   */
  static boolean stage(Invocation call) {
    BlockTable blocks = call.outputs();
    if (CollectiveArguments.overlap(blocks) == null
        || ThreadConfinement.isConfined(call.output())
        || ThreadConfinement.isConfined(call.input())) {
      return false;
    }
    long elements = 0;
    for (int block = 0; block < blocks.size(); block++) {
      elements += blocks.length(block);
    }
    if (elements > ElementType.LONGEST_ARRAY) {
      return false;
    }
    Object array = Array.newInstance(call.type().carrier(), (int) elements);
    OverlappingBlocks staging = new OverlappingBlocks(call, array);
    for (int block = 0; block < blocks.size(); block++) {
      blocks.set(block, blocks.length(block), staging.from[block]);
    }
    call.to(array, 0).staged(staging);
    return true;
  }

  @Override
  public void load() {
    copy(buffer, to, array, from); // a block may be shorter: what it leaves has to be there
  }

  @Override
  public void unload() {
    copy(array, from, buffer, to);
  }

  private void copy(Object source, long[] sourcePlaces, Object target, long[] targetPlaces) {
    for (int block = 0; block < from.length; block++) {
      long bytes = lengths.length(block) << shift;
      if (bytes > 0) {
        MemoryCopy.copy(
            source, sourcePlaces[block] << shift, target, targetPlaces[block] << shift, bytes);
      }
    }
  }
}
