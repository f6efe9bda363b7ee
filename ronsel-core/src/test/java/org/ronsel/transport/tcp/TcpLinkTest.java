package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
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
      List<Integer> lengths = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        boolean inRecord = random.nextInt(4) > 0;
        int length =
            inRecord
                ? random.nextInt(random.nextBoolean() ? 40 : 8193)
                : 1 + random.nextInt(TcpOptions.BLOCK_BYTES);
        lengths.add(length);
        if (inRecord) {
          job.send(0, 1, i, bytes(i, length));
        } else {
          data(job, link, i, bytes(i, length));
        }
      }
      TcpHosts.Inbox inbox = job.inboxes.get(1);
      job.until(
          "all records",
          () -> inbox.tags.size() >= count && inbox.payloads.getLast().length == lengths.getLast());
      int at = 0;
      for (byte[] payload : inbox.payloads) {
        assertThat(payload).isEqualTo(bytes(at, lengths.get(at)));
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

  /** A message goes over all connections, each of which has its part of it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void longMessagesGoOverSeveralConnections(boolean encrypted) {
    int connections = 3;
    byte[] message = bytes(1, 4 << 20);
    byte[] got = new byte[message.length];
    try (TcpHosts job = new TcpHosts(2, encrypted, connections)) {
      TcpLink link = (TcpLink) job.link(0, 1);
      job.send(0, 1, 1);
      job.until("the first connection", link::isConnected);
      TcpHosts.Inbox inbox = job.inboxes.get(1);
      inbox.puts = (data, at) -> System.arraycopy(data, 0, got, (int) at, data.length);
      // The first part has them made.
      assertThat(send(job, link, 7, message)).isPositive();
      job.until("the others", () -> link.connections() == connections);
      Arrays.fill(got, (byte) 0);
      assertThat(send(job, link, 8, message)).isEqualTo(connections);
      long all = 2L * message.length;
      job.until("all data", () -> inbox.bytesPut == all);
      assertThat(got).isEqualTo(message);
      assertThat(inbox.failed).isEmpty();
      // And one on which the JVMs see that the other is there.
      job.untilSettled(0, connections + 1);
      job.untilSettled(1, connections + 1);
      assertThat(job.incoming(0)).isEqualTo(1);
      assertThat(job.incoming(1)).isEqualTo(connections);
    }
  }

  /** Sends a message; over how many connections. */
  private static int send(TcpHosts job, TcpLink link, int cookie, byte[] message) {
    List<DataTransfer> parts = new ArrayList<>();
    Set<OutStream> used = new HashSet<>();
    for (long at = 0; at < message.length || !parts.isEmpty(); ) {
      DataTransfer part =
          at == message.length
              ? null
              : link.sendData(cookie, at, message, at, message.length - at, true);
      if (part != null) {
        part.move();
        used.add(((OutPart) part).stream());
        parts.add(part);
        at += part.bytes();
      }
      parts.removeIf(DataTransfer::handOver);
      job.poll();
    }
    return used.size();
  }

  /** What is read into the receiver's own memory, and what is left when that memory has gone. */
  @ParameterizedTest
  @ValueSource(ints = {1, 100, 65_536, 400_000, 524_288})
  void dataGoStraightToTheirPlaceOrToABlock(int bytes) {
    byte[] message = bytes(bytes, bytes);
    try (TcpHosts job = new TcpHosts(2)) {
      Link link = job.link(0, 1);
      TcpHosts.Inbox inbox = job.inboxes.get(1);
      try (Arena arena = Arena.ofShared()) {
        inbox.place = arena.allocate(bytes + 8L);
        data(job, link, 1, message);
        job.until("all is there", () -> inbox.placed == bytes);
        assertThat(inbox.place.asSlice(8, bytes).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(message);
        assertThat(inbox.tags).as("what came as a record").isEmpty();
      }
      // It is closed now, which is found when data are about to be put there.
      data(job, link, 1, message);
      job.until(
          "all came as records",
          () -> inbox.tags.size() == 1 && inbox.payloads.getFirst().length == bytes);
      assertThat(inbox.payloads.getFirst()).isEqualTo(message);
      assertThat(inbox.placed).as("what was put into its place").isEqualTo(bytes);
      assertThat(inbox.failed).isEmpty();
    }
  }

  /** Native memory of the sender is written as it is, and free when it has been moved. */
  @Test
  void nativeMemoryIsFreeWhenItHasBeenMoved() {
    try (TcpHosts job = new TcpHosts(2);
        Arena arena = Arena.ofShared()) {
      Link link = job.link(0, 1);
      MemorySegment from = arena.allocate(1 << 20);
      TcpHosts.Inbox inbox = job.inboxes.get(1);
      Random random = new Random(1);
      List<byte[]> sent = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        byte[] message = bytes(i, 1 + random.nextInt(TcpOptions.BLOCK_BYTES));
        int at = random.nextInt(1000);
        MemorySegment.copy(message, 0, from, ValueLayout.JAVA_BYTE, at, message.length);
        DataTransfer[] part = new DataTransfer[1];
        job.until(
            "room for data",
            () -> (part[0] = link.sendData(1, 0, from, at, message.length, true)) != null);
        part[0].move();
        from.fill((byte) 0);
        job.until("the data have been taken", part[0]::handOver);
        sent.add(message);
      }
      job.until(
          "all data",
          () ->
              inbox.payloads.size() == sent.size()
                  && inbox.payloads.getLast().length == sent.getLast().length);
      for (int i = 0; i < sent.size(); i++) {
        assertThat(inbox.payloads.get(i)).isEqualTo(sent.get(i));
      }
    }
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
      for (int jvm = 0; jvm < ranks; jvm++) {
        // To each other JVM also one on which both see that the other is there.
        job.untilSettled(jvm, 2 * (ranks - 1));
        assertThat(job.incoming(jvm)).isEqualTo(ranks - 1);
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
    try (TcpHosts job = new TcpHosts(3, Duration.ofSeconds(2));
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
  static ByteBuffer record(
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

  /** On a connection for data nothing else may come, and no data that nobody has asked for. */
  @ParameterizedTest
  @ValueSource(ints = {0, OutPart.STREAMED | OutPart.COUNTED})
  void whatIsNotForAFurtherConnectionFailsItsSender(int flags) throws IOException {
    try (TcpHosts job = new TcpHosts(3);
        Stranger first = new Stranger(job.address(0), job.context(1, true), 1, 0);
        Stranger further =
            new Stranger(
                job.address(0), job.context(1, true), false, TcpHandshake.FOR_DATA, 1, 0)) {
      assertThat(first.admitted()).isEqualTo(TcpHandshake.WELCOME);
      assertThat(further.admitted()).isEqualTo(TcpHandshake.WELCOME);
      further.send(
          record(0, flags == 0 ? Envelope.EAGER : Envelope.FRAGMENT, flags, flags == 0 ? 0 : 8, 1));
      TcpHosts.Inbox inbox = job.inboxes.get(0);
      job.until("the sender fails", () -> inbox.failed.containsKey(1));
      assertThat(inbox.failed.get(1)).hasMessageContaining("is damaged");
      assertThat(first.read()).as("it is hung up upon").isEqualTo(-1);
      assertThat(further.read()).as("on all connections").isEqualTo(-1);
      job.send(2, 0, 5);
      job.until("others go on", () -> inbox.tags.contains(5));
    }
  }

  /** Further connections are for who has a first one, and not without end. */
  @Test
  void furtherConnectionsAreBounded() throws IOException {
    try (TcpHosts job = new TcpHosts(2)) {
      try (Stranger early =
          new Stranger(job.address(0), job.context(1, true), false, TcpHandshake.FOR_DATA, 1, 0)) {
        assertThat(early.admitted()).isEqualTo(-1);
      }
      List<Stranger> all = new ArrayList<>();
      try {
        all.add(new Stranger(job.address(0), job.context(1, true), 1, 0));
        assertThat(all.getFirst().admitted()).isEqualTo(TcpHandshake.WELCOME);
        for (int i = 0; i <= TcpOptions.MOST_CONNECTIONS; i++) {
          Stranger each =
              new Stranger(
                  job.address(0), job.context(1, true), false, TcpHandshake.FOR_DATA, 1, 0);
          all.add(each);
          assertThat(each.admitted())
              .isEqualTo(i < TcpOptions.MOST_CONNECTIONS ? TcpHandshake.WELCOME : -1);
        }
      } finally {
        for (Stranger each : all) {
          each.close();
        }
      }
    }
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
