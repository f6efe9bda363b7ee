package org.ronsel.comm;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.collective.reduction.Operator;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.data.ElementType;

/**
 * Validates what only collective calls have: roots, operators, and several buffers and blocks of
 * one call, which must not overlap.
 */
final class CollectiveArguments {
  private CollectiveArguments() {}

  static void root(Communicator comm, String call, int root) {
    if (root < 0 || root >= comm.size()) {
      throw Arguments.raised(
          comm, call, ErrorClass.ROOT, "root " + root + " is not in 0.." + (comm.size() - 1));
    }
  }

  /** An operator, which must not be null, and made by this library. */
  static Operator op(Communicator comm, String call, @Nullable Op op) {
    if (op == null) {
      throw Arguments.raised(comm, call, ErrorClass.OP, "op is null");
    }
    return Operator.of(op);
  }

  /** The reduction that an operator is on elements of a type. */
  static Reduction reduction(Communicator comm, String call, @Nullable Op op, ElementType type) {
    Reduction reduction = op(comm, call, op).on(type);
    if (reduction == null) {
      throw Arguments.raised(
          comm, call, ErrorClass.OP, op + " is not defined for " + type.carrier());
    }
    return reduction;
  }

  /** A count of elements of which an operator combines several as one. */
  static void multiple(Communicator comm, String call, @Nullable Op op, long count, int grain) {
    if (count % grain != 0) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.COUNT,
          "count "
              + count
              + " is not a multiple of "
              + grain
              + "; "
              + op
              + " combines pairs of a value and an index, which are neighbours in the array");
    }
  }

  /**
   * A table of lengths or places, with an entry for each block. What is behind these entries is not
   * looked at: programs have tables with room for more.
   */
  static int[] table(
      Communicator comm, String call, String what, int @Nullable [] given, int blocks) {
    int[] table = Arguments.present(comm, call, what, given);
    if (table.length < blocks) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.ARGUMENT,
          what
              + " has "
              + table.length
              + " entries; it needs one for each of the "
              + blocks
              + " ranks that have a block");
    }
    return table;
  }

  /** A table of lengths, none of which is negative. */
  static int[] counts(
      Communicator comm, String call, String what, int @Nullable [] given, int blocks) {
    int[] table = table(comm, call, what, given, blocks);
    for (int block = 0; block < blocks; block++) {
      if (table[block] < 0) {
        throw Arguments.raised(
            comm,
            call,
            ErrorClass.COUNT,
            what + "[" + block + "] is " + table[block] + "; it must be 0 or more");
      }
    }
    return table;
  }

  /** The input at the root, which must exist. */
  static <T> T input(Communicator comm, String call, @Nullable T in) {
    if (in == null) {
      throw Arguments.raised(
          comm, call, ErrorClass.BUFFER, "in is null where the data are to come from");
    }
    return in;
  }

  /** Checks that nothing is received twice in one place (MPI-4.1, section 6.5). */
  static void distinctBlocks(Communicator comm, String call, BlockTable table) {
    long end = Long.MIN_VALUE;
    for (int rank = 0; rank < table.size(); rank++) {
      if (table.length(rank) > 0) {
        if (table.place(rank) < end) {
          distinctBlocksInAnyOrder(comm, call, table);
          return;
        }
        end = table.place(rank) + table.length(rank);
      }
    }
  }

  /** Up to this many blocks are compared with each other, which allocates nothing. */
  private static final int FEW_BLOCKS = 64;

  private static void distinctBlocksInAnyOrder(Communicator comm, String call, BlockTable table) {
    if (table.size() > FEW_BLOCKS) {
      distinctManyBlocks(comm, call, table);
      return;
    }
    for (int one = 0; one < table.size(); one++) {
      for (int other = 0; other < one; other++) {
        if (overlap(table, one, other)) {
          boolean inOrder = table.place(one) < table.place(other);
          throw overlapping(comm, call, table, inOrder ? one : other, inOrder ? other : one);
        }
      }
    }
  }

  private static boolean overlap(BlockTable table, int one, int other) {
    return table.length(one) > 0
        && table.length(other) > 0
        && table.place(one) < table.place(other) + table.length(other)
        && table.place(other) < table.place(one) + table.length(one);
  }

  private static void distinctManyBlocks(Communicator comm, String call, BlockTable table) {
    int[] ranks =
        IntStream.range(0, table.size())
            .filter(rank -> table.length(rank) > 0)
            .boxed()
            .sorted(Comparator.comparingLong(table::place))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int i = 1; i < ranks.length; i++) {
      if (overlap(table, ranks[i - 1], ranks[i])) {
        throw overlapping(comm, call, table, ranks[i - 1], ranks[i]);
      }
    }
  }

  private static InvalidArgumentException overlapping(
      Communicator comm, String call, BlockTable table, int below, int above) {
    return Arguments.raised(
        comm,
        call,
        ErrorClass.BUFFER,
        "the blocks from ranks "
            + below
            + " and "
            + above
            + " overlap: "
            + table.length(below)
            + " elements at "
            + table.place(below)
            + " and "
            + table.length(above)
            + " at "
            + table.place(above));
  }
}
