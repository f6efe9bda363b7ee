package org.ronsel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hints by name (MPI-4.1, chapter 10). An object that takes hints keeps a copy of its own; it
 * ignores those it does not know. Any thread.
 */
public final class Info {
  /** The longest key, in characters. */
  public static final int MAX_KEY = 255;

  /** The longest value, in characters. */
  public static final int MAX_VALUE = 65_535;

  private final Map<String, String> hints = new LinkedHashMap<>();

  /** Makes an object without hints. */
  public Info() {}

  /**
   * The hints that describe how this job was started (MPI-4.1, section 10.2): {@code command},
   * {@code arch}, {@code wdir}, as far as the JVM knows them, and {@code thread_level}.
   */
  public static Info env() {
    Info env = new Info();
    ProcessHandle.current().info().command().ifPresent(command -> env.set("command", command));
    env.set("arch", System.getProperty("os.arch", "unknown"));
    env.set("wdir", System.getProperty("user.dir", "."));
    env.set("thread_level", "MPI_THREAD_MULTIPLE");
    return env;
  }

  /**
   * Sets a hint, in the place of an earlier one of that key.
   *
   * @return this
   * @throws InvalidArgumentException if the key is empty, or either is null or too long
   */
  public synchronized Info set(String key, String value) {
    checkKey("Info.set", key);
    if (value == null || value.length() > MAX_VALUE) {
      throw new InvalidArgumentException(
          ErrorClass.INFO_VALUE,
          ErrorPlace.of("Info.set")
              .message(
                  "the value of "
                      + key
                      + (value == null
                          ? " is null"
                          : " is longer than " + MAX_VALUE + " characters")));
    }
    hints.put(key, value);
    return this;
  }

  /** The value of a hint, or null if it is not set. */
  public synchronized @Nullable String get(String key) {
    checkKey("Info.get", key);
    return hints.get(key);
  }

  /**
   * Removes a hint.
   *
   * @return whether it was set
   */
  public synchronized boolean remove(String key) {
    checkKey("Info.remove", key);
    return hints.remove(key) != null;
  }

  /** The keys of all hints, in the order in which they were first set. */
  public synchronized List<String> keys() {
    return new ArrayList<>(hints.keySet());
  }

  /** Number of hints. */
  public synchronized int size() {
    return hints.size();
  }

  /** Another object with the same hints. */
  public synchronized Info dup() {
    Info copy = new Info();
    copy.hints.putAll(hints);
    return copy;
  }

  private static void checkKey(String call, @Nullable String key) {
    if (key == null || key.isEmpty() || key.length() > MAX_KEY) {
      throw new InvalidArgumentException(
          ErrorClass.INFO_KEY,
          ErrorPlace.of(call)
              .message(
                  "the key is "
                      + (key == null
                          ? "null"
                          : key.isEmpty() ? "empty" : "longer than " + MAX_KEY + " characters")));
    }
  }

  @Override
  public synchronized String toString() {
    return "Info" + hints;
  }
}
