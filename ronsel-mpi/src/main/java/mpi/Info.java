package mpi;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keys and values that advise a call; keys that it does not know are ignored. */
public final class Info implements Freeable, Cloneable {
  private @Nullable Map<String, String> values;

  /** Creates an empty info. */
  public Info() throws MPIException {
    values = new LinkedHashMap<>();
  }

  private Info(@Nullable Map<String, String> values) {
    this.values = values;
  }

  static Info none() {
    return new Info(null);
  }

  /** How the program was started, as far as the JVM knows. */
  static Info environment() {
    Map<String, String> known = new LinkedHashMap<>();
    String command = System.getProperty("sun.java.command");
    if (command != null) {
      known.put("command", command);
    }
    known.put("arch", System.getProperty("os.arch"));
    known.put("wdir", System.getProperty("user.dir"));
    known.put("thread_level", "MPI_THREAD_MULTIPLE");
    return new Info(known);
  }

  private Map<String, String> values() {
    Map<String, String> known = values;
    if (known == null) {
      throw new MPIException(MPI.ERR_INFO, "the info is null or has been freed");
    }
    return known;
  }

  /** What is set, for calls that take it as advice. */
  Map<String, String> advice() {
    Map<String, String> known = values;
    return known == null ? Map.of() : known;
  }

  /** Sets the value of a key. */
  public void set(String key, String value) throws MPIException {
    if (key.isEmpty() || key.length() > MPI.MAX_INFO_KEY) {
      throw new MPIException(
          MPI.ERR_INFO_KEY, "a key has 1 to " + MPI.MAX_INFO_KEY + " characters: '" + key + "'");
    }
    if (value.length() > MPI.MAX_INFO_VAL) {
      throw new MPIException(
          MPI.ERR_INFO_VALUE, "a value has at most " + MPI.MAX_INFO_VAL + " characters");
    }
    values().put(key, value);
  }

  /** The value of a key, or null. */
  public @Nullable String get(String key) throws MPIException {
    return values().get(key);
  }

  /** Takes a key away. */
  public void delete(String key) throws MPIException {
    if (values().remove(key) == null) {
      throw new MPIException(MPI.ERR_INFO_NOKEY, "there is no key '" + key + "'");
    }
  }

  /** Number of keys. */
  public int size() throws MPIException {
    return values().size();
  }

  /** Key {@code i}, in the order in which they were set. */
  public String getKey(int i) throws MPIException {
    if (i < 0 || i >= size()) {
      throw new MPIException(MPI.ERR_ARG, "key " + i + " of " + size());
    }
    return values().keySet().stream().skip(i).findFirst().orElseThrow();
  }

  @Override
  public Info clone() {
    return dup();
  }

  /** An info with the same keys and values. */
  public Info dup() throws MPIException {
    return new Info(new LinkedHashMap<>(values()));
  }

  @Override
  public void free() throws MPIException {
    values();
    values = null;
  }

  /** Whether it stands for no info, or has been freed. */
  public boolean isNull() {
    return values == null;
  }
}
