package org.ronsel.collective.selection;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.machine.Setting;

/**
 * Which algorithm serves which call: rules, of which the first that fits is taken. A rule does not
 * fit if its algorithm cannot serve the call: if it loses the order of ranks, does not work in
 * place or for that number of ranks, or is direct and the call is not. Immutable; any thread.
 *
 * <p>The choice depends only on values that are the same on all ranks of the communicator: the
 * operation and its operator, the {@link CommShape} of the communicator, and the length of the
 * message.
 */
public final class SelectionTable {
  /** The prefix of system properties and hints that prefer an algorithm. */
  public static final String PREFIX = Setting.ALGORITHM_PREFIX;

  private static final String BUILT_IN = "default.table";

  /** Communicators have few shapes as a rule; a program that makes many compiles again. */
  private static final int MOST_SHAPES = 64;

  /** How much an algorithm may stage at a rank, in bytes. */
  private final long scratchLimit;

  /** Says the rules of an operation, in the order in which they are asked; always the same. */
  private final Function<Collective, List<Rule>> source;

  /** The rules that {@link #source} has given, by operation. */
  private final AtomicReferenceArray<@Nullable List<Rule>> rules =
      new AtomicReferenceArray<>(Collective.values().length);

  /**
   * The selections for ranks that all live in one JVM, by their number and load; see {@link
   * #together}.
   */
  private final Map<Long, Selection> selections = new ConcurrentHashMap<>();

  /**
   * In a class of its own, so that it is read only when it is needed. The rules of an operation are
   * read when it is first called: reading all takes a tenth of the time in which a JVM starts.
   */
  private static final class BuiltIn {
    static final SelectionTable TABLE = new SelectionTable(BuiltIn::rules, Long.MAX_VALUE);

    private static final List<String> LINES = read();

    /** Behind those of the file all algorithms, so that there is one for calls it forgets. */
    private static List<Rule> rules(Collective collective) {
      StringBuilder text = new StringBuilder(TableFile.TITLE).append(TableFile.VERSION);
      for (String line : LINES) {
        if (line.startsWith(collective.call() + " ")) {
          text.append('\n').append(line);
        }
      }
      List<Rule> rules = new ArrayList<>(TableFile.parse(BUILT_IN, text.toString()).rules());
      for (Algorithm algorithm : KnownAlgorithms.of(collective)) {
        rules.add(Rule.of(algorithm));
      }
      return rules;
    }

    private static List<String> read() {
      try (InputStream in = SelectionTable.class.getResourceAsStream(BUILT_IN)) {
        if (in == null) {
          throw new IllegalStateException("no built-in table of algorithms");
        }
        return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      } catch (IOException e) {
        throw new IllegalStateException("the built-in table of algorithms cannot be read", e);
      }
    }
  }

  /** The table that ranks of this JVM have read last; they all read the same. */
  private static volatile @Nullable Read lastRead;

  private record Read(String text, SelectionTable table) {}

  /** The table with the limit that was asked for last: that of the job, for all of its ranks. */
  private volatile @Nullable SelectionTable within;

  private SelectionTable(Function<Collective, List<Rule>> source, long scratchLimit) {
    this.source = source;
    this.scratchLimit = scratchLimit;
  }

  /** The built-in table. */
  public static SelectionTable builtIn() {
    return BuiltIn.TABLE;
  }

  /** A table that asks these rules first, and where none of them fits does as this one. */
  public SelectionTable preferring(List<Rule> first) {
    if (first.isEmpty()) {
      return this;
    }
    List<Rule> preferred = List.copyOf(first);
    return new SelectionTable(
        collective -> {
          List<Rule> all = new ArrayList<>(preferred);
          all.removeIf(rule -> rule.collective() != collective);
          all.addAll(rules(collective));
          return all;
        },
        scratchLimit);
  }

  /**
   * This table with a limit for the memory, in bytes, that an operation may stage at a rank. A rule
   * whose algorithm needs more for a length does not fit; if none fits, the algorithm that needs
   * least is taken.
   *
   * @param bytes at each rank
   * @see Algorithm#scratchBytes
   */
  public SelectionTable within(long bytes) {
    if (bytes == scratchLimit) {
      return this;
    }
    SelectionTable known = within;
    if (known == null || known.scratchLimit != bytes) {
      known = new SelectionTable(this::rules, bytes);
      within = known;
    }
    return known;
  }

  long scratchLimit() {
    return scratchLimit;
  }

  /**
   * The built-in table as changed by a file and by the system properties {@code
   * ronsel.collective.<operation>}, such as {@code ronsel.collective.allReduce=rabenseifner}, which
   * must be the same in all JVMs of a job.
   *
   * @param fileName what the file is called in messages
   * @param text its contents, or null if there is none
   * @throws InvalidTableException if the text is no table
   * @throws InvalidArgumentException if a property names no algorithm
   */
  public static SelectionTable current(String fileName, @Nullable String text) {
    SelectionTable table = builtIn();
    if (text != null) {
      table = read(fileName, text);
    }
    List<Rule> wanted = new ArrayList<>();
    Properties properties = System.getProperties();
    for (String key : Setting.algorithmProperties(properties)) {
      wanted.add(wanted(key, collective(key), properties.getProperty(key)));
    }
    return table.preferring(wanted);
  }

  /** The operation that a property is for. */
  private static Collective collective(String key) {
    Collective collective = KnownAlgorithms.operation(key.substring(PREFIX.length()));
    if (collective == null) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT,
          "-D" + key + " sets nothing: the operations are " + KnownAlgorithms.operations());
    }
    return collective;
  }

  private static SelectionTable read(String fileName, String text) {
    Read last = lastRead;
    if (last == null || !last.text.equals(text)) {
      last = new Read(text, builtIn().preferring(TableFile.parse(fileName, text).rules()));
      lastRead = last;
    }
    return last.table;
  }

  /**
   * The rule that uses an algorithm wherever it can be used.
   *
   * @param key what asks for it, for the message
   * @throws InvalidArgumentException listing the names there are, if it is none of them
   */
  public static Rule wanted(String key, Collective collective, String name) {
    Algorithm algorithm = KnownAlgorithms.find(collective, name);
    if (algorithm == null) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT,
          key + " must be one of " + KnownAlgorithms.names(collective) + ", not \"" + name + "\"");
    }
    return Rule.of(algorithm);
  }

  /** The rules of an operation in the order in which they are asked. */
  List<Rule> rules(Collective collective) {
    List<Rule> known = rules.get(collective.ordinal());
    if (known == null) {
      known = List.copyOf(source.apply(collective));
      rules.set(collective.ordinal(), known);
    }
    return known;
  }

  /**
   * This table compiled for ranks that are placed like this.
   *
   * @param means by which blocking calls may be served
   * @param oversubscribed whether the ranks of the job outnumber the cores that they run on
   */
  public Selection forPlacement(
      Placement placement, Selection.Means means, boolean oversubscribed) {
    int ranks = placement.ranks();
    boolean together = placement.groups(Placement.Level.JVM) == 1;
    // Ranks of one JVM are a single group at all levels; other placements are not compared.
    return together
        ? together(new CommShape(ranks, ranks, ranks, oversubscribed), means)
        : new Selection(this, CommShape.of(placement, oversubscribed), placement, means);
  }

  private Selection together(CommShape shape, Selection.Means means) {
    int kinds = Selection.Means.values().length;
    long key = 2L * (kinds * shape.ranks() + means.ordinal()) + (shape.oversubscribed() ? 1 : 0);
    Selection known = selections.get(key);
    if (known != null) {
      return known;
    }
    if (selections.size() >= MOST_SHAPES) {
      selections.clear();
    }
    return selections.computeIfAbsent(
        key, of -> new Selection(this, shape, shape.placement(), means));
  }

  /** This table compiled for a communicator of a shape whose ranks are placed in order. */
  public Selection forShape(CommShape shape) {
    boolean together = shape.ranksPerJvm() == shape.ranks();
    boolean onHost = shape.ranksPerHost() == shape.ranks();
    Selection.Means means = Selection.Means.of(together, onHost);
    return forPlacement(shape.placement(), means, shape.oversubscribed());
  }
}
