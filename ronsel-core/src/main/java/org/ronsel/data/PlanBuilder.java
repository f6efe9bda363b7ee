package org.ronsel.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes the plan of an element from plans of its pieces, in packed order. For one thread. */
public final class PlanBuilder {
  /** A piece of more runs than this stays a plan of its own. */
  private static final long LONGEST_PIECE = 256;

  private static final long[] NONE = {};

  private long[] offset = new long[4];
  private long[] block = new long[4];
  private long[] count = new long[4];
  private long[] stride = new long[4];
  private @Nullable Plan[] inner = new Plan[4];
  private int runs;
  private boolean nested;

  /** Makes the plan of nothing so far. */
  public PlanBuilder() {}

  /** Adds {@code bytes} bytes from {@code at} on. */
  public PlanBuilder add(long at, long bytes) {
    append(at, bytes, 1, 1, null);
    return this;
  }

  /** Adds an element of {@code piece} that lies at {@code at}. */
  public PlanBuilder add(long at, Plan piece) {
    if (piece.bytes() == 0) {
      return this;
    }
    long length = piece.runs();
    for (long passes : piece.passes) {
      length = passes > LONGEST_PIECE ? Long.MAX_VALUE : Math.min(length, 1 << 20) * passes;
    }
    if (length > LONGEST_PIECE) {
      append(at, piece.bytes(), 1, 1, piece);
    } else {
      addPasses(at, piece, 0);
    }
    return this;
  }

  private void addPasses(long at, Plan piece, int loop) {
    if (loop < piece.passes.length) {
      for (long pass = 0; pass < piece.passes[loop]; pass++) {
        addPasses(at + pass * piece.strides[loop], piece, loop + 1);
      }
      return;
    }
    for (int run = 0; run < piece.runs(); run++) {
      Plan part = piece.inner == null ? null : piece.inner[run];
      append(at + piece.offset[run], piece.block[run], piece.count[run], piece.stride[run], part);
    }
  }

  private void append(long at, long bytes, long n, long distance, @Nullable Plan part) {
    if (bytes == 0 || n == 0) {
      return;
    }
    int last = runs - 1;
    if (last >= 0
        && n == 1
        && part == null
        && inner[last] == null
        && count[last] == 1
        && at == offset[last] + block[last]) {
      block[last] += bytes;
      return;
    }
    if (runs == offset.length) {
      grow(2 * runs);
    }
    offset[runs] = at;
    block[runs] = bytes;
    count[runs] = n;
    stride[runs] = distance;
    inner[runs] = part;
    nested |= part != null;
    runs++;
  }

  private void grow(int length) {
    offset = Arrays.copyOf(offset, length);
    block = Arrays.copyOf(block, length);
    count = Arrays.copyOf(count, length);
    stride = Arrays.copyOf(stride, length);
    inner = Arrays.copyOf(inner, length);
  }

  /** The plan of all pieces. */
  public Plan build() {
    joinRegular();
    return new Plan(
        NONE,
        NONE,
        Arrays.copyOf(offset, runs),
        Arrays.copyOf(block, runs),
        Arrays.copyOf(count, runs),
        Arrays.copyOf(stride, runs),
        nested ? Arrays.copyOf(inner, runs) : null);
  }

  /** Joins runs that continue the one before. */
  private void joinRegular() {
    int kept = 0;
    for (int run = 0; run < runs; run++) {
      if (kept > 0 && continues(kept - 1, run)) {
        int last = kept - 1;
        stride[last] = count[last] == 1 ? offset[run] - offset[last] : stride[last];
        count[last] += count[run];
        continue;
      }
      offset[kept] = offset[run];
      block[kept] = block[run];
      count[kept] = count[run];
      stride[kept] = stride[run];
      inner[kept] = inner[run];
      kept++;
    }
    runs = kept;
  }

  private boolean continues(int last, int run) {
    if (block[last] != block[run] || inner[last] != inner[run]) {
      return false;
    }
    long step = offset[run] - offset[last];
    boolean firstIsAlone = count[last] == 1;
    long expected = firstIsAlone ? step : stride[last];
    return step == expected * count[last] && (count[run] == 1 || stride[run] == expected);
  }
}
