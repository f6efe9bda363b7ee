package org.ronsel.launch.hosts;

/**
 * A host of a list.
 *
 * @param name as the user writes it, which is passed to the remote shell
 * @param slots number of ranks that it has room for
 * @param maxSlots largest number of its ranks, even if hosts may have more ranks than slots
 */
public record Host(String name, int slots, int maxSlots) {
  /** Stands for a host without an upper bound of its own. */
  public static final int ANY = Integer.MAX_VALUE;
}
