package org.ronsel.collective.shared;

import org.ronsel.collective.reduction.FixedOrder;

/**
 * Combines what the ranks have written, one rank after the other. Each rank's elements are copied
 * before they are combined: a copy waits for several cache lines at a time, a loop for one.
 *
 * <p>Results of predefined operators are built up in the array that is to hold them; those of other
 * operators on a stack of partial results, of which more than two places are used only in {@link
 * FixedOrder}. This rank's own elements are read from its input.
 *
 * <p>The caller says where the elements are and where the result goes, and then which ranks are
 * combined. One object serves all calls of a {@link CopyPart}, so that none allocates. It holds no
 * references to arrays: with G1, each store of a reference into an old object costs a fence.
 */
final class CopyCombining {
  private static final int NOWHERE = -1;

  private final CopyPart part;

  // The operands.
  private int count;
  private int ownAt;
  private long behind;
  private long allBytes;

  // The result.
  private boolean isForOutput;
  private int outAt;

  // Which ranks are combined, and when.
  private int end;
  private boolean fixed;
  private boolean asTheyCome;

  CopyCombining(CopyPart part) {
    this.part = part;
  }

  /**
   * Says how many elements of each rank are combined.
   *
   * @param first index of the first of this rank's own elements in its input
   */
  CopyCombining elements(int length, int first) {
    count = length;
    ownAt = first;
    return this;
  }

  /**
   * Says where the elements of the other ranks lie.
   *
   * @param offset bytes from the beginning of what a rank has written to the first of them
   * @param bytes that each rank has written
   */
  CopyCombining writtenAt(long offset, long bytes) {
    behind = offset;
    allBytes = bytes;
    return this;
  }

  /** Says that the result goes into the call's output, from this index on. */
  CopyCombining toOutput(int at) {
    isForOutput = true;
    outAt = at;
    return this;
  }

  /** Says that the result goes into {@link CopyPart#result}. */
  CopyCombining toResult() {
    isForOutput = false;
    outAt = 0;
    return this;
  }

  /** Combines the elements of all ranks, which have all arrived. */
  void all() {
    combine(part.ranks(), part.reduction().isInFixedOrder(), false);
  }

  /** Combines the elements of all ranks, and waits for each rank to post before it is read. */
  void allAsTheyCome() {
    combine(part.ranks(), part.reduction().isInFixedOrder(), true);
  }

  /**
   * Combines the elements of the ranks below {@code endRank}, which is at least 2, from left to
   * right, and waits for each rank to post before it is read.
   */
  void fromLeftAsTheyCome(int endRank) {
    combine(endRank, false, true);
  }

  private void combine(int endRank, boolean inFixedOrder, boolean whileTheyCome) {
    end = endRank;
    fixed = inFixedOrder;
    asTheyCome = whileTheyCome;
    Object out = isForOutput ? part.call().output() : part.result(count);
    int own = part.rank();
    boolean isOwnKept = own < 2 || own >= end || out != part.call().input();
    if (!fixed && isOwnKept && part.combinesRead(count)) {
      inOutput(out);
    } else {
      onStack(out);
    }
  }

  /**
   * Builds the result up in {@code out}. This may be the array of this rank's own elements if they
   * are combined first or second: the operators commute.
   */
  private void inOutput(Object out) {
    Object input = part.call().input();
    int own = part.rank();
    boolean isInPlace = input == out && ownAt == outAt;
    int first = 0;
    if (own < 2 && own < end) {
      // Loops over arrays are fast if the elements have the same index in all of them.
      first = isInPlace || ownAt != outAt ? own : 1 - own;
    }
    if (first != own) {
      awaitElements(first);
      part.read(first, behind, allBytes, out, outAt, count);
    } else if (!isInPlace) {
      part.copyOwn(ownAt, out, outAt, count);
    }
    for (int rank = 0; rank < end; rank++) {
      if (rank == first) {
        continue;
      }
      if (rank == own) {
        part.combine(input, ownAt, out, outAt, out, outAt, count);
      } else {
        awaitElements(rank);
        part.combineRead(rank, behind, allBytes, out, outAt, count);
      }
    }
  }

  private void awaitElements(int rank) {
    if (asTheyCome) {
      part.awaitPosted(rank);
    }
  }

  private void onStack(Object out) {
    Object stack = part.stack((fixed ? FixedOrder.depth(end) : 2) * count);
    Object input = part.call().input();
    int height = 0;
    int ownHeight = NOWHERE;
    for (int rank = 0; rank < end; rank++) {
      boolean own = rank == part.rank();
      Object right = own ? input : stack;
      int rightAt = own ? ownAt : height * count;
      if (!own) {
        awaitElements(rank);
        part.read(rank, behind, allBytes, stack, rightAt, count);
      }
      int merges = fixed ? FixedOrder.merges(rank, end) : Math.min(rank, 1);
      if (own && merges == 0) {
        ownHeight = height;
      }
      for (int i = 0; i < merges; i++) {
        height--;
        boolean leftIsOwn = height == ownHeight;
        Object left = leftIsOwn ? input : stack;
        int leftAt = leftIsOwn ? ownAt : height * count;
        if (leftIsOwn) {
          ownHeight = NOWHERE;
        }
        boolean isResult = rank == end - 1 && height == 0;
        Object to = isResult ? out : stack;
        int toAt = isResult ? outAt : height * count;
        part.combine(left, leftAt, right, rightAt, to, toAt, count);
        right = to;
        rightAt = toAt;
      }
      height++;
    }
  }
}
