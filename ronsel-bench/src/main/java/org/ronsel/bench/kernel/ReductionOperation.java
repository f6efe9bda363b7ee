package org.ronsel.bench.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Ronsel;
import org.ronsel.UntypedCollectives;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.method.VerificationException;

/** A collective operation that adds arrays of doubles. */
final class ReductionOperation extends CollectiveOperation {
  private static final int PERIOD = 1000;

  private final MeasuredCollective which;
  private final boolean objects;
  private final boolean offHeap;
  private final Object in;
  private final Object out;
  private double[] sumOfObjects = new double[0];
  private final int length;

  /** Elements of each rank's part; for operations without parts each rank has all. */
  private final int[] counts;

  /** Offset of each rank's part, in elements. */
  private final int[] starts;

  ReductionOperation(MeasuredCollective which, Comm comm, int size, Settings settings) {
    super(comm);
    this.which = which;
    objects = settings.memory() == Settings.Memory.OBJECT;
    offHeap =
        settings.memory() == Settings.Memory.SEGMENT
            || settings.memory() == Settings.Memory.ALLOCATED;
    int whole = size / Double.BYTES;
    counts = new int[ranks];
    starts = new int[ranks];
    for (int r = 0; r < ranks; r++) {
      counts[r] =
          switch (which) {
            case REDUCESCATTERBLOCK -> Math.max(1, whole / ranks);
            case REDUCESCATTER -> whole / ranks + (r < whole % ranks ? 1 : 0);
            default -> whole;
          };
      starts[r] = hasParts() && r > 0 ? starts[r - 1] + counts[r - 1] : 0;
    }
    length = hasParts() ? Arrays.stream(counts).sum() : whole;
    in = room(length, settings.memory());
    out = room(length, settings.memory());
  }

  private Object room(int elements, Settings.Memory memory) {
    long bytes = Math.max(1L, elements) * Double.BYTES;
    return switch (memory) {
      case ARRAY, OBJECT -> new double[elements];
      case SEGMENT -> Arena.ofAuto().allocate(bytes, 64).asSlice(0, (long) elements * Double.BYTES);
      case ALLOCATED -> Ronsel.allocate(bytes).asSlice(0, (long) elements * Double.BYTES);
    };
  }

  private boolean hasParts() {
    return which == MeasuredCollective.REDUCESCATTER
        || which == MeasuredCollective.REDUCESCATTERBLOCK;
  }

  private void set(int i, double value) {
    if (offHeap) {
      ((MemorySegment) in).setAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, i, value);
    } else {
      ((double[]) in)[i] = value;
    }
  }

  private double get(int i) {
    if (objects) {
      return sumOfObjects[i];
    }
    return offHeap
        ? ((MemorySegment) out).getAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, i)
        : ((double[]) out)[i];
  }

  @Override
  <R extends @Nullable Object> R call(UntypedCollectives<R> form, int root) {
    Datatype<?> type = Datatype.DOUBLE;
    return switch (which) {
      case REDUCE -> form.reduce(in, 0, out, 0, type, length, Op.SUM, root);
      case ALLREDUCE -> form.allReduce(in, 0, out, 0, type, length, Op.SUM);
      case REDUCESCATTER -> form.reduceScatter(in, 0, out, 0, type, counts, Op.SUM);
      case REDUCESCATTERBLOCK -> form.reduceScatterBlock(in, 0, out, 0, type, counts[0], Op.SUM);
      case SCAN -> form.scan(in, 0, out, 0, type, length, Op.SUM);
      case EXSCAN -> form.exscan(in, 0, out, 0, type, length, Op.SUM);
      default -> throw new IllegalStateException(which + " does not add");
    };
  }

  @Override
  void run(int root) {
    if (!objects) {
      call(comm.untyped(), root);
      return;
    }
    double[] mine = (double[]) in;
    double[] sum =
        which == MeasuredCollective.REDUCE
            ? comm.reduceObject(mine, ReductionOperation::add, root)
            : comm.allReduceObject(mine, ReductionOperation::add);
    if (hasResult(root)) {
      sumOfObjects = Objects.requireNonNull(sum, "the sum");
    }
  }

  private static double @Nullable [] add(double @Nullable [] a, double @Nullable [] b) {
    double[] left = Objects.requireNonNull(a, "a summand");
    double[] right = Objects.requireNonNull(b, "a summand");
    double[] sum = new double[left.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = left[i] + right[i];
    }
    return sum;
  }

  // ---- expected sums ----

  private boolean hasResult(int root) {
    return switch (which) {
      case REDUCE -> rank == root;
      case EXSCAN -> rank > 0;
      default -> true;
    };
  }

  /** The number of elements that this rank gets. */
  private int elements(int root) {
    return hasResult(root) ? counts[rank] : 0;
  }

  /** The number of ranks, from 0 on, whose summands are in the result. */
  private long end() {
    return switch (which) {
      case SCAN -> rank + 1L;
      case EXSCAN -> rank;
      default -> ranks;
    };
  }

  @Override
  void stamp(long number, int root) {
    if (length == 0) {
      return;
    }
    if (!hasParts()) {
      set(0, number + rank);
      return;
    }
    for (int part = 0; part < ranks; part++) {
      if (counts[part] > 0) {
        set(starts[part], number + rank);
      }
    }
  }

  @Override
  long read(int root) {
    return elements(root) > 0 ? (long) get(0) : 0;
  }

  @Override
  long expected(long number, int root) {
    long end = end();
    return elements(root) > 0 ? end * number + end * (end - 1) / 2 : 0;
  }

  @Override
  void fill(int seed, int root) {
    for (int i = 0; i < length; i++) {
      set(i, (rank + 1.0) * (i % PERIOD + seed));
    }
  }

  @Override
  void check(int seed, int root) {
    double factor = end() * (end() + 1.0) / 2;
    int from = starts[rank];
    for (int i = 0; i < elements(root); i++) {
      double expected = factor * ((from + i) % PERIOD + seed);
      if (get(i) != expected) {
        throw new VerificationException("sum " + i + " is " + get(i) + ", expected " + expected);
      }
    }
  }
}
