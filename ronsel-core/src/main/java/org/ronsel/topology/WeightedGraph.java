package org.ronsel.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An undirected graph without loops: which vertices communicate, and how much. Immutable. */
public final class WeightedGraph {
  private final int[] first;
  private final int[] neighbors;
  private final long[] weights;

  private WeightedGraph(int[] first, int[] neighbors, long[] weights) {
    this.first = first;
    this.neighbors = neighbors;
    this.weights = weights;
  }

  /** Number of vertices. */
  public int size() {
    return first.length - 1;
  }

  /** The first edge of a vertex; its edges end where those of the next one begin. */
  int firstEdge(int vertex) {
    return first[vertex];
  }

  /** The vertex at the other end of an edge. */
  int neighbor(int edge) {
    return neighbors[edge];
  }

  /** How much goes over an edge. */
  long weight(int edge) {
    return weights[edge];
  }

  /** How much goes between vertices that are in different parts. */
  public long cut(int[] partOf) {
    long cut = 0;
    for (int vertex = 0; vertex < size(); vertex++) {
      for (int edge = first[vertex]; edge < first[vertex + 1]; edge++) {
        if (partOf[vertex] != partOf[neighbors[edge]]) {
          cut += weights[edge];
        }
      }
    }
    return cut / 2;
  }

  /** Adds up edges, in either direction, to a graph. */
  public static final class Builder {
    private final List<Map<Integer, Long>> edges = new ArrayList<>();

    /** Begins with vertices 0 to {@code size - 1} and no edges. */
    public Builder(int size) {
      for (int i = 0; i < size; i++) {
        edges.add(new HashMap<>(8));
      }
    }

    /** Adds something that goes from one vertex to another. */
    public Builder add(int from, int to, long weight) {
      if (from != to) {
        edges.get(from).merge(to, weight, Long::sum);
        edges.get(to).merge(from, weight, Long::sum);
      }
      return this;
    }

    /** The graph of what was added. */
    public WeightedGraph build() {
      int[] first = new int[edges.size() + 1];
      for (int i = 0; i < edges.size(); i++) {
        first[i + 1] = first[i] + edges.get(i).size();
      }
      int[] neighbors = new int[first[edges.size()]];
      long[] weights = new long[neighbors.length];
      for (int i = 0; i < edges.size(); i++) {
        int at = first[i];
        // Sorted, so that the graph does not depend on the order in which its edges were added.
        int[] ends = edges.get(i).keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
        for (int end : ends) {
          neighbors[at] = end;
          weights[at++] = edges.get(i).getOrDefault(end, 0L);
        }
      }
      return new WeightedGraph(first, neighbors, weights);
    }
  }
}
