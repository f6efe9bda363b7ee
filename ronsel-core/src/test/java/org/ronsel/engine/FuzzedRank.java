package org.ronsel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.ronsel.ProcessFailedException;
import org.ronsel.Ronsel;
import org.ronsel.data.ElementType;
import org.ronsel.engine.matching.MatchedMessage;
import org.ronsel.engine.matching.ProbeOperation;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.transport.HostileNetwork;
import org.ronsel.transport.HostileNetwork.Manners;
import org.ronsel.transport.Transport;

/**
 * A rank with two peers: an honest one behind a network, and one that sends what a {@link
 * NonsenseSender} thinks of. One thread plays them all, so that a seed names a course of events.
 */
final class FuzzedRank {
  private static final int HOSTILE = 1;
  private static final int HONEST = 2;
  private static final int MESSAGES = 6;
  private static final int MARGIN = 16;
  private static final byte UNTOUCHED = 0x33;
  private static final int ROUNDS = 200_000;
  private static final int LAST_ROUNDS = 100;

  private final Random random;
  private final ScriptedTransport wire = new ScriptedTransport();
  private final Engine victim;
  private final Engine honest;
  private final NonsenseSender nonsense;
  private final List<Transfer> transfers = new ArrayList<>();
  private final List<Received> fromHostile = new ArrayList<>();
  private final List<Operation> toHostile = new ArrayList<>();

  /** Whether messages are taken by matched probes too. */
  private final boolean probes;

  /** What probes have taken of the hostile peer's and nobody has received yet. */
  private final List<MatchedMessage> taken = new ArrayList<>();

  private final List<Received> fromTaken = new ArrayList<>();

  /** A message of the honest traffic, from both ends. */
  private record Transfer(Operation send, Received receive, byte[] data) {
    boolean isComplete() {
      return send.isComplete() && receive.operation.isComplete();
    }
  }

  /** A receive and its buffer, with margins that nobody may touch. */
  private static final class Received {
    final byte[] buffer;
    final ReceiveOperation operation;
    byte @Nullable [] atCompletion;

    Received(Engine engine, long context, int source, int tag, int length) {
      buffer = new byte[length + 2 * MARGIN];
      Arrays.fill(buffer, UNTOUCHED);
      operation =
          engine.startReceive(context, source, tag, ElementType.BYTE, buffer, MARGIN, length);
    }

    Received(Engine engine, MatchedMessage message, int length) {
      buffer = new byte[length + 2 * MARGIN];
      Arrays.fill(buffer, UNTOUCHED);
      operation =
          Objects.requireNonNull(
              engine.probes().startReceive(message, ElementType.BYTE, buffer, MARGIN, length));
    }

    void look() {
      if (atCompletion == null && operation.isComplete()) {
        atCompletion = buffer.clone();
      }
    }

    void check() {
      for (int i = 0; i < MARGIN; i++) {
        assertThat(buffer[i]).isEqualTo(UNTOUCHED);
        assertThat(buffer[buffer.length - 1 - i]).isEqualTo(UNTOUCHED);
      }
      if (atCompletion != null) {
        assertThat(buffer).isEqualTo(atCompletion);
      }
    }
  }

  FuzzedRank(long seed, boolean probes) {
    this.probes = probes;
    random = new Random(seed);
    Manners manners = random.nextBoolean() ? Manners.SMALL_FRAGMENTS : Manners.SMALL_RECORDS;
    HostileNetwork network = new HostileNetwork(manners);
    Doorbell[] doorbells = new Doorbell[3];
    Transport[] ends = new Transport[3];
    for (int i = 0; i < 3; i++) {
      doorbells[i] = new Doorbell();
      ends[i] = network.join(doorbells[i], seed + i);
    }
    EngineOptions options = ScriptedTransport.options();
    victim =
        new Engine(
            0,
            new Transport[] {wire, ends[0]},
            peer -> peer == HOSTILE ? wire : ends[0],
            doorbells[0],
            options);
    honest = new Engine(HONEST, new Transport[] {ends[2]}, peer -> ends[2], doorbells[2], options);
    nonsense = new NonsenseSender(wire, HOSTILE, random);
  }

  void run() {
    wire.fragments = random.nextBoolean();
    wire.unreachable = random.nextInt(10) == 0;
    try (Arena arena = Arena.ofShared()) {
      for (int i = 0; i < MESSAGES; i++) {
        startHonest(victim, 0, honest, HONEST, i);
        startHonest(honest, HONEST, victim, 0, i);
        startWithHostile(arena, i);
        for (int round = random.nextInt(5); round >= 0; round--) {
          round();
        }
      }
      int rounds = 0;
      while (!transfers.stream().allMatch(Transfer::isComplete)) {
        round();
        assertThat(++rounds).as("the honest traffic is stuck").isLessThan(ROUNDS);
      }
      wire.full = false;
      victim.peerFailures().failPeer(HOSTILE, new ProcessFailedException("peer 1 is gone"));
      round();
      taken.forEach(message -> fromTaken.add(new Received(victim, message, 100)));
      taken.clear();
      for (int i = 0; i < LAST_ROUNDS; i++) {
        round(); // copies that are under way come to an end
      }
    }
    check();
  }

  private void round() {
    wire.full = random.nextInt(4) == 0;
    wire.unreadable = random.nextInt(20) == 0 ? new IndexOutOfBoundsException("fuzz") : null;
    nonsense.send(random.nextInt(3));
    victim.progressOnce();
    honest.progressOnce();
    transfers.forEach(transfer -> transfer.receive.look());
    fromHostile.forEach(Received::look);
    fromTaken.forEach(Received::look);
    if (probes) {
      probeHostile();
    }
  }

  /** Takes a message of the hostile peer, and receives it now, later, or when the peer is gone. */
  private void probeHostile() {
    MatchedMessage message = new MatchedMessage();
    try {
      if (victim.probes().look(0, HOSTILE, Ronsel.ANY_TAG, message) != null) {
        taken.add(message);
      }
    } catch (RuntimeException failed) {
      assertThat(failed).hasMessageMatching("(?s).*(peer|rank) 1.*");
    }
    if (!taken.isEmpty() && random.nextInt(3) == 0) {
      MatchedMessage some = taken.remove(random.nextInt(taken.size()));
      fromTaken.add(new Received(victim, some, random.nextInt(1000)));
    }
  }

  /** The receive of a message that a matched probe takes when it comes. */
  private Received receiveProbed(Engine to, int source, int tag, int length) {
    MatchedMessage message = new MatchedMessage();
    ProbeOperation probe = to.probes().look(0, source, tag, message);
    for (int rounds = 0; probe == null; rounds++) {
      assertThat(rounds).as("the probed message does not come").isLessThan(ROUNDS);
      round();
      probe = to.probes().look(0, source, tag, message);
    }
    assertThat(probe.status().bytes()).isEqualTo(length);
    round();
    return new Received(to, message, length);
  }

  private void startHonest(Engine from, int source, Engine to, int dest, int tag) {
    byte[] data = new byte[random.nextInt(4) == 0 ? random.nextInt(5000) : random.nextInt(100)];
    random.nextBytes(data);
    boolean early = random.nextBoolean();
    Received receive = early ? new Received(to, 0, source, tag, data.length) : null;
    boolean synchronous = random.nextBoolean();
    Operation send =
        from.startSend(synchronous, 0, dest, tag, ElementType.BYTE, data, 0, data.length);
    if (receive == null) {
      round();
      receive =
          probes && random.nextBoolean()
              ? receiveProbed(to, source, tag, data.length)
              : new Received(to, 0, source, tag, data.length);
    }
    transfers.add(new Transfer(send, receive, data));
  }

  private void startWithHostile(Arena arena, int tag) {
    int length = random.nextInt(1000);
    fromHostile.add(new Received(victim, 2, Ronsel.ANY_SOURCE, Ronsel.ANY_TAG, length));
    try {
      fromHostile.add(new Received(victim, 0, HOSTILE, tag, length));
      Object base = random.nextBoolean() ? new byte[length] : arena.allocate(Math.max(length, 1));
      toHostile.add(
          victim.startSend(
              random.nextBoolean(), 0, HOSTILE, tag, ElementType.BYTE, base, 0, length));
    } catch (RuntimeException failed) {
      assertThat(failed).hasMessageMatching("(?s).*(peer|rank) 1.*");
    }
  }

  private void check() {
    for (Transfer transfer : transfers) {
      assertThat(transfer.send.error()).isNull();
      assertThat(transfer.receive.operation.error()).isNull();
      transfer.receive.check();
      byte[] got = transfer.receive.buffer;
      assertThat(Arrays.copyOfRange(got, MARGIN, got.length - MARGIN)).isEqualTo(transfer.data);
    }
    for (Received receive : fromHostile) {
      receive.check();
      boolean named = receive.operation.source == HOSTILE;
      assertThat(receive.operation.isComplete() || !named).isTrue();
      checkError(receive.operation);
    }
    for (Received receive : fromTaken) {
      receive.check();
      ReceiveOperation operation = receive.operation;
      assertThat(operation.isComplete())
          .as(
              "%d of %d bytes, tag %d, error %s",
              operation.messageBytes, operation.capacity, operation.messageTag, operation.error())
          .isTrue();
      checkError(receive.operation);
    }
    for (Operation send : toHostile) {
      assertThat(send.isComplete()).isTrue();
      checkError(send);
    }
    assertThat(wire.borrowed).isZero();
    assertThat(wire.reserved.isEmpty()).isTrue();
    assertThat(victim.hasOutstandingSends()).isFalse();
    assertThat(honest.hasOutstandingSends()).isFalse();
  }

  private static void checkError(Operation operation) {
    if (operation.error() != null) {
      assertThat(operation.error()).hasMessageMatching("(?s).*(peer|rank) 1.*");
    }
  }
}
