package org.ronsel.machine;

import java.lang.invoke.VarHandle;

/**
 * Store-load ordering between a publisher (light side) and a waiter that is about to park (heavy
 * side).
 */
public final class Fences {
  private Fences() {}

  /** The publisher's side: after publishing, before reading the waiter's "parked" flag. */
  public static void lightStoreLoad() {
    VarHandle.fullFence();
  }

  /** The waiter's side: after setting "parked", before the last poll. */
  public static void heavyStoreLoad() {
    VarHandle.fullFence();
  }
}
