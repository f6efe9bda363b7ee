package mpi;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.ObjectCodec;

/**
 * Collective operations on objects. What a rank sends to another is one array of objects, of any
 * length. Objects that come from the calling rank itself are copied as well where a reduction could
 * change them.
 */
final class ObjectCollectives {
  private ObjectCollectives() {}

  /** The place of a rank's part in an array, and its length; in elements of the type. */
  interface Part {
    long start(int rank);

    int count(int rank);

    /** Equal parts side by side. */
    static Part even(int count) {
      return of(rank -> (long) rank * count, rank -> count);
    }

    static Part uneven(int[] counts, int[] displacements) {
      return of(
          rank -> entry(displacements, rank, "the displacements"),
          rank -> entry(counts, rank, "the counts"));
    }

    private static int entry(int[] table, int rank, String what) {
      if (Required.array(table, what).length <= rank) {
        throw Required.refused(
            MPI.ERR_ARG, what + " have " + table.length + " entries; rank " + rank + " has none");
      }
      return table[rank];
    }

    private static Part of(IntToLongFunction start, IntUnaryOperator count) {
      return new Part() {
        @Override
        public long start(int rank) {
          return start.applyAsLong(rank);
        }

        @Override
        public int count(int rank) {
          return count.applyAsInt(rank);
        }
      };
    }
  }

  static void broadcast(Comm comm, Argument buffer, int count, int root) {
    if (comm.rank() == root) {
      comm.broadcastObject(buffer.gather(count), root);
    } else {
      Object[] received = comm.broadcastObject(null, root);
      buffer.scatter(present(received), count);
    }
  }

  private static @Nullable Object[] present(@Nullable Object @Nullable [] received) {
    return received == null ? new Object[0] : received;
  }

  static void gather(Comm comm, Argument from, int count, Argument to, Part parts, int root) {
    boolean inPlace = from.isInPlace();
    @Nullable Object[] mine = inPlace ? null : from.gather(count);
    List<@Nullable Object[]> all = comm.gatherObjects(mine, root);
    for (int rank = 0; rank < all.size(); rank++) {
      if (!inPlace || rank != root) {
        to.scatter(present(all.get(rank)), parts, rank);
      }
    }
  }

  static void allGather(Comm comm, Argument from, int count, Argument to, Part parts) {
    boolean inPlace = from.isInPlace();
    @Nullable Object[] mine = inPlace ? to.gather(parts, comm.rank()) : from.gather(count);
    List<@Nullable Object[]> all = comm.allGatherObjects(mine);
    for (int rank = 0; rank < all.size(); rank++) {
      if (!inPlace || rank != comm.rank()) {
        to.scatter(present(all.get(rank)), parts, rank);
      }
    }
  }

  static void scatter(Comm comm, Argument from, Part parts, Argument to, int count, int root) {
    boolean isRoot = comm.rank() == root;
    @Nullable Object[] mine = comm.scatterObjects(isRoot ? forEach(comm, from, parts) : null, root);
    if (!isRoot || !to.isInPlace()) {
      to.scatter(present(mine), count);
    }
  }

  static void allToAll(Comm comm, Argument from, Part sent, Argument to, Part received) {
    Argument own = from.isInPlace() ? to : from;
    List<@Nullable Object[]> all =
        comm.allToAllObjects(forEach(comm, own, from.isInPlace() ? received : sent));
    for (int rank = 0; rank < all.size(); rank++) {
      to.scatter(present(all.get(rank)), received, rank);
    }
  }

  /** The objects for each rank. */
  private static List<@Nullable Object[]> forEach(Comm comm, Argument from, Part parts) {
    List<@Nullable Object[]> each = new ArrayList<>();
    for (int rank = 0; rank < comm.size(); rank++) {
      each.add(from.gather(parts, rank));
    }
    return each;
  }

  /**
   * The combination of ranks 0 to {@code last}, or null if there is none.
   *
   * @param own the operands of this rank
   * @param to where the result goes
   */
  private static @Nullable Object @Nullable [] fold(
      List<@Nullable Object[]> all, int last, int count, Argument own, Argument to, Op op) {
    Datatype type = packed(own);
    ArrayOperator combination = Op.of(op).combination(type);
    Class<?> objects = classOf(to, own);
    @Nullable Object[] result = null;
    for (int rank = 0; rank <= last && rank < all.size(); rank++) {
      @Nullable Object[] next = inArrayOf(objects, present(all.get(rank)));
      if (result != null) {
        combination.combine(result, 0, next, 0, count, type);
      }
      result = next;
    }
    return result;
  }

  /** The class of the elements of the program's arrays: operators cast their operands to these. */
  private static Class<?> classOf(Argument to, Argument own) {
    Object array = to.buffer() instanceof Object[] ? to.buffer() : own.buffer();
    return array instanceof Object[] objects ? objects.getClass().componentType() : Object.class;
  }

  /** Objects in an array of their class, or as they are if not all are of it. */
  private static @Nullable Object[] inArrayOf(Class<?> objects, @Nullable Object[] all) {
    if (objects == Object.class) {
      return all;
    }
    @Nullable Object[] typed = (@Nullable Object[]) Array.newInstance(objects, all.length);
    try {
      System.arraycopy(all, 0, typed, 0, all.length);
      return typed;
    } catch (ArrayStoreException e) {
      return all;
    }
  }

  /** The operator works on packed objects: elements side by side. */
  private static Datatype packed(Argument buffer) {
    return buffer.layout().size() == 1
        ? Handles.OBJECT
        : DerivedTypes.contiguous(buffer.layout().size(), Handles.OBJECT);
  }

  static void reduce(Comm comm, Argument from, Argument to, int count, Op op, int root) {
    Argument own = from.isInPlace() ? to : from;
    List<@Nullable Object[]> all = comm.gatherObjects(own.gather(count), root);
    if (comm.rank() == root) {
      all = withCopy(comm, all);
      to.scatter(present(fold(all, comm.size(), count, own, to, op)), count);
    }
  }

  /** Returns these objects, the calling rank's own as copies, since an operator may change them. */
  private static List<@Nullable Object[]> withCopy(Comm comm, List<@Nullable Object[]> all) {
    List<@Nullable Object[]> copied = new ArrayList<>(all);
    ObjectCodec codec = comm.objectCodec();
    int rank = comm.rank();
    copied.set(rank, Packing.decode(codec, codec.encode(all.get(rank))));
    return copied;
  }

  private static List<@Nullable Object[]> all(Comm comm, Argument own, int count) {
    return withCopy(comm, comm.allGatherObjects(own.gather(count)));
  }

  static void allReduce(Comm comm, Argument from, Argument to, int count, Op op) {
    Argument own = from.isInPlace() ? to : from;
    List<@Nullable Object[]> all = all(comm, own, count);
    to.scatter(present(fold(all, comm.size(), count, own, to, op)), count);
  }

  static void scan(Comm comm, Argument from, Argument to, int count, Op op, boolean inclusive) {
    Argument own = from.isInPlace() ? to : from;
    int last = inclusive ? comm.rank() : comm.rank() - 1;
    @Nullable Object[] result = fold(all(comm, own, count), last, count, own, to, op);
    if (result != null) {
      to.scatter(result, count);
    }
  }

  /** The sum of the counts of the first ranks. */
  private static int total(int[] counts, int ranks) {
    long total = 0;
    for (int rank = 0; rank < ranks; rank++) {
      total += Required.notNegative(Part.entry(counts, rank, "the counts"), ObjectLayout.COUNT);
    }
    return Required.inArrays(total);
  }

  static void reduceScatter(Comm comm, Argument from, Argument to, int[] counts, Op op) {
    Argument own = from.isInPlace() ? to : from;
    int total = total(counts, comm.size());
    @Nullable Object[] result =
        present(fold(all(comm, own, total), comm.size(), total, own, to, op));
    int each = own.layout().size();
    int start = total(counts, comm.rank()) * each;
    int count = counts[comm.rank()];
    to.scatter(Arrays.copyOfRange(result, start, start + count * each), count);
  }
}
