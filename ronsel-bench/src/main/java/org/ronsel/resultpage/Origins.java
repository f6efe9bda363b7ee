package org.ronsel.resultpage;

import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells apart the rows of several files that are not repetitions of one measurement. Rows of one
 * benchmark that were measured on different machines, or by different versions, are different
 * lines; so are rows of one line that were measured by different commands in the same place, since
 * their medians are of different things. Files of the same machine, versions and command stay
 * together.
 */
final class Origins {
  private Origins() {}

  /** All rows of files; those that others would be mixed with have the name of their file. */
  static List<Result> named(List<ResultFile> files) {
    List<Result> rows = files.stream().flatMap(file -> file.results().stream()).toList();
    Map<Result, String> names = new IdentityHashMap<>(); // two rounds may be equal
    List<Result> measured = rows.stream().filter(row -> row.value() != null).toList();
    for (List<Result> benchmark :
        Entrants.by(measured, r -> List.of(r.kind(), r.subject(), r.unit())).values()) {
      Map<?, List<Result>> machines = Entrants.by(benchmark, r -> r.file().environment());
      for (List<Result> machine : machines.values()) {
        for (List<Result> line : Entrants.by(machine, Result::series).values()) {
          if (isMixed(line)) {
            for (List<Result> run : Entrants.by(line, r -> r.file().run()).values()) {
              name(run, run.getFirst().file(), files, names);
            }
          } else if (machines.size() > 1) {
            name(line, machine.getFirst().file(), files, names);
          }
        }
      }
    }
    return rows.stream().map(row -> row.from(names.getOrDefault(row, ""))).toList();
  }

  /** Whether several commands have measured the same. */
  private static boolean isMixed(List<Result> line) {
    return Entrants.by(line, r -> List.of(r.ranks(), r.size())).values().stream()
        .anyMatch(place -> Entrants.different(place, r -> r.file().run()) > 1);
  }

  private static void name(
      List<Result> rows, ResultFile file, List<ResultFile> files, Map<Result, String> names) {
    String name = shortest(file.path(), files.stream().map(ResultFile::path).toList());
    rows.forEach(row -> names.put(row, name));
  }

  /** The shortest end of a path that no other file has, without {@code .json}. */
  private static String shortest(Path path, List<Path> all) {
    Path whole = path.toAbsolutePath().normalize();
    int count = whole.getNameCount();
    for (int length = 1; length <= count; length++) {
      Path end = whole.subpath(count - length, count);
      if (all.stream().filter(each -> each.toAbsolutePath().normalize().endsWith(end)).count()
          <= 1) {
        return withoutSuffix(end);
      }
    }
    return withoutSuffix(whole);
  }

  private static String withoutSuffix(Path path) {
    String text = path.toString().replace('\\', '/');
    return text.endsWith(".json") ? text.substring(0, text.length() - ".json".length()) : text;
  }
}
