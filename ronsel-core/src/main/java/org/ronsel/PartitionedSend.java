package org.ronsel;

/**
 * A send whose message is made in parts, by several threads perhaps, each of which says when its
 * part is ready (MPI-4.1, chapter 4). It completes when all parts have been made ready and may be
 * changed again.
 */
public interface PartitionedSend extends PersistentRequest {
  /**
   * Says that a partition can be sent; it must not change until the request completes. Any thread.
   *
   * @throws InvalidArgumentException if there is no such partition, it has been made ready already,
   *     or the request is not started
   */
  void ready(int partition);

  /** Says that partitions {@code from} to {@code to}, both included, can be sent. */
  void readyRange(int from, int to);

  /** Says that some partitions can be sent. */
  void readyList(int... partitions);
}
