package org.ronsel.topology;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Divides the vertices of a graph into parts of given sizes so that little goes between parts:
 * recursive bisection along the best of several orders of the vertices, then exchanges of pairs as
 * long as they help (Kernighan and Lin, 1970). A heuristic; the same answer for the same question.
 */
final class GraphPartitioner {
  /** Exchanges look at all pairs on the borders of parts, so they are for graphs of this size. */
  private static final int LARGEST_TO_EXCHANGE = 2048;

  private static final int MOST_PASSES = 8;
  private static final int BREADTH_FIRST_STARTS = 4;

  private final WeightedGraph graph;
  private final Orders orders;
  private final int[] partOf;
  private final boolean[] inside;

  /** Orders of some vertices in which neighbours tend to stand together. */
  @FunctionalInterface
  interface Orders {
    /** The vertices in several orders. */
    int[][] of(int[] vertices);
  }

  private GraphPartitioner(WeightedGraph graph, Orders orders) {
    this.graph = graph;
    this.orders = orders;
    this.partOf = new int[graph.size()];
    this.inside = new boolean[graph.size()];
  }

  /**
   * Divides some vertices.
   *
   * @param sizes number of vertices of each part; together as many as there are vertices
   * @return the part of each vertex of the graph, 0 for those that were not to be divided
   */
  static int[] divide(WeightedGraph graph, int[] vertices, int[] sizes, Orders orders) {
    GraphPartitioner partition = new GraphPartitioner(graph, orders);
    partition.bisect(vertices, sizes, 0, sizes.length);
    if (vertices.length <= LARGEST_TO_EXCHANGE) {
      partition.exchange(vertices);
    }
    return partition.partOf;
  }

  // ---- bisection ----

  private void bisect(int[] vertices, int[] sizes, int from, int to) {
    if (to - from == 1) {
      for (int vertex : vertices) {
        partOf[vertex] = from;
      }
      return;
    }
    int middle = (from + to) / 2;
    int count = Arrays.stream(sizes, from, middle).sum();
    int[] best = vertices;
    long least = Long.MAX_VALUE;
    for (int[] order : orders.of(vertices)) {
      long cut = cut(order, count);
      if (cut < least) {
        least = cut;
        best = order;
      }
    }
    bisect(Arrays.copyOf(best, count), sizes, from, middle);
    bisect(Arrays.copyOfRange(best, count, best.length), sizes, middle, to);
  }

  /** The weight of the edges between the first vertices of an order and the others. */
  private long cut(int[] order, int count) {
    for (int i = 0; i < order.length; i++) {
      inside[order[i]] = true;
      partOf[order[i]] = i < count ? 0 : 1;
    }
    long cut = 0;
    for (int i = 0; i < count; i++) {
      for (int e = graph.firstEdge(order[i]); e < graph.firstEdge(order[i] + 1); e++) {
        if (inside[graph.neighbor(e)] && partOf[graph.neighbor(e)] == 1) {
          cut += graph.weight(e);
        }
      }
    }
    for (int vertex : order) {
      inside[vertex] = false;
    }
    return cut;
  }

  /** Orders the vertices as they are, and breadth first from some vertices far from each other. */
  static Orders breadthFirst(WeightedGraph graph) {
    return vertices -> {
      int[][] orders = new int[1 + BREADTH_FIRST_STARTS][];
      orders[0] = vertices;
      int start = vertices[0];
      for (int i = 1; i < orders.length; i++) {
        orders[i] = breadthFirst(graph, vertices, start);
        start = orders[i][orders[i].length - 1];
      }
      return orders;
    };
  }

  private static int[] breadthFirst(WeightedGraph graph, int[] vertices, int start) {
    boolean[] wanted = new boolean[graph.size()];
    for (int vertex : vertices) {
      wanted[vertex] = true;
    }
    int[] order = new int[vertices.length];
    int count = 0;
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    int[] starts = IntStream.concat(IntStream.of(start), Arrays.stream(vertices)).toArray();
    for (int each : starts) {
      if (wanted[each]) {
        wanted[each] = false;
        queue.add(each);
      }
      while (!queue.isEmpty()) {
        int vertex = queue.remove();
        order[count++] = vertex;
        for (int e = graph.firstEdge(vertex); e < graph.firstEdge(vertex + 1); e++) {
          int next = graph.neighbor(e);
          if (wanted[next]) {
            wanted[next] = false;
            queue.add(next);
          }
        }
      }
    }
    return order;
  }

  // ---- exchanges ----

  private void exchange(int[] vertices) {
    for (int vertex : vertices) {
      inside[vertex] = true;
    }
    boolean better = true;
    for (int pass = 0; pass < MOST_PASSES && better; pass++) {
      better = false;
      int[] border = Arrays.stream(vertices).filter(this::isOnBorder).toArray();
      for (int vertex : border) {
        better |= exchangeBest(vertex, border);
      }
    }
  }

  private boolean isOnBorder(int vertex) {
    for (int e = graph.firstEdge(vertex); e < graph.firstEdge(vertex + 1); e++) {
      if (inside[graph.neighbor(e)] && partOf[graph.neighbor(e)] != partOf[vertex]) {
        return true;
      }
    }
    return false;
  }

  private boolean exchangeBest(int vertex, int[] others) {
    long most = 0;
    int best = -1;
    for (int other : others) {
      if (partOf[other] != partOf[vertex]) {
        long gain = gain(vertex, other) + gain(other, vertex);
        if (gain > most) {
          most = gain;
          best = other;
        }
      }
    }
    if (best < 0) {
      return false;
    }
    int part = partOf[vertex];
    partOf[vertex] = partOf[best];
    partOf[best] = part;
    return true;
  }

  /** By how much less goes between parts if a vertex goes where another one leaves. */
  private long gain(int vertex, int leaving) {
    long gain = 0;
    for (int e = graph.firstEdge(vertex); e < graph.firstEdge(vertex + 1); e++) {
      int neighbor = graph.neighbor(e);
      if (neighbor == leaving || !inside[neighbor]) {
        continue; // what goes between the two goes between parts before and after
      }
      if (partOf[neighbor] == partOf[leaving]) {
        gain += graph.weight(e);
      } else if (partOf[neighbor] == partOf[vertex]) {
        gain -= graph.weight(e);
      }
    }
    return gain;
  }
}
