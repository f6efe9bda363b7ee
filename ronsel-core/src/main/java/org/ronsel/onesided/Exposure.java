package org.ronsel.onesided;

/**
 * Exposed memory with its owner.
 *
 * @param space the memory
 * @param owner the endpoint of its rank, or {@link Ghosts#NOBODY} for this rank
 */
record Exposure(AddressSpace space, int owner) {
  /** Creates an exposure of this rank's memory. */
  static Exposure own(AddressSpace space) {
    return new Exposure(space, Ghosts.NOBODY);
  }
}
