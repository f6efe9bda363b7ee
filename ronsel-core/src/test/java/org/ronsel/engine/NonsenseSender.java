package org.ronsel.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ronsel.transport.Envelope;

/**
 * A peer that sends records which make sense, with one field changed now and then, or with all of
 * them at random. What has been announced to it and by it, it remembers, so that its nonsense comes
 * close.
 */
final class NonsenseSender {
  private static final long[] LENGTHS = {
    0, 1, 8, 63, 100, 101, 1000, -1, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE
  };
  private static final int[] FLAGS = {0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0x80, 0xff};
  private static final int[] TAGS = {0, 1, 2, 3, 4, 5, -1, -2, -3, Integer.MAX_VALUE};

  private final ScriptedTransport wire;
  private final int self;
  private final Random random;

  /** One in this many fields is wrong. */
  private final int seldom;

  private final List<Announced> announced = new ArrayList<>();
  private long nextCookie = 1;

  /** A message that it has announced, and how much of it has been sent. */
  private static final class Announced {
    final long cookie;
    final long length;
    long sent;

    Announced(long cookie, long length) {
      this.cookie = cookie;
      this.length = length;
    }
  }

  NonsenseSender(ScriptedTransport wire, int self, Random random) {
    this.wire = wire;
    this.self = self;
    this.random = random;
    this.seldom = new int[] {3, 20, 200}[random.nextInt(3)];
  }

  void send(int records) {
    for (int i = 0; i < records; i++) {
      switch (random.nextInt(7)) {
        case 0 -> eager();
        case 1, 2 -> announce();
        case 3, 4 -> fragment();
        case 5 -> answer();
        default -> anything();
      }
    }
  }

  private boolean wrong() {
    return random.nextInt(seldom) == 0;
  }

  private long anyLength() {
    return random.nextInt(8) == 0 ? random.nextLong() : LENGTHS[random.nextInt(LENGTHS.length)];
  }

  private int anyTag() {
    return TAGS[random.nextInt(TAGS.length)];
  }

  private int header(int kind, int flags) {
    int header =
        Envelope.header(
            wrong() ? random.nextInt(256) : kind,
            wrong() ? random.nextInt(256) : 1,
            wrong() ? FLAGS[random.nextInt(FLAGS.length)] : flags);
    return wrong() ? header & ~0xff | random.nextInt(256) : header;
  }

  private void eager() {
    byte[] payload = new byte[random.nextInt(65)];
    long length = wrong() ? anyLength() : payload.length;
    record(header(Envelope.EAGER, random.nextInt(2)), length, random.nextInt(3), payload);
  }

  private void announce() {
    long cookie = wrong() ? cookie() : nextCookie++;
    long length = wrong() ? anyLength() : random.nextInt(500);
    int flags = random.nextInt(6);
    boolean hasKey = (flags & Envelope.KEY) != 0;
    byte[] payload =
        new byte[hasKey && !wrong() ? Envelope.KEY_BYTES : wrong() ? random.nextInt(65) : 0];
    record(header(Envelope.RENDEZVOUS, flags), length, cookie, payload);
    if (!hasKey && length > 0) {
      announced.add(new Announced(cookie, length));
    }
  }

  private void fragment() {
    Announced message = announced.isEmpty() ? null : one(announced);
    if (message == null || wrong()) {
      wire.arriveFragment(self, cookie(), anyLength(), 1 + random.nextInt(100));
      return;
    }
    int bytes = (int) Math.min(message.length - message.sent, 1 + random.nextInt(100));
    if (bytes <= 0) {
      announced.remove(message);
      return;
    }
    long offset = wrong() ? anyLength() : message.sent;
    message.sent += bytes;
    if (random.nextInt(3) == 0) {
      byte[] payload = new byte[Math.min(bytes, 64)];
      wire.arriveRecord(self, header(Envelope.FRAGMENT, 0), 0, 0, offset, message.cookie, payload);
    } else {
      wire.arriveFragment(self, message.cookie, offset, bytes);
    }
  }

  /** Answers what the rank has announced, in the right way as a rule. */
  private void answer() {
    List<ScriptedTransport.Sent> toAnswer =
        wire.sent.stream().filter(each -> each.to() == self && each.cookie() != 0).toList();
    if (toAnswer.isEmpty() || wrong()) {
      wire.arriveAnswer(
          self, random.nextBoolean() ? Envelope.DONE : Envelope.CLEAR_TO_SEND, cookie());
      return;
    }
    ScriptedTransport.Sent sent = one(toAnswer);
    boolean done =
        sent.kind() == Envelope.EAGER || (Envelope.flags(sent.header()) & Envelope.KEY) != 0;
    if (sent.kind() == Envelope.EAGER || sent.kind() == Envelope.RENDEZVOUS) {
      wire.sent.remove(sent);
      wire.arriveAnswer(
          self, done ^ wrong() ? Envelope.DONE : Envelope.CLEAR_TO_SEND, sent.cookie());
    }
  }

  private void anything() {
    if (wrong()) {
      byte[] payload = new byte[random.nextInt(65)];
      random.nextBytes(payload);
      record(random.nextInt(), anyLength(), cookie(), payload);
    }
  }

  private void record(int header, long length, long cookie, byte[] payload) {
    long context = wrong() ? random.nextLong() : 2L * random.nextInt(2);
    int tag = wrong() ? anyTag() : random.nextInt(6);
    wire.arriveRecord(self, header, context, tag, length, cookie, payload);
  }

  /** Of its own messages, of those of the rank, or of nobody. */
  private long cookie() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt((int) nextCookie + 1);
      case 1 -> wire.sent.isEmpty() ? 0 : one(wire.sent).cookie();
      case 2 -> (1L + random.nextInt(2)) << 32 | random.nextInt(6);
      default -> random.nextLong();
    };
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
