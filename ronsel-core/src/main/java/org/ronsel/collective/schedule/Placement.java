package org.ronsel.collective.schedule;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The proximity of a communicator's ranks: ranks share a host, on it a region of memory, and in
 * that a JVM. All ranks compute the same placement from common knowledge. Immutable; ranks of one
 * JVM may share it.
 */
public final class Placement {
  /**
   * A kind of place that ranks share, the widest first; each level divides the groups of the one
   * before.
   */
  public enum Level {
    /** A host: others are reached through a network. */
    HOST,
    /** A memory node or a last-level cache, where ranks are bound to processors. */
    REGION,
    /** A JVM: its ranks have one heap. */
    JVM;

    private static final Level[] VALUES = values();

    /** All levels, the widest first; not copied, so not to be changed. */
    static Level[] all() {
      return VALUES;
    }
  }

  private final int ranks;

  /**
   * The groups of ranks by level, numbered in the order of their lowest ranks; empty for a level
   * whose groups are those of the one before (for HOST: a single one).
   */
  private final int[][] groups = new int[Level.all().length][0];

  private final int[] counts = new int[Level.all().length];
  private final int[] largest = new int[Level.all().length];
  private final int ranksPerJvm;
  private final RankGrouping grouping;

  /** The order that was asked for last. */
  private volatile @Nullable PlacementOrder order;

  private Placement(int ranks, IntUnaryOperator[] places) {
    this.ranks = ranks;
    int[] outer = new int[ranks];
    boolean together = true;
    int count = 1;
    boolean allContiguous = true;
    for (Level level : Level.all()) {
      int[] inner = new int[ranks];
      int innerCount = divide(outer, places[level.ordinal()], inner);
      if (innerCount > count) {
        groups[level.ordinal()] = inner;
        outer = inner;
        count = innerCount;
        together = false;
        allContiguous &= isContiguous(inner);
      }
      counts[level.ordinal()] = count;
      largest[level.ordinal()] = together ? ranks : largest(outer, count);
    }
    int[] jvms = new int[ranks];
    int found = divide(hosts(), places[Level.JVM.ordinal()], jvms);
    this.ranksPerJvm = largest(jvms, found);
    this.grouping = grouping(allContiguous);
  }

  private int[] hosts() {
    int[] byRank = groups[Level.HOST.ordinal()];
    return byRank.length > 0 ? byRank : new int[ranks];
  }

  private RankGrouping grouping(boolean contiguous) {
    for (int level = 0; level < counts.length; level++) {
      if (counts[level] > 1) {
        boolean even = counts[level] * largest[level] == ranks;
        return new RankGrouping(counts[level], even, contiguous);
      }
    }
    return RankGrouping.TOGETHER;
  }

  /** All ranks in one JVM. */
  private Placement(int ranks) {
    this.ranks = ranks;
    this.ranksPerJvm = ranks;
    this.grouping = RankGrouping.TOGETHER;
    Arrays.fill(counts, 1);
    Arrays.fill(largest, ranks);
  }

  /** Divides groups by a place; the number of groups there are then. */
  private static int divide(int[] outer, IntUnaryOperator place, int[] inner) {
    Map<Long, Integer> numbers = new HashMap<>();
    for (int rank = 0; rank < inner.length; rank++) {
      long key = (long) outer[rank] << 32 | place.applyAsInt(rank) & 0xffff_ffffL;
      Integer number = numbers.putIfAbsent(key, numbers.size());
      inner[rank] = number != null ? number : numbers.size() - 1;
    }
    return numbers.size();
  }

  private static int largest(int[] group, int count) {
    int[] sizes = new int[count];
    int most = 0;
    for (int number : group) {
      most = Math.max(most, ++sizes[number]);
    }
    return most;
  }

  /** Groups are numbered by their lowest ranks, so contiguous ones never go back. */
  private static boolean isContiguous(int[] group) {
    for (int rank = 1; rank < group.length; rank++) {
      if (group[rank] < group[rank - 1]) {
        return false;
      }
    }
    return true;
  }

  /** Ranks that are all in one JVM. */
  public static Placement together(int ranks) {
    return new Placement(ranks);
  }

  /**
   * Ranks that live at places, which are named by numbers: equal ones are one place if the places
   * around them are.
   */
  public static Placement of(
      int ranks, IntUnaryOperator host, IntUnaryOperator region, IntUnaryOperator jvm) {
    return new Placement(ranks, new IntUnaryOperator[] {host, region, jvm});
  }

  /** Number of ranks. */
  public int ranks() {
    return ranks;
  }

  /** The number of groups of ranks that share a place of a level and the places around it. */
  public int groups(Level level) {
    return counts[level.ordinal()];
  }

  /** The group of a rank, from 0; groups are numbered in the order of their lowest ranks. */
  public int group(Level level, int rank) {
    for (int i = level.ordinal(); i >= 0; i--) {
      int[] byRank = groups[i];
      if (byRank.length > 0) {
        return byRank[rank];
      }
    }
    return 0;
  }

  /** Most ranks that share a place of a level. */
  public int largestGroup(Level level) {
    return largest[level.ordinal()];
  }

  /** Most ranks on one host. */
  public int ranksPerHost() {
    return largestGroup(Level.HOST);
  }

  /** The ranks by groups, those of the root's first. */
  public PlacementOrder order(int root) {
    PlacementOrder known = order;
    if (known == null || known.root() != root) {
      known = new PlacementOrder(this, root);
      order = known;
    }
    return known;
  }

  /** Some of the ranks, which get the numbers of their places in the array. */
  public Placement part(int[] members) {
    return of(
        members.length,
        i -> group(Level.HOST, members[i]),
        i -> group(Level.REGION, members[i]),
        i -> group(Level.JVM, members[i]));
  }

  /** Most ranks in one JVM, in however many regions. */
  public int ranksPerJvm() {
    return ranksPerJvm;
  }

  /** The properties that decide which algorithms can be used. */
  public RankGrouping grouping() {
    return grouping;
  }
}
