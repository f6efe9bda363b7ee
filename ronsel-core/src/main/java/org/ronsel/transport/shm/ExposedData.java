package org.ronsel.transport.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.machine.ArraySegments;
import org.ronsel.machine.CollectionCount;
import org.ronsel.machine.MeasuredCopy;
import org.ronsel.machine.ProcessGoneException;
import org.ronsel.machine.ProcessMemory;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.Completion;
import org.ronsel.transport.KeyedData;

/**
 * The data of long messages between two ranks, where they lie in the sender's memory: keys for
 * those that this rank sends, and reading those of the peer.
 *
 * <p>A key names memory of {@link SharedAllocations}, or, with the sign bit, an address in the
 * sender's process, which the kernel reads. The address may be of an array, as long as no garbage
 * collection has begun since. The <em>epoch</em> of a key has the number of collections in its
 * lower half, and in the upper one how often the sender has taken keys back. A receiver looks at
 * both numbers after it has read: only if they are what they were were the data those of the
 * message.
 */
final class ExposedData implements KeyedData {
  private static final long IN_PROCESS = 1L << 63;
  private static final long OF_ARRAY = 1L << 62;
  private static final long ADDRESS = OF_ARRAY - 1;
  private static final long BOUNCE_BYTES = 64 << 10;

  /**
   * Shorter messages from native memory go through fragments. If the program closes the arena of a
   * pending send, the receiver of fragments is told, and who reads cannot know: there may be other
   * memory at the same address.
   */
  private static final long LEAST_NATIVE = (1L << 20) + 1;

  private static final int MOVED_ENTRY = SegmentLayout.MOVED_ENTRY;
  private static final long MOVED_BYTES = (long) SegmentLayout.MOVED_ENTRIES * MOVED_ENTRY;

  private final ShmHost host;
  private final int peer;
  private final JvmSegment own;
  private final JvmSegment target;
  private final long ownWithdrawals;
  private final long peersWithdrawals;
  private final long ownMoved;
  private final long peersMoved;
  private final SingleCopyChoice choice;
  private final SingleCopyMeasurement measurement;

  /** Of the peer, once it is known. */
  private long peersProcess;

  private final ArraySegments segments = new ArraySegments();

  /** Out of memory that both map. */
  private final MeasuredCopy copies;

  ExposedData(
      ShmHost host, int rank, int peer, SingleCopyMeasurement measurement, MeasuredCopy copies) {
    this.host = host;
    this.peer = peer;
    this.own = host.own();
    this.target = host.segmentOf(peer);
    long control = target.layout.control(target.local(peer));
    long ownControl = own.layout.control(own.local(rank));
    this.ownWithdrawals = ownControl + SegmentLayout.KEYS_WITHDRAWN;
    this.ownMoved = ownControl + SegmentLayout.MOVED;
    this.peersMoved = control + SegmentLayout.MOVED;
    this.peersWithdrawals = control + SegmentLayout.KEYS_WITHDRAWN;
    this.choice = new SingleCopyChoice(target, control, host.singleCopy());
    this.measurement = measurement;
    this.copies = copies;
  }

  // ---- sender; under the engine's lock ----

  @Override
  public long epoch() {
    long withdrawals = NativeWords.getIntOpaque(own.memory, ownWithdrawals);
    return withdrawals << 32 | (host.countsCollections() ? collections() : 0);
  }

  private static long collections() {
    return Integer.toUnsignedLong(CollectionCount.value());
  }

  @Override
  public long keyOf(Object base, long offset, long bytes, long epoch, boolean exchanged) {
    if (bytes < SingleCopyChoice.LEAST_BYTES) {
      return 0;
    }
    if (base instanceof MemorySegment memory && memory.isNative()) {
      long shared = host.allocations().keyOf(memory, offset, bytes);
      return shared != 0
              || bytes < LEAST_NATIVE
              || memory.isMapped()
              || !choice.readsNext(bytes, exchanged)
          ? shared
          : IN_PROCESS | ProcessMemory.addressOf(memory, offset);
    }
    MemorySegment segment = choice.readsNext(bytes, exchanged) ? segments.of(base) : null;
    if (segment == null) {
      return 0;
    }
    if (!host.countsCollections()) {
      host.countCollections(); // for the next one, if it can be done at all
      return 0;
    }
    long address = ProcessMemory.addressOf(segment, offset);
    // No collection has begun between the two: there was none before the epoch's number was read.
    return (int) epoch == CollectionCount.value() ? IN_PROCESS | OF_ARRAY | address : 0;
  }

  @Override
  public void withdraw() {
    var _ = NativeWords.getAndAddInt(own.memory, ownWithdrawals, 1);
  }

  @Override
  public void moved(long cookie, MemorySegment copy) {
    for (long entry = ownMoved; entry < ownMoved + MOVED_BYTES; entry += MOVED_ENTRY) {
      if (NativeWords.getLong(own.memory, entry) == 0) {
        NativeWords.setLong(own.memory, entry + 8, IN_PROCESS | copy.address());
        // Release: who finds the cookie finds the key, and the data.
        NativeWords.setLongRelease(own.memory, entry, cookie);
        return;
      }
    }
  }

  @Override
  public void forgetMoved(long cookie) {
    for (long entry = ownMoved; entry < ownMoved + MOVED_BYTES; entry += MOVED_ENTRY) {
      if (NativeWords.getLong(own.memory, entry) == cookie) {
        NativeWords.setLongRelease(own.memory, entry, 0);
      }
    }
  }

  // ---- receiver; any thread ----

  @Override
  public void read(
      long key,
      long epoch,
      long cookie,
      long messageBytes,
      Object base,
      long byteOffset,
      long bytes,
      Completion done) {
    boolean isCurrent = true;
    if ((key & IN_PROCESS) == 0) {
      copies.read(host.peerMemory(peer, key, messageBytes), 0, base, byteOffset, bytes);
    } else {
      long start = System.nanoTime();
      isCurrent = readProcess(key, (int) epoch, base, byteOffset, bytes);
      measurement.noteRead(bytes, System.nanoTime() - start, messageBytes);
    }
    // The data have been loaded before the number is.
    VarHandle.loadLoadFence();
    int withdrawals = NativeWords.getIntOpaque(target.memory, peersWithdrawals);
    boolean isValid = isCurrent && withdrawals == (int) (epoch >>> 32);
    if (!isValid && !readMoved(cookie, base, byteOffset, bytes)) {
      throw new UnsupportedFeatureException("the epoch of the data's key has ended");
    }
    done.complete(0);
  }

  /** Reads data that have been moved aside for this rank; false if it is not known where. */
  private boolean readMoved(long cookie, Object base, long byteOffset, long bytes) {
    for (long entry = peersMoved; entry < peersMoved + MOVED_BYTES; entry += MOVED_ENTRY) {
      // Acquire: before its key; and again behind the data.
      if (NativeWords.getLongAcquire(target.memory, entry) == cookie) {
        long key = NativeWords.getLong(target.memory, entry + 8);
        boolean isRead = readProcess(key & ~OF_ARRAY, 0, base, byteOffset, bytes);
        VarHandle.loadLoadFence();
        return isRead && NativeWords.getLongAcquire(target.memory, entry) == cookie;
      }
    }
    return false;
  }

  /** Reads by an address; false if what was read may be anything. */
  private boolean readProcess(long key, int collections, Object base, long byteOffset, long bytes) {
    MemorySegment to = segments.of(base);
    try {
      if (to != null) {
        return readProcess(key, collections, 0, to, byteOffset, bytes);
      }
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment bounce = arena.allocate(BOUNCE_BYTES, 64);
        boolean isCurrent = true;
        for (long at = 0; at < bytes; at += BOUNCE_BYTES) {
          long part = Math.min(BOUNCE_BYTES, bytes - at);
          isCurrent &= readProcess(key, collections, at, bounce, 0, part);
          MemoryCopy.fromSegment(bounce, 0, base, byteOffset + at, part);
        }
        return isCurrent;
      }
    } catch (UnsupportedFeatureException refused) {
      measurement.refuse();
      throw refused;
    } catch (ProcessGoneException gone) {
      throw gone;
    } catch (RonselException failure) {
      // Not mapped any more: the peer knows, and tells the reason. Or no memory for the call.
      throw new UnsupportedFeatureException(String.valueOf(failure.getMessage()), failure);
    }
  }

  private boolean readProcess(
      long key, int collections, long at, MemorySegment to, long offset, long bytes) {
    long pid = process();
    long address = (key & ADDRESS) + at;
    if ((key & OF_ARRAY) != 0) {
      long countAt = target.collectionCountAt();
      return countAt != 0
          && ProcessMemory.readArray(pid, address, to, offset, bytes, countAt, collections);
    }
    ProcessMemory.read(pid, address, to, offset, bytes);
    return true;
  }

  private long process() {
    long known = peersProcess;
    if (known == 0) {
      known = host.processOf(peer);
      peersProcess = known;
    }
    return known;
  }
}
