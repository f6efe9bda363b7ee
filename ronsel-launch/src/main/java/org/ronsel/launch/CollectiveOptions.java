package org.ronsel.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.collective.selection.TableFile;
import org.ronsel.runtime.TableSource;

/**
 * Which algorithms serve the collective calls of a job.
 *
 * @param table the table that all its JVMs get, with the name of its file
 * @param wanted algorithm by operation that is used wherever it can be
 */
record CollectiveOptions(TableSource table, Map<String, String> wanted) {
  /** Those of the built-in table. */
  static final CollectiveOptions BUILT_IN = new CollectiveOptions(TableSource.NONE, Map.of());

  /**
   * Reads what is said of them.
   *
   * @param file the table's file, or null for the usual one
   * @param algorithms lists of {@code OPERATION=ALGORITHM}
   * @throws UsageException if the file is not a table, or a name is not known
   */
  static CollectiveOptions read(@Nullable String file, List<String> algorithms) {
    return new CollectiveOptions(table(file), wanted(algorithms));
  }

  private static TableSource table(@Nullable String file) {
    try {
      TableSource source =
          file == null ? TableSource.ofSurroundings() : TableSource.of("--collectives", file);
      String text = source.text();
      if (text != null) {
        // Here a mistake is told once and before anything runs.
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
        int equals = each.indexOf('=');
        if (equals < 1) {
          throw new UsageException(
              "--algorithm " + each + ": give OPERATION=ALGORITHM, such as allReduce=ring");
        }
        Collective collective = KnownAlgorithms.operation(each.substring(0, equals));
        if (collective == null) {
          throw new UsageException(
              "--algorithm " + each + ": the operations are " + KnownAlgorithms.operations());
        }
        String name = each.substring(equals + 1);
        if (KnownAlgorithms.find(collective, name) == null) {
          throw new UsageException(
              "--algorithm "
                  + each
                  + ": no such algorithm; ronsel tune --list "
                  + collective.call()
                  + " lists those there are");
        }
        if (wanted.put(collective.call(), name) != null) {
          throw new UsageException("--algorithm " + each + ": the operation is given twice");
        }
      }
    }
    return wanted;
  }

  /** What tells the wanted ones to the JVMs of the job. */
  List<String> jvmOptions() {
    List<String> options = new ArrayList<>();
    wanted.forEach(
        (operation, name) -> options.add("-D" + SelectionTable.PREFIX + operation + "=" + name));
    return options;
  }
}
