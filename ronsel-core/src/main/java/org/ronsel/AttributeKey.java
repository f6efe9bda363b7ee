package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * A key under which a program, or a library, keeps a value with a communicator or a datatype
 * (MPI-4.1, section 7.7). Keys are compared by identity; code without the key cannot reach its
 * values. Any thread.
 *
 * @param <T> the type of the values
 */
public final class AttributeKey<T> {
  /** Decides which value a duplicate gets for the value of the object that is duplicated. */
  @FunctionalInterface
  public interface Copier<T> {
    /**
     * Called once for each duplicate, on the thread that makes it.
     *
     * @param from the {@link Comm} or {@link Datatype} that is duplicated
     * @return the value of the duplicate, or null if it shall have none
     */
    @Nullable T copy(Object from, T value);
  }

  /** Told that a value belongs to something no more. */
  @FunctionalInterface
  public interface Deleter<T> {
    /**
     * Called when the value is replaced or removed, or what it belongs to is closed.
     *
     * @param from the {@link Comm}, {@link Datatype} or {@link Window} that it belonged to
     */
    void deleted(Object from, T value);
  }

  private final String name;
  private final Copier<T> copier;
  private final Deleter<T> deleter;

  private AttributeKey(String name, Copier<T> copier, Deleter<T> deleter) {
    this.name = name;
    this.copier = copier;
    this.deleter = deleter;
  }

  /** Creates a key whose values are not passed on to duplicates. */
  public static <T> AttributeKey<T> of(String name) {
    return of(name, (from, value) -> null, (from, value) -> {});
  }

  /** Creates a key whose values are shared with duplicates. */
  public static <T> AttributeKey<T> shared(String name) {
    return of(name, (from, value) -> value, (from, value) -> {});
  }

  /**
   * A key with callbacks. What a callback throws, the call that needed it throws: where all values
   * are removed, or what they belong to is closed, when that has been done.
   *
   * @param name for messages
   * @throws InvalidArgumentException if an argument is null
   */
  public static <T> AttributeKey<T> of(String name, Copier<T> copier, Deleter<T> deleter) {
    String call = "AttributeKey.of";
    return new AttributeKey<>(
        InvalidArgumentException.requireNonNull(call, "name", name),
        InvalidArgumentException.requireNonNull(call, "copier", copier),
        InvalidArgumentException.requireNonNull(call, "deleter", deleter));
  }

  /** Name for messages. */
  public String name() {
    return name;
  }

  /** Decides what duplicates get. */
  public Copier<T> copier() {
    return copier;
  }

  /** Told that a value belongs to something no more. */
  public Deleter<T> deleter() {
    return deleter;
  }

  @Override
  public String toString() {
    return "AttributeKey[" + name + "]";
  }
}
