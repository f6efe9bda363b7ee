package org.ronsel.transport.shm;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.MeasuredCopy;
import org.ronsel.memory.NativeWords;

/**
 * The fragments of one sending rank. The rank reserves them under its engine's lock; the rank that
 * has read one frees it by a release store, from any JVM. At most half may hold data that no
 * receiver has asked for, so that data asked for always move on.
 */
final class FragmentPool {
  static final int FREE = 0;
  private static final int USED = 1;

  private final JvmSegment segment;
  private final int localRank;
  private final int count;
  private final boolean[] unsolicited;

  /** The link to the reader of each fragment in use. */
  private final @Nullable ShmLink[] readers;

  private int unsolicitedCount;
  private int cursor;
  private int committed;

  /** Fills fragments, which their readers have read before. */
  final MeasuredCopy copy = new MeasuredCopy();

  /** Made when they are first taken. */
  private final @Nullable Fragment[] fragments;

  FragmentPool(JvmSegment segment, int rank) {
    this.segment = segment;
    this.localRank = segment.local(rank);
    this.count = segment.layout.fragments();
    this.unsolicited = new boolean[count];
    this.readers = new ShmLink[count];
    this.fragments = new Fragment[count];
  }

  /** Promises part of the pool to {@code bytes} bytes that are sent unasked. */
  boolean admit(long bytes) {
    int needed =
        (int) ((bytes + segment.layout.fragmentBytes() - 1) / segment.layout.fragmentBytes());
    if (unsolicitedCount + needed > count / 2) {
      for (int i = 0; i < count; i++) {
        if (unsolicited[i]) {
          isFree(i);
        }
      }
    }
    if (unsolicitedCount + needed > count / 2) {
      return false;
    }
    unsolicitedCount += needed;
    return true;
  }

  /** Whether a fragment is free; settles the account of one that held unsolicited data. */
  private boolean isFree(int number) {
    // Acquire: the reader has finished with the bytes.
    if (NativeWords.getIntAcquire(segment.memory, segment.layout.fragmentState(localRank, number))
        != FREE) {
      return false;
    }
    if (unsolicited[number]) {
      unsolicited[number] = false;
      unsolicitedCount--;
    }
    return true;
  }

  /**
   * Takes a fragment.
   *
   * @param solicited false for data that {@link #admit} has admitted
   * @return null when none is free
   */
  @Nullable Fragment take(boolean solicited) {
    int number = reserve(solicited);
    if (number < 0) {
      return null;
    }
    Fragment known = fragments[number];
    if (known == null) {
      known = new Fragment(this, number);
      fragments[number] = known;
    }
    return known;
  }

  MemorySegment memory() {
    return segment.memory;
  }

  long offset(int number) {
    return segment.layout.fragment(localRank, number);
  }

  int fragmentBytes() {
    return segment.layout.fragmentBytes();
  }

  private int reserve(boolean solicited) {
    for (int tries = 0; tries < count; tries++) {
      int number = cursor;
      cursor = number + 1 == count ? 0 : number + 1;
      if (isFree(number)) {
        if (number >= committed) {
          segment.commit(
              segment.layout.fragment(localRank, number), segment.layout.fragmentBytes());
          committed = number + 1;
        }
        // Plain order suffices: only this rank reserves, and it publishes the fragment by a record.
        NativeWords.setIntOpaque(
            segment.memory, segment.layout.fragmentState(localRank, number), USED);
        unsolicited[number] = !solicited;
        readers[number] = null;
        return number;
      }
    }
    return -1;
  }

  /** The peer of a link has been told of a fragment, and will free it. */
  void handedOver(int number, ShmLink to) {
    readers[number] = to;
  }

  /** Frees the fragments that the peer of a link, whose process has ended, would have freed. */
  void takeBack(ShmLink from) {
    for (int number = 0; number < count; number++) {
      if (readers[number] == from) {
        readers[number] = null;
        release(number);
      }
    }
  }

  void release(int number) {
    NativeWords.setIntRelease(
        segment.memory, segment.layout.fragmentState(localRank, number), FREE);
  }
}
