package org.ronsel.launch.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.collective.selection.TableFile;
import org.ronsel.launch.spi.AlgorithmChoice;
import org.ronsel.launch.spi.UsageException;
import org.ronsel.runtime.TableSource;

/**
 * The algorithms that serve the collective calls of a job.
 *
 * @param table the table that all its JVMs get, with the name of its file
 * @param wanted algorithm by operation that is used where possible
 */
public record CollectiveOptions(TableSource table, Map<String, String> wanted) {
  /** The options of the built-in table. */
  static final CollectiveOptions BUILT_IN = new CollectiveOptions(TableSource.NONE, Map.of());

  /**
   * Reads the options.
   *
   * @param file the table's file, or null for the usual one
   * @param algorithms lists of {@code OPERATION=ALGORITHM}
   * @throws UsageException if the file is not a table, or a name is not known
   */
  public static CollectiveOptions read(@Nullable String file, List<String> algorithms) {
    return new CollectiveOptions(table(file), wanted(algorithms));
  }

  private static TableSource table(@Nullable String file) {
    try {
      TableSource source =
          file == null ? TableSource.ofSurroundings() : TableSource.of("--collectives", file);
      String text = source.text();
      if (text != null) {
        // A mistake is reported here once and before the job starts.
        TableFile.parse(source.name(), text);
      }
      return source;
    } catch (RonselException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private static Map<String, String> wanted(List<String> lists) {
    Map<String, String> wanted = new LinkedHashMap<>();
    for (String list : lists) {
      for (String each : list.split(",", -1)) {
        AlgorithmChoice choice = choice(each);
        if (wanted.put(choice.operation(), choice.algorithm()) != null) {
          throw new UsageException("--algorithm " + each + ": the operation is given twice");
        }
      }
    }
    return wanted;
  }

  private static AlgorithmChoice choice(String text) {
    try {
      return AlgorithmChoice.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /** What a user is told who wants algorithms that cannot serve all ranks of the job. */
  public List<String> notices(int ranks) {
    List<String> notices = new ArrayList<>();
    wanted.forEach(
        (operation, name) -> {
          Collective collective = KnownAlgorithms.operation(operation);
          Algorithm algorithm = collective == null ? null : KnownAlgorithms.find(collective, name);
          if (algorithm != null && !algorithm.supports(ranks)) {
            notices.add(
                "--algorithm "
                    + operation
                    + "="
                    + name
                    + ": does not work with "
                    + (ranks == 1 ? "one rank" : ranks + " ranks")
                    + ", so another one serves where all take part");
          }
        });
    return notices;
  }

  /** The options that pass the wanted algorithms to the JVMs of the job. */
  public List<String> jvmOptions() {
    List<String> options = new ArrayList<>();
    wanted.forEach(
        (operation, name) -> options.add("-D" + SelectionTable.PREFIX + operation + "=" + name));
    return options;
  }
}
