package org.ronsel.machine;

import java.lang.foreign.MemorySegment;

/**
 * Checks native access for features that cannot do without native functions. A class of its own,
 * since {@link NativeAccess} remembers what it finds when it is loaded.
 */
public final class WantedNativeAccess {
  private WantedNativeAccess() {}

  /**
   * Makes this module one that may call native functions, if nothing has asked before. Where the
   * option for it is missing the JVM says so in a warning.
   *
   * @throws IllegalCallerException if the JVM was told to refuse
   */
  @SuppressWarnings("restricted")
  public static void insist() {
    var _ = MemorySegment.NULL.reinterpret(0); // a restricted method, which counts
  }
}
