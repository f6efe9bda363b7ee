package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;

/** Keys and values that advise a call; keys that it does not know are ignored. */
public final class Info implements Freeable, Cloneable {
  private org.ronsel.@Nullable Info core;

  /** Creates an empty info. */
  public Info() throws MPIException {
    this(new org.ronsel.Info());
  }

  Info(org.ronsel.@Nullable Info core) {
    this.core = core;
  }

  private org.ronsel.Info core() {
    org.ronsel.Info known = core;
    if (known == null) {
      throw Required.refused(MPI.ERR_INFO, "the info is null or has been freed");
    }
    return known;
  }

  /** The hints that are set, for calls that take them as advice. */
  org.ronsel.Info advice() {
    org.ronsel.Info known = core;
    return known == null ? new org.ronsel.Info() : known;
  }

  /** Sets the value of a key. */
  public void set(String key, String value) throws MPIException {
    try {
      org.ronsel.Info changed = core().set(key, value);
      assert changed == core;
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  /** The value of a key, or null. */
  public @Nullable String get(String key) throws MPIException {
    try {
      return core().get(key);
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  /** Takes a key away. */
  public void delete(String key) throws MPIException {
    Required.present(key, MPI.ERR_INFO_KEY, "the key");
    if (!core().remove(key)) {
      throw Required.refused(MPI.ERR_INFO_NOKEY, "there is no key '" + key + "'");
    }
  }

  /** Number of keys. */
  public int size() throws MPIException {
    return core().size();
  }

  /** Key {@code i}, in the order in which they were set. */
  public String getKey(int i) throws MPIException {
    if (i < 0 || i >= size()) {
      throw Required.refused(MPI.ERR_ARG, "there is no key " + i + " among " + size());
    }
    return core().keys().get(i);
  }

  @Override
  public Info clone() {
    return dup();
  }

  /** An info with the same keys and values. */
  public Info dup() throws MPIException {
    return new Info(core().dup());
  }

  @Override
  public void free() throws MPIException {
    core();
    core = null;
  }

  /** Whether it stands for no info, or has been freed. */
  public boolean isNull() {
    return core == null;
  }
}
