package org.ronsel.collective.algorithm;

import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.ronsel.collective.schedule.Placement;

/** Ways to place ranks: alone, together, in blocks, in turn, uneven, and in no order at all. */
final class Placements {
  static final int COUNT = 8;

  private Placements() {}

  /** The placement of a number, modulo {@link #COUNT}. */
  static Placement of(int number, int ranks) {
    return switch (number % COUNT) {
      case 0 -> Placement.together(ranks);
      case 1 -> blocks(ranks, 8, 2);
      case 2 -> Placement.of(ranks, rank -> rank, rank -> 0, rank -> 0);
      case 3 -> Placement.of(ranks, rank -> rank % 3, rank -> 0, rank -> rank / 3 % 2);
      case 4 -> uneven(ranks);
      case 5 -> random(ranks);
      case 6 -> Placement.of(ranks, rank -> 0, rank -> -1, rank -> rank / 3);
      default -> Placement.of(ranks, rank -> rank / 12, rank -> rank / 6 % 2, rank -> rank / 2);
    };
  }

  /** Blocks of ranks on hosts, and on these blocks in JVMs. */
  static Placement blocks(int ranks, int perHost, int perJvm) {
    return Placement.of(ranks, rank -> rank / perHost, rank -> 0, rank -> rank / perJvm);
  }

  /** Hosts of 1, 2, 3, ... ranks, each with a JVM for its first half. */
  private static Placement uneven(int ranks) {
    IntUnaryOperator host = rank -> (int) ((Math.sqrt(8.0 * rank + 1) - 1) / 2);
    return Placement.of(
        ranks,
        host,
        rank -> 0,
        rank -> {
          int on = host.applyAsInt(rank);
          return rank - on * (on + 1) / 2 > on / 2 ? 1 : 0;
        });
  }

  private static Placement random(int ranks) {
    Random random = new Random(ranks);
    int[] places = random.ints(ranks, 0, 4 * 2 * 3).toArray();
    return Placement.of(
        ranks, rank -> places[rank] % 4, rank -> places[rank] / 4 % 2, rank -> places[rank] / 8);
  }
}
