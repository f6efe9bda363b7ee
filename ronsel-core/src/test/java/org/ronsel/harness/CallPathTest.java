package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ronsel.Comm;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.job.JobLayout;
import org.ronsel.job.SharedObjects;
import org.ronsel.transport.Capabilities;
import org.ronsel.transport.Completion;
import org.ronsel.transport.DataPlace;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.Link;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.RecordWriter;
import org.ronsel.transport.Sink;
import org.ronsel.transport.Transport;
import org.ronsel.transport.ring.Inbox;
import org.ronsel.transport.thread.ThreadTransport;

/**
 * The methods that lie between a call of the program and a link, and between a receive and the
 * record that it takes, are those that architecture.md lists, between threads and processes.
 */
class CallPathTest {
  private static final Path DOCUMENT = Path.of("../docs/architecture.md");

  private static final int SHORT_SEND = 1;
  private static final int LONG_SEND = 2;
  private static final int RECEIVE_OF_THREAD = 3;
  private static final int RECEIVE_OF_PROCESS = 4;

  private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");

  /** The methods that a column of the table names, down to the link. */
  private static List<String> listed(int column) throws IOException {
    List<String> methods = new ArrayList<>();
    boolean inTable = false;
    for (String line : Files.readAllLines(DOCUMENT)) {
      inTable |= line.startsWith("| API |");
      if (line.startsWith("| record |")) {
        break;
      }
      if (inTable) {
        Matcher name = NAME.matcher(line.split("\\|", -1)[column + 1]);
        String type = "";
        while (name.find()) {
          String method = name.group(1);
          int dot = method.lastIndexOf('.');
          type = dot < 0 ? type : method.substring(0, dot + 1);
          methods.add(dot < 0 ? type + method : method);
        }
      }
    }
    return methods;
  }

  /** A transport that notes by which methods its links, and the receiver, are reached. */
  private static final class Observed implements Transport {
    private final Transport transport;
    private final List<List<String>> sent;
    private final List<List<String>> received;

    Observed(Transport transport, List<List<String>> sent, List<List<String>> received) {
      this.transport = transport;
      this.sent = sent;
      this.received = received;
    }

    @Override
    public String name() {
      return transport.name();
    }

    @Override
    public Link connect(int endpoint) {
      return new ObservedLink(transport.connect(endpoint), sent);
    }

    @Override
    public int poll(Sink sink, int limit) {
      return transport.poll(new ObservedSink(sink, received), limit);
    }

    @Override
    public boolean armDoorbell() {
      return transport.armDoorbell();
    }

    @Override
    public void disarmDoorbell() {
      transport.disarmDoorbell();
    }

    @Override
    public void restDoorbell() {
      transport.restDoorbell();
    }
  }

  private record ObservedSink(Sink sink, List<List<String>> received) implements Sink {
    @Override
    public void onRecord(RecordView record) {
      received.add(frames("Sink.onRecord"));
      sink.onRecord(record);
    }

    @Override
    public void failPeer(int endpoint, Throwable cause) {
      sink.failPeer(endpoint, cause);
    }

    @Override
    public boolean place(RecordView record, int bytes, DataPlace place) {
      return sink.place(record, bytes, place);
    }

    @Override
    public void placed(DataPlace place, int bytes, int all) {
      sink.placed(place, bytes, all);
    }
  }

  private record ObservedLink(Link link, List<List<String>> sent) implements Link {
    @Override
    public int peer() {
      return link.peer();
    }

    @Override
    public Capabilities capabilities() {
      return link.capabilities();
    }

    @Override
    public boolean eagerOpen() {
      return link.eagerOpen();
    }

    @Override
    public @Nullable RecordWriter claim(int payloadBytes) {
      sent.add(frames("Link.claim"));
      return link.claim(payloadBytes);
    }

    @Override
    public void ring() {
      link.ring();
    }

    @Override
    public boolean sendWhole(
        int header, long context, int tag, Object base, long byteOffset, long bytes) {
      sent.add(frames("Link.sendWhole"));
      return link.sendWhole(header, context, tag, base, byteOffset, bytes);
    }

    @Override
    public boolean admitUnsolicited(long bytes) {
      return link.admitUnsolicited(bytes);
    }

    @Override
    public @Nullable DataTransfer sendData(
        long cookie, long messageOffset, Object base, long byteOffset, long bytes, boolean asked) {
      return link.sendData(cookie, messageOffset, base, byteOffset, bytes, asked);
    }

    @Override
    public boolean isCrowdedOut() {
      return link.isCrowdedOut();
    }

    @Override
    public long keyEpoch() {
      return link.keyEpoch();
    }

    @Override
    public long keyOf(Object base, long byteOffset, long bytes, long epoch, boolean exchanged) {
      return link.keyOf(base, byteOffset, bytes, epoch, exchanged);
    }

    @Override
    public void withdrawKeys() {
      link.withdrawKeys();
    }

    @Override
    public void dataMoved(long cookie, MemorySegment copy) {
      link.dataMoved(cookie, copy);
    }

    @Override
    public void forgetMoved(long cookie) {
      link.forgetMoved(cookie);
    }

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
      link.read(key, epoch, cookie, messageBytes, base, byteOffset, bytes, done);
    }
  }

  /** The methods on the way to here, from the program's call on, and {@code last}. */
  private static List<String> frames(String last) {
    List<String> frames = new ArrayList<>(List.of(last));
    boolean inside = false;
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      String name = frame.getClassName();
      boolean isOfTest = name.startsWith(CallPathTest.class.getName());
      if (isOfTest && inside && !name.contains("$")) {
        break;
      }
      if (!isOfTest) {
        inside = true;
        String type = name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
        frames.addFirst(type + "." + frame.getMethodName());
      }
    }
    return frames;
  }

  @Test
  void theListOfTheDocumentIsThatOfMessagesBetweenThreads() throws IOException {
    List<List<String>> sent = new ArrayList<>();
    List<List<String>> received = new ArrayList<>();
    Doorbell doorbell = new Doorbell();
    ThreadTransport[] own = new ThreadTransport[1];
    own[0] = new ThreadTransport(0, new Inbox(1024), doorbell, peer -> own[0]);
    Transport transport = new Observed(own[0], sent, received);
    Engine engine =
        new Engine(
            0, new Transport[] {transport}, peer -> transport, doorbell, ThreadRanks.options(1));
    Comm world = new HarnessJob(JobLayout.embedded("test", 1), new SharedObjects()).world(engine);
    check(world, world, sent, received, RECEIVE_OF_THREAD);
    sent.clear();
    world.iSend(new long[] {1}, 0, 0);
    assertThat(sent.getFirst()).hasSize(listed(SHORT_SEND).size());
  }

  @Test
  void theListOfTheDocumentIsThatOfMessagesBetweenProcesses() throws IOException {
    List<List<String>> sent = new ArrayList<>();
    List<List<String>> received = new ArrayList<>();
    try (ShmRanks ranks = new ShmRanks(2, transport -> new Observed(transport, sent, received))) {
      Comm sender = ranks.worlds().get(0);
      Comm receiver = ranks.worlds().get(1);
      check(sender, receiver, sent, received, RECEIVE_OF_PROCESS);
      sent.clear();
      sender.iSend(new long[3 << 9], 1, 0); // 12 KB, which are never read in the sender's memory
      assertThat(sent.getFirst()).endsWith("Link.sendWhole");
    }
  }

  private static void check(
      Comm sender, Comm receiver, List<List<String>> sent, List<List<String>> received, int receive)
      throws IOException {
    sender.send(new long[] {1}, receiver.rank(), 0);
    assertThat(sent.getFirst()).isEqualTo(listed(SHORT_SEND)).hasSizeLessThan(7);
    receiver.receive(new long[1], sender.rank(), 0);
    assertThat(received.getFirst()).isEqualTo(listed(receive));
    sent.clear();
    sender.iSend(new long[1 << 17], receiver.rank(), 0);
    assertThat(sent.getFirst()).isEqualTo(listed(LONG_SEND)).hasSizeLessThan(9);
  }
}
