package org.ronsel.collective.selection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
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
 * SelectionTable}); an algorithm that is to be used must be listed here. Those of an operation are
 * made when it is first asked for, since most programs use few operations. Any thread.
 */
public final class KnownAlgorithms {
  /** Into how many parts the pipelines that come ready-made divide a message. */
  private static final int[] PIPELINES = {4, 16, 64};

  /** The numbers of leaders of a host where each leader has a share of the data. */
  private static final int[] LEADERS = {1, 2, 4};

  /** The trees within trees on which there are pipelines. */
  private static final List<Tree> AMONG_OF_PIPELINES = List.of(Tree.CHAIN, Tree.BINOMIAL);

  private static final List<Tree> WITHIN_OF_PIPELINES =
      List.of(Tree.FLAT, Tree.CHAIN, Tree.BINOMIAL);

  /** The trees below the leaders of algorithms that are no trees among these. */
  private static final List<Tree> BELOW_LEADERS = List.of(Tree.FLAT, Tree.BINOMIAL);

  private static final Map<Collective, KnownAlgorithms> BY_OPERATION = new ConcurrentHashMap<>();

  private final List<Algorithm> inOrder = new ArrayList<>();
  private final Map<String, Algorithm> byName = new HashMap<>();

  private KnownAlgorithms(Collective collective) {
    inOrder.addAll(SharedAlgorithms.of(collective));
    switch (collective) {
      case BARRIER -> addBarriers();
      case BROADCAST -> addBroadcasts();
      case REDUCE -> addReduces();
      case ALL_REDUCE -> addAllReduces();
      case GATHER -> addGathers();
      case SCATTER -> addScatters();
      case ALL_GATHER -> addAllGathers();
      case ALL_TO_ALL, ALL_TO_ALLV -> addExchanges(collective);
      case REDUCE_SCATTER_BLOCK, REDUCE_SCATTER -> addReduceScatters(collective);
      case SCAN, EXSCAN -> addScans(collective);
      case GATHERV -> {
        add(new Blocking(new TreeGather(collective, Tree.FLAT)));
        add(new TreeGather(collective, Tree.FLAT));
      }
      case SCATTERV -> {
        add(new Blocking(new TreeScatter(collective, Tree.FLAT)));
        add(new TreeScatter(collective, Tree.FLAT));
      }
      case ALL_GATHERV -> addPackedAllGathers();
    }
    for (Algorithm algorithm : inOrder) {
      byName.put(algorithm.name(), algorithm);
    }
  }

  private void addBarriers() {
    add(new DisseminationBarrier());
    onTrees(TreeBarrier::new);
    onHierarchies(tree -> new TreeBarrier(tree, tree));
    for (Hierarchical within : belowLeaders()) {
      add(new HierarchicalBarrier(new DisseminationBarrier(), within));
    }
  }

  private void addBroadcasts() {
    for (Tree tree : Tree.all()) {
      add(new TreeBroadcast(tree));
      for (int parts : PIPELINES) {
        add(new TreeBroadcast(tree, parts));
      }
    }
    add(new ScatterAllGatherBroadcast());
    add(new ScatterAllGatherBroadcast(Tree.HALVING));
    add(new Blocking(new TreeBroadcast(Tree.FLAT)));
    addFragmented(tree -> List.of(parts -> new TreeBroadcast(tree, parts)));
    onHierarchies(TreeBroadcast::new);
    addPipelines(tree -> List.of(parts -> new TreeBroadcast(tree, parts)));
    for (Hierarchical within : belowLeaders()) {
      add(new HierarchicalBroadcast(new ScatterAllGatherBroadcast(), within));
    }
  }

  private void addReduces() {
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
    addFragmented(KnownAlgorithms::reducePipelines);
    onHierarchies(tree -> new TreeReduce(tree, false), tree -> new TreeReduce(tree, true));
    addPipelines(KnownAlgorithms::reducePipelines);
  }

  private static List<IntFunction<ScheduledAlgorithm>> reducePipelines(Arrangement tree) {
    return List.of(
        parts -> new TreeReduce(tree, false, parts), parts -> new TreeReduce(tree, true, parts));
  }

  private void addAllReduces() {
    add(new RecursiveDoublingAllReduce());
    add(new RabenseifnerAllReduce());
    add(new RingAllReduce());
    onTrees(TreeAllReduce::new);
    for (int parts : PIPELINES) {
      add(new TreeAllReduce(Tree.CHAIN, Tree.CHAIN, parts));
      add(new TreeAllReduce(Tree.BINOMIAL, Tree.BINOMIAL, parts));
    }
    addFragmented(tree -> List.of(parts -> new TreeAllReduce(tree, tree, parts)));
    onHierarchies(tree -> new TreeAllReduce(tree, tree));
    addPipelines(tree -> List.of(parts -> new TreeAllReduce(tree, tree, parts)));
    for (Hierarchical within : belowLeaders()) {
      for (ScheduledAlgorithm among :
          List.of(
              new RecursiveDoublingAllReduce(), new RabenseifnerAllReduce(), new RingAllReduce())) {
        for (int leaders : LEADERS) {
          add(new HierarchicalAllReduce(among, within, leaders));
        }
      }
    }
  }

  private void addReduceScatters(Collective collective) {
    add(new HalvingReduceScatter(collective, false));
    add(new HalvingReduceScatter(collective, true));
    add(new RingReduceScatter(collective));
    add(new PairwiseReduceScatter(collective));
    onTrees((up, down) -> new TreeReduceScatter(collective, up, down));
    onHierarchies(tree -> new TreeReduceScatter(collective, tree, tree));
    if (collective == Collective.REDUCE_SCATTER_BLOCK) {
      belowLeaders().forEach(within -> add(new HierarchicalReduceScatter(within)));
    }
  }

  private void addScans(Collective collective) {
    add(new DoublingScan(collective));
    add(new LinearScan(collective));
    add(new FlatScan(collective));
  }

  private void addGathers() {
    // On a flat tree a single block passes over each edge, and no rank passes it on.
    add(new TreeGather(Collective.GATHER, Tree.FLAT));
    deepTrees().forEach(tree -> add(Portioned.gather(tree)));
    add(new TokenGather());
    add(new Blocking(new TreeGather(Collective.GATHER, Tree.FLAT)));
    onHierarchies(Portioned::gather);
  }

  private void addScatters() {
    add(new TreeScatter(Collective.SCATTER, Tree.FLAT));
    deepTrees().forEach(tree -> add(Portioned.scatter(tree)));
    add(new Blocking(new TreeScatter(Collective.SCATTER, Tree.FLAT)));
    onHierarchies(Portioned::scatter);
  }

  private void addAllGathers() {
    add(new RecursiveDoublingAllGather());
    add(new RecursiveDoublingAllGather(true));
    add(new BruckAllGather());
    add(new RingAllGather(Collective.ALL_GATHER));
    add(new LinearAllGather(Collective.ALL_GATHER));
    onTrees(TreeAllGather::new);
    onHierarchies(tree -> new TreeAllGather(tree, tree));
    for (Hierarchical within : belowLeaders()) {
      for (ScheduledAlgorithm among :
          List.of(
              new RecursiveDoublingAllGather(true),
              new BruckAllGather(),
              new RingAllGather(Collective.ALL_GATHER),
              new LinearAllGather(Collective.ALL_GATHER))) {
        add(new HierarchicalAllGather(among, within));
      }
    }
  }

  private void addPackedAllGathers() {
    add(new RingAllGather(Collective.ALL_GATHERV));
    add(new LinearAllGather(Collective.ALL_GATHERV));
    add(new PackedAllGather(new RecursiveDoublingAllGather()));
    add(new PackedAllGather(new RecursiveDoublingAllGather(true)));
    onTrees((up, down) -> new PackedAllGather(new TreeAllGather(up, down)));
    onHierarchies(tree -> new PackedAllGather(new TreeAllGather(tree, tree)));
  }

  private void addExchanges(Collective collective) {
    boolean alike = collective == Collective.ALL_TO_ALL;
    if (alike) {
      add(new BruckAllToAll());
    }
    for (LinearAllToAll.AtOnce atOnce : LinearAllToAll.AtOnce.values()) {
      add(new LinearAllToAll(collective, atOnce));
    }
    add(new PairwiseAllToAll(collective));
    add(new InPlaceAllToAll(collective));
    if (alike) {
      add(new HierarchicalAllToAll());
    }
  }

  /** Adds a composite of phases on two trees for every pair of shapes. */
  private void onTrees(BiFunction<Tree, Tree, Algorithm> composite) {
    for (Tree first : Tree.all()) {
      for (Tree second : Tree.all()) {
        add(composite.apply(first, second));
      }
    }
  }

  /** Adds what works on trees within trees, which know of hosts, regions and JVMs. */
  @SafeVarargs
  private void onHierarchies(Function<Hierarchical, Algorithm>... each) {
    for (Tree among : Tree.all()) {
      for (Tree within : Tree.all()) {
        Hierarchical tree = new Hierarchical(among, within);
        for (Function<Hierarchical, Algorithm> on : each) {
          add(on.apply(tree));
        }
      }
    }
  }

  /**
   * Adds pipelines on trees within trees, of a number of parts, and of as many as the length of the
   * message wants.
   */
  private void addPipelines(
      Function<Arrangement, List<IntFunction<ScheduledAlgorithm>>> pipelines) {
    for (Tree among : AMONG_OF_PIPELINES) {
      for (Tree within : WITHIN_OF_PIPELINES) {
        List<IntFunction<ScheduledAlgorithm>> each =
            pipelines.apply(new Hierarchical(among, within));
        for (int parts : PIPELINES) {
          each.forEach(pipeline -> add(pipeline.apply(parts)));
        }
        addFragmented(each);
      }
    }
  }

  private void addFragmented(
      Function<Arrangement, List<IntFunction<ScheduledAlgorithm>>> pipelines) {
    Tree.all().forEach(tree -> addFragmented(pipelines.apply(tree)));
  }

  private void addFragmented(List<IntFunction<ScheduledAlgorithm>> pipelines) {
    for (Fragmented.Cut cut : Fragmented.Cut.values()) {
      pipelines.forEach(pipeline -> add(new Fragmented(cut, pipeline)));
    }
  }

  private static List<Hierarchical> belowLeaders() {
    return BELOW_LEADERS.stream().map(tree -> new Hierarchical(tree, tree)).toList();
  }

  /** The trees on which inner nodes pass on what others have sent. */
  private static List<Tree> deepTrees() {
    return Tree.all().subList(1, Tree.all().size());
  }

  private void add(Algorithm algorithm) {
    inOrder.add(algorithm);
  }

  private static KnownAlgorithms known(Collective collective) {
    return BY_OPERATION.computeIfAbsent(collective, KnownAlgorithms::new);
  }

  /** The algorithms of an operation, each with a name of its own. */
  public static List<Algorithm> of(Collective collective) {
    return Collections.unmodifiableList(known(collective).inOrder);
  }

  /** The algorithm with a name, or null. */
  public static @Nullable Algorithm find(Collective collective, String name) {
    return known(collective).byName.get(name);
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
