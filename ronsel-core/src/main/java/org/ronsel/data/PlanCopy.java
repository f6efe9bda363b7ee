package org.ronsel.data;

import org.jspecify.annotations.Nullable;

/**
 * Walks over a range of packed positions of a plan and says which bytes of memory they are. The
 * walk is a division per loop at each end of the range; in between whole runs are handed on.
 */
abstract class PlanCopy {
  /**
   * Passes over a list of several runs that are copied run by run, while they stay in the cache.
   */
  private static final long CACHED_BYTES = 16 << 10;

  /** Copies bytes that lie side by side. */
  abstract void bytes(long at, long packedAt, long length);

  /** Copies {@code n} blocks. */
  abstract void blocks(long at, long stride, long packedAt, long packedStride, long block, long n);

  /**
   * Copies a part of one loop of a plan.
   *
   * @param loop number of the loop in the plan, or -1 for the loop over elements around it
   * @param n passes of the loop
   * @param stride bytes from one pass to the next
   * @param passBytes packed bytes of a pass
   * @param at where the first pass lies
   * @param from first packed position within the loop
   * @param to end of the packed positions, after {@code from}
   * @param packedAt where the first of them lies in the packed bytes
   */
  final void passes(
      Plan plan,
      int loop,
      long n,
      long stride,
      long passBytes,
      long at,
      long from,
      long to,
      long packedAt) {
    if (n == 1) {
      pass(plan, loop, at, from, to, packedAt);
      return;
    }
    long pass = from / passBytes;
    long inPass = from - pass * passBytes;
    long position = packedAt;
    long left = to - from;
    if (inPass > 0) {
      long part = Math.min(left, passBytes - inPass);
      pass(plan, loop, at + pass * stride, inPass, inPass + part, position);
      position += part;
      left -= part;
      pass++;
    }
    long whole = left / passBytes;
    if (whole > 0) {
      wholePasses(plan, loop, at + pass * stride, stride, passBytes, whole, position);
      position += whole * passBytes;
      left -= whole * passBytes;
      pass += whole;
    }
    if (left > 0) {
      pass(plan, loop, at + pass * stride, 0, left, position);
    }
  }

  /** Copies a part of one pass of a loop. */
  private void pass(Plan plan, int loop, long at, long from, long to, long packedAt) {
    int next = loop + 1;
    if (next < plan.passes.length) {
      passes(
          plan,
          next,
          plan.passes[next],
          plan.strides[next],
          plan.passBytes[next],
          at,
          from,
          to,
          packedAt);
    } else {
      runs(plan, at, from, to, packedAt);
    }
  }

  private void wholePasses(
      Plan plan, int loop, long at, long stride, long passBytes, long n, long packedAt) {
    if (loop + 1 < plan.passes.length) {
      for (long pass = 0; pass < n; pass++) {
        pass(plan, loop, at + pass * stride, 0, passBytes, packedAt + pass * passBytes);
      }
      return;
    }
    // Over the list itself: block by block, each over as many passes as the cache holds.
    boolean simple = plan.runs() == 1 && plan.count[0] == 1;
    long together = simple ? n : Math.max(1, CACHED_BYTES / passBytes);
    for (long pass = 0; pass < n; pass += together) {
      long some = Math.min(together, n - pass);
      for (int run = 0; run < plan.runs(); run++) {
        wholeRuns(
            plan,
            run,
            at + pass * stride + plan.offset[run],
            stride,
            some,
            packedAt + pass * passBytes + plan.start[run],
            passBytes);
      }
    }
  }

  /** Copies one run of each of several passes, with the longer of the two loops inside. */
  private void wholeRuns(
      Plan plan, int run, long at, long stride, long n, long packedAt, long passBytes) {
    long block = plan.block[run];
    long count = plan.count[run];
    Plan part = inner(plan, run);
    if (part == null && count < n) {
      for (long i = 0; i < count; i++) {
        blocks(at + i * plan.stride[run], stride, packedAt + i * block, passBytes, block, n);
      }
      return;
    }
    for (long pass = 0; pass < n; pass++) {
      long place = at + pass * stride;
      long position = packedAt + pass * passBytes;
      if (part == null) {
        blocks(place, plan.stride[run], position, block, block, count);
      } else {
        passes(part, -1, count, plan.stride[run], block, place, 0, count * block, position);
      }
    }
  }

  /** Copies a part of the list of runs. */
  private void runs(Plan plan, long at, long from, long to, long packedAt) {
    long position = from;
    for (int run = plan.runAt(from); position < to; run++) {
      long end = Math.min(to, plan.start[run + 1]);
      part(
          plan,
          run,
          at + plan.offset[run],
          position - plan.start[run],
          end - plan.start[run],
          packedAt + position - from);
      position = end;
    }
  }

  /** Copies a part of a run. */
  private void part(Plan plan, int run, long at, long from, long to, long packedAt) {
    Plan part = inner(plan, run);
    long block = plan.block[run];
    long count = plan.count[run];
    long stride = plan.stride[run];
    if (part != null) {
      passes(part, -1, count, stride, block, at, from, to, packedAt);
      return;
    }
    if (count == 1) {
      bytes(at + from, packedAt, to - from);
      return;
    }
    if (from == 0 && to == block * count) {
      blocks(at, stride, packedAt, block, block, count);
      return;
    }
    long first = from / block;
    long inBlock = from - first * block;
    long position = packedAt;
    long left = to - from;
    if (inBlock > 0) {
      long some = Math.min(left, block - inBlock);
      bytes(at + first * stride + inBlock, position, some);
      position += some;
      left -= some;
      first++;
    }
    long whole = left / block;
    if (whole > 0) {
      blocks(at + first * stride, stride, position, block, block, whole);
      position += whole * block;
      left -= whole * block;
      first += whole;
    }
    if (left > 0) {
      bytes(at + first * stride, position, left);
    }
  }

  private static @Nullable Plan inner(Plan plan, int run) {
    return plan.inner == null ? null : plan.inner[run];
  }
}
