package org.ronsel.onesided;

/**
 * What a number of exposed memory stands for.
 *
 * @param space the memory
 * @param owner the endpoint of its rank, or {@link Ghosts#NOBODY} for this rank
 */
record Exposure(AddressSpace space, int owner) {
  /** Of this rank's memory. */
  static Exposure own(AddressSpace space) {
    return new Exposure(space, Ghosts.NOBODY);
  }
}
