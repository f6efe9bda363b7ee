package org.ronsel.npb.is;

import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.NpbRandom;
import org.ronsel.npb.Timers;

/**
 * Ranks keys by counting. Each rank sorts its keys into buckets by their leading bits; neighbouring
 * buckets go to one rank, so that ranks have about the same number of keys; each rank counts the
 * occurrences of each key. For use by one thread of each rank.
 */
final class KeyRanking {
  static final String[] PARTS = {"count", "exchange"};
  private static final int COUNT = 0;
  private static final int EXCHANGE = 1;
  private static final int TAG = 1;

  /** Number of random numbers whose sum is a key; so the distribution of keys is bell-shaped. */
  private static final int NUMBERS = 4;

  /**
   * Index, plus the step, of the second of the two keys of the first rank that change in a step.
   */
  private static final int SECOND_CHANGED = 10;

  private final Comm comm;
  private final Is.Size size;
  private final Timers timers;
  private final int shift;
  private final int[] keys;

  /** This rank's keys by bucket. */
  private final int[] sorted;

  /** Keys from other ranks; the rank's own keys stay in place. */
  private int[] received;

  /**
   * The number of occurrences of each key from {@link #least} on, then the number of keys that are
   * not larger.
   */
  private int[] counts;

  private final int[] mine;
  private final int[] all;
  private final int[] next;
  private final int[] sendCounts;
  private final int[] sendStarts;
  private final int[] receiveCounts;
  private final int[] receiveStarts;

  /** The first bucket of each rank, and at the end the number of all buckets. */
  private final int[] firstBucket;

  private int least;
  private long before;
  private int keptStart;
  private int keptCount;
  private int receivedCount;

  KeyRanking(Comm comm, Is.Size size, Timers timers) {
    this.comm = comm;
    this.size = size;
    this.timers = timers;
    shift = size.log2Most() - size.log2Buckets();
    keys = new int[(int) (size.keys() / comm.size())];
    sorted = new int[keys.length];
    received = new int[0];
    counts = new int[0];
    mine = new int[size.buckets() + size.tests().count()];
    all = new int[mine.length];
    next = new int[size.buckets()];
    sendCounts = new int[comm.size()];
    sendStarts = new int[comm.size()];
    receiveCounts = new int[comm.size()];
    receiveStarts = new int[comm.size()];
    firstBucket = new int[comm.size() + 1];
    draw();
  }

  private void draw() {
    NpbRandom random = new NpbRandom(NpbRandom.SEED);
    random.skip((long) NUMBERS * keys.length * comm.rank());
    double scale = size.most() / (double) NUMBERS;
    for (int i = 0; i < keys.length; i++) {
      double sum = random.next();
      sum += random.next();
      sum += random.next();
      sum += random.next();
      keys[i] = (int) (scale * sum);
    }
  }

  /** Changes two keys, and ranks all. Collective. */
  void rank(int step) {
    timers.start(COUNT);
    if (comm.rank() == 0) {
      keys[step] = step;
      keys[step + SECOND_CHANGED] = size.most() - step;
    }
    Arrays.fill(mine, 0);
    countBuckets(keys, mine, shift);
    hideTests();
    startBuckets();
    sort(keys, sorted, next, shift);
    timers.stop(COUNT);
    timers.start(EXCHANGE);
    comm.allReduce(mine, all, Op.SUM);
    dealBuckets();
    exchange();
    timers.stop(EXCHANGE);
    timers.start(COUNT);
    countKeys();
    timers.stop(COUNT);
  }

  private static void countBuckets(int[] keys, int[] counts, int shift) {
    for (int key : keys) {
      counts[key >> shift]++;
    }
  }

  /**
   * Appends the tested keys to the counts of buckets, with which they are summed over the ranks.
   */
  private void hideTests() {
    for (int i = 0; i < size.tests().count(); i++) {
      long index = size.tests().indices()[i] - (long) keys.length * comm.rank();
      if (index >= 0 && index < keys.length) {
        mine[size.buckets() + i] = keys[(int) index];
      }
    }
  }

  private void startBuckets() {
    int start = 0;
    for (int bucket = 0; bucket < next.length; bucket++) {
      next[bucket] = start;
      start += mine[bucket];
    }
  }

  private static void sort(int[] keys, int[] sorted, int[] next, int shift) {
    for (int key : keys) {
      sorted[next[key >> shift]++] = key;
    }
  }

  /**
   * Deals buckets to ranks: a rank gets buckets until the ranks up to it have as many keys as
   * before.
   */
  private void dealBuckets() {
    Arrays.fill(sendCounts, 0);
    Arrays.fill(firstBucket, size.buckets());
    firstBucket[0] = 0;
    long dealt = 0;
    int owner = 0;
    before = 0;
    for (int bucket = 0; bucket < size.buckets(); bucket++) {
      sendCounts[owner] += mine[bucket];
      dealt += all[bucket];
      if (dealt >= (owner + 1L) * keys.length && owner < comm.size() - 1) {
        owner++;
        firstBucket[owner] = bucket + 1;
        before = owner == comm.rank() ? dealt : before;
      }
    }
  }

  private void exchange() {
    int rank = comm.rank();
    int start = 0;
    for (int to = 0; to < sendCounts.length; to++) {
      sendStarts[to] = start;
      start += sendCounts[to];
    }
    keptStart = sendStarts[rank];
    keptCount = sendCounts[rank];
    sendCounts[rank] = 0;
    receivedCount = 0;
    if (comm.size() == 1) {
      return;
    }
    comm.allToAll(sendCounts, receiveCounts);
    for (int from = 0; from < receiveCounts.length; from++) {
      receiveStarts[from] = receivedCount;
      receivedCount += receiveCounts[from];
    }
    if (received.length < receivedCount) {
      received = new int[receivedCount + receivedCount / 8];
    }
    if (comm.size() == 2) {
      int other = 1 - rank;
      comm.sendReceive(
          sorted,
          sendStarts[other],
          sendCounts[other],
          other,
          TAG,
          received,
          0,
          receivedCount,
          other,
          TAG);
    } else {
      comm.allToAllv(sorted, 0, sendCounts, sendStarts, received, 0, receiveCounts, receiveStarts);
    }
  }

  private void countKeys() {
    int range = rangeOf(comm.rank());
    least = firstBucket[comm.rank()] << shift;
    if (counts.length < range) {
      counts = new int[range];
    }
    Arrays.fill(counts, 0, range, 0);
    count(sorted, keptStart, keptCount, counts, least);
    count(received, 0, receivedCount, counts, least);
    sumUp(counts, range);
  }

  private int rangeOf(int rank) {
    return (firstBucket[rank + 1] - firstBucket[rank]) << shift;
  }

  private static void count(int[] keys, int start, int count, int[] counts, int least) {
    for (int i = start; i < start + count; i++) {
      counts[keys[i] - least]++;
    }
  }

  private static void sumUp(int[] counts, int range) {
    int sum = 0;
    for (int i = 0; i < range; i++) {
      sum += counts[i];
      counts[i] = sum;
    }
  }

  /** The number of tested keys on this rank that have the expected rank. */
  long rightRanks(int step) {
    int range = rangeOf(comm.rank());
    long right = 0;
    for (int i = 0; i < size.tests().count(); i++) {
      int key = all[size.buckets() + i] - least;
      if (key >= 0 && key < range) {
        long less = before + (key == 0 ? 0 : counts[key - 1]);
        right += less == size.tests().expected(i, step) ? 1 : 0;
      }
    }
    return right;
  }

  /** Sorts the keys by their ranks, and counts those that are less than the one before. */
  double outOfOrder() {
    int[] result = new int[keptCount + receivedCount];
    boolean[] taken = new boolean[result.length];
    long wrong =
        place(sorted, keptStart, keptCount, result, taken)
            + place(received, 0, receivedCount, result, taken);
    for (int i = 1; i < result.length; i++) {
      wrong += result[i - 1] > result[i] ? 1 : 0;
    }
    int[] ends = new int[2 * comm.size()];
    int first = result.length == 0 ? Integer.MAX_VALUE : result[0];
    int last = result.length == 0 ? Integer.MIN_VALUE : result[result.length - 1];
    comm.allGather(new int[] {first, last}, ends);
    for (int rank = 0; rank < comm.rank(); rank++) {
      wrong += ends[2 * rank + 1] > first ? 1 : 0;
    }
    return wrong;
  }

  private long place(int[] from, int start, int count, int[] result, boolean[] taken) {
    long wrong = 0;
    for (int i = start; i < start + count; i++) {
      int at = --counts[from[i] - least];
      wrong += taken[at] ? 1 : 0;
      taken[at] = true;
      result[at] = from[i];
    }
    return wrong;
  }
}
