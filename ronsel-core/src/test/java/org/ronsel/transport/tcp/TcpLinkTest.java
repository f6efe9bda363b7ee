package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.ProcessFailedException;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.Link;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.tcp.TcpHosts.Stranger;

/** What a link promises, seen from below the engine. */
class TcpLinkTest {
  private static byte[] bytes(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({"1, false", "2, false", "3, false", "4, true"})
  void recordsAndDataArriveInOrderWhateverTheirLengths(int seed, boolean encrypted) {
    Random random = new Random(seed);
    try (TcpHosts job = new TcpHosts(2, encrypted)) {
      Link link = job.link(0, 1);
      int count = 400;
      for (int i = 0; i < count; i++) {
        if (random.nextInt(4) > 0) {
          job.send(0, 1, i, bytes(i, random.nextInt(random.nextBoolean() ? 40 : 8193)));
        } else {
          data(job, link, i, bytes(i, 1 + random.nextInt(700_000)));
        }
      }
      TcpHosts.Inbox inbox = job.inboxes.get(1);
      job.until("all records", () -> inbox.tags.size() >= count);
      int at = 0;
      for (byte[] payload : inbox.payloads) {
        assertThat(payload).isEqualTo(bytes(at, payload.length));
        at += 1;
      }
      assertThat(at).isEqualTo(count);
      assertThat(inbox.failed).isEmpty();
    }
  }

  /** Sends data in one part, whose beginning the other end can tell by its length. */
  static void data(TcpHosts job, Link link, int cookie, byte[] data) {
    int length = Math.min(data.length, TcpOptions.BLOCK_BYTES);
    DataTransfer[] part = new DataTransfer[1];
    job.until(
        "room for data", () -> (part[0] = link.sendData(cookie, 0, data, 0, length, true)) != null);
    part[0].move();
    job.until("the data have been taken", part[0]::handOver);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoConnectsToEachOtherAtOnceGetsOneConnection(boolean encrypted) {
    int ranks = 6;
    try (TcpHosts job = new TcpHosts(ranks, encrypted)) {
      for (int from = 0; from < ranks; from++) {
        for (int to = 0; to < ranks; to++) {
          if (from != to) {
            job.link(from, to);
          }
        }
      }
      for (int from = 0; from < ranks; from++) {
        for (int to = 0; to < ranks; to++) {
          if (from != to) {
            job.send(from, to, from);
          }
        }
      }
      for (int rank = 0; rank < ranks; rank++) {
        int me = rank;
        TcpHosts.Inbox inbox = job.inboxes.get(rank);
        job.until("a message of everybody", () -> inbox.tags.size() == ranks - 1);
        assertThat(inbox.tags)
            .containsExactlyInAnyOrderElementsOf(
                IntStream.range(0, ranks).filter(from -> from != me).boxed().toList());
        assertThat(inbox.failed).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void unaskedPayloadIsBoundedUntilItIsConsumed(boolean encrypted) {
    try (TcpHosts job = new TcpHosts(2, encrypted)) {
      Link link = job.link(0, 1);
      long promised = 0;
      while (link.admitUnsolicited(64 << 10)) {
        promised += 64 << 10;
        assertThat(promised).isLessThanOrEqualTo(TcpOptions.WINDOW_BYTES);
      }
      assertThat(promised).isPositive();
      assertThat(link.eagerOpen()).isFalse();
      byte[] data = new byte[64 << 10];
      for (long sent = 0; sent < promised; sent += data.length) {
        DataTransfer part = link.sendData(1, sent, data, 0, data.length, false);
        part.move();
        job.until("the data have been taken", part::handOver);
      }
      // The inbox copies, so all is consumed when it has come.
      job.until("room again", link::eagerOpen);
      job.until("room again", () -> link.admitUnsolicited(64 << 10));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void thePeerFailsWhoseConnectionEnds(boolean encrypted) {
    try (TcpHosts job = new TcpHosts(3, encrypted)) {
      job.send(0, 1, 1);
      job.send(2, 1, 2);
      job.until("both have come", () -> job.inboxes.get(1).tags.size() == 2);
      job.hosts.get(1).close();
      TcpHosts.Inbox inbox = job.inboxes.get(0);
      job.until("the end is noticed", () -> inbox.failed.containsKey(1));
      assertThat(inbox.failed.get(1))
          .isInstanceOf(ProcessFailedException.class)
          .hasMessageContaining("rank 0: rank 1 is lost: ");
      job.send(0, 2, 3);
      job.until("others go on", () -> job.inboxes.get(2).tags.contains(3));
      assertThat(inbox.failed).containsOnlyKeys(1);
    }
  }

  /**
   * The stranger's end, which makes both connections, gives no sign: as if it were switched off.
   */
  @Test
  void aPeerOfWhichNothingIsHeardFails() throws IOException {
    byte watching = TcpHandshake.FOR_WATCHING;
    try (TcpHosts job = new TcpHosts(3);
        Stranger records = new Stranger(job.address(1), job.context(0, true), 0, 1);
        Stranger watch =
            new Stranger(job.address(1), job.context(0, true), false, watching, 0, 1)) {
      assertThat(records.admitted()).isEqualTo(TcpHandshake.WELCOME);
      assertThat(watch.admitted()).isEqualTo(TcpHandshake.WELCOME);
      assertThat(watch.read()).as("a sign").isNotNegative();
      job.send(1, 2, 3);
      TcpHosts.Inbox inbox = job.inboxes.get(1);
      job.until("the silence is noticed", () -> inbox.failed.containsKey(0));
      assertThat(inbox.failed.get(0))
          .hasMessageContaining("rank 0 is lost: nothing has been heard of its JVM for 2 s");
      job.send(2, 1, 5);
      job.until("others go on", () -> inbox.tags.contains(5));
      assertThat(inbox.failed).containsOnlyKeys(0);
    }
  }

  // ---- what is damaged ----

  /** A record as a connection carries it. */
  private static ByteBuffer record(
      long word, int kind, int flags, int payload, int source, byte... behind) {
    ByteBuffer out =
        ByteBuffer.allocate(RecordDescriptor.ALIGNMENT + behind.length)
            .order(ByteOrder.nativeOrder());
    out.putLong(0, word);
    out.putInt(8, Envelope.header(kind, 0, flags));
    out.putInt(12, payload);
    out.putInt(28, source);
    out.put(RecordDescriptor.ALIGNMENT, behind);
    return out;
  }

  private static void failsItsSender(ByteBuffer damaged, String why) throws IOException {
    try (TcpHosts job = new TcpHosts(3);
        Stranger stranger = new Stranger(job.address(0), job.context(1, true), 1, 0)) {
      assertThat(stranger.admitted()).isEqualTo(TcpHandshake.WELCOME);
      stranger.send(record(0, Envelope.EAGER, 0, 0, 1));
      stranger.send(damaged);
      TcpHosts.Inbox inbox = job.inboxes.get(0);
      job.until("the sender fails", () -> inbox.failed.containsKey(1));
      assertThat(inbox.tags).as("what came before").hasSize(1);
      assertThat(inbox.failed.get(1)).hasMessageContaining(why);
      assertThat(stranger.read()).as("it is hung up upon").isEqualTo(-1);
      job.send(2, 0, 5);
      job.until("others go on", () -> inbox.tags.contains(5));
    }
  }

  @Test
  void damagedRecordsFailTheirSender() throws IOException {
    failsItsSender(record(0, Envelope.EAGER, 0, -1, 1), "with -1 bytes");
    failsItsSender(record(0, Envelope.EAGER, 0, TcpOptions.INLINE_LIMIT + 1, 1), "with 8193 bytes");
    failsItsSender(record(0, Envelope.EAGER, 0, 0, 2), "record of rank 2");
    failsItsSender(record(2, Envelope.EAGER, 0, 0, 1), "it has consumed 1 of 0 bytes");
    failsItsSender(record(-1, Envelope.EAGER, 0, 0, 1), "it has consumed");
    failsItsSender(record(0, Envelope.FRAGMENT, OutPart.STREAMED, 0, 1), ", 0 bytes");
    failsItsSender(
        record(0, Envelope.FRAGMENT, OutPart.STREAMED, TcpOptions.BLOCK_BYTES + 1, 1), "data of");
    failsItsSender(record(0, Envelope.FRAGMENT, OutPart.STREAMED, 8, 2), "data of rank 2");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void randomBytesFailTheirSenderOnly(long seed) throws IOException {
    Random random = new Random(seed);
    try (TcpHosts job = new TcpHosts(3);
        Stranger stranger = new Stranger(job.address(0), job.context(1, true), 1, 0)) {
      assertThat(stranger.admitted()).isEqualTo(TcpHandshake.WELCOME);
      OutputStream out = stranger.socket.getOutputStream();
      Thread writer =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    byte[] noise = new byte[1024];
                    try {
                      while (true) {
                        random.nextBytes(noise);
                        // mostly what looks like a record
                        ByteBuffer.wrap(noise)
                            .order(ByteOrder.nativeOrder())
                            .putLong(0, 0)
                            .putInt(8, Envelope.header(1 + random.nextInt(5), 0, 0))
                            .putInt(12, random.nextInt(600))
                            .putInt(28, 1);
                        out.write(noise);
                      }
                    } catch (IOException hungUp) {
                      return;
                    }
                  });
      TcpHosts.Inbox inbox = job.inboxes.get(0);
      job.until("the sender fails", () -> inbox.failed.containsKey(1));
      join(writer);
      inbox.tags.clear();
      job.send(2, 0, 5);
      job.until("others go on", () -> inbox.tags.contains(5));
      assertThat(inbox.failed).containsOnlyKeys(1);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void recordsThatComeByteByByteAreWhole() throws IOException {
    try (TcpHosts job = new TcpHosts(2);
        Stranger stranger = new Stranger(job.address(0), job.context(1, true), 1, 0)) {
      assertThat(stranger.admitted()).isEqualTo(TcpHandshake.WELCOME);
      stranger.socket.setTcpNoDelay(true);
      byte[] payload = bytes(1, 24);
      byte[] data = bytes(2, 13);
      ByteBuffer first = record(0, Envelope.EAGER, 0, payload.length, 1, payload);
      ByteBuffer second = record(0, Envelope.FRAGMENT, OutPart.STREAMED, data.length, 1, data);
      for (int round = 0; round < 3; round++) {
        for (byte[] all : new byte[][] {first.array(), second.array()}) {
          for (byte one : all) {
            stranger.socket.getOutputStream().write(one);
            job.poll();
          }
        }
      }
      TcpHosts.Inbox inbox = job.inboxes.get(0);
      job.until("six records", () -> inbox.tags.size() == 6);
      for (int i = 0; i < 6; i++) {
        assertThat(inbox.payloads.get(i)).isEqualTo(i % 2 == 0 ? payload : data);
      }
      assertThat(inbox.failed).isEmpty();
    }
  }
}
