package org.ronsel.datatype;

import static org.ronsel.datatype.DerivedTypes.argument;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.Distribution;
import org.ronsel.Order;
import org.ronsel.TypeEnvelope;
import org.ronsel.TypeEnvelope.Combiner;
import org.ronsel.data.TypeMap;

/** Makes datatypes that are parts of arrays of several dimensions. */
final class DerivedArrays {
  private DerivedArrays() {}

  static Datatype<byte[]> subarray(
      int @Nullable [] sizes,
      int @Nullable [] subsizes,
      int @Nullable [] starts,
      @Nullable Order order,
      Datatype<?> of) {
    String call = "subarray";
    TypeMap one = DerivedTypes.typeMap(call, of);
    int[] whole = DerivedTypes.present(call, "sizes", sizes);
    int[] part = DerivedTypes.present(call, "subsizes", subsizes);
    int[] start = DerivedTypes.present(call, "starts", starts);
    Order wanted = DerivedTypes.present(call, "order", order);
    checkDimensions(call, whole, part, "subsizes");
    checkDimensions(call, whole, start, "starts");
    for (int d = 0; d < whole.length; d++) {
      if (part[d] < 1 || part[d] > whole[d]) {
        throw argument(
            call, "subsize " + part[d] + " of dimension " + d + " is not in 1.." + whole[d]);
      }
      if (start[d] < 0 || start[d] > whole[d] - part[d]) {
        throw argument(
            call,
            "start "
                + start[d]
                + " of dimension "
                + d
                + " is not in 0.."
                + (whole[d] - part[d])
                + ", where a part of "
                + part[d]
                + " fits in");
      }
    }
    TypeMap typeMap =
        DerivedTypes.compute(
            call,
            () -> {
              TypeMap piece = one;
              long stride = one.extent();
              for (int d : fastestFirst(whole.length, wanted)) {
                piece = piece.repeated(part[d], stride).moved(Math.multiplyExact(start[d], stride));
                stride = Math.multiplyExact(stride, whole[d]);
              }
              return piece.resized(0, stride);
            });
    List<Long> integers = new ArrayList<>();
    integers.add((long) whole.length);
    addAll(integers, whole);
    addAll(integers, part);
    addAll(integers, start);
    integers.add((long) wanted.ordinal());
    return DerivedTypes.make(
        call + "(" + of + ")",
        typeMap,
        new TypeEnvelope(Combiner.SUBARRAY, integers, List.of(), List.of(of)));
  }

  static Datatype<byte[]> darray(
      int size,
      int rank,
      int @Nullable [] sizes,
      Distribution @Nullable [] distributions,
      int @Nullable [] arguments,
      int @Nullable [] processes,
      @Nullable Order order,
      Datatype<?> of) {
    String call = "darray";
    TypeMap one = DerivedTypes.typeMap(call, of);
    int[] whole = DerivedTypes.present(call, "sizes", sizes);
    Distribution[] dealt = DerivedTypes.present(call, "distributions", distributions);
    int[] blocks = DerivedTypes.present(call, "arguments", arguments);
    int[] grid = DerivedTypes.present(call, "processes", processes);
    Order wanted = DerivedTypes.present(call, "order", order);
    checkDimensions(call, whole, blocks, "arguments");
    checkDimensions(call, whole, grid, "processes");
    DerivedTypes.sameLength(call, whole.length, "sizes", dealt.length, "distributions");
    Dealing[] dimensions = new Dealing[whole.length];
    int[] place = coordinates(call, size, rank, grid);
    for (int d = 0; d < whole.length; d++) {
      dimensions[d] = dealing(d, whole[d], dealt[d], blocks[d], grid[d], place[d]);
    }
    TypeMap typeMap =
        DerivedTypes.compute(
            call,
            () -> {
              TypeMap piece = one;
              long stride = one.extent();
              for (int d : fastestFirst(whole.length, wanted)) {
                piece = dimensions[d].of(piece, stride);
                stride = Math.multiplyExact(stride, whole[d]);
              }
              return piece.resized(0, stride);
            });
    List<Long> integers = new ArrayList<>(List.of((long) size, (long) rank));
    integers.add((long) whole.length);
    addAll(integers, whole);
    for (Distribution each : dealt) {
      integers.add((long) each.ordinal());
    }
    addAll(integers, blocks);
    addAll(integers, grid);
    integers.add((long) wanted.ordinal());
    return DerivedTypes.make(
        call + "(" + rank + " of " + size + ", " + of + ")",
        typeMap,
        new TypeEnvelope(Combiner.DARRAY, integers, List.of(), List.of(of)));
  }

  /** The part of a dimension that one process has: a block of every {@code cycle} indices. */
  private record Dealing(long first, long block, long cycle, long size) {
    TypeMap of(TypeMap inner, long stride) {
      long whole = first >= size ? 0 : (size - first) / cycle;
      long rest = first >= size ? 0 : Math.min(block, size - first - whole * cycle);
      if (rest == block) {
        whole++;
        rest = 0;
      }
      long start = Math.multiplyExact(first, stride);
      long step = Math.multiplyExact(cycle, stride);
      TypeMap blocks = inner.repeated(block, stride).repeated(whole, step);
      if (rest == 0) {
        return blocks.moved(start);
      }
      return new TypeMap.Builder()
          .add(start, blocks)
          .add(Math.addExact(start, Math.multiplyExact(whole, step)), inner.repeated(rest, stride))
          .build();
    }
  }

  private static Dealing dealing(
      int d, int size, @Nullable Distribution how, int argument, int processes, int place) {
    String call = "darray";
    String where = " of dimension " + d;
    int block = argument;
    if (how != Distribution.NONE && argument != Distribution.DEFAULT_ARGUMENT && argument < 1) {
      throw argument(call, "argument " + argument + where + " is neither positive nor the default");
    }
    switch (how) {
      case null -> throw argument(call, "the distribution" + where + " is null");
      case NONE -> {
        if (processes != 1) {
          throw argument(call, processes + " processes" + where + ", which is not distributed");
        }
        block = size;
      }
      case BLOCK -> {
        if (argument == Distribution.DEFAULT_ARGUMENT) {
          block = Math.max(1, (int) (((long) size + processes - 1) / processes));
        } else if ((long) block * processes < size) {
          throw argument(
              call,
              processes + " blocks of " + block + where + " do not hold its " + size + " elements");
        }
      }
      case CYCLIC -> block = argument == Distribution.DEFAULT_ARGUMENT ? 1 : argument;
    }
    return new Dealing((long) block * place, block, (long) block * processes, size);
  }

  private static int[] coordinates(String call, int size, int rank, int[] grid) {
    long product = 1;
    for (int processes : grid) {
      if (processes < 1) {
        throw argument(call, "a dimension with " + processes + " processes");
      }
      product = Math.min(Integer.MAX_VALUE + 1L, product * processes);
    }
    if (product != size) {
      throw argument(call, "the grid has not " + size + " processes, as size says");
    }
    if (rank < 0 || rank >= size) {
      throw argument(call, "rank " + rank + " is not in 0.." + (size - 1));
    }
    int[] place = new int[grid.length];
    int left = rank;
    for (int d = grid.length - 1; d >= 0; d--) {
      place[d] = left % grid[d];
      left /= grid[d];
    }
    return place;
  }

  private static void checkDimensions(String call, int[] sizes, int[] others, String what) {
    DerivedTypes.sameLength(call, sizes.length, "sizes", others.length, what);
    if (sizes.length == 0) {
      throw argument(call, "an array has at least one dimension");
    }
    for (int d = 0; d < sizes.length; d++) {
      if (sizes[d] < 1) {
        throw argument(call, "size " + sizes[d] + " of dimension " + d + " is not positive");
      }
    }
  }

  /** Numbers of dimensions, the fastest first. */
  private static int[] fastestFirst(int dimensions, Order order) {
    int[] all = new int[dimensions];
    for (int i = 0; i < dimensions; i++) {
      all[i] = order == Order.ROW_MAJOR ? dimensions - 1 - i : i;
    }
    return all;
  }

  private static void addAll(List<Long> list, int[] values) {
    for (int value : values) {
      list.add((long) value);
    }
  }
}
