package org.ronsel.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.ErrorClass;
import org.ronsel.ProcessFailedException;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.data.ElementType;
import org.ronsel.engine.failure.CallLog;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.transfer.BulkCopy;
import org.ronsel.transport.Completion;
import org.ronsel.transport.Envelope;

/** A peer that breaks the protocol, or dies, harms nobody else, at whatever moment it does so. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostilePeerTest {
  private static final int PEER = 1;
  private static final int OTHER = 2;
  private static final int TAG = 5;

  private final ScriptedTransport wire = new ScriptedTransport();
  private final Engine engine = wire.engine(ScriptedTransport.options());

  private ReceiveOperation receive(int source, byte[] into) {
    return engine.startReceive(0, source, TAG, ElementType.BYTE, into, 0, into.length);
  }

  private Operation send(boolean synchronous, int to, Object from, long bytes) {
    return engine.startSend(synchronous, 0, to, TAG, ElementType.BYTE, from, 0, bytes);
  }

  private void progress() {
    while (engine.progressOnce()) {
      // Until nothing moves.
    }
  }

  private static void assertFailed(Operation operation) {
    assertThat(operation.isComplete()).isTrue();
    assertThat(operation.error()).isNotNull().hasMessageContaining("peer " + PEER);
  }

  /** A composite of one receive, which counts how often it is told. */
  private static final class OneReceive extends Composite {
    final List<@Nullable RonselException> told = new ArrayList<>();
    final byte[] buffer = new byte[100];
    byte atCompletion;

    OneReceive(Engine engine) {
      super(engine, 1);
      start();
    }

    @Override
    protected void begin() {
      receive(0, 0, PEER, TAG, ElementType.BYTE, buffer, 0, buffer.length);
    }

    @Override
    protected void partDone(int part, long bytes, @Nullable RonselException error) {
      told.add(error);
      atCompletion = buffer[99];
      finish();
    }

    @Override
    protected void finished() {}
  }

  @Test
  void aReceiveWhoseSenderFailsCompletesOnceAndAfterTheLastCopy() {
    OneReceive whole = new OneReceive(engine);
    wire.arriveAnnouncement(PEER, 0, TAG, 100, 9);
    wire.arriveFragment(PEER, 9, 0, 100);
    wire.arriveNonsense(PEER);
    progress();
    assertThat(whole.told).hasSize(1);
    assertThat(whole.told.getFirst()).hasMessageContaining("peer " + PEER);
    assertThat(whole.atCompletion).isEqualTo(whole.buffer[99]);
    assertThat(wire.borrowed).isZero();
  }

  /** What a peer may fail are collective operations: the messages of others are none of them. */
  @ParameterizedTest
  @ValueSource(longs = {0, -4L << 32, -1, Long.MIN_VALUE + 1})
  void aFailureOfWhatIsNoCollectiveOperationFailsItsSenderOnly(long context) {
    byte[] why = {(byte) ErrorClass.OTHER.ordinal()};
    wire.arriveRecord(PEER, Envelope.header(Envelope.FAILED, 0, 0), context, 0, 0, 0, why);
    progress();
    ReceiveOperation late = receive(OTHER, new byte[1]);
    wire.arriveRecord(OTHER, Envelope.header(Envelope.EAGER, 1, 0), 0, TAG, 1, 0, new byte[] {7});
    progress();
    assertThat(late.isComplete()).isTrue();
    assertThat(late.error()).isNull();
    assertThatThrownBy(() -> receive(PEER, new byte[1])).hasMessageContaining("peer " + PEER);
  }

  /** Whoever revokes what it is not a member of harms nobody, also if it comes too early. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStrangerRevokesNothing(boolean early) {
    CallLog log = new CallLog(2 * 5 + 1, 2, rank -> rank == 0 ? 0 : OTHER, () -> "comm", n -> "");
    if (!early) {
      engine.callLogs().add(log);
    }
    wire.arriveRecord(PEER, Envelope.header(Envelope.REVOKED, 0, 0), 5, 0, 0, 0, new byte[0]);
    progress();
    if (early) {
      engine.callLogs().add(log);
    }
    assertThat(engine.revocations().isRevoked(5)).isFalse();
    assertThatThrownBy(() -> receive(PEER, new byte[1])).hasMessageContaining("not a member");
  }

  /** A member may know of a communicator before this rank does. */
  @Test
  void aMemberMayRevokeBeforeTheCommunicatorIsThere() {
    wire.arriveRecord(OTHER, Envelope.header(Envelope.REVOKED, 0, 0), 5, 0, 0, 0, new byte[0]);
    progress();
    assertThat(engine.revocations().isRevoked(5)).isFalse();
    engine
        .callLogs()
        .add(new CallLog(2 * 5 + 1, 2, rank -> rank == 0 ? 0 : OTHER, () -> "comm", n -> ""));
    assertThat(engine.revocations().isRevoked(5)).isTrue();
  }

  @Test
  void revocationsOfWhatIsNotThereAreBounded() {
    for (int id = 2; id < 2000; id++) {
      wire.arriveRecord(PEER, Envelope.header(Envelope.REVOKED, 0, 0), id, 0, 0, 0, new byte[0]);
      progress();
    }
    assertThatThrownBy(() -> receive(PEER, new byte[1]))
        .hasMessageContaining("revoked more than 1024");
  }

  @Test
  void fragmentsThatWaitForAMatchAreFreedWhenTheirSenderFails() {
    wire.arriveAnnouncement(PEER, Envelope.UNSOLICITED, TAG, 200, 9);
    wire.arriveFragment(PEER, 9, 0, 100);
    progress();
    assertThat(wire.borrowed).isEqualTo(1);
    wire.arriveNonsense(PEER);
    progress();
    assertThat(wire.borrowed).isZero();
    assertThat(receive(Ronsel.ANY_SOURCE, new byte[200]).isComplete()).isFalse();
  }

  @Test
  void aSendWhosePeerFailsCompletesWhenItsBufferIsNoLongerRead() {
    Operation send = send(false, PEER, new byte[100], 100);
    long cookie = wire.lastSent(Envelope.RENDEZVOUS).cookie();
    engine.lock.acquire();
    engine.outbound.cleared(PEER, cookie);
    BulkCopy fill = engine.outbound.feed.next();
    engine.lock.release();
    assertThat(fill).isNotNull();

    engine.peerFailures().failPeer(PEER, new ProcessFailedException("peer 1 is gone"));
    assertThat(send.isComplete()).isFalse();

    engine.lock.acquire();
    engine.outbound.feed.moved(fill);
    engine.lock.release();
    assertFailed(send);
    assertThat(wire.reserved.isEmpty()).isTrue();
    assertThat(engine.hasOutstandingSends()).isFalse();
  }

  @Test
  void fragmentsKeptForAPeerThatFailsServeOthersAgain() {
    Operation send = send(false, PEER, new byte[300], 300);
    wire.arriveAnswer(PEER, Envelope.CLEAR_TO_SEND, wire.lastSent(Envelope.RENDEZVOUS).cookie());
    wire.full = true;
    progress();
    assertThat(wire.reserved.cardinality()).isEqualTo(3);
    assertThat(send.isComplete()).isTrue(); // its data are in fragments
    wire.full = false;
    engine.peerFailures().failPeer(PEER, new ProcessFailedException("peer 1 is gone"));
    assertThat(wire.reserved.isEmpty()).isTrue();
    assertThat(engine.hasOutstandingSends()).isFalse();
  }

  @Test
  void aSendThatCompletedEarlyIsNoLongerOutstandingWhenItsPeerFails() {
    engine.send(false, 0, PEER, TAG, ElementType.BYTE, new byte[1000], 0, 1000); // late eager
    assertThat(engine.hasOutstandingSends()).isTrue();
    wire.arriveNonsense(PEER);
    progress();
    assertThat(engine.hasOutstandingSends()).isFalse();
    engine.drain();
  }

  /** Each with an exception of its own: a thread must not find its stack in that of another. */
  @Test
  void probesEndWhenTheirPeerFails() {
    List<CompletableFuture<Throwable>> thrown = List.of(probe(), probe());
    while (waitingProbes() < thrown.size() && thrown.stream().noneMatch(Future::isDone)) {
      Thread.onSpinWait();
    }
    engine.peerFailures().failPeer(PEER, new ProcessFailedException("peer 1 is gone"));
    Throwable first = thrown.getFirst().orTimeout(20, TimeUnit.SECONDS).join();
    Throwable second = thrown.getLast().orTimeout(20, TimeUnit.SECONDS).join();
    assertThat(first).isInstanceOf(ProcessFailedException.class).isNotSameAs(second);
    assertThat(second).isInstanceOf(ProcessFailedException.class).hasMessage(first.getMessage());
  }

  /** Probes for a message of the peer on a thread of its own. */
  private CompletableFuture<Throwable> probe() {
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    var _ =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    engine.probes().await(0, PEER, TAG, null);
                  } catch (Throwable e) {
                    thrown.complete(e);
                  }
                });
    return thrown;
  }

  private int waitingProbes() {
    AtomicInteger waiting = new AtomicInteger();
    engine.lock.acquire();
    try {
      engine.probes().forEach(each -> waiting.getAndIncrement());
    } finally {
      engine.lock.release();
    }
    return waiting.get();
  }

  @Test
  void whatAFailedPeerStillSendsIsDropped() {
    wire.arriveNonsense(PEER);
    int eager = Envelope.header(Envelope.EAGER, 1, 0);
    for (int i = 0; i < 1000; i++) {
      wire.arriveRecord(PEER, eager, 0, i, 50, 0, new byte[50]);
      wire.arriveAnnouncement(PEER, Envelope.UNSOLICITED, i, 50, i);
      wire.arriveFragment(PEER, i, 0, 50);
    }
    progress();
    assertThat(engine.statistics().unexpectedBytes()).isZero();
    assertThat(wire.borrowed).isZero();
    assertThatThrownBy(() -> send(false, PEER, new byte[10], 10))
        .hasMessageContaining("peer " + PEER);
  }

  @Test
  void anAnswerToAMessageThatHasNotBeenSentFailsItsSender() {
    for (boolean synchronous : new boolean[] {false, true}) {
      for (int kind : new int[] {Envelope.CLEAR_TO_SEND, Envelope.DONE}) {
        for (int bytes : new int[] {10, 1000}) {
          ScriptedTransport fresh = new ScriptedTransport();
          Engine rank = fresh.engine(ScriptedTransport.options());
          fresh.full = true;
          Operation kept =
              rank.startSend(
                  synchronous, 0, PEER, TAG, ElementType.BYTE, new byte[bytes], 0, bytes);
          fresh.arriveAnswer(PEER, kind, 1L << 32); // the first cookie of all
          rank.progressOnce();
          assertFailed(kept);
          assertThat(rank.hasOutstandingSends()).isFalse();
        }
      }
    }
  }

  @Test
  void aPeerToWhichThereIsNoWayFailsWithoutHarmToTheCaller() {
    wire.unreachable = true;
    ReceiveOperation fromPeer = receive(PEER, new byte[100]);
    ReceiveOperation fromOther = receive(OTHER, new byte[100]);
    wire.arriveAnnouncement(PEER, 0, TAG, 100, 9);
    byte[] key = new byte[Envelope.KEY_BYTES];
    wire.arriveRecord(
        OTHER, Envelope.header(Envelope.RENDEZVOUS, 1, Envelope.KEY), 0, TAG, 100, 9, key);
    progress();
    assertThat(fromPeer.error()).hasMessageContaining("rank " + PEER);
    assertThat(fromOther.error()).hasMessageContaining("rank " + OTHER);
  }

  @Test
  void aKeyThatLeadsNowhereFailsItsSender() {
    wire.unreadable = new RonselException(ErrorClass.INTERN, "no such memory");
    byte[] key =
        ByteBuffer.allocate(Envelope.KEY_BYTES).order(ByteOrder.nativeOrder()).putLong(-1).array();
    ReceiveOperation receive = receive(PEER, new byte[100]);
    ReceiveOperation next = receive(PEER, new byte[100]);
    int header = Envelope.header(Envelope.RENDEZVOUS, 1, Envelope.KEY);
    wire.arriveRecord(PEER, header, 0, TAG, 100, 9, key);
    progress();
    assertFailed(receive);
    assertFailed(next);
  }

  @Test
  void aReceiveBufferThatIsClosedIsNotThePeersFault() {
    wire.unreadable = new IllegalStateException("Already closed");
    ReceiveOperation receive = receive(PEER, new byte[100]);
    int header = Envelope.header(Envelope.RENDEZVOUS, 1, Envelope.KEY);
    wire.arriveRecord(PEER, header, 0, TAG, 100, 9, new byte[Envelope.KEY_BYTES]);
    progress();
    assertThat(receive.error()).hasMessageContaining("Already closed");
    assertThat(wire.lastSent(Envelope.DONE).cookie()).isEqualTo(9);
    assertThat(receive(PEER, new byte[100]).isComplete()).isFalse();
  }

  @Test
  void dataThatMayNotBeReadAreAskedFor() {
    wire.unreadable = new UnsupportedFeatureException("the kernel forbids it");
    ReceiveOperation receive = receive(PEER, new byte[100]);
    arriveKey(PEER, 9);
    progress();
    assertThat(receive.isComplete()).isFalse();
    assertThat(wire.lastSent(Envelope.CLEAR_TO_SEND).cookie()).isEqualTo(9);
    wire.arriveFragment(PEER, 9, 0, 100);
    progress();
    assertThat(receive.isComplete()).isTrue();
    assertThat(receive.error()).isNull();
  }

  @Test
  void aReadOfThePeersMemoryMayEndLater() {
    List<Completion> reads = new ArrayList<>();
    wire.laterReads = reads;
    ReceiveOperation first = receive(PEER, new byte[100]);
    ReceiveOperation second = receive(PEER, new byte[100]);
    ReceiveOperation third = receive(OTHER, new byte[100]);
    arriveKey(PEER, 9);
    arriveKey(PEER, 10);
    arriveKey(OTHER, 11);
    progress();
    assertThat(reads).hasSize(3);
    assertThat(first.isComplete() || second.isComplete() || third.isComplete()).isFalse();
    reads.get(1).complete(0);
    progress();
    assertThat(first.isComplete()).isFalse();
    assertThat(second.isComplete()).isTrue();
    assertThat(second.error()).isNull();
    assertThat(wire.lastSent(Envelope.DONE).cookie()).isEqualTo(10);
    reads.get(2).fail(new UnsupportedFeatureException("the kernel forbids it"));
    progress();
    assertThat(third.isComplete()).isFalse();
    assertThat(wire.lastSent(Envelope.CLEAR_TO_SEND).cookie()).isEqualTo(11);
    engine.peerFailures().throwIfPeerFailed(PEER);
    wire.arriveNonsense(PEER);
    progress();
    assertFailed(first);
    assertThat(third.isComplete()).isFalse();
  }

  /** Announces a message of 100 bytes that lie in the memory of its sender. */
  private void arriveKey(int source, long cookie) {
    int header = Envelope.header(Envelope.RENDEZVOUS, 1, Envelope.KEY);
    wire.arriveRecord(source, header, 0, TAG, 100, cookie, new byte[Envelope.KEY_BYTES]);
  }

  @Test
  void wildcardTagsDoNotTravel() {
    ReceiveOperation any =
        engine.startReceive(
            0, Ronsel.ANY_SOURCE, Ronsel.ANY_TAG, ElementType.BYTE, new byte[9], 0, 9);
    int eager = Envelope.header(Envelope.EAGER, 1, 0);
    wire.arriveRecord(PEER, eager, 0, Ronsel.ANY_TAG, 9, 0, new byte[9]);
    wire.arriveAnnouncement(OTHER, 0, Ronsel.ANY_TAG, 100, 9);
    progress();
    assertThat(any.isComplete()).isFalse();
    assertThatThrownBy(() -> receive(PEER, new byte[9])).hasMessageContaining("tag -2");
    assertThatThrownBy(() -> receive(OTHER, new byte[9])).hasMessageContaining("tag -2");
  }

  @Test
  void exposedMemoryIsReadUntilThePeerSaysDoneAndNobodyElseCan() {
    try (Arena arena = Arena.ofShared()) {
      Operation send = send(false, PEER, arena.allocate(100), 100);
      ScriptedTransport.Sent announcement = wire.lastSent(Envelope.RENDEZVOUS);
      wire.arriveAnswer(OTHER, Envelope.DONE, announcement.cookie());
      progress();
      assertThat(send.isComplete()).isFalse();
      wire.arriveAnswer(PEER, Envelope.DONE, announcement.cookie());
      progress();
      assertThat(send.isComplete()).isTrue();
      assertThat(send.error()).isNull();
    }
  }

  @Test
  void aSendByKeyThatNobodyReadsCompletesWithACopyAndItsKeyIsTakenBack() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(100).fill((byte) 5);
      engine.send(false, 0, PEER, TAG, ElementType.BYTE, memory, 0, 100);
      assertThat(wire.withdrawals).isEqualTo(1);
      memory.fill((byte) 6);
      long cookie = wire.lastSent(Envelope.RENDEZVOUS).cookie();
      assertThat(wire.moved).containsExactly(cookie);
      wire.arriveAnswer(PEER, Envelope.CLEAR_TO_SEND, cookie);
      progress();
      assertThat(wire.moved).isEmpty();
      assertThat(wire.pool.get(ValueLayout.JAVA_BYTE, 99)).isEqualTo((byte) 5);
      assertThat(engine.hasOutstandingSends()).isFalse();
      // A second one, which the peer had read before.
      engine.send(false, 0, PEER, TAG, ElementType.BYTE, memory, 0, 100);
      assertThat(wire.withdrawals).isEqualTo(2);
      assertThat(wire.moved).hasSize(1);
      wire.arriveAnswer(PEER, Envelope.DONE, wire.lastSent(Envelope.RENDEZVOUS).cookie());
      progress();
      assertThat(wire.moved).isEmpty();
      assertThat(engine.hasOutstandingSends()).isFalse();
    }
  }

  @Test
  void theKeyOfASendThatFailsIsTakenBack() {
    try (Arena arena = Arena.ofShared()) {
      Operation send = send(false, PEER, arena.allocate(100), 100);
      engine.peerFailures().failPeer(PEER, new ProcessFailedException("peer 1 is gone"));
      assertFailed(send);
      assertThat(wire.withdrawals).isEqualTo(1);
    }
  }
}
