package org.ronsel.observe;

/** What failures say of themselves. */
public final class FailureText {
  private FailureText() {}

  /**
   * What a failure says of itself. Its {@code getMessage} and {@code toString} are code of a
   * program, and may themselves fail: then the names of the classes of both failures. Throws {@link
   * OutOfMemoryError} alone.
   */
  public static String of(Throwable failure) {
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
}
