package org.ronsel.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.machine.Setting;

/**
 * The text of the table that says which algorithms serve collective calls, and where it comes from.
 * A JVM that the launcher has started is given the launcher's, so that all JVMs of a job have the
 * same. Any other reads, of the first that is said: the file that the property {@code
 * ronsel.collectives} names, or the environment variable {@code RONSEL_COLLECTIVES}, or {@code
 * ronsel/collectives.table} in {@code $XDG_CONFIG_HOME} (else {@code ~/.config}) if there is one.
 *
 * @param name what the file is called in messages; empty without one
 * @param text its text, or null for the built-in table alone
 */
public record TableSource(String name, @Nullable String text) {
  /** Environment variable that names the file. */
  public static final String VARIABLE = "RONSEL_COLLECTIVES";

  /** Stands for no file in the place of a name. */
  public static final String BUILT_IN = "default";

  /** A longer file is something else. */
  private static final long LONGEST = 4 << 20;

  /** No file. */
  public static final TableSource NONE = new TableSource("", null);

  private static volatile @Nullable TableSource given;

  /** The table of this JVM. */
  public static TableSource current() {
    TableSource fromLauncher = given;
    if (fromLauncher != null) {
      return fromLauncher;
    }
    String named = Setting.COLLECTIVES.text();
    return named == null ? ofSurroundings() : of("-D" + Setting.COLLECTIVES.property(), named);
  }

  /** Takes what the launcher says. */
  static void give(TableSource source) {
    given = source;
  }

  /**
   * The table that the environment or the user's configuration names.
   *
   * @throws RonselException if a file that is named cannot be read
   */
  public static TableSource ofSurroundings() {
    String named = System.getenv(VARIABLE);
    if (named != null && !named.isEmpty()) {
      return of(VARIABLE, named);
    }
    Path usual = usualPlace();
    return usual == null || !Files.isRegularFile(usual) ? NONE : read(usual.toString(), usual);
  }

  /** The usual path of the user's table; null if there is no such place. */
  public static @Nullable Path usualPlace() {
    String configuration = System.getenv("XDG_CONFIG_HOME");
    String home = System.getProperty("user.home", "");
    try {
      // A relative path is to be ignored, says the XDG Base Directory Specification.
      Path folder =
          configuration != null && configuration.startsWith("/")
              ? Path.of(configuration)
              : home.isEmpty() ? null : Path.of(home, ".config");
      return folder == null ? null : folder.resolve("ronsel").resolve("collectives.table");
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /**
   * The table in a named file.
   *
   * @param who the origin of the name, for the message
   * @param named a path, or {@link #BUILT_IN}
   * @throws RonselException if it cannot be read
   */
  public static TableSource of(String who, String named) {
    if (named.equals(BUILT_IN)) {
      return NONE;
    }
    try {
      return read(who + " " + named, Path.of(named));
    } catch (InvalidPathException e) {
      throw unreadable(who + " " + named, "it is not a path");
    }
  }

  private static TableSource read(String said, Path file) {
    try {
      if (Files.size(file) > LONGEST) {
        throw unreadable(said, "it is too long for a table");
      }
      return new TableSource(file.toString(), Files.readString(file));
    } catch (java.nio.file.NoSuchFileException e) {
      throw unreadable(said, "there is no such file");
    } catch (IOException e) {
      throw unreadable(said, String.valueOf(e.getMessage()));
    }
  }

  private static RonselException unreadable(String said, String why) {
    return new RonselException(
        ErrorClass.ARGUMENT,
        said
            + ": the table of collective algorithms cannot be read: "
            + why
            + " (\""
            + BUILT_IN
            + "\" means the built-in one)");
  }
}
