package org.ronsel.onesided;

/** Statistics of the replies to records about memory, for the choice of a server. Any thread. */
final class ReplyStatistics {
  /** Approximate number of answers over which the average is taken. */
  private static final int RECENT = 8;

  private long sinceNs = System.nanoTime();
  private long usualNs;
  private long longestNs;
  private int count;
  private int ownerSeen;

  /** Notes that the first record since all were answered is about to be sent. */
  synchronized void asked() {
    sinceNs = System.nanoTime();
  }

  /**
   * Notes that an answer has arrived.
   *
   * @param ownerWaits whether it says that the owner of the memory waits
   */
  synchronized void came(boolean ownerWaits) {
    long now = System.nanoTime();
    long gapNs = now - sinceNs;
    sinceNs = now;
    usualNs += (gapNs - usualNs) / RECENT;
    longestNs = Math.max(longestNs, gapNs);
    count++;
    ownerSeen = ownerWaits ? ownerSeen + 1 : 0;
  }

  /** The average wait for the last answers, each counted from the one before, in nanoseconds. */
  synchronized long usualNs() {
    return usualNs;
  }

  /** The longest wait for an answer, in nanoseconds. */
  synchronized long longestNs() {
    return longestNs;
  }

  /** The number of answers. */
  synchronized int count() {
    return count;
  }

  /** The number of the latest answers in a row that have said that the owner waits. */
  synchronized int ownerSeen() {
    return ownerSeen;
  }
}
