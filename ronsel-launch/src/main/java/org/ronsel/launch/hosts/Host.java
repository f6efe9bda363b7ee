package org.ronsel.launch.hosts;

/**
 * A host of a list.
 *
 * @param name as the user writes it, which is how a remote shell is told it
 * @param slots how many ranks it has room for
 * @param maxSlots how many it may have at most, even if hosts may have more ranks than slots
 */
public record Host(String name, int slots, int maxSlots) {
  /** Stands for a host without an upper bound of its own. */
  public static final int ANY = Integer.MAX_VALUE;
}
