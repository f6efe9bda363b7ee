package org.ronsel;

/**
 * A rank of an embedded job has thrown; the cause is what it threw. The other ranks were aborted.
 * Ranks that failed on their own account before the abort reached them are suppressed exceptions of
 * this type.
 */
public final class RankFailedException extends RonselException {
  private static final long serialVersionUID = 1L;

  private final int rank;

  /** Creates the error for {@code rank} of a job of {@code size} ranks. */
  public RankFailedException(int rank, int size, Throwable cause) {
    super(ErrorClass.OTHER, "rank " + rank + " of " + size + " failed: " + textOf(cause), cause);
    this.rank = rank;
  }

  /**
   * What {@code failure} says of itself. Its {@code getMessage} and {@code toString} are code of a
   * program, and may themselves fail: then the names of the classes of both failures. Throws {@link
   * OutOfMemoryError} alone.
   *
   * @hidden
   */
  public static String textOf(Throwable failure) {
    try {
      return String.valueOf(failure.toString());
    } catch (OutOfMemoryError noMemory) {
      throw noMemory;
    } catch (Throwable broken) {
      return failure.getClass().getName()
          + " (its text cannot be had: "
          + broken.getClass().getName()
          + ")";
    }
  }

  /** The rank that failed. */
  public int rank() {
    return rank;
  }
}
