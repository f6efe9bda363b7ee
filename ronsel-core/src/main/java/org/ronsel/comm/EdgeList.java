package org.ronsel.comm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.topology.WeightedGraph;

/** Edges of a graph, in an order: source, destination and weight of each, as numbers to send. */
final class EdgeList {
  private static final int WORDS = 3;

  private int[] numbers = new int[8 * WORDS];
  private int used;

  EdgeList() {}

  static EdgeList of(int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights) {
    EdgeList edges = new EdgeList();
    int at = 0;
    for (int i = 0; i < sources.length; i++) {
      for (int end = at + degrees[i]; at < end; at++) {
        edges.add(sources[i], destinations[at], weights == null ? 1 : weights[at]);
      }
    }
    return edges;
  }

  static EdgeList ofNumbers(int... numbers) {
    EdgeList edges = new EdgeList();
    edges.numbers = numbers;
    edges.used = numbers.length;
    return edges;
  }

  void add(int source, int destination, int weight) {
    if (used + WORDS > numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * numbers.length);
    }
    numbers[used++] = source;
    numbers[used++] = destination;
    numbers[used++] = weight;
  }

  void addAll(EdgeList others) {
    for (int i = 0; i < others.size(); i++) {
      add(others.source(i), others.destination(i), others.weight(i));
    }
  }

  int size() {
    return used / WORDS;
  }

  int source(int edge) {
    return numbers[WORDS * edge];
  }

  int destination(int edge) {
    return numbers[WORDS * edge + 1];
  }

  int weight(int edge) {
    return numbers[WORDS * edge + 2];
  }

  int[] toNumbers() {
    return Arrays.copyOf(numbers, used);
  }

  void addTo(WeightedGraph.Builder graph) {
    for (int i = 0; i < size(); i++) {
      graph.add(source(i), destination(i), weight(i));
    }
  }

  /** The edges that begin and that end at a rank, in the order of this list. */
  Adjacency of(int rank, boolean weighted) {
    EdgeList in = new EdgeList();
    EdgeList out = new EdgeList();
    for (int i = 0; i < size(); i++) {
      if (destination(i) == rank) {
        in.add(source(i), rank, weight(i));
      }
      if (source(i) == rank) {
        out.add(rank, destination(i), weight(i));
      }
    }
    return new Adjacency(in.column(0), in.column(2), out.column(1), out.column(2), weighted);
  }

  private int[] column(int word) {
    int[] column = new int[size()];
    for (int i = 0; i < column.length; i++) {
      column[i] = numbers[WORDS * i + word];
    }
    return column;
  }
}
