package org.ronsel.transport.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.security.MessageDigest;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.machine.Futex;
import org.ronsel.machine.SharedSegment;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.DoorbellWord;

/** The shared segment of one JVM of the job, mapped by its owner or by a peer. */
final class JvmSegment implements AutoCloseable {
  private final SharedSegment segment;
  final MemorySegment memory;
  final SegmentLayout layout;
  final int firstRank;

  private JvmSegment(SharedSegment segment, SegmentLayout layout, int firstRank) {
    this.segment = segment;
    this.memory = segment.memory();
    this.layout = layout;
    this.firstRank = firstRank;
  }

  /** Makes this JVM's own segment. */
  static JvmSegment create(SegmentLayout layout, int firstRank, byte[] proof) {
    String label = "messages-of-rank-" + firstRank;
    SharedSegment segment = SharedSegment.create(label, layout.bytes(), SharedSegment.Backing.AUTO);
    JvmSegment made = new JvmSegment(segment, layout, firstRank);
    try {
      segment.commit(0, layout.controlEnd());
    } catch (RuntimeException refused) {
      segment.close();
      throw refused;
    }
    MemorySegment.copy(
        proof, 0, made.memory, ValueLayout.JAVA_BYTE, SegmentLayout.PROOF_AT, proof.length);
    NativeWords.setLongRelease(made.memory, SegmentLayout.MAGIC_AT, SegmentLayout.MAGIC);
    return made;
  }

  /** Maps the segment of another JVM of the same job. */
  static JvmSegment open(String handle, SegmentLayout layout, int firstRank, byte[] proof) {
    SharedSegment segment = SharedSegment.open(handle, layout.bytes());
    byte[] found = new byte[SegmentLayout.PROOF_BYTES];
    MemorySegment memory = segment.memory();
    boolean magic =
        NativeWords.getLongAcquire(memory, SegmentLayout.MAGIC_AT) == SegmentLayout.MAGIC;
    MemorySegment.copy(
        memory, ValueLayout.JAVA_BYTE, SegmentLayout.PROOF_AT, found, 0, found.length);
    if (!magic || !MessageDigest.isEqual(found, proof)) {
      segment.close();
      throw new RonselException(
          ErrorClass.INTERN, "shared segment " + handle + " does not belong to this job");
    }
    return new JvmSegment(segment, layout, firstRank);
  }

  String handle() {
    return segment.handle();
  }

  void unlink() {
    segment.unlink();
  }

  void commit(long offset, long bytes) {
    segment.commit(offset, bytes);
  }

  int local(int rank) {
    return rank - firstRank;
  }

  /** Says where this JVM counts its garbage collections; for the segment's owner. */
  void collectionCountAt(long address) {
    NativeWords.setLongRelease(memory, SegmentLayout.COLLECTION_COUNT_AT, address);
  }

  /** The address at which the segment's owner counts its garbage collections. */
  long collectionCountAt() {
    return NativeWords.getLongAcquire(memory, SegmentLayout.COLLECTION_COUNT_AT);
  }

  private long doorbell(int rank) {
    return layout.control(local(rank)) + SegmentLayout.DOORBELL;
  }

  /** Arms the doorbell of a rank of this segment; false if it rested until now. */
  boolean arm(int rank) {
    return NativeWords.getAndSetInt(memory, doorbell(rank), DoorbellWord.ARMED)
        != DoorbellWord.RESTS;
  }

  void disarm(int rank) {
    NativeWords.setIntOpaque(memory, doorbell(rank), DoorbellWord.LISTENED_TO);
  }

  /** Lets the doorbell of a rank of this segment rest, unless it is armed. */
  void rest(int rank) {
    var _ =
        NativeWords.compareAndSetInt(
            memory, doorbell(rank), DoorbellWord.LISTENED_TO, DoorbellWord.RESTS);
  }

  /** Wakes a parked rank of this segment. The record must have been published before. */
  void ringDoorbell(int rank) {
    long control = layout.control(local(rank));
    if (!isAtRest(control)) {
      ringListener(rank, control);
    }
  }

  /**
   * Whether the doorbell of a rank rests, so that it need not be rung; its control words lie at
   * {@code control}. The record must have been published before. If it does not rest, a fence has
   * been executed.
   */
  boolean isAtRest(long control) {
    DoorbellWord.published();
    if (NativeWords.getIntOpaque(memory, control + SegmentLayout.DOORBELL) == DoorbellWord.RESTS) {
      return true;
    }
    VarHandle.fullFence();
    return false;
  }

  /** As {@link #ringDoorbell}, if the doorbell does not rest. */
  void ringListener(int rank, long control) {
    long bell = control + SegmentLayout.DOORBELL;
    if (NativeWords.getIntOpaque(memory, bell) == DoorbellWord.ARMED
        && NativeWords.compareAndSetInt(
            memory, bell, DoorbellWord.ARMED, DoorbellWord.LISTENED_TO)) {
      int local = local(rank);
      var _ =
          NativeWords.getAndOrLong(
              memory, SegmentLayout.RUNG_AT + 8L * (local >>> 6), 1L << (local & 63));
      var _ = NativeWords.getAndAddInt(memory, SegmentLayout.DOORBELL_AT, 1);
      Futex.wake(memory, SegmentLayout.DOORBELL_AT, 1);
    }
  }

  @Override
  public void close() {
    segment.close();
  }
}
