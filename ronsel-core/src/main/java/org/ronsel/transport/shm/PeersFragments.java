package org.ronsel.transport.shm;

import java.lang.foreign.MemorySegment;
import org.ronsel.machine.MeasuredCopy;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.RecordView;

/** The fragments of a rank in another JVM, as this rank sees them. */
final class PeersFragments implements RecordView.Lender {
  /**
   * Of so many copies at least the time of one is taken, and of the fragments of a message one: the
   * first message after a pause finds nothing in the caches, and must not count more than another.
   */
  private static final int TIMED = 4;

  private final JvmSegment owner;
  private final int rank;
  private final int localRank;
  private final SingleCopyMeasurement measurement;
  private final MeasuredCopy copies = MeasuredCopy.ofSharedMemory();

  /** Copies since one was timed; threads that copy at the same time may lose count. */
  private int copied;

  PeersFragments(JvmSegment owner, int rank, SingleCopyMeasurement measurement) {
    this.owner = owner;
    this.rank = rank;
    this.localRank = owner.local(rank);
    this.measurement = measurement;
  }

  @Override
  public void copy(
      MemorySegment from, long fromAt, Object to, long toAt, long bytes, long messageBytes) {
    boolean timed =
        bytes >= SingleCopyChoice.LEAST_BYTES
            && messageBytes >= SingleCopyChoice.LEAST_BYTES
            && ++copied > Math.max(TIMED, messageBytes / owner.layout.fragmentBytes());
    long start = timed ? System.nanoTime() : 0;
    copies.read(from, fromAt, to, toAt, bytes);
    if (timed) {
      copied = 0;
      measurement.noteCopied(bytes, System.nanoTime() - start, messageBytes);
    }
  }

  /** Frees a fragment, and wakes its owner, which may wait for room. */
  @Override
  public void free(int number) {
    // Release: what was read has been read before the owner writes there again.
    NativeWords.setIntRelease(
        owner.memory, owner.layout.fragmentState(localRank, number), FragmentPool.FREE);
    owner.ringDoorbell(rank);
  }
}
