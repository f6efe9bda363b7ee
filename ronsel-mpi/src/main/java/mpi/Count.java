package mpi;

import org.jspecify.annotations.Nullable;

/** A number of elements that may exceed an {@code int}. */
@SuppressWarnings({"rawtypes", "ComparableType"}) // the type that compiled programs know
public final class Count implements Comparable {
  private long count;

  /** Creates a count. */
  public Count(long count) {
    this.count = count;
  }

  /** The number. */
  public long getCount() {
    return count;
  }

  /** Sets the number. */
  public void setCount(long count) {
    this.count = count;
  }

  @Override
  public boolean equals(@Nullable Object obj) {
    return obj instanceof Count other && count == other.count;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(count);
  }

  /** Compares numbers; an object of another class is larger. */
  @Override
  public int compareTo(Object obj) {
    return obj instanceof Count other ? Long.compare(count, other.count) : -1;
  }

  @Override
  public String toString() {
    return Long.toString(count);
  }
}
