package org.ronsel.transport.shm;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.MeasuredCopy;
import org.ronsel.memory.NativeWords;

/**
 * The fragments of one sending rank. The rank reserves them under its engine's lock; the rank that
 * has read one frees it by a release store, from any JVM. At most half may hold data that no
 * receiver has asked for, so that data asked for always move on; and room for those that have been
 * admitted is kept.
 */
final class FragmentPool {
  static final int FREE = 0;
  private static final int USED = 1;

  /**
   * Bytes of data under way to a peer: more than its core's own cache holds. A copy by the JVM is
   * faster into lines that the reader's core has evicted, and both ends have time for other things
   * between two messages, or while data go in both directions.
   */
  private static final long WINDOW_BYTES = 1 << 20;

  /**
   * The same where the string instruction fills fragments: it is fast as long as their lines are in
   * a cache, of whichever core, and a long message, as well as many short ones, evicts others.
   */
  private static final long SHORT_WINDOW_BYTES = 256 << 10;

  /** Messages that are asked for and are no longer than this have the longer window. */
  private static final long LONG_MESSAGE_BYTES = 2 << 20;

  private final JvmSegment segment;
  private final int localRank;
  private final int count;
  private final boolean[] unsolicited;

  /** The link to the reader of each fragment in use. */
  private final @Nullable ShmLink[] readers;

  private int unsolicitedCount;

  /** Fragments that have been promised to admitted data and not been taken. */
  private int promised;

  private int cursor;

  /** So many fragments, the next to be taken first, are free: their readers are done with them. */
  private int freeAhead;

  private int committed;

  /** Fills fragments, which their readers have read before. */
  final MeasuredCopy copy = MeasuredCopy.ofSharedMemory();

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

  /** Promises part of the pool to {@code bytes} bytes that are sent unasked by a link. */
  boolean admit(ShmLink link, long bytes) {
    int needed =
        (int) ((bytes + segment.layout.fragmentBytes() - 1) / segment.layout.fragmentBytes());
    if (unsolicitedCount + needed > count / 2) {
      for (int i = 0; i < count; i++) {
        if (unsolicited[i]) {
          settleIfFree(i);
        }
      }
    }
    if (unsolicitedCount + needed > count / 2 || !areFree(promised + needed)) {
      return false;
    }
    unsolicitedCount += needed;
    promised += needed;
    link.promised += needed;
    return true;
  }

  /** Whether at least so many fragments are free. */
  private boolean areFree(int wanted) {
    int at = place(freeAhead);
    while (freeAhead < wanted && freeAhead < count && settleIfFree(at)) {
      freeAhead++;
      at = next(at);
    }
    int free = freeAhead;
    for (int i = freeAhead; i < count && free < wanted; i++) {
      free += settleIfFree(place(i)) ? 1 : 0;
    }
    return free >= wanted;
  }

  /** The number of the fragment that is so many behind the next to be taken. */
  private int place(int ahead) {
    int number = cursor + ahead;
    return number < count ? number : number - count;
  }

  private int next(int number) {
    return number + 1 == count ? 0 : number + 1;
  }

  private boolean isFree(int number) {
    // Acquire: the reader has finished with the bytes.
    return NativeWords.getIntAcquire(
            segment.memory, segment.layout.fragmentState(localRank, number))
        == FREE;
  }

  /** Settles the account of a fragment that held unsolicited data, if it is free; whether it is. */
  private boolean settleIfFree(int number) {
    if (!isFree(number)) {
      return false;
    }
    if (unsolicited[number]) {
      unsolicited[number] = false;
      unsolicitedCount--;
    }
    return true;
  }

  /**
   * Takes a fragment for a link.
   *
   * @param solicited false for data that {@link #admit} has admitted
   * @param messageBytes length of the whole message
   * @return null when none is free
   */
  @Nullable Fragment take(ShmLink link, boolean solicited, long messageBytes) {
    int number = number(link, solicited, messageBytes);
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

  /** The number of a fragment that is a link's now; negative when none is free. */
  private int number(ShmLink link, boolean solicited, long messageBytes) {
    boolean isPromised = solicited && promised > 0 && !areFree(promised + 1);
    int number = isPromised ? -1 : inTurn(link, solicited, messageBytes);
    if (number >= 0 && !solicited && link.promised > 0) {
      link.promised--;
      promised--;
    }
    return number;
  }

  /**
   * The number of a fragment that has carried data of the link before, if it is its {@linkplain
   * FragmentWindow turn}, else of any. Data that have been admitted do not wait for their turn.
   */
  private int inTurn(ShmLink link, boolean solicited, long messageBytes) {
    FragmentWindow window = link.window;
    boolean isShort = copy.usesString() && (!solicited || messageBytes > LONG_MESSAGE_BYTES);
    int number = window.next(isShort ? SHORT_WINDOW_BYTES : WINDOW_BYTES, fragmentBytes());
    boolean isLinks = number >= 0 && readers[number] == link; // no other has had it since
    if (isLinks && settleIfFree(number)) {
      use(number, solicited);
      freeAhead = Math.min(freeAhead, (number - cursor + count) % count);
    } else if (isLinks && solicited) {
      window.refused();
      return -1;
    } else {
      number = reserve(solicited);
    }
    if (number >= 0) {
      window.took(number);
    }
    return number;
  }

  /**
   * Copies a whole message that has been admitted into a fragment.
   *
   * @return the number of the fragment; negative when none is free
   * @throws RuntimeException if there is no memory for it, or the message cannot be read; it is not
   *     admitted any more then
   */
  int fill(ShmLink link, Object base, long byteOffset, long bytes) {
    int number = -1;
    boolean filled = false;
    try {
      number = number(link, false, bytes);
      if (number >= 0) {
        copy.write(base, byteOffset, segment.memory, offset(number), bytes);
      }
      filled = true;
    } finally {
      if (!filled && number >= 0) {
        release(number);
      } else if (!filled) {
        link.promised--;
        promised--;
        unsolicitedCount--;
      }
    }
    return number;
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
      boolean free = freeAhead > 0 || settleIfFree(number);
      if (free && number >= committed) { // where that fails the cursor stays, so none is left out
        segment.commit(segment.layout.fragment(localRank, number), segment.layout.fragmentBytes());
        committed = number + 1;
      }
      cursor = next(number);
      if (free) {
        freeAhead = Math.max(0, freeAhead - 1);
        use(number, solicited);
        return number;
      }
    }
    return -1;
  }

  private void use(int number, boolean solicited) {
    // Plain order suffices: only this rank reserves, and it publishes the fragment by a record.
    NativeWords.setIntOpaque(segment.memory, segment.layout.fragmentState(localRank, number), USED);
    unsolicited[number] = !solicited;
    readers[number] = null;
  }

  /** The peer of a link has been told of a fragment, and will free it. */
  void handedOver(int number, ShmLink to) {
    readers[number] = to;
  }

  /** Whether the peer of a link has fragments to read. */
  boolean hasFragmentsOf(ShmLink link) {
    for (int number = 0; number < count; number++) {
      if (readers[number] == link && !isFree(number)) {
        return true;
      }
    }
    return false;
  }

  /** Frees the fragments that the peer of a link, whose process has ended, would have freed. */
  void takeBack(ShmLink from) {
    promised -= from.promised;
    unsolicitedCount -= from.promised;
    from.promised = 0;
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
