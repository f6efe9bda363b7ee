package org.ronsel.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.ronsel.RonselException;
import org.ronsel.machine.SharedSegment;
import org.ronsel.requirements.Requires;
import org.ronsel.transport.EncodedRecord;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.Link;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.Sink;
import org.ronsel.transport.TestContext;
import org.ronsel.transport.ring.SharedRing;

/**
 * What other JVMs write into shared memory is checked. Three JVMs of one rank each, all of them in
 * this process: rank 0 reads what rank 1 writes, and rank 2 goes on undisturbed.
 */
class ShmFuzzTest {
  private static final int RANKS = 3;

  private final ShmHost[] hosts = new ShmHost[RANKS];
  private final ShmTransport[] transports = new ShmTransport[RANKS];
  private final RecordingSink sink = new RecordingSink();

  /** Keeps who failed, why, and how much of rank 2 has arrived. */
  private static final class RecordingSink implements Sink {
    final Set<Integer> failed = new HashSet<>();
    String reasons = "";
    int fragments;
    int honest;

    /** Where the fragments of rank 1 begin. */
    long pool;

    @Override
    public void onRecord(RecordView record) {
      if (record.isLent()) {
        fragments++;
        assertThat(record.source()).isEqualTo(1);
        assertThat(record.payloadBytes()).isBetween(1, ShmHost.FRAGMENT_BYTES);
        long first = record.payloadOffset() - (long) record.lentNumber() * ShmHost.FRAGMENT_BYTES;
        assertThat(first).isEqualTo(pool);
      } else if (record.source() == 2) {
        assertThat(record.tag()).isEqualTo(honest++);
      }
    }

    @Override
    public void failPeer(int endpoint, Throwable cause) {
      failed.add(endpoint);
      reasons += cause.getMessage() + '\n';
    }
  }

  @BeforeEach
  void start() {
    Requires.sharedMemory();
    for (int i = 0; i < RANKS; i++) {
      hosts[i] = new ShmHost(new TestContext(RANKS, i, rank -> TestContext.AWAKE));
      transports[i] = hosts[i].of(i);
    }
    TestContext.meet(List.of(hosts));
    sink.pool = hosts[1].own().layout.fragment(0, 0);
  }

  @AfterEach
  void close() {
    for (ShmHost host : hosts) {
      if (host != null) {
        host.close();
      }
    }
  }

  private MemorySegment memory(int rank) {
    return hosts[rank].own().memory;
  }

  /** Sends from rank 2, polls, and finds that it has arrived. */
  private void honestTrafficGoesOn(Link honest) {
    int before = sink.honest;
    int header = Envelope.header(Envelope.EAGER, 1, 0);
    assertThat(EncodedRecord.offer(honest, header, 0, before, 0, 0)).isTrue();
    for (int i = 0; i < 3; i++) {
      transports[0].poll(sink, 64);
    }
    assertThat(sink.honest).isEqualTo(before + 1);
    assertThat(sink.failed).doesNotContain(2);
  }

  @RepeatedTest(30)
  void fragmentsAndSourcesAtRandom(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    Link honest = transports[2].connect(0);
    Link hostile = transports[1].connect(0);
    int count = hosts[1].own().layout.fragments();
    for (int i = 0; i < 50; i++) {
      boolean wild = i > 0 && random.nextInt(20) == 0;
      int number = wild ? random.nextInt() : random.nextInt(count);
      long bytes = wild ? random.nextLong() : 1 + random.nextInt(ShmHost.FRAGMENT_BYTES);
      if (random.nextBoolean()) {
        int header = Envelope.header(Envelope.FRAGMENT, 0, ShmLink.POOLED);
        EncodedRecord.offer(hostile, header, bytes, number, random.nextLong(), 0);
      } else {
        int header = Envelope.header(Envelope.EAGER, 1, ShmLink.POOLED);
        long cookie = wild ? random.nextLong() : number;
        byte[] inline = new byte[random.nextInt(100)];
        EncodedRecord.offer(hostile, header, 0, 0, bytes, cookie, inline);
      }
      honestTrafficGoesOn(honest);
    }
    assertThat(sink.fragments).isPositive();
    if (!sink.failed.isEmpty()) {
      assertThat(sink.reasons).contains("rank 1", "fragment");
    }
  }

  @Test
  void fragmentsBesideThePoolFailTheirSender() {
    int count = hosts[1].own().layout.fragments();
    long[][] wrong = {
      {0, 0}, {-1, 0}, {ShmHost.FRAGMENT_BYTES + 1, 0}, {1L << 32 | 1, 0}, {1, count}, {1, -1}
    };
    for (int kind : new int[] {Envelope.FRAGMENT, Envelope.EAGER}) {
      for (long[] each : wrong) {
        close();
        start();
        sink.failed.clear();
        Link hostile = transports[1].connect(0);
        int header = Envelope.header(kind, 0, ShmLink.POOLED);
        boolean eager = kind == Envelope.EAGER;
        long length = eager ? each[0] : 0;
        EncodedRecord.offer(hostile, header, each[0], (int) each[1], length, each[1]);
        transports[0].poll(sink, 64);
        assertThat(sink.failed).containsExactly(1);
      }
    }
    assertThat(sink.fragments).isZero();
  }

  @Test
  void aRecordOfAnotherRankFailsTheOwnerOfTheRing() {
    Link honest = transports[2].connect(0);
    transports[1].connect(0);
    SegmentLayout layout = hosts[0].own().layout;
    long entry = layout.inboundEntry(0, 1);
    long word = memory(0).get(ValueLayout.JAVA_LONG, entry);
    assertThat(SegmentLayout.inboundSource(word)).isEqualTo(1);
    long ring = SegmentLayout.inboundRing(word);
    SharedRing.Producer forged = new SharedRing.Producer(layout.ringMemory(memory(0), ring), 2);
    assertThat(forged.claim(0)).isTrue();
    forged.envelope(Envelope.header(Envelope.EAGER, 1, 0), 0, 0, 0, 0);
    forged.commit();
    honestTrafficGoesOn(honest);
    assertThat(sink.failed).containsExactly(1);
    assertThat(sink.reasons).contains("rank 1", "record of rank 2");
  }

  /** A table of rings filled with anything: nobody fails who is not a rank of another JVM. */
  @RepeatedTest(60)
  void inboundTablesAtRandom(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    Link honest = transports[2].connect(0);
    honestTrafficGoesOn(honest);
    SegmentLayout layout = hosts[0].own().layout;
    long entry = layout.inboundEntry(0, 1);
    int[] sources = {1, 1, 0, -1, -2, 3, Integer.MAX_VALUE, Integer.MIN_VALUE, random.nextInt()};
    long[] rings = {1, 0, -1, layout.maxRings(), Integer.MAX_VALUE, random.nextInt()};
    for (int i = random.nextInt(2); i < 2; i++) { // the second entry is behind the table
      long ring = rings[random.nextInt(rings.length)];
      int source = sources[random.nextInt(sources.length)];
      long word = ring + 1 << 32 | source & 0xffff_ffffL;
      memory(0).set(ValueLayout.JAVA_LONG, entry + 8L * i, word);
    }
    honestTrafficGoesOn(honest);
    honestTrafficGoesOn(honest);
    assertThat(sink.failed).isSubsetOf(1);
  }

  @RepeatedTest(60)
  void handlesAndAllocationTablesAtRandom(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    MemorySegment shared = hosts[1].allocate(10_000);
    long valid = hosts[1].allocations().keyOf(shared, 0, 10_000);
    assertThat(valid).isNotZero();
    assertThat(hosts[0].peerMemory(1, valid, 10_000).byteSize()).isEqualTo(10_000);
    SegmentLayout layout = hosts[1].own().layout;
    for (int i = 0; i < 50; i++) {
      long[] words = {0, -1, 1, 3, 12_288, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE};
      if (random.nextInt(4) == 0) {
        long entry = layout.allocationEntry(random.nextInt(3)) + 8L * random.nextInt(2);
        memory(1).set(ValueLayout.JAVA_LONG, entry, words[random.nextInt(words.length)]);
      }
      long handle =
          switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> valid ^ 1L << random.nextInt(64);
            case 2 -> valid + random.nextInt(20_000);
            default -> (1 + random.nextLong(3)) << 44 | random.nextInt(20_000);
          };
      long bytes =
          random.nextInt(4) == 0 ? words[random.nextInt(words.length)] : random.nextInt(20_000);
      try {
        MemorySegment found = hosts[0].peerMemory(1, handle, bytes);
        assertThat(found.byteSize()).isEqualTo(bytes).isLessThanOrEqualTo(12_288);
      } catch (RonselException refused) {
        assertThat(refused.getMessage()).isNotEmpty();
      }
    }
  }

  @Test
  void aSegmentWithoutTheProofIsNotOfThisJob() {
    SegmentLayout layout = hosts[1].own().layout;
    String handle = hosts[1].own().handle();
    byte[] proof =
        new TestContext(RANKS, 1, rank -> TestContext.AWAKE).proof("ronsel shared memory");
    JvmSegment.open(handle, layout, 1, proof).close();
    for (int bit : new int[] {0, 7, 100, 255}) {
      byte[] other = proof.clone();
      other[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> JvmSegment.open(handle, layout, 1, other))
          .isInstanceOf(RonselException.class)
          .hasMessageContaining("does not belong to this job");
    }
    SegmentLayout longer = new SegmentLayout(2, 3, 128, 4, 4096);
    assertThatThrownBy(() -> JvmSegment.open(handle, longer, 1, proof))
        .isInstanceOf(RonselException.class);
    memory(1).set(ValueLayout.JAVA_LONG, SegmentLayout.MAGIC_AT, SegmentLayout.MAGIC ^ 1);
    assertThatThrownBy(() -> JvmSegment.open(handle, layout, 1, proof))
        .hasMessageContaining("does not belong to this job");
  }

  @Test
  void onlyPlacesOfRingsAreRings() {
    SegmentLayout layout = hosts[0].own().layout;
    assertThat(layout.isRing(0)).isTrue();
    assertThat(layout.isRing(layout.maxRings() - 1)).isTrue();
    for (long wrong : new long[] {-1, layout.maxRings(), Integer.MAX_VALUE, Long.MIN_VALUE}) {
      assertThat(layout.isRing(wrong)).as("%d", wrong).isFalse();
    }
  }

  /** Where there is no {@code fallocate} a JVM that commits its ring fills whole pages. */
  @Test
  void ringsShareNoPage() {
    for (int slots : new int[] {128, 256, 512, 1024}) {
      SegmentLayout layout = new SegmentLayout(2, 40, slots, 4, 4096);
      long free = layout.fragment(2, 0);
      for (int i = 0; i < layout.maxRings(); i++) {
        assertThat(pageOf(layout.ring(i))).isGreaterThan(pageOf(free - 1));
        free = layout.ring(i) + SharedRing.bytes(slots);
      }
      assertThat(free).isLessThanOrEqualTo(layout.bytes());
    }
  }

  private static long pageOf(long offset) {
    return offset / SharedSegment.pageSize();
  }

  @Test
  void aSenderThatEndsBeforeItHasEnteredItsRingKeepsNobodyAway() {
    long used = SegmentLayout.RINGS_USED_AT;
    memory(0).set(ValueLayout.JAVA_LONG, used, memory(0).get(ValueLayout.JAVA_LONG, used) + 1);
    honestTrafficGoesOn(transports[2].connect(0));
  }
}
