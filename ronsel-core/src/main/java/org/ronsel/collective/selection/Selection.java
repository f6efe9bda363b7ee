package org.ronsel.collective.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.CombiningOrder;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.shared.CopyAlgorithm;
import org.ronsel.collective.shared.DirectAlgorithm;

/**
 * A table compiled for ranks that are placed in one way: for each kind of call a few lengths of
 * messages in ascending order, and the algorithm from each on. A look-up is two loads and a search
 * among them; it allocates nothing. Kinds are compiled when they are first asked for. Any thread.
 */
public final class Selection {
  /** The means, beside messages, by which blocking calls may be served. */
  public enum Means {
    /** By messages alone. */
    MESSAGES,
    /** Also by copying, in memory of a host. */
    HOST,
    /** Also directly, and by copying, in memory of one JVM. */
    JVM;

    /**
     * The means that are available.
     *
     * @param inJvm whether all ranks live in one JVM
     * @param onHost whether they may share memory
     */
    public static Means of(boolean inJvm, boolean onHost) {
      if (inJvm) {
        return JVM;
      }
      return onHost ? HOST : MESSAGES;
    }

    boolean allow(Algorithm algorithm) {
      if (algorithm instanceof DirectAlgorithm) {
        return this == JVM;
      }
      return this != MESSAGES || !(algorithm instanceof CopyAlgorithm);
    }
  }

  private static final int BLOCKING = 1;
  private static final int IN_PLACE = 2;
  private static final int ORDER_SHIFT = 2;
  private static final CombiningOrder[] ORDERS = CombiningOrder.values();
  private static final int OPERATIONS = Collective.values().length;
  private static final int KINDS = ORDERS.length << ORDER_SHIFT;

  private final SelectionTable table;
  private final CommShape shape;
  private final Placement placement;
  private final Means means;

  /** By operation and kind of call. Written by any thread that misses one; all write the same. */
  private final @Nullable Line[] lines = new Line[OPERATIONS * KINDS];

  /** Operations of which calls in place may be served otherwise. Written like lines. */
  private final @Nullable Boolean[] placed = new Boolean[OPERATIONS];

  /**
   * The algorithms of calls of one kind.
   *
   * @param from lengths in bytes, ascending from 0
   * @param chosen the algorithm from each of them on
   */
  private record Line(long[] from, Algorithm[] chosen) {
    Algorithm at(long bytes) {
      int i = from.length - 1;
      while (i > 0 && bytes < from[i]) {
        i--;
      }
      return chosen[i];
    }
  }

  Selection(SelectionTable table, CommShape shape, Placement placement, Means means) {
    this.table = table;
    this.shape = shape;
    this.placement = placement;
    this.means = means;
  }

  /** Whether it may depend on the place of the data what serves an operation. */
  public boolean asksForPlace(Collective collective) {
    Boolean known = placed[collective.ordinal()];
    if (known == null) {
      known = table.rules(collective).stream().anyMatch(Rule::asksForPlace);
      placed[collective.ordinal()] = known;
    }
    return known;
  }

  /**
   * The algorithm for a blocking call.
   *
   * @param bytes of the message, of one rank's block where ranks have blocks; 0 where ranks know
   *     different lengths
   */
  public Algorithm find(Collective collective, long bytes, CombiningOrder order, boolean inPlace) {
    return find(collective, kind(collective, order, inPlace) | BLOCKING, bytes);
  }

  /** The algorithm for a call that is executed by messages. */
  public ScheduledAlgorithm findScheduled(
      Collective collective, long bytes, CombiningOrder order, boolean inPlace) {
    return (ScheduledAlgorithm) find(collective, kind(collective, order, inPlace), bytes);
  }

  /**
   * The same, where scratch has a limit in addition to that of the table: if the algorithm needs
   * more, the one that needs the least.
   *
   * @param most bytes of scratch
   */
  public ScheduledAlgorithm findScheduled(
      Collective collective, long bytes, CombiningOrder order, boolean inPlace, long most) {
    ScheduledAlgorithm found = findScheduled(collective, bytes, order, inPlace);
    boolean isShort = bytes <= most / 4 / placement.ranks(); // which needs no longer look
    if (isShort || found.scratchBytes(placement, bytes) <= most) {
      return found;
    }
    int kind = kind(collective, order, inPlace);
    return leanest(fitting(collective, kind), bytes) instanceof ScheduledAlgorithm leanest
        ? leanest
        : found;
  }

  /**
   * The choice may not depend on it where some ranks may be in place and others not: then it is one
   * for ranks in place, or one that is replaced there.
   */
  private static int kind(Collective collective, CombiningOrder order, boolean inPlace) {
    boolean maybe = collective.agreesOnPlace() ? inPlace : !collective.mixesAlgorithms();
    return order.ordinal() << ORDER_SHIFT | (maybe ? IN_PLACE : 0);
  }

  private Algorithm find(Collective collective, int kind, long bytes) {
    Line line = lines[collective.ordinal() * KINDS + kind];
    return (line != null ? line : compiled(collective, kind)).at(bytes);
  }

  private Line compiled(Collective collective, int kind) {
    int at = collective.ordinal() * KINDS + kind;
    Line line = lines[at];
    if (line == null) {
      line = compile(collective, kind);
      lines[at] = line; // a record: a thread that sees it sees its content
    }
    return line;
  }

  private Line compile(Collective collective, int kind) {
    Rule[] fitting = fitting(collective, kind);
    long[] from = new long[8];
    Algorithm[] chosen = new Algorithm[8];
    int count = 0;
    for (long least = 0; ; ) {
      int first = first(fitting, least);
      Algorithm algorithm =
          first < fitting.length ? fitting[first].algorithm() : leanest(fitting, least);
      if (algorithm == null) {
        throw new IllegalStateException(
            "no algorithm for " + collective + " of " + least + " bytes on " + shape);
      }
      if (count == 0 || algorithm != chosen[count - 1]) {
        if (count == from.length) {
          from = Arrays.copyOf(from, 2 * count);
          chosen = Arrays.copyOf(chosen, 2 * count);
        }
        from[count] = least;
        chosen[count++] = algorithm;
      }
      long last = last(fitting, first, least);
      if (last == Long.MAX_VALUE) {
        return new Line(Arrays.copyOf(from, count), Arrays.copyOf(chosen, count));
      }
      least = last + 1;
    }
  }

  private Rule[] fitting(Collective collective, int kind) {
    Means by = (kind & BLOCKING) != 0 ? means : Means.MESSAGES;
    List<Rule> fitting = new ArrayList<>();
    for (Rule rule : table.rules(collective)) {
      if (by.allow(rule.algorithm())
          && rule.fits(shape, placement)
          && rule.fits(ORDERS[kind >> ORDER_SHIFT], (kind & IN_PLACE) != 0, placement)) {
        fitting.add(rule);
      }
    }
    return fitting.toArray(new Rule[0]);
  }

  /** The first of the rules for messages of a length; if none is, their number. */
  private int first(Rule[] rules, long bytes) {
    int i = 0;
    while (i < rules.length
        && !(rules[i].bytes().has(bytes) && hasRoom(rules[i].algorithm(), bytes))) {
      i++;
    }
    return i;
  }

  /**
   * The longest message for which the same rule is the first as for one of some length; where there
   * is none, up to which the same algorithm is taken.
   */
  private long last(Rule[] rules, int first, long bytes) {
    long last = bytes > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * bytes; // about the leanest there
    if (first < rules.length) {
      last = Math.min(rules[first].bytes().most(), longest(rules[first].algorithm(), bytes));
    }
    for (int i = 0; i < first; i++) {
      long least = rules[i].bytes().least();
      if (least > bytes) {
        last = Math.min(last, least - 1);
      }
    }
    return last;
  }

  private boolean hasRoom(Algorithm algorithm, long bytes) {
    return algorithm.scratchBytes(placement, bytes) <= table.scratchLimit();
  }

  /** The longest message for which an algorithm has room that has enough for some length. */
  private long longest(Algorithm algorithm, long bytes) {
    if (hasRoom(algorithm, Long.MAX_VALUE)) {
      return Long.MAX_VALUE;
    }
    long has = bytes;
    long lacks = Long.MAX_VALUE;
    while (lacks - has > 1) {
      long middle = has + (lacks - has) / 2;
      if (hasRoom(algorithm, middle)) {
        has = middle;
      } else {
        lacks = middle;
      }
    }
    return has;
  }

  /** The algorithm that needs the least memory, where none fits the limit. */
  private @Nullable Algorithm leanest(Rule[] rules, long bytes) {
    Algorithm leanest = null;
    long least = Long.MAX_VALUE;
    for (Rule rule : rules) {
      long needs = rule.algorithm().scratchBytes(placement, bytes);
      if (rule.bytes().has(bytes) && (leanest == null || needs < least)) {
        leanest = rule.algorithm();
        least = needs;
      }
    }
    return leanest;
  }

  /** Whether the blocking form is direct for every call: then no look-up is needed. */
  public boolean isAlwaysDirect(Collective collective) {
    for (int kind = BLOCKING; kind < KINDS; kind += 2) {
      Line line = compiled(collective, kind);
      if (line.chosen.length != 1 || !(line.chosen[0] instanceof DirectAlgorithm)) {
        return false;
      }
    }
    return true;
  }
}
