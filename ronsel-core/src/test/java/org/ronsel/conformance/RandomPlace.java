package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.DistGraphComm;
import org.ronsel.ErrorClass;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Ronsel;

/**
 * A communicator of which every member knows who the members are, and that uses algorithms by
 * chance.
 *
 * @param members ranks of the world, by rank of the communicator
 * @param peers whom collective operations address: the members, or those of the other group
 * @param isFirst of two groups, whether the first is that of this rank
 * @param in neighbours that send to this rank, ranks of the communicator; null without topology
 * @param out neighbours that this rank sends to
 * @param there what a block is for its sender, by neighbour that sends it
 * @param plan the same numbers on all members, of both groups
 */
record RandomPlace(
    String name,
    Comm comm,
    int[] members,
    int[] peers,
    boolean isFirst,
    int[] in,
    int[] out,
    int[] there,
    Random plan,
    List<RandomCall.Repeated> repeated)
    implements AutoCloseable {
  private static final String[] OPERATIONS = {
    "barrier",
    "broadcast",
    "reduce",
    "allReduce",
    "gather",
    "allGather",
    "scatter",
    "allToAll",
    "reduceScatterBlock",
    "scan",
    "exscan",
    "gatherv",
    "allGatherv",
    "scatterv",
    "allToAllv",
    "reduceScatter"
  };

  private static final Map<String, List<String>> ALGORITHMS = new ConcurrentHashMap<>();

  private static RandomPlace of(String name, Comm comm, int[] members, long seed) {
    return new RandomPlace(
        name, comm, members, members, true, null, null, null, new Random(seed), new ArrayList<>());
  }

  @Override
  public void close() {
    comm.close();
  }

  int rank() {
    return comm.rank();
  }

  /** The rank in the world. */
  int world() {
    return members[comm.rank()];
  }

  boolean isInter() {
    return comm.isInter();
  }

  boolean hasNeighbors() {
    return in != null;
  }

  /** Makes several, all ranks the same ones; some are not for all ranks, and null there. */
  static List<RandomPlace> all(Comm world, Random common) {
    int n = world.size();
    List<RandomPlace> places = new ArrayList<>();
    int[] everybody = IntStream.range(0, n).toArray();
    places.add(of("a duplicate", world.dup(), everybody, common.nextLong()));
    places.add(forced(of("another duplicate", world.dup(), everybody, common.nextLong()), common));
    places.add(forced(of("a third", world.dup(), everybody, common.nextLong()), common));
    places.add(forced(part(world, common), common));
    places.add(graph(world, common));
    places.add(grid(world, common));
    if (n > 1) {
      places.add(groups(world, common));
    }
    return places;
  }

  /** Ranks of one of two colours, or of none, in any order. */
  private static RandomPlace part(Comm world, Random common) {
    int n = world.size();
    List<Integer> order = new ArrayList<>(IntStream.range(0, n).boxed().toList());
    Collections.shuffle(order, common);
    int[] colors = common.ints(n, 0, 3).toArray();
    long seed = common.nextLong();
    int mine = colors[world.rank()];
    Comm comm = world.split(mine == 2 ? Ronsel.UNDEFINED : mine, order.indexOf(world.rank()));
    int[] members =
        order.stream().filter(r -> colors[r] == mine).mapToInt(Integer::intValue).toArray();
    return comm == null ? null : of("a part of the world", comm, members, seed + mine);
  }

  private static RandomPlace grid(Comm world, Random common) {
    int n = world.size();
    boolean[] periods = {common.nextBoolean(), common.nextBoolean()};
    long seed = common.nextLong();
    CartComm grid = world.createCart(CartComm.dims(n, 0, 0), periods, false);
    int[] neighbors = grid.inNeighbors();
    // What comes from below was sent upwards.
    int[] there = IntStream.range(0, neighbors.length).map(i -> i ^ 1).toArray();
    return neighbors("a grid", grid, neighbors, neighbors, there, seed);
  }

  private static RandomPlace graph(Comm world, Random common) {
    int n = world.size();
    List<List<Integer>> to = new ArrayList<>();
    for (int rank = 0; rank < n; rank++) {
      to.add(common.ints(common.nextInt(4), 0, n).boxed().toList());
    }
    long seed = common.nextLong();
    List<Integer> in = new ArrayList<>();
    List<Integer> there = new ArrayList<>();
    for (int rank = n - 1; rank >= 0; rank--) {
      for (int i = 0; i < to.get(rank).size(); i++) {
        if (to.get(rank).get(i) == world.rank()) {
          in.add(rank);
          there.add(i);
        }
      }
    }
    int[] sources = in.stream().mapToInt(Integer::intValue).toArray();
    int[] destinations = to.get(world.rank()).stream().mapToInt(Integer::intValue).toArray();
    DistGraphComm graph =
        world.createDistGraphAdjacent(sources, null, destinations, null, new Info(), false);
    int[] numbers = there.stream().mapToInt(Integer::intValue).toArray();
    return neighbors("a graph", graph, sources, destinations, numbers, seed);
  }

  private static RandomPlace neighbors(
      String name, Comm comm, int[] in, int[] out, int[] there, long seed) {
    int[] members = IntStream.range(0, comm.size()).toArray();
    return new RandomPlace(
        name, comm, members, members, true, in, out, there, new Random(seed), new ArrayList<>());
  }

  private static RandomPlace groups(Comm world, Random common) {
    int n = world.size();
    boolean[] first = new boolean[n];
    for (int rank = 0; rank < n; rank++) {
      first[rank] = rank == 0 || rank < n - 1 && common.nextBoolean();
    }
    long seed = common.nextLong();
    boolean mine = first[world.rank()];
    int[] firsts = IntStream.range(0, n).filter(r -> first[r]).toArray();
    int[] others = IntStream.range(0, n).filter(r -> !first[r]).toArray();
    try (Comm side = world.split(mine ? 0 : 1, 0)) {
      Comm inter = side.createInter(0, world, mine ? others[0] : firsts[0], 3);
      return new RandomPlace(
          "two groups",
          inter,
          mine ? firsts : others,
          mine ? others : firsts,
          mine,
          null,
          null,
          null,
          new Random(seed),
          new ArrayList<>());
    }
  }

  /** Names an algorithm for each of most operations. */
  private static RandomPlace forced(RandomPlace place, Random common) {
    long seed = common.nextLong();
    if (place == null) {
      return null;
    }
    Random random = new Random(seed);
    Info hints = new Info();
    for (String operation : OPERATIONS) {
      List<String> names = algorithms(place.comm, operation);
      String name = names.get(random.nextInt(names.size()));
      if (random.nextInt(5) > 0) {
        hints.set("ronsel.collective." + operation, name);
      }
    }
    place.comm.info(hints);
    return new RandomPlace(
        place.name + " with " + hints,
        place.comm,
        place.members,
        place.peers,
        place.isFirst,
        place.in,
        place.out,
        place.there,
        place.plan,
        place.repeated);
  }

  /** The names of an operation's algorithms, which the answer to a wrong one says. */
  private static List<String> algorithms(Comm comm, String operation) {
    return ALGORITHMS.computeIfAbsent(operation, _ -> asked(comm, operation));
  }

  private static List<String> asked(Comm comm, String operation) {
    String message =
        Check.fails(
                InvalidArgumentException.class,
                ErrorClass.INFO_VALUE,
                () -> comm.info(new Info().set("ronsel.collective." + operation, "?")))
            .getMessage();
    String of = "one of ";
    String names = message.substring(message.indexOf(of) + of.length());
    return List.of(names.substring(0, names.indexOf(", not ")).split(", "));
  }
}
