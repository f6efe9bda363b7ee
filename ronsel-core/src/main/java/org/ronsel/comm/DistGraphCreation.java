package org.ronsel.comm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ronsel.DistGraphComm;
import org.ronsel.Request;
import org.ronsel.collective.context.ContextAgreement.Agreed;
import org.ronsel.comm.CreationMessages.Received;
import org.ronsel.engine.request.Operation;
import org.ronsel.topology.Reordering;
import org.ronsel.topology.WeightedGraph;

/**
 * How the edges of a distributed graph get to the ranks they belong to. Vertices are the ranks of
 * the new communicator, so a rank that gives edges of vertex {@code v} sends them to rank {@code
 * v}.
 */
final class DistGraphCreation {
  // Tags in the context of the agreement, which itself uses tag 0.
  private static final int GATHER = 1;
  private static final int ADJACENCY = 2;
  private static final int EDGES = 3;

  private DistGraphCreation() {}

  static DistGraphComm adjacent(
      Communicator parent, Agreed agreed, Adjacency own, boolean reorder) {
    EndpointGroup group = group(parent, agreed, own.outgoing(parent.rank()), reorder);
    Adjacency mine = own;
    if (reorder) {
      // From the rank that had this one's number before.
      CreationMessages messages = messages(parent, agreed, ADJACENCY);
      int rank = group.rank(parent);
      Operation send = messages.send(group.endpoint(parent.rank()), own.toNumbers());
      mine = Adjacency.ofNumbers(messages.receive(parent.group().endpoint(rank)), own.weighted());
      parent.engine().await(send);
    }
    return make(parent, agreed, group, mine);
  }

  static DistGraphComm general(
      Communicator parent, Agreed agreed, EdgeList given, boolean weighted, boolean reorder) {
    EndpointGroup group = group(parent, agreed, given, reorder);
    Map<Integer, EdgeList> outbox = new TreeMap<>();
    for (int i = 0; i < given.size(); i++) {
      int source = given.source(i);
      int destination = given.destination(i);
      outbox.computeIfAbsent(source, v -> new EdgeList()).add(source, destination, given.weight(i));
      if (source != destination) {
        outbox
            .computeIfAbsent(destination, v -> new EdgeList())
            .add(source, destination, given.weight(i));
      }
    }
    EdgeList mine = exchange(parent, messages(parent, agreed, EDGES), group, outbox);
    return make(parent, agreed, group, mine.of(group.rank(parent), weighted));
  }

  /**
   * Sends edges to the ranks that they concern, and receives until those of all ranks have been
   * received. The number of messages need not be known: a rank whose synchronous sends are complete
   * enters a barrier, and goes on receiving until all have (Hoefler, Siebert and Lumsdaine, 2010).
   */
  private static EdgeList exchange(
      Communicator parent,
      CreationMessages messages,
      EndpointGroup group,
      Map<Integer, EdgeList> outbox) {
    List<Operation> sends = new ArrayList<>();
    outbox.forEach(
        (vertex, edges) -> sends.add(messages.send(group.endpoint(vertex), edges.toNumbers())));
    // By the rank that gave them, so that the order does not depend on which rank was fast.
    Map<Integer, int[]> inbox = new TreeMap<>();
    Request barrier = null;
    while (barrier == null || !barrier.test()) {
      for (Received received = messages.poll(); received != null; received = messages.poll()) {
        inbox.put(parent.group().rankOf(received.endpoint()), received.numbers());
      }
      if (barrier == null && sends.stream().allMatch(Request::test)) {
        barrier = parent.iBarrier();
      }
    }
    EdgeList all = new EdgeList();
    inbox.values().forEach(numbers -> all.addAll(EdgeList.ofNumbers(numbers)));
    return all;
  }

  /** The ranks in the order in which they get the vertices; rank 0 learns all edges to find it. */
  private static EndpointGroup group(
      Communicator parent, Agreed agreed, EdgeList edges, boolean reorder) {
    if (!reorder) {
      return parent.group();
    }
    CreationMessages messages = messages(parent, agreed, GATHER);
    int size = parent.size();
    WeightedGraph.Builder graph = new WeightedGraph.Builder(parent.rank() == 0 ? size : 0);
    if (parent.rank() == 0) {
      edges.addTo(graph);
      for (int rank = 1; rank < size; rank++) {
        EdgeList.ofNumbers(messages.receive(parent.group().endpoint(rank))).addTo(graph);
      }
    } else {
      messages.send(parent.group().endpoint(0), edges.toNumbers()).await();
    }
    int[] ranks = parent.topologies.reordered(places -> Reordering.of(graph.build(), places));
    return parent.group().include(ranks);
  }

  private static CreationMessages messages(Communicator parent, Agreed agreed, int tag) {
    return new CreationMessages(parent.engine(), agreed.context(), tag);
  }

  private static DistGraphComm make(
      Communicator parent, Agreed agreed, EndpointGroup group, Adjacency edges) {
    int id = agreed.contextId();
    Membership membership =
        parent.creation.membership(group, group.rank(parent), id, ".distGraph" + id);
    return parent.creation.inheriting(new DistGraphCommunicator(membership, edges));
  }
}
