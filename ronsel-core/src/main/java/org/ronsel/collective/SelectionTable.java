package org.ronsel.collective;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.BinomialBarrier;
import org.ronsel.collective.algorithm.BinomialBroadcast;
import org.ronsel.collective.algorithm.BinomialGather;
import org.ronsel.collective.algorithm.BinomialReduce;
import org.ronsel.collective.algorithm.BruckAllGather;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.DisseminationBarrier;
import org.ronsel.collective.algorithm.LinearAllReduce;
import org.ronsel.collective.algorithm.LinearBarrier;
import org.ronsel.collective.algorithm.LinearGather;
import org.ronsel.collective.algorithm.OrderedBinomialReduce;
import org.ronsel.collective.algorithm.RabenseifnerAllReduce;
import org.ronsel.collective.algorithm.RecursiveDoublingAllGather;
import org.ronsel.collective.algorithm.RecursiveDoublingAllReduce;
import org.ronsel.collective.algorithm.RingAllGather;
import org.ronsel.collective.algorithm.ScatterAllGatherBroadcast;
import org.ronsel.collective.direct.DirectForm;

/**
 * Which algorithm serves which call. Immutable. The choice depends on nothing but what all ranks of
 * the communicator know alike: the operation, the number of ranks, whether they share a JVM, the
 * bytes (of one rank's block for gather and allGather), whether the operator is commutative, and
 * whether the ranks of the job outnumber the cores.
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
    boolean fits(int ranks, long bytes, boolean commutative) {
      return ranks <= mostRanks
          && bytes <= mostBytes
          && !(algorithm instanceof DirectForm)
          && (commutative || algorithm.keepsRankOrder())
          && algorithm.supports(ranks);
    }
  }

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
    if (oversubscribed) {
      table.add(new LinearBarrier(), 128, ANY_BYTES);
      table.add(new LinearAllReduce(), 128, 256);
    }
    table.add(new DisseminationBarrier());
    table.add(new BinomialBarrier());
    table.add(new LinearBarrier());
    table.add(new BinomialBroadcast(), 3, ANY_BYTES);
    table.add(new BinomialBroadcast(), ANY_RANKS, 64 << 10);
    table.add(new ScatterAllGatherBroadcast(), 256, ANY_BYTES);
    table.add(new BinomialBroadcast());
    table.add(new BinomialReduce());
    table.add(new OrderedBinomialReduce());
    table.add(new RecursiveDoublingAllReduce(), ANY_RANKS, 16 << 10);
    table.add(new RabenseifnerAllReduce());
    table.add(new LinearAllReduce());
    table.add(new BinomialGather(), ANY_RANKS, 4 << 10);
    table.add(new LinearGather());
    table.add(new RecursiveDoublingAllGather(), ANY_RANKS, 8 << 10);
    table.add(new BruckAllGather(), ANY_RANKS, 2 << 10);
    table.add(new RingAllGather(), 256, ANY_BYTES);
    table.add(new RecursiveDoublingAllGather());
    table.add(new BruckAllGather());
    return new SelectionTable(table.rows);
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
  Algorithm select(Collective collective, int ranks, long bytes, boolean commutative) {
    for (Row row : rows[collective.ordinal()]) {
      if (row.fits(ranks, bytes, commutative)) {
        return row.algorithm;
      }
    }
    throw new IllegalStateException("no algorithm for " + collective + " on " + ranks + " ranks");
  }
}
