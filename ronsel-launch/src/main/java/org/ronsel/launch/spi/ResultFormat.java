package org.ronsel.launch.spi;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The format of the JSON files that measuring commands write and others read: its version, and
 * where its rows are. {@code docs/benchmarks.md} describes it.
 */
public final class ResultFormat {
  /** The field that has the version; files without it are of another kind. */
  public static final String VERSION_FIELD = "ronselBench";

  /** Version of the format; incremented when a reader has to change. */
  public static final int VERSION = 3;

  /** The field that has the rows. */
  public static final String ROWS_FIELD = "rows";

  private ResultFormat() {}

  /**
   * Reads a file of results.
   *
   * @throws IllegalArgumentException if it has no results, or those of another version
   * @throws IOException if it cannot be read
   */
  public static Map<String, Object> read(Path file) throws IOException {
    Map<String, Object> report = object(file);
    if (!(report.get(VERSION_FIELD) instanceof Number version)
        || !(report.get(ROWS_FIELD) instanceof List<?>)) {
      throw new IllegalArgumentException(file + " is not what ronsel bench --json writes");
    }
    if (version.intValue() != VERSION) {
      throw new IllegalArgumentException(
          file
              + " has format "
              + version
              + ", this version reads "
              + VERSION
              + ": measure again, or use the version of Ronsel that has written it");
    }
    return report;
  }

  /**
   * Reads a JSON object of any kind.
   *
   * @throws IllegalArgumentException if the file is damaged, or is not an object but {@code null}
   * @throws IOException if it cannot be read
   */
  public static Map<String, Object> object(Path file) throws IOException {
    @Nullable Map<String, Object> object;
    try {
      object = JSON.std.mapFrom(Files.readString(file));
    } catch (JacksonException | CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is damaged, or not JSON", e);
    }
    if (object == null) {
      throw new IllegalArgumentException(file + " is no JSON object, but null");
    }
    return object;
  }

  /** The rows of what {@link #read} has read. */
  @SuppressWarnings("unchecked") // entries that are not objects have been removed
  public static List<Map<String, Object>> rows(Map<String, Object> report) {
    return ((List<?>) report.getOrDefault(ROWS_FIELD, List.of()))
        .stream().filter(Map.class::isInstance).map(row -> (Map<String, Object>) row).toList();
  }
}
