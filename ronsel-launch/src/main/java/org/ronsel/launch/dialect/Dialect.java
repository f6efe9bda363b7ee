package org.ronsel.launch.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.UsageException;

/**
 * A launcher of another library family: translates its command lines to those of {@code ronsel
 * run}.
 */
public final class Dialect {
  private static final List<Dialect> ALL =
      List.of(
          new Dialect("mpjrun", Family.MPJ_EXPRESS),
          new Dialect("mpjrun.sh", Family.MPJ_EXPRESS),
          new Dialect("fmpjrun", Family.FAST_MPJ),
          new Dialect("mpirun", Family.MPIRUN),
          new Dialect("mpiexec", Family.MPIRUN));

  private final String name;
  private final Family family;

  private Dialect(String name, Family family) {
    this.name = name;
    this.family = family;
  }

  /** The launcher of this name, or null. */
  public static @Nullable Dialect of(String name) {
    return ALL.stream().filter(each -> each.name.equals(name)).findFirst().orElse(null);
  }

  /** The names of all launchers. */
  public static List<String> names() {
    return ALL.stream().map(each -> each.name).toList();
  }

  /** The name of the launcher. */
  public String name() {
    return name;
  }

  /**
   * Translates the words after the launcher's name.
   *
   * @param own options of {@code ronsel run} that may be mixed with the launcher's, with the number
   *     of words that follow each
   * @param cores default number of ranks
   * @param allocated whether a batch system provides hosts and ranks of jobs that name none
   * @param exists whether there is a file of a class path: those that are not there are left out
   * @throws UsageException if the command line cannot be carried out
   */
  public Translation translate(
      List<String> words,
      Map<String, Integer> own,
      int cores,
      boolean allocated,
      Predicate<String> exists) {
    List<List<String>> parts = new ArrayList<>();
    Notices notices = new Notices(name);
    for (List<String> each : family == Family.MPIRUN ? split(words) : List.of(words)) {
      Part part = new Part(name, family, own, notices, allocated, exists);
      Translation asked = part.read(each);
      if (asked != null) {
        return asked;
      }
      parts.add(part.words(cores, parts.isEmpty()));
    }
    return new Translation(parts, notices.lines(), false);
  }

  /** Splits words at each lone colon, which separates programs in any position. */
  private static List<List<String>> split(List<String> words) {
    List<List<String>> parts = new ArrayList<>();
    List<String> part = new ArrayList<>();
    parts.add(part);
    for (String word : words) {
      if (word.equals(":")) {
        part = new ArrayList<>();
        parts.add(part);
      } else {
        part.add(word);
      }
    }
    return parts;
  }

  /** The help text of the launcher. */
  public String help() {
    StringBuilder text = new StringBuilder();
    String program = family == Family.MPIRUN ? "java [JVM OPTION]... PROGRAM" : "PROGRAM";
    text.append("ronsel run, called as ").append(name).append(".\n\n");
    text.append("Usage: ").append(name).append(" [OPTION]... ").append(program);
    text.append(" [ARGUMENT]...\n\n");
    text.append("Options of other families, and what they mean here:\n");
    family.options().byDescription().forEach((what, names) -> describe(text, names, what));
    if (family != Family.MPIRUN) {
      describe(text, "-D... -X...", "options of the JVMs; -Xmx is per JVM");
    }
    text.append("Long options of ronsel run (ronsel run --help) may stand among them.\n");
    return text.toString();
  }

  private static void describe(StringBuilder text, String names, String description) {
    String line = " ";
    for (String each : names.split(" ", -1)) {
      if (line.length() + 1 + each.length() > 96) {
        text.append(line).append('\n');
        line = "   ";
      }
      line += " " + each;
    }
    text.append(line).append("\n        ").append(description).append('\n');
  }
}
