package org.ronsel.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The places of the bytes of one element of a datatype, in packing order: a nest of regular loops
 * around a list of runs. A run is {@code count} blocks of {@code block} bytes that lie {@code
 * stride} apart; loops that continue one another regularly are one loop, and bytes that lie side by
 * side are one block, so that most types come down to a single run, and contiguous ones to a single
 * block.
 *
 * <p>A piece that would make the list long, a nest within a list, stays a plan of its own to which
 * a run refers. Immutable.
 */
public final class Plan {
  /** The plan of nothing. */
  public static final Plan EMPTY = new PlanBuilder().build();

  // The loops around the list, outermost first: passes, and bytes from one to the next.
  final long[] passes;
  final long[] strides;

  /** Packed bytes of one pass of each loop. */
  final long[] passBytes;

  // The runs, in packed order.
  final long[] offset;
  final long[] block;
  final long[] count;
  final long[] stride;

  /** Packed position of each run in the list, and the end of the last. */
  final long[] start;

  /** The plan of which each block of a run is an element, where it is not just bytes. */
  final @Nullable Plan @Nullable [] inner;

  private final long bytes;
  private final long low;
  private final long high;

  Plan(
      long[] passes,
      long[] strides,
      long[] offset,
      long[] block,
      long[] count,
      long[] stride,
      @Nullable Plan @Nullable [] inner) {
    this.passes = passes;
    this.strides = strides;
    this.offset = offset;
    this.block = block;
    this.count = count;
    this.stride = stride;
    this.inner = inner;
    this.start = new long[offset.length + 1];
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int run = 0; run < offset.length; run++) {
      start[run + 1] = start[run] + block[run] * count[run];
      long reach = stride[run] * (count[run] - 1);
      Plan part = inner == null ? null : inner[run];
      long from = part == null ? 0 : part.low;
      long to = part == null ? block[run] : part.high;
      least = Math.min(least, offset[run] + Math.min(0, reach) + from);
      most = Math.max(most, offset[run] + Math.max(0, reach) + to);
    }
    this.passBytes = new long[passes.length];
    long body = start[offset.length];
    for (int loop = passes.length - 1; loop >= 0; loop--) {
      passBytes[loop] = body;
      body *= passes[loop];
      long reach = strides[loop] * (passes[loop] - 1);
      least += Math.min(0, reach);
      most += Math.max(0, reach);
    }
    this.bytes = body;
    this.low = bytes == 0 ? 0 : least;
    this.high = bytes == 0 ? 0 : most;
  }

  /** Packed bytes of one element. */
  public long bytes() {
    return bytes;
  }

  /** The first byte of data of an element, counted from where the element lies. */
  public long low() {
    return low;
  }

  /** The end of the last byte of data of an element. */
  public long high() {
    return high;
  }

  /** Whether the bytes of an element are one block, from {@link #low()} on. */
  public boolean isOneBlock() {
    return passes.length == 0 && offset.length <= 1 && isSingle();
  }

  private boolean isSingle() {
    return offset.length == 0 || count[0] == 1 && (inner == null || inner[0] == null);
  }

  int runs() {
    return offset.length;
  }

  /** The run in which a packed position of the list lies. */
  int runAt(long position) {
    if (offset.length == 1) {
      return 0;
    }
    int found = Arrays.binarySearch(start, position);
    return found >= 0 ? found : -found - 2;
  }

  /** Returns this plan with all places {@code distance} bytes further. */
  public Plan moved(long distance) {
    if (distance == 0 || bytes == 0) {
      return this;
    }
    long[] places = offset.clone();
    for (int run = 0; run < places.length; run++) {
      places[run] += distance;
    }
    return new Plan(passes, strides, places, block, count, stride, inner);
  }

  /** {@code n} elements of this plan that lie {@code distance} bytes apart, as one element. */
  public Plan repeated(long n, long distance) {
    if (n == 1 || bytes == 0) {
      return this;
    }
    if (n == 0) {
      return EMPTY;
    }
    if (passes.length == 0 && offset.length == 1) {
      return repeatedRun(n, distance);
    }
    if (passes.length > 0 && distance == strides[0] * passes[0]) {
      long[] more = passes.clone();
      more[0] *= n;
      return new Plan(more, strides, offset, block, count, stride, inner);
    }
    return new Plan(
        before(n, passes), before(distance, strides), offset, block, count, stride, inner);
  }

  private Plan repeatedRun(long n, long distance) {
    long[] one = {1};
    boolean single = count[0] == 1;
    if (single && inner == null && distance == block[0]) {
      return new Plan(passes, strides, offset, new long[] {n * block[0]}, one, one, null);
    }
    if (single) {
      long[] n1 = {n};
      return new Plan(passes, strides, offset, block, n1, new long[] {distance}, inner);
    }
    if (distance == stride[0] * count[0]) {
      return new Plan(passes, strides, offset, block, new long[] {n * count[0]}, stride, inner);
    }
    return new Plan(new long[] {n}, new long[] {distance}, offset, block, count, stride, inner);
  }

  private static long[] before(long first, long[] others) {
    long[] all = new long[others.length + 1];
    all[0] = first;
    System.arraycopy(others, 0, all, 1, others.length);
    return all;
  }
}
