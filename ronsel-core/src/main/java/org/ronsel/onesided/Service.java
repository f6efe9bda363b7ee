package org.ronsel.onesided;

/**
 * A ghost that carries out records about exposed memory in place of its rank.
 *
 * @param ghost endpoint of the ghost
 * @param number of the memory at the ghost
 */
record Service(int ghost, int number) {}
