package org.ronsel.topology;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Deals the vertices of a topology to ranks so that little goes between hosts and JVMs, then
 * packages, memory nodes and caches: place by place, the large ones first, the vertices are divided
 * into parts as large as the places. If the order of ranks is as good as that, it is kept.
 */
public final class Reordering {
  private final WeightedGraph graph;
  private final GraphPartitioner.Orders orders;
  private final int[][] places;
  private final int[] dealt;

  private Reordering(WeightedGraph graph, GraphPartitioner.Orders orders, int[][] places) {
    this.graph = graph;
    this.orders = orders;
    this.places = places;
    this.dealt = new int[graph.size()];
  }

  /**
   * Deals the cells of a grid.
   *
   * @param places for each rank that shall get a cell the numbers of the places in which it is,
   *     large places first
   * @return for each cell the rank that gets it
   */
  public static int[] of(CartGrid grid, int[][] places) {
    return of(grid.graph(), vertices -> byCoordinates(grid, vertices), boxes(grid, places), places);
  }

  /** Deals the vertices of any graph; see {@link #of(CartGrid, int[][])}. */
  public static int[] of(WeightedGraph graph, int[][] places) {
    int[] none = {};
    return of(graph, GraphPartitioner.breadthFirst(graph), none, places);
  }

  private static int[] of(
      WeightedGraph graph, GraphPartitioner.Orders orders, int[] other, int[][] places) {
    int[] all = IntStream.range(0, graph.size()).toArray();
    Reordering reordering = new Reordering(graph, orders, places);
    reordering.deal(all, all, 0);
    int[] best = all;
    for (int[] candidate : new int[][] {reordering.dealt, other}) {
      if (candidate.length > 0 && isBetter(graph, places, candidate, best)) {
        best = candidate;
      }
    }
    return best;
  }

  private static boolean isBetter(WeightedGraph graph, int[][] places, int[] dealt, int[] than) {
    int levels = places.length == 0 ? 0 : places[0].length;
    for (int level = 0; level < levels; level++) {
      int compared =
          Long.compare(cut(graph, places, dealt, level), cut(graph, places, than, level));
      if (compared != 0) {
        return compared < 0;
      }
    }
    return false;
  }

  /** The weight of the edges between places of a level, or of larger ones. */
  private static long cut(WeightedGraph graph, int[][] places, int[] dealt, int level) {
    Map<List<Integer>, Integer> numbers = new HashMap<>();
    int[] partOf = new int[dealt.length];
    for (int vertex = 0; vertex < dealt.length; vertex++) {
      List<Integer> path = Arrays.stream(places[dealt[vertex]], 0, level + 1).boxed().toList();
      partOf[vertex] = numbers.computeIfAbsent(path, _ -> numbers.size());
    }
    return graph.cut(partOf);
  }

  // ---- place by place ----

  private void deal(int[] vertices, int[] ranks, int level) {
    if (ranks.length == 1 || level == places[ranks[0]].length) {
      for (int i = 0; i < ranks.length; i++) {
        dealt[vertices[i]] = ranks[i];
      }
      return;
    }
    Map<Integer, Integer> numbers = new LinkedHashMap<>();
    for (int rank : ranks) {
      numbers.putIfAbsent(places[rank][level], numbers.size());
    }
    if (numbers.size() == 1) {
      deal(vertices, ranks, level + 1);
      return;
    }
    int[] sizes = new int[numbers.size()];
    for (int rank : ranks) {
      sizes[numbers.getOrDefault(places[rank][level], 0)]++;
    }
    int[] partOf = GraphPartitioner.divide(graph, vertices, sizes, orders);
    numbers.forEach(
        (place, number) ->
            deal(
                Arrays.stream(vertices).filter(each -> partOf[each] == number).toArray(),
                Arrays.stream(ranks).filter(each -> places[each][level] == place).toArray(),
                level + 1));
  }

  // ---- grids ----

  /** The cells ordered by each of their coordinates first. */
  private static int[][] byCoordinates(CartGrid grid, int[] cells) {
    int[][] orders = new int[Math.max(1, grid.dimensions())][];
    orders[0] = cells;
    for (int i = 0; i < grid.dimensions(); i++) {
      int dimension = i;
      orders[i] =
          Arrays.stream(cells)
              .mapToObj(grid::coordinates)
              .sorted(
                  (a, b) ->
                      a[dimension] != b[dimension]
                          ? Integer.compare(a[dimension], b[dimension])
                          : Arrays.compare(a, b))
              .mapToInt(grid::cell)
              .toArray();
    }
    return orders;
  }

  /**
   * A grid of boxes, one for each of the largest places that divide the ranks, if these have
   * equally many ranks and such boxes fill the grid; else nothing.
   */
  private static int[] boxes(CartGrid grid, int[][] places) {
    int[] none = {};
    int levels = places.length == 0 ? 0 : places[0].length;
    for (int level = 0; level < levels; level++) {
      int at = level;
      int[] distinct = Arrays.stream(places).mapToInt(each -> each[at]).distinct().toArray();
      if (distinct.length > 1) {
        int[][] members = new int[distinct.length][];
        for (int i = 0; i < distinct.length; i++) {
          int place = distinct[i];
          members[i] =
              IntStream.range(0, places.length).filter(r -> places[r][at] == place).toArray();
          if (members[i].length != members[0].length) {
            return none;
          }
        }
        int[] sides = BalancedDims.box(grid.dims(), members[0].length);
        return sides == null ? none : boxes(grid, sides, members);
      }
    }
    return none;
  }

  private static int[] boxes(CartGrid grid, int[] sides, int[][] members) {
    int[] dealt = new int[grid.cells()];
    int[] dims = grid.dims();
    for (int cell = 0; cell < dealt.length; cell++) {
      int[] coordinates = grid.coordinates(cell);
      int box = 0;
      int inBox = 0;
      for (int i = 0; i < dims.length; i++) {
        box = box * (dims[i] / sides[i]) + coordinates[i] / sides[i];
        inBox = inBox * sides[i] + coordinates[i] % sides[i];
      }
      dealt[cell] = members[box][inBox];
    }
    return dealt;
  }
}
