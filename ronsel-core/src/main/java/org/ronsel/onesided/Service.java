package org.ronsel.onesided;

/**
 * Who carries out records about exposed memory in place of its rank.
 *
 * @param ghost its endpoint, or {@link Ghosts#NOBODY}
 * @param number what the memory is called there
 */
record Service(int ghost, int number) {
  /** The rank does it itself. */
  static final Service BY_OWNER = new Service(Ghosts.NOBODY, 0);

  boolean isByOwner() {
    return ghost == Ghosts.NOBODY;
  }
}
