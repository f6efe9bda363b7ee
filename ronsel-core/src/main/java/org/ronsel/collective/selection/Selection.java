package org.ronsel.collective.selection;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.direct.DirectForm;

/**
 * A table compiled for communicators of one shape: for each kind of call a few lengths of messages
 * in ascending order, and the algorithm from each on. A look-up is two loads and a search among
 * them; it allocates nothing. Kinds are compiled when they are first asked for. Any thread.
 */
public final class Selection {
  private static final int DIRECT = 1;
  private static final int COMMUTATIVE = 2;
  private static final int IN_PLACE = 4;
  private static final int KINDS = 8;

  private final SelectionTable table;
  private final Shape shape;

  /** By operation and kind of call. Written by any thread that misses one; all write the same. */
  private final @Nullable Line[] lines = new Line[Collective.values().length * KINDS];

  /**
   * What serves calls of one kind.
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

  Selection(SelectionTable table, Shape shape) {
    this.table = table;
    this.shape = shape;
  }

  /** The table that it is made of. */
  public SelectionTable table() {
    return table;
  }

  /** The communicators that it is for. */
  public Shape shape() {
    return shape;
  }

  /**
   * The algorithm for a blocking call of ranks that share a JVM; may be direct.
   *
   * @param bytes of the message, of one rank's block where ranks have blocks; 0 where ranks know
   *     different lengths
   */
  public Algorithm find(Collective collective, long bytes, boolean commutative, boolean inPlace) {
    return find(collective, kind(collective, commutative, inPlace) | DIRECT, bytes);
  }

  /** The algorithm for any other call. */
  public ScheduledAlgorithm findScheduled(
      Collective collective, long bytes, boolean commutative, boolean inPlace) {
    return (ScheduledAlgorithm) find(collective, kind(collective, commutative, inPlace), bytes);
  }

  /** Of an operation with a root only the root may be in place, so nobody may look at that. */
  private static int kind(Collective collective, boolean commutative, boolean inPlace) {
    return (commutative ? COMMUTATIVE : 0) | (inPlace || collective.hasRoot() ? IN_PLACE : 0);
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
      lines[at] = line; // a record: whoever sees it sees what it holds
    }
    return line;
  }

  private Line compile(Collective collective, int kind) {
    Rule[] fitting = new Rule[0];
    for (Rule rule : table.rules(collective)) {
      boolean usable = (kind & DIRECT) != 0 || rule.algorithm() instanceof ScheduledAlgorithm;
      if (usable
          && rule.fits(shape)
          && rule.fits((kind & COMMUTATIVE) != 0, (kind & IN_PLACE) != 0, shape.spread())) {
        fitting = Arrays.copyOf(fitting, fitting.length + 1);
        fitting[fitting.length - 1] = rule;
      }
    }
    long[] from = new long[2 * fitting.length + 1];
    for (int i = 0; i < fitting.length; i++) {
      from[2 * i + 1] = fitting[i].bytes().least();
      long most = fitting[i].bytes().most();
      from[2 * i + 2] = most == Long.MAX_VALUE ? 0 : most + 1;
    }
    Arrays.sort(from);
    Algorithm[] chosen = new Algorithm[from.length];
    int count = 0;
    for (long least : from) {
      Algorithm first = first(fitting, least);
      if (first == null) {
        throw new IllegalStateException(
            "no algorithm for " + collective + " of " + least + " bytes on " + shape);
      }
      if (count == 0 || first != chosen[count - 1]) {
        from[count] = least;
        chosen[count++] = first;
      }
    }
    return new Line(Arrays.copyOf(from, count), Arrays.copyOf(chosen, count));
  }

  private static @Nullable Algorithm first(Rule[] rules, long bytes) {
    for (Rule rule : rules) {
      if (rule.bytes().has(bytes)) {
        return rule.algorithm();
      }
    }
    return null;
  }

  /**
   * The operations whose blocking form is direct whatever the call, as bits by ordinal, for ranks
   * that share a JVM: then a look-up is not needed.
   */
  public int alwaysDirect() {
    int bits = 0;
    for (Collective collective : Collective.values()) {
      boolean all = true;
      for (int kind = DIRECT; kind < KINDS && all; kind += 2) {
        Line line = compiled(collective, kind);
        all = line.chosen.length == 1 && line.chosen[0] instanceof DirectForm;
      }
      bits |= all ? 1 << collective.ordinal() : 0;
    }
    return bits;
  }
}
