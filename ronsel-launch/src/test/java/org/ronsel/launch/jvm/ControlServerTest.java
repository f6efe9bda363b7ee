package org.ronsel.launch.jvm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.orders.NoOrders;
import org.ronsel.runtime.LaunchedJvm;
import org.ronsel.runtime.control.ControlClient;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameChannel;
import org.ronsel.runtime.control.FrameCodec;
import org.ronsel.runtime.control.FrameSender;
import org.ronsel.runtime.control.JobSpec;

/** The JVMs of a job reach their launcher whoever else is at its port. */
@Timeout(60)
class ControlServerTest {
  private static final byte[] SECRET = "the secret of the job, 32 bytes.".getBytes(US_ASCII);
  private static final int JVMS = 3;

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final List<Socket> strangers = new ArrayList<>();

  @AfterEach
  void leave() throws IOException {
    for (Socket stranger : strangers) {
      stranger.close();
    }
  }

  @Test
  void connectionsThatSayNothingKeepNobodyOut() throws Exception {
    try (ControlServer server = new ControlServer(SECRET, JVMS, JVMS, events::add)) {
      for (int i = 0; i < 1000; i++) {
        stranger(server);
      }
      assertAllConnect(server);
    }
  }

  @Test
  void connectionsThatBeginTheHandshakeAndStopKeepNobodyOut() throws Exception {
    try (ControlServer server = new ControlServer(SECRET, JVMS, JVMS, events::add)) {
      for (int i = 0; i < 300; i++) {
        greet(stranger(server));
      }
      assertAllConnect(server);
    }
  }

  @Test
  void strangersTakeNoThreads() throws Exception {
    try (ControlServer server = new ControlServer(SECRET, JVMS, JVMS, events::add)) {
      Set<Thread> before = Thread.getAllStackTraces().keySet();
      for (int i = 0; i < 20; i++) {
        Socket stranger = stranger(server);
        greet(stranger);
        assertThat(stranger.getInputStream().read()).as("it is answered").isEqualTo('R');
      }
      assertThat(Thread.getAllStackTraces().keySet())
          .filteredOn(thread -> thread.getName().startsWith("ronsel-"))
          .isSubsetOf(before);
    }
  }

  @Test
  void whenAllAreThereNobodyIsAcceptedAnyMore() throws Exception {
    try (ControlServer server = new ControlServer(SECRET, JVMS, JVMS, events::add)) {
      int port = server.port();
      assertAllConnect(server);
      assertThatThrownBy(
              () -> {
                while (true) { // until the port has been closed
                  new Socket(InetAddress.getLoopbackAddress(), port).close();
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void whoSaysSomethingElseIsReportedOnce() throws Exception {
    try (ControlServer server = new ControlServer(SECRET, JVMS, JVMS, events::add)) {
      for (int i = 0; i < 20; i++) {
        stranger(server).getOutputStream().write(new byte[100]);
      }
      assertAllConnect(server);
      assertThat(events).noneMatch(Event.TurnedAway.class::isInstance);
      assertThat(turnedAway).isEqualTo(1);
    }
  }

  /** As one that has been stopped. */
  @Test
  void aJvmThatReadsNothingHoldsNobodyUp() throws Exception {
    List<Frame> sent = new ArrayList<>();
    sent.add(new Frame.Kill(1));
    byte[] much = new byte[24 << 20];
    sent.add(new Frame.Gathered(new byte[][] {much}));
    for (int i = 0; i < 1000; i++) {
      sent.add(new Frame.Kill(i));
    }
    try (ControlServer server = new ControlServer(SECRET, 1, 1, events::add);
        FrameChannel jvm =
            FrameChannel.connect(
                new Socket(InetAddress.getLoopbackAddress(), server.port()), SECRET, 0)) {
      Event.Connected event = (Event.Connected) events.poll(50, TimeUnit.SECONDS);
      for (Frame frame : sent) {
        event.channel().send(frame);
      }
      for (Frame frame : sent) {
        Frame arrived = jvm.receive();
        if (frame instanceof Frame.Gathered) {
          assertThat(((Frame.Gathered) arrived).all()[0]).isEqualTo(much);
        } else {
          assertThat(arrived).isEqualTo(frame);
        }
      }
    }
  }

  @Test
  void whatFollowsALongFrameThatWasNotSentIsRefused() throws Exception {
    try (ControlServer server = new ControlServer(SECRET, 1, 1, events::add)) {
      FrameSender sender;
      try (FrameChannel jvm =
          FrameChannel.connect(
              new Socket(InetAddress.getLoopbackAddress(), server.port()), SECRET, 0)) {
        sender = ((Event.Connected) events.poll(50, TimeUnit.SECONDS)).channel();
        sender.send(new Frame.Gathered(new byte[][] {new byte[24 << 20]}));
      }
      assertThat(events.poll(50, TimeUnit.SECONDS)).isInstanceOf(Event.Disconnected.class);
      awaitSenders();

      assertThatThrownBy(() -> sender.send(new Frame.Kill(1))).isInstanceOf(IOException.class);
    }
  }

  /** The socket takes memory for a long frame. */
  @Test
  void aLauncherWithoutMemoryForALongFrameClosesTheConnectionOfItsJvm() throws Exception {
    AtomicInteger closed = new AtomicInteger();
    FrameSender sender =
        new SendQueues()
            .of(
                bytes -> {
                  throw new OutOfMemoryError("as if the heap were full");
                },
                closed::incrementAndGet,
                0);

    sender.send(new Frame.Gathered(new byte[][] {new byte[1 << 20]}));
    awaitSenders();

    assertThat(closed).hasValue(1);
    assertThatThrownBy(() -> sender.send(new Frame.Kill(1))).isInstanceOf(IOException.class);
  }

  /** Waits for the threads that send what has waited. */
  private static void awaitSenders() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("ronsel-send-")) {
        thread.join();
      }
    }
  }

  /** Others may take long to start, as on hosts whose shells read slow files. */
  @Test
  void aJvmThatWaitsForOthersGoesOnToSendHeartbeats() throws Exception {
    Path core =
        Path.of(LaunchedJvm.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (ControlServer server = new ControlServer(SECRET, 2, 2, events::add)) {
      String port = Integer.toString(server.port());
      Process jvm =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  core.toString(),
                  LaunchedJvm.class.getName(),
                  "127.0.0.1",
                  port,
                  "0")
              .redirectErrorStream(true)
              .start();
      try {
        jvm.getOutputStream().write((HexFormat.of().formatHex(SECRET) + "\n").getBytes(US_ASCII));
        jvm.getOutputStream().flush();
        FrameSender channel = null;
        for (int beats = 0; beats < 5; ) {
          switch (events.poll(50, TimeUnit.SECONDS)) {
            case Event.Connected e -> channel = e.channel();
            case Event.Received(int index, Frame.Hello hello) ->
                channel.send(new Frame.Job(jobOfTwo()));
            case Event.Received(int index, Frame.Progress beat) -> beats++;
            case Event.Received(int index, Frame.Gather mine) -> {
              // The other JVM is not there.
            }
            case null, default -> throw new AssertionError("no heartbeat");
          }
        }
      } finally {
        jvm.destroyForcibly().waitFor();
      }
    }
  }

  private static JobSpec jobOfTwo() {
    return new JobSpec(
        new JobSpec.Layout("two", new int[] {0, 1, 2}, 0, List.of()),
        JobSpec.Ranks.DEFAULT,
        JobSpec.Output.PLAIN,
        new JobSpec.Selection("none", null),
        20,
        false);
  }

  private int turnedAway;

  private void assertAllConnect(ControlServer server) throws Exception {
    for (int jvm = 0; jvm < JVMS; jvm++) {
      connect(server, jvm);
    }
    for (int jvm = 0; jvm < JVMS; jvm++) {
      awaitConnected(jvm);
    }
  }

  private Socket stranger(ControlServer server) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    strangers.add(socket);
    return socket;
  }

  /** As a JVM begins. */
  private static void greet(Socket socket) {
    try {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(0x524e534c);
      out.writeShort(FrameCodec.VERSION);
      out.writeInt(1);
      out.write(new byte[32]);
    } catch (IOException e) {
      // Dropped already, as the test expects of some.
    }
  }

  private void connect(ControlServer server, int jvm) {
    int port = server.port();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                ControlClient.connect(
                    InetAddress.getLoopbackAddress(), port, SECRET, jvm, new NoOrders());
              } catch (IOException e) {
                events.add(new Event.NotPrepared("JVM " + jvm + ": " + e));
              }
            });
  }

  private void awaitConnected(int jvm) throws Exception {
    while (true) {
      Event event = events.poll(50, TimeUnit.SECONDS);
      switch (event) {
        case Event.Connected e -> {
          return;
        }
        case Event.TurnedAway e -> turnedAway++;
        case Event.Received e -> assertThat(e.frame()).isInstanceOf(Frame.Hello.class);
        case null, default -> throw new AssertionError("in place of JVM " + jvm + ": " + event);
      }
    }
  }
}
