package org.ronsel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.data.ElementType;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.transport.Envelope;

/** Each record that makes no sense fails its sender, by name, and nothing else. */
class NonsenseTest {
  private static final int PEER = 1;
  private static final int OTHER = 2;

  private static Named<Consumer<ScriptedTransport>> nonsense(
      String what, Consumer<ScriptedTransport> arrival) {
    return Named.of(what, arrival);
  }

  private static Named<Consumer<ScriptedTransport>> record(
      String what, int header, long length, int payload) {
    return nonsense(
        what, wire -> wire.arriveRecord(PEER, header, 0, 3, length, 9, new byte[payload]));
  }

  private static Named<Consumer<ScriptedTransport>> fragmentOfHundred(
      String what, long offset, int bytes) {
    return nonsense(
        what,
        wire -> {
          wire.arriveAnnouncement(PEER, 0, 0, 100, 9);
          wire.arriveFragment(PEER, 9, 20, 80);
          wire.arriveFragment(PEER, 9, offset, bytes);
        });
  }

  static Stream<Named<Consumer<ScriptedTransport>>> records() {
    int eager = Envelope.header(Envelope.EAGER, 1, 0);
    int rendezvous = Envelope.header(Envelope.RENDEZVOUS, 1, 0);
    int withKey = Envelope.withFlag(rendezvous, Envelope.KEY);
    return Stream.of(
        record("version", eager + 1, 10, 10),
        record("kind 0", Envelope.withKind(eager, 0), 10, 10),
        record("kind 6", Envelope.withKind(eager, 6), 10, 10),
        record("eager of no type", Envelope.header(Envelope.EAGER, 0, 0), 10, 10),
        record("rendezvous of type 12", Envelope.header(Envelope.RENDEZVOUS, 12, 0), 10, 0),
        record("eager, too short", eager, 11, 10),
        record("eager, too long", eager, 9, 10),
        record("eager, longer than an int", eager, (1L << 32) + 10, 10),
        record("eager, negative", eager, -10, 10),
        record("rendezvous, negative", rendezvous, Long.MIN_VALUE, 0),
        record("half a key", withKey, 100, 8),
        record("no key", withKey, 100, 0),
        record("unknown clear to send", Envelope.header(Envelope.CLEAR_TO_SEND, 0, 0), 0, 0),
        record("unknown done", Envelope.header(Envelope.DONE, 0, 0), 0, 0),
        record("unknown inline fragment", Envelope.header(Envelope.FRAGMENT, 0, 0), 0, 10),
        nonsense("unknown fragment", wire -> wire.arriveFragment(PEER, 9, 0, 10)),
        nonsense(
            "fragment of another peer",
            wire -> {
              wire.arriveAnnouncement(OTHER, 0, 1, 100, 9);
              wire.arriveFragment(PEER, 9, 0, 10);
            }),
        nonsense(
            "inline fragment nobody asked for",
            wire -> {
              wire.arriveAnnouncement(PEER, 0, 7, 100, 9);
              int header = Envelope.header(Envelope.FRAGMENT, 0, 0);
              wire.arriveRecord(PEER, header, 0, 0, 0, 9, new byte[10]);
            }),
        nonsense(
            "two messages with one cookie",
            wire -> {
              wire.arriveAnnouncement(PEER, 0, 7, 100, 9);
              wire.arriveAnnouncement(PEER, 0, 8, 100, 9);
            }),
        fragmentOfHundred("fragment before its message", -1, 10),
        fragmentOfHundred("fragment behind its message", 100, 1),
        fragmentOfHundred("fragment across the end", 91, 10),
        fragmentOfHundred("fragment at the end of all numbers", Long.MAX_VALUE, 10),
        fragmentOfHundred("fragment at the start of all numbers", Long.MIN_VALUE, 10),
        fragmentOfHundred("fragment without bytes", 0, 0),
        fragmentOfHundred("more data than the message has", 0, 21));
  }

  @ParameterizedTest
  @MethodSource("records")
  void failsItsSender(Consumer<ScriptedTransport> nonsense) {
    ScriptedTransport wire = new ScriptedTransport();
    Engine engine = wire.engine(ScriptedTransport.options());
    byte[] buffer = new byte[100];
    ReceiveOperation matched = receive(engine, PEER, 0, buffer);
    ReceiveOperation posted = receive(engine, PEER, 99, new byte[10]);
    ReceiveOperation ofOther = receive(engine, OTHER, 99, new byte[10]);
    nonsense.accept(wire);
    while (engine.progressOnce()) {
      // Until nothing moves.
    }
    for (ReceiveOperation each : new ReceiveOperation[] {matched, posted}) {
      assertThat(each.isComplete()).isTrue();
      assertThat(each.error()).isNotNull().hasMessageContaining("peer " + PEER);
    }
    assertThat(ofOther.isComplete()).isFalse();
    assertThat(wire.borrowed).isZero();
    wire.arriveRecord(OTHER, Envelope.header(Envelope.EAGER, 1, 0), 0, 99, 10, 0, new byte[10]);
    engine.progressOnce();
    assertThat(ofOther.isComplete()).isTrue();
    assertThat(ofOther.error()).isNull();
  }

  private static ReceiveOperation receive(Engine engine, int source, int tag, byte[] buffer) {
    return engine.startReceive(0, source, tag, ElementType.BYTE, buffer, 0, buffer.length);
  }
}
