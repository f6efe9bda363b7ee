package org.ronsel;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.combinations.Combinations;
import org.ronsel.data.ElementType;

/** A number of ranks, an algorithm that is preferred for an operation, and types to move. */
record AlgorithmCase(int ranks, Collective collective, String algorithm, List<ElementType> types) {
  private static final List<Integer> FEW_RANKS = List.of(1, 2, 3, 4);
  private static final List<Integer> MORE_RANKS = List.of(7, 8, 16);
  private static final int RANKS_OF_COMPOSITES = 5;

  private static final List<ElementType> TYPES =
      List.of(
          ElementType.BYTE,
          ElementType.BOOLEAN,
          ElementType.CHAR,
          ElementType.SHORT,
          ElementType.INT,
          ElementType.LONG,
          ElementType.FLOAT,
          ElementType.DOUBLE);

  /** All algorithms of an operation, most of them on several numbers of ranks. */
  static List<AlgorithmCase> of(Collective collective) {
    List<AlgorithmCase> cases = new ArrayList<>();
    for (Algorithm algorithm : KnownAlgorithms.of(collective)) {
      // Composites of two trees and pipelines differ from others in the schedule alone, which has a
      // test of its own.
      boolean plain = !algorithm.name().contains("+") && !algorithm.name().contains("pipelined");
      int turn = cases.size();
      if (!plain) {
        List<ElementType> types = Combinations.inTurn(TYPES, turn);
        cases.add(new AlgorithmCase(RANKS_OF_COMPOSITES, collective, algorithm.name(), types));
        continue;
      }
      for (int ranks : FEW_RANKS) {
        cases.add(new AlgorithmCase(ranks, collective, algorithm.name(), TYPES));
      }
      for (int ranks : Combinations.inTurn(MORE_RANKS, turn)) {
        cases.add(new AlgorithmCase(ranks, collective, algorithm.name(), TYPES));
      }
    }
    return cases;
  }

  /** Prefers the algorithm in jobs that start from now on. */
  void select() {
    System.setProperty(property(collective), algorithm);
  }

  /** Prefers no algorithm any more. */
  static void selectNothing() {
    for (Collective collective : Collective.values()) {
      System.clearProperty(property(collective));
    }
  }

  private static String property(Collective collective) {
    return "ronsel.collective." + collective.call();
  }

  @Override
  public String toString() {
    return ranks + " ranks, " + algorithm + " " + collective.call();
  }
}
