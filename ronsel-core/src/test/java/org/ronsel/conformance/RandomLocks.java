package org.ronsel.conformance;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.LockType;
import org.ronsel.Op;
import org.ronsel.Window;

/**
 * Locks of every kind on every rank's memory, by chance. Each memory has two words that are always
 * equal while nobody has an exclusive lock; who has one adds one to both, by plain loads and stores
 * or by getting and putting. So a lock that lets two in, or does not show what was written under
 * the one before, makes a sum wrong.
 */
public final class RandomLocks {
  /** Between the words: they are not in one cache line. */
  private static final int APART = 50;

  private final Comm world;
  private final Window window;
  private final Random random;
  private final long[] added;

  private RandomLocks(Comm world, Window window, long seed) {
    this.world = world;
    this.window = window;
    this.random = new Random(seed * 31 + world.rank());
    this.added = new long[world.size()];
  }

  /** Locks and counts that many times, as one rank of {@code world}. */
  public static void run(Comm world, long seed, int times) {
    try (Window window = Window.allocate(world, Datatype.LONG, APART + 1)) {
      RandomLocks locks = new RandomLocks(world, window, seed);
      for (int i = 0; i < times; i++) {
        locks.turn();
      }
      locks.checkSums();
    }
  }

  private void turn() {
    int target = random.nextInt(world.size());
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        window.lock(LockType.EXCLUSIVE, target);
        addOne(target);
        window.unlock(target);
      }
      case 2 -> addOneInPlace();
      case 3 -> {
        window.lock(LockType.SHARED, target);
        checkEqual(target);
        window.unlock(target);
      }
      case 4 -> lockTwo(target);
      default -> {
        window.lockAll();
        for (int rank = 0; rank < world.size(); rank++) { // ascending, see below
          checkEqual(rank);
        }
        window.unlockAll();
      }
    }
  }

  /** Whoever holds one lock asks for those of higher ranks alone, so nobody waits in a circle. */
  private void lockTwo(int first) {
    LockType[] types = LockType.values();
    LockType ofFirst = types[random.nextInt(types.length)];
    window.lock(ofFirst, first);
    int second = first + 1;
    if (second < world.size()) {
      window.lock(LockType.EXCLUSIVE, second);
      addOne(second);
      window.unlock(second);
    }
    if (ofFirst == LockType.EXCLUSIVE) {
      addOne(first);
    } else {
      checkEqual(first);
    }
    window.unlock(first);
  }

  private long[] read(int target) {
    long[] both = new long[2];
    window.get(both, 0, 1, target, 0);
    window.get(both, 1, 1, target, APART);
    window.flush(target);
    return both;
  }

  private void checkEqual(int target) {
    long[] both = read(target);
    Check.equal(both[0], both[1], "words of rank " + target + " under a lock");
  }

  private void addOne(int target) {
    long[] both = read(target);
    Check.equal(both[0], both[1], "words of rank " + target + " under an exclusive lock");
    both[0]++;
    window.put(both, 0, 1, target, 0);
    if (random.nextBoolean()) {
      window.flush(target); // in between the words differ for longer
    }
    both[1]++;
    window.put(both, 1, 1, target, APART);
    added[target]++;
  }

  private void addOneInPlace() {
    int me = world.rank();
    MemorySegment memory = window.memory();
    window.lock(LockType.EXCLUSIVE, me);
    for (long at : new long[] {0, APART}) {
      long was = memory.getAtIndex(ValueLayout.JAVA_LONG, at);
      memory.setAtIndex(ValueLayout.JAVA_LONG, at, was + 1);
    }
    window.unlock(me);
    added[me]++;
  }

  private void checkSums() {
    long[] sums = new long[added.length];
    world.allReduce(added, sums, Op.SUM); // nobody is in an epoch any more
    long sum = sums[world.rank()];
    MemorySegment memory = window.memory();
    Check.equal(sum, memory.getAtIndex(ValueLayout.JAVA_LONG, 0), "first word");
    Check.equal(sum, memory.getAtIndex(ValueLayout.JAVA_LONG, APART), "second word");
    world.barrier();
  }
}
