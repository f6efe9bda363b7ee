package org.ronsel.collective;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.BruckAllGather;
import org.ronsel.collective.algorithm.BruckAllToAll;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.CombiningOrder;
import org.ronsel.collective.algorithm.DisseminationBarrier;
import org.ronsel.collective.algorithm.DoublingScan;
import org.ronsel.collective.algorithm.HalvingReduceScatter;
import org.ronsel.collective.algorithm.InPlaceAllToAll;
import org.ronsel.collective.algorithm.LinearAllGather;
import org.ronsel.collective.algorithm.LinearAllToAll;
import org.ronsel.collective.algorithm.LinearScan;
import org.ronsel.collective.algorithm.PairwiseAllToAll;
import org.ronsel.collective.algorithm.PairwiseReduceScatter;
import org.ronsel.collective.algorithm.RabenseifnerAllReduce;
import org.ronsel.collective.algorithm.RecursiveDoublingAllGather;
import org.ronsel.collective.algorithm.RecursiveDoublingAllReduce;
import org.ronsel.collective.algorithm.RingAllGather;
import org.ronsel.collective.algorithm.RingAllReduce;
import org.ronsel.collective.algorithm.ScatterAllGatherBroadcast;
import org.ronsel.collective.algorithm.Tree;
import org.ronsel.collective.algorithm.TreeAllGather;
import org.ronsel.collective.algorithm.TreeAllReduce;
import org.ronsel.collective.algorithm.TreeBarrier;
import org.ronsel.collective.algorithm.TreeBroadcast;
import org.ronsel.collective.algorithm.TreeGather;
import org.ronsel.collective.algorithm.TreeReduce;
import org.ronsel.collective.algorithm.TreeReduceScatter;
import org.ronsel.collective.algorithm.TreeScatter;
import org.ronsel.collective.direct.DirectForm;

/**
 * Which algorithm serves which call. Immutable. The choice depends on nothing but what all ranks of
 * the communicator know alike: the operation, the number of ranks, whether they share a JVM, the
 * bytes (of one rank's block for gather and allGather), the order in which the operator must be
 * combined, and whether the ranks of the job outnumber the cores.
 *
 * <p>The system property {@code ronsel.collective.<operation>}, such as {@code
 * ronsel.collective.allReduce=rabenseifner}, names an algorithm to use wherever it can be used; it
 * must be the same in all JVMs of a job.
 */
public final class SelectionTable {
  /**
   * Rows of one operation are tried in order; the first that fits is taken.
   *
   * @param mostRanks for so many ranks at most
   * @param mostBytes for so many bytes at most
   */
  private record Row(Algorithm algorithm, int mostRanks, long mostBytes) {
    boolean fits(int ranks, long bytes, CombiningOrder order, boolean inPlace) {
      return ranks <= mostRanks
          && bytes <= mostBytes
          && !(algorithm instanceof DirectForm)
          && algorithm.keeps(order, ranks)
          && (!inPlace || algorithm.supportsInPlace())
          && algorithm.supports(ranks);
    }
  }

  /** Into how many parts the pipelines that come ready-made divide a message. */
  private static final int[] PIPELINES = {4, 16, 64};

  private static final int ANY_RANKS = Integer.MAX_VALUE;
  private static final long ANY_BYTES = Long.MAX_VALUE;

  private final Row[][] rows;

  private SelectionTable(Map<Collective, List<Row>> byCollective) {
    rows = new Row[Collective.values().length][];
    for (Collective collective : Collective.values()) {
      rows[collective.ordinal()] =
          byCollective.getOrDefault(collective, List.of()).toArray(Row[]::new);
    }
  }

  private static final class Builder {
    final Map<Collective, List<Row>> rows = new EnumMap<>(Collective.class);

    void add(Algorithm algorithm) {
      add(algorithm, ANY_RANKS, ANY_BYTES);
    }

    void add(Algorithm algorithm, int mostRanks, long mostBytes) {
      rows.computeIfAbsent(algorithm.collective(), key -> new ArrayList<>())
          .add(new Row(algorithm, mostRanks, mostBytes));
    }
  }

  /** The built-in choice. The last row of each operation fits every call. */
  private static final SelectionTable STANDARD = standard(false);

  private static final SelectionTable OVERSUBSCRIBED = standard(true);

  private static SelectionTable standard(boolean oversubscribed) {
    Builder table = new Builder();
    DirectForm.all().forEach(table::add);
    addBarriers(table, oversubscribed);
    addBroadcasts(table);
    addReductions(table, oversubscribed);
    addGathers(table);
    addExchanges(table);
    return new SelectionTable(table.rows);
  }

  private static void addBarriers(Builder table, boolean oversubscribed) {
    if (oversubscribed) {
      table.add(new TreeBarrier(Tree.FLAT, Tree.FLAT), 128, ANY_BYTES);
    }
    table.add(new DisseminationBarrier());
    onTrees(table, TreeBarrier::new);
  }

  private static void addBroadcasts(Builder table) {
    TreeBroadcast binomial = new TreeBroadcast(Tree.BINOMIAL);
    table.add(binomial, 3, ANY_BYTES);
    table.add(binomial, ANY_RANKS, 64 << 10);
    table.add(new ScatterAllGatherBroadcast(), 256, ANY_BYTES);
    table.add(binomial);
    for (Tree tree : Tree.all()) {
      table.add(new TreeBroadcast(tree));
      for (int parts : PIPELINES) {
        table.add(new TreeBroadcast(tree, parts));
      }
    }
  }

  private static void addReductions(Builder table, boolean oversubscribed) {
    table.add(new TreeReduce(Tree.BINOMIAL, false));
    for (Tree tree : Tree.all()) {
      table.add(new TreeReduce(tree, false));
      table.add(new TreeReduce(tree, true));
      for (int parts : PIPELINES) {
        table.add(new TreeReduce(tree, false, parts));
        table.add(new TreeReduce(tree, true, parts));
      }
    }

    if (oversubscribed) {
      table.add(new TreeAllReduce(Tree.FLAT, Tree.FLAT), 128, 256);
    }
    table.add(new RecursiveDoublingAllReduce(), ANY_RANKS, 16 << 10);
    table.add(new RabenseifnerAllReduce());
    table.add(new RingAllReduce());
    onTrees(table, TreeAllReduce::new);
    for (int parts : PIPELINES) {
      table.add(new TreeAllReduce(Tree.CHAIN, Tree.CHAIN, parts));
      table.add(new TreeAllReduce(Tree.BINOMIAL, Tree.BINOMIAL, parts));
    }

    HalvingReduceScatter halving = new HalvingReduceScatter();
    TreeReduceScatter tree = new TreeReduceScatter(Tree.BINOMIAL, Tree.BINOMIAL);
    table.add(halving, ANY_RANKS, 64 << 10);
    table.add(tree, ANY_RANKS, 64);
    table.add(new PairwiseReduceScatter(Collective.REDUCE_SCATTER_BLOCK));
    table.add(halving);
    onTrees(table, TreeReduceScatter::new);
    table.add(new PairwiseReduceScatter(Collective.REDUCE_SCATTER));

    for (Collective scan : List.of(Collective.SCAN, Collective.EXSCAN)) {
      table.add(new DoublingScan(scan), ANY_RANKS, 64 << 10);
      table.add(new LinearScan(scan));
    }
  }

  private static void addGathers(Builder table) {
    TreeGather binomial = new TreeGather(Collective.GATHER, Tree.BINOMIAL);
    table.add(binomial, ANY_RANKS, 4 << 10);
    table.add(new TreeGather(Collective.GATHER, Tree.FLAT));
    TreeScatter scattering = new TreeScatter(Collective.SCATTER, Tree.BINOMIAL);
    table.add(scattering, ANY_RANKS, 4 << 10);
    table.add(new TreeScatter(Collective.SCATTER, Tree.FLAT));
    for (Tree tree : Tree.all()) {
      table.add(new TreeGather(Collective.GATHER, tree));
      table.add(new TreeScatter(Collective.SCATTER, tree));
    }
    table.add(new TreeGather(Collective.GATHERV, Tree.FLAT));
    table.add(new TreeScatter(Collective.SCATTERV, Tree.FLAT));

    RecursiveDoublingAllGather doubling = new RecursiveDoublingAllGather();
    BruckAllGather bruck = new BruckAllGather();
    table.add(doubling, ANY_RANKS, 8 << 10);
    table.add(bruck, ANY_RANKS, 2 << 10);
    table.add(new RingAllGather(Collective.ALL_GATHER), 256, ANY_BYTES);
    table.add(doubling);
    table.add(bruck);
    table.add(new LinearAllGather(Collective.ALL_GATHER));
    onTrees(table, TreeAllGather::new);
    table.add(new RingAllGather(Collective.ALL_GATHERV));
    table.add(new LinearAllGather(Collective.ALL_GATHERV));
  }

  private static void addExchanges(Builder table) {
    table.add(new BruckAllToAll(), ANY_RANKS, 256);
    table.add(new LinearAllToAll(Collective.ALL_TO_ALL), ANY_RANKS, 32 << 10);
    table.add(new PairwiseAllToAll(Collective.ALL_TO_ALL));
    table.add(new InPlaceAllToAll(Collective.ALL_TO_ALL));
    table.add(new LinearAllToAll(Collective.ALL_TO_ALLV));
    table.add(new PairwiseAllToAll(Collective.ALL_TO_ALLV));
    table.add(new InPlaceAllToAll(Collective.ALL_TO_ALLV));
  }

  /** Adds a composite of phases on two trees for every pair of shapes. */
  private static void onTrees(Builder table, BiFunction<Tree, Tree, Algorithm> composite) {
    table.add(composite.apply(Tree.BINOMIAL, Tree.BINOMIAL));
    for (Tree first : Tree.all()) {
      for (Tree second : Tree.all()) {
        table.add(composite.apply(first, second));
      }
    }
  }

  /**
   * The table in force: the built-in one as changed by system properties.
   *
   * @param oversubscribed whether the ranks of the job outnumber the cores they run on
   */
  public static SelectionTable current(boolean oversubscribed) {
    SelectionTable table = oversubscribed ? OVERSUBSCRIBED : STANDARD;
    for (Collective collective : Collective.values()) {
      String wanted = System.getProperty("ronsel.collective." + collective.call());
      if (wanted != null) {
        table = table.preferring(collective, wanted);
      }
    }
    return table;
  }

  /** A table that uses an algorithm wherever it can be used, and for the rest is like this one. */
  public SelectionTable preferring(Collective collective, String name) {
    Algorithm wanted =
        algorithms(collective).stream()
            .filter(algorithm -> algorithm.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new RonselException(
                        ErrorClass.ARGUMENT,
                        "ronsel.collective."
                            + collective.call()
                            + " must be one of "
                            + algorithms(collective).stream()
                                .map(Algorithm::name)
                                .collect(Collectors.joining(", "))
                            + ", not \""
                            + name
                            + "\""));
    Builder table = new Builder();
    table.add(wanted);
    for (Row[] ofCollective : rows) {
      for (Row row : ofCollective) {
        table.add(row.algorithm, row.mostRanks, row.mostBytes);
      }
    }
    return new SelectionTable(table.rows);
  }

  /** All algorithms of an operation. */
  public List<Algorithm> algorithms(Collective collective) {
    List<Algorithm> known = new ArrayList<>();
    for (Row row : rows[collective.ordinal()]) {
      if (known.stream().noneMatch(other -> other.name().equals(row.algorithm.name()))) {
        known.add(row.algorithm);
      }
    }
    return known;
  }

  /**
   * The operations whose blocking form is direct where all ranks live in one JVM, as bits by
   * ordinal. A direct form chooses by length for itself.
   */
  int alwaysDirect() {
    int bits = 0;
    for (int i = 0; i < rows.length; i++) {
      if (rows[i][0].algorithm instanceof DirectForm) {
        bits |= 1 << i;
      }
    }
    return bits;
  }

  /** The algorithm for a call that is executed by messages. */
  Algorithm select(
      Collective collective, int ranks, long bytes, CombiningOrder order, boolean inPlace) {
    for (Row row : rows[collective.ordinal()]) {
      if (row.fits(ranks, bytes, order, inPlace)) {
        return row.algorithm;
      }
    }
    throw new IllegalStateException("no algorithm for " + collective + " on " + ranks + " ranks");
  }
}
