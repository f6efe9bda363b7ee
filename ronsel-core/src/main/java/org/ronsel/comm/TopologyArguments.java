package org.ronsel.comm;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ronsel.Advice;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.datatype.Caller;
import org.ronsel.topology.CartGrid;

/** Validates the arguments of calls that make topologies. */
final class TopologyArguments {
  private TopologyArguments() {}

  static CartGrid grid(Communicator comm, String call, int[] dims, boolean[] periods) {
    Arguments.present(comm, call, "dims", dims);
    Arguments.present(comm, call, "periods", periods);
    if (dims.length != periods.length) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.DIMS,
          dims.length + " dims and " + periods.length + " periods; there must be as many");
    }
    long cells = 1;
    for (int i = 0; i < dims.length; i++) {
      if (dims[i] < 1) {
        throw Arguments.raised(
            comm, call, ErrorClass.DIMS, "dims[" + i + "] is " + dims[i] + "; it must be positive");
      }
      cells *= dims[i];
      if (cells > comm.size()) {
        throw Caller.raised(
            comm,
            ErrorClass.DIMS,
            comm.place(call)
                .message(
                    "the grid has more cells than "
                        + comm.name()
                        + " has ranks, which are "
                        + comm.size(),
                    Advice.FIND_DIMS));
      }
    }
    return new CartGrid(dims, periods);
  }

  static void graph(Communicator comm, String call, int[] index, int[] edges) {
    Arguments.present(comm, call, "index", index);
    Arguments.present(comm, call, "edges", edges);
    if (index.length > comm.size()) {
      throw topology(
          comm,
          call,
          "the graph has "
              + index.length
              + " nodes, but "
              + comm.name()
              + " only "
              + comm.size()
              + " ranks");
    }
    int before = 0;
    for (int node = 0; node < index.length; node++) {
      if (index[node] < before) {
        throw topology(comm, call, "index[" + node + "] is " + index[node] + ", less than before");
      }
      before = index[node];
    }
    if (before != edges.length) {
      throw topology(
          comm, call, "index says that there are " + before + " edges, not " + edges.length);
    }
    for (int i = 0; i < edges.length; i++) {
      if (edges[i] < 0 || edges[i] >= index.length) {
        throw topology(
            comm,
            call,
            "edges[" + i + "] is " + edges[i] + ", not a node in 0.." + (index.length - 1));
      }
    }
  }

  /** An edge from the rank to itself is in both lists, as often in one as in the other. */
  static void loops(Communicator comm, String call, int[] sources, int[] destinations) {
    long from = IntStream.of(sources).filter(source -> source == comm.rank()).count();
    long to = IntStream.of(destinations).filter(destination -> destination == comm.rank()).count();
    if (from != to) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.TOPOLOGY,
          "this rank is among its sources "
              + from
              + " times and among its destinations "
              + to
              + " times; an edge to itself must be in both");
    }
  }

  /** Ranks, and how much goes to or from each of them. */
  static void ranks(
      Communicator comm, String call, String what, int[] ranks, int @Nullable [] weights) {
    Arguments.present(comm, call, what, ranks);
    for (int i = 0; i < ranks.length; i++) {
      if (ranks[i] < 0 || ranks[i] >= comm.size()) {
        throw Arguments.raised(
            comm,
            call,
            ErrorClass.RANK,
            what + "[" + i + "] is " + ranks[i] + ", not a rank in 0.." + (comm.size() - 1));
      }
    }
    if (weights == null) {
      return;
    }
    if (weights.length != ranks.length) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.ARGUMENT,
          weights.length + " weights for " + ranks.length + " " + what);
    }
    for (int weight : weights) {
      if (weight < 0) {
        throw Arguments.raised(
            comm, call, ErrorClass.ARGUMENT, "weight " + weight + " is negative");
      }
    }
  }

  static void edges(
      Communicator comm,
      String call,
      int[] sources,
      int[] degrees,
      int[] destinations,
      int @Nullable [] weights) {
    ranks(comm, call, "sources", sources, null);
    ranks(comm, call, "destinations", destinations, weights);
    Arguments.present(comm, call, "degrees", degrees);
    long total = 0;
    for (int degree : degrees) {
      if (degree < 0) {
        throw topology(comm, call, "degree " + degree + " is negative");
      }
      total += degree;
    }
    if (degrees.length != sources.length || total != destinations.length) {
      throw topology(
          comm,
          call,
          sources.length
              + " sources with "
              + degrees.length
              + " degrees, together "
              + total
              + ", do not fit "
              + destinations.length
              + " destinations");
    }
  }

  private static InvalidArgumentException topology(Communicator comm, String call, String problem) {
    return Arguments.raised(comm, call, ErrorClass.TOPOLOGY, problem);
  }
}
