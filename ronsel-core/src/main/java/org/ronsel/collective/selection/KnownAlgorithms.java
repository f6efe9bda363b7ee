package org.ronsel.collective.selection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Arrangement;
import org.ronsel.collective.algorithm.Blocking;
import org.ronsel.collective.algorithm.BruckAllGather;
import org.ronsel.collective.algorithm.BruckAllToAll;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.DisseminationBarrier;
import org.ronsel.collective.algorithm.DoublingScan;
import org.ronsel.collective.algorithm.FlatScan;
import org.ronsel.collective.algorithm.Fragmented;
import org.ronsel.collective.algorithm.HalvingReduceScatter;
import org.ronsel.collective.algorithm.Hierarchical;
import org.ronsel.collective.algorithm.HierarchicalAllGather;
import org.ronsel.collective.algorithm.HierarchicalAllReduce;
import org.ronsel.collective.algorithm.HierarchicalAllToAll;
import org.ronsel.collective.algorithm.HierarchicalBarrier;
import org.ronsel.collective.algorithm.HierarchicalBroadcast;
import org.ronsel.collective.algorithm.HierarchicalReduceScatter;
import org.ronsel.collective.algorithm.InPlaceAllToAll;
import org.ronsel.collective.algorithm.LinearAllGather;
import org.ronsel.collective.algorithm.LinearAllToAll;
import org.ronsel.collective.algorithm.LinearScan;
import org.ronsel.collective.algorithm.PackedAllGather;
import org.ronsel.collective.algorithm.PairwiseAllToAll;
import org.ronsel.collective.algorithm.PairwiseReduceScatter;
import org.ronsel.collective.algorithm.Portioned;
import org.ronsel.collective.algorithm.RabenseifnerAllReduce;
import org.ronsel.collective.algorithm.RecursiveDoublingAllGather;
import org.ronsel.collective.algorithm.RecursiveDoublingAllReduce;
import org.ronsel.collective.algorithm.ReduceScatterGatherReduce;
import org.ronsel.collective.algorithm.RingAllGather;
import org.ronsel.collective.algorithm.RingAllReduce;
import org.ronsel.collective.algorithm.RingReduceScatter;
import org.ronsel.collective.algorithm.ScatterAllGatherBroadcast;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.algorithm.TokenGather;
import org.ronsel.collective.algorithm.Tree;
import org.ronsel.collective.algorithm.TreeAllGather;
import org.ronsel.collective.algorithm.TreeAllReduce;
import org.ronsel.collective.algorithm.TreeBarrier;
import org.ronsel.collective.algorithm.TreeBroadcast;
import org.ronsel.collective.algorithm.TreeGather;
import org.ronsel.collective.algorithm.TreeReduce;
import org.ronsel.collective.algorithm.TreeReduceScatter;
import org.ronsel.collective.algorithm.TreeScatter;
import org.ronsel.collective.shared.SharedAlgorithms;

/**
 * All algorithms that there are, by operation. Which of them is chosen is said elsewhere ({@link
 * SelectionTable}); an algorithm that is to be used must be listed here.
 */
public final class KnownAlgorithms {
  /** Into how many parts the pipelines that come ready-made divide a message. */
  private static final int[] PIPELINES = {4, 16, 64};

  /** How many ranks of a host lead it where each has a share of the data. */
  private static final int[] LEADERS = {1, 2, 4};

  private static final List<Collective> REDUCE_SCATTERS =
      List.of(Collective.REDUCE_SCATTER_BLOCK, Collective.REDUCE_SCATTER);

  private static final Map<Collective, List<Algorithm>> BY_OPERATION =
      new EnumMap<>(Collective.class);

  private KnownAlgorithms() {}

  static {
    SharedAlgorithms.all().forEach(KnownAlgorithms::add);
    addBarriers();
    addBroadcasts();
    addReductions();
    addGathers();
    addExchanges();
    Tree.all().forEach(KnownAlgorithms::addFragmented);
    addHierarchical();
  }

  /** Those that know of hosts, regions and JVMs: trees within trees, and what leaders do. */
  private static void addHierarchical() {
    for (Tree among : Tree.all()) {
      for (Tree within : Tree.all()) {
        addTrees(new Hierarchical(among, within));
      }
    }
    for (Tree among : List.of(Tree.CHAIN, Tree.BINOMIAL)) {
      for (Tree within : List.of(Tree.FLAT, Tree.CHAIN, Tree.BINOMIAL)) {
        addPipelines(new Hierarchical(among, within));
        addFragmented(new Hierarchical(among, within));
      }
    }
    for (Tree tree : List.of(Tree.FLAT, Tree.BINOMIAL)) {
      Hierarchical within = new Hierarchical(tree, tree);
      add(new HierarchicalBarrier(new DisseminationBarrier(), within));
      add(new HierarchicalBroadcast(new ScatterAllGatherBroadcast(), within));
      for (ScheduledAlgorithm among :
          List.of(
              new RecursiveDoublingAllReduce(), new RabenseifnerAllReduce(), new RingAllReduce())) {
        for (int leaders : LEADERS) {
          add(new HierarchicalAllReduce(among, within, leaders));
        }
      }
      for (ScheduledAlgorithm among :
          List.of(
              new RecursiveDoublingAllGather(true),
              new BruckAllGather(),
              new RingAllGather(Collective.ALL_GATHER),
              new LinearAllGather(Collective.ALL_GATHER))) {
        add(new HierarchicalAllGather(among, within));
      }
      add(new HierarchicalReduceScatter(within));
    }
    add(new HierarchicalAllToAll());
  }

  private static void addTrees(Hierarchical tree) {
    add(new TreeBarrier(tree, tree));
    add(new TreeBroadcast(tree));
    add(new TreeReduce(tree, false));
    add(new TreeReduce(tree, true));
    add(new TreeAllReduce(tree, tree));
    add(Portioned.gather(tree));
    add(Portioned.scatter(tree));
    add(new TreeAllGather(tree, tree));
    add(new PackedAllGather(new TreeAllGather(tree, tree)));
    for (Collective reduceScatter : REDUCE_SCATTERS) {
      add(new TreeReduceScatter(reduceScatter, tree, tree));
    }
  }

  /** Pipelines of as many parts as the length of the message wants. */
  private static void addFragmented(Arrangement tree) {
    for (Fragmented.Cut cut : Fragmented.Cut.values()) {
      add(new Fragmented(cut, parts -> new TreeBroadcast(tree, parts)));
      add(new Fragmented(cut, parts -> new TreeReduce(tree, false, parts)));
      add(new Fragmented(cut, parts -> new TreeReduce(tree, true, parts)));
      add(new Fragmented(cut, parts -> new TreeAllReduce(tree, tree, parts)));
    }
  }

  private static void addPipelines(Hierarchical tree) {
    for (int parts : PIPELINES) {
      add(new TreeBroadcast(tree, parts));
      add(new TreeReduce(tree, false, parts));
      add(new TreeReduce(tree, true, parts));
      add(new TreeAllReduce(tree, tree, parts));
    }
  }

  private static void addBarriers() {
    add(new DisseminationBarrier());
    onTrees(TreeBarrier::new);
  }

  private static void addBroadcasts() {
    for (Tree tree : Tree.all()) {
      add(new TreeBroadcast(tree));
      for (int parts : PIPELINES) {
        add(new TreeBroadcast(tree, parts));
      }
    }
    add(new ScatterAllGatherBroadcast());
    add(new ScatterAllGatherBroadcast(Tree.HALVING));
    add(new Blocking(new TreeBroadcast(Tree.FLAT)));
  }

  private static void addReductions() {
    for (Tree tree : Tree.all()) {
      add(new TreeReduce(tree, false));
      add(new TreeReduce(tree, true));
      for (int parts : PIPELINES) {
        add(new TreeReduce(tree, false, parts));
        add(new TreeReduce(tree, true, parts));
      }
    }

    add(new Blocking(new TreeReduce(Tree.FLAT, true)));
    add(new ReduceScatterGatherReduce(Tree.BINOMIAL));
    add(new ReduceScatterGatherReduce(Tree.HALVING));

    add(new RecursiveDoublingAllReduce());
    add(new RabenseifnerAllReduce());
    add(new RingAllReduce());
    onTrees(TreeAllReduce::new);
    for (int parts : PIPELINES) {
      add(new TreeAllReduce(Tree.CHAIN, Tree.CHAIN, parts));
      add(new TreeAllReduce(Tree.BINOMIAL, Tree.BINOMIAL, parts));
    }

    for (Collective reduceScatter : REDUCE_SCATTERS) {
      add(new HalvingReduceScatter(reduceScatter, false));
      add(new HalvingReduceScatter(reduceScatter, true));
      add(new RingReduceScatter(reduceScatter));
      add(new PairwiseReduceScatter(reduceScatter));
      onTrees((up, down) -> new TreeReduceScatter(reduceScatter, up, down));
    }

    for (Collective scan : List.of(Collective.SCAN, Collective.EXSCAN)) {
      add(new DoublingScan(scan));
      add(new LinearScan(scan));
      add(new FlatScan(scan));
    }
  }

  private static void addGathers() {
    for (Tree tree : Tree.all()) {
      // On a flat tree a block is all that passes over an edge, and nobody passes it on.
      boolean flat = tree.equals(Tree.FLAT);
      add(flat ? new TreeGather(Collective.GATHER, tree) : Portioned.gather(tree));
      add(flat ? new TreeScatter(Collective.SCATTER, tree) : Portioned.scatter(tree));
    }
    add(new TokenGather());
    for (Collective gather : List.of(Collective.GATHER, Collective.GATHERV)) {
      add(new Blocking(new TreeGather(gather, Tree.FLAT)));
    }
    for (Collective scatter : List.of(Collective.SCATTER, Collective.SCATTERV)) {
      add(new Blocking(new TreeScatter(scatter, Tree.FLAT)));
    }
    add(new TreeGather(Collective.GATHERV, Tree.FLAT));
    add(new TreeScatter(Collective.SCATTERV, Tree.FLAT));

    add(new RecursiveDoublingAllGather());
    add(new RecursiveDoublingAllGather(true));
    add(new BruckAllGather());
    add(new RingAllGather(Collective.ALL_GATHER));
    add(new LinearAllGather(Collective.ALL_GATHER));
    onTrees(TreeAllGather::new);
    add(new RingAllGather(Collective.ALL_GATHERV));
    add(new LinearAllGather(Collective.ALL_GATHERV));
    add(new PackedAllGather(new RecursiveDoublingAllGather()));
    add(new PackedAllGather(new RecursiveDoublingAllGather(true)));
    onTrees((up, down) -> new PackedAllGather(new TreeAllGather(up, down)));
  }

  private static void addExchanges() {
    add(new BruckAllToAll());
    for (LinearAllToAll.AtOnce atOnce : LinearAllToAll.AtOnce.values()) {
      add(new LinearAllToAll(Collective.ALL_TO_ALL, atOnce));
      add(new LinearAllToAll(Collective.ALL_TO_ALLV, atOnce));
    }
    add(new PairwiseAllToAll(Collective.ALL_TO_ALL));
    add(new InPlaceAllToAll(Collective.ALL_TO_ALL));
    add(new PairwiseAllToAll(Collective.ALL_TO_ALLV));
    add(new InPlaceAllToAll(Collective.ALL_TO_ALLV));
  }

  /** Adds a composite of phases on two trees for every pair of shapes. */
  private static void onTrees(BiFunction<Tree, Tree, Algorithm> composite) {
    for (Tree first : Tree.all()) {
      for (Tree second : Tree.all()) {
        add(composite.apply(first, second));
      }
    }
  }

  private static void add(Algorithm algorithm) {
    BY_OPERATION
        .computeIfAbsent(algorithm.collective(), unused -> new ArrayList<>())
        .add(algorithm);
  }

  /** The algorithms of an operation, each with a name of its own. */
  public static List<Algorithm> of(Collective collective) {
    return Collections.unmodifiableList(BY_OPERATION.getOrDefault(collective, List.of()));
  }

  /** The algorithm with a name, or null. */
  public static @Nullable Algorithm find(Collective collective, String name) {
    for (Algorithm algorithm : of(collective)) {
      if (algorithm.name().equals(name)) {
        return algorithm;
      }
    }
    return null;
  }

  /** The names of an operation's algorithms, for messages. */
  public static String names(Collective collective) {
    List<String> names = new ArrayList<>();
    for (Algorithm algorithm : of(collective)) {
      names.add(algorithm.name());
    }
    return String.join(", ", names);
  }

  /** The operation with a name, such as {@code allReduce}, or null. */
  public static @Nullable Collective operation(String name) {
    for (Collective collective : Collective.values()) {
      if (collective.call().equalsIgnoreCase(name)) {
        return collective;
      }
    }
    return null;
  }

  /** The names of all operations, for messages. */
  public static String operations() {
    List<String> names = new ArrayList<>();
    for (Collective collective : Collective.values()) {
      names.add(collective.call());
    }
    return String.join(", ", names);
  }
}
