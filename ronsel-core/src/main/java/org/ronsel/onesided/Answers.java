package org.ronsel.onesided;

/** What answers to records about memory have been like, for who chooses whom to ask. Any thread. */
final class Answers {
  /** Answers of which the average is taken, about. */
  private static final int RECENT = 8;

  private long sinceNs = System.nanoTime();
  private long usualNs;
  private long longestNs;
  private int count;
  private int ownerSeen;

  /** The first record since all were answered is about to be sent. */
  synchronized void asked() {
    sinceNs = System.nanoTime();
  }

  /**
   * An answer has come.
   *
   * @param ownerWaits what it says of the owner of the memory
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

  /** How long one is waited for after the one before, on the average of the last ones. */
  synchronized long usualNs() {
    return usualNs;
  }

  /** How long one has been waited for at most. */
  synchronized long longestNs() {
    return longestNs;
  }

  /** How many there were. */
  synchronized int count() {
    return count;
  }

  /** How many of the last ones, all in a row, have said that the owner waits. */
  synchronized int ownerSeen() {
    return ownerSeen;
  }
}
