package org.ronsel.onesided;

/**
 * Who carries out records about exposed memory in place of its rank.
 *
 * @param ghost its endpoint
 * @param number what the memory is called there
 */
record Service(int ghost, int number) {}
