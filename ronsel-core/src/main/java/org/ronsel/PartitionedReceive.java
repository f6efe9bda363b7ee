package org.ronsel;

/**
 * A receive of a message that comes in parts, of which the program may use each as soon as it has
 * {@linkplain #arrived(int) arrived} (MPI-4.1, chapter 4).
 */
public interface PartitionedReceive extends PersistentRequest {
  /**
   * Makes progress once and says whether all data of a partition have arrived since the start, so
   * that the program may read them. Any thread.
   *
   * @throws InvalidArgumentException if there is no such partition
   */
  boolean arrived(int partition);
}
