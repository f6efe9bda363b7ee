package org.ronsel.runtime;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.job.JobLayout;
import org.ronsel.orders.NoOrders;
import org.ronsel.runtime.control.AcceptedJvm;
import org.ronsel.runtime.control.ControlClient;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameChannel;
import org.ronsel.runtime.control.JobSpec;
import org.ronsel.runtime.control.MemoryShortage;

/** What a JVM still tells the launcher when its heap is full. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HeartbeatTest {
  private static final byte[] SECRET = "the secret of the job, 32 bytes.".getBytes(US_ASCII);

  @Test
  void beatsAndTheReportOfAFullHeapAllocateNothing() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        LocalJob job = LocalJob.start(JobLayout.embedded("job", 2), LocalWireUp.alone())) {
      CompletableFuture<AcceptedJvm> accepted = CompletableFuture.supplyAsync(() -> accept(server));
      ControlClient control =
          ControlClient.connect(
              InetAddress.getLoopbackAddress(), server.getLocalPort(), SECRET, 0, new NoOrders());
      try (FrameChannel launcher = accepted.get().channel()) {
        Heartbeat heartbeat = Heartbeat.start(control);
        assertThat(launcher.receive())
            .as("before the ranks run: not all that live wait")
            .isEqualTo(new Frame.Progress(0, 1, 0));
        heartbeat.watch(job, () -> 2);
        heartbeat.beatEvery(1);
        assertThat(launcher.receive()).isEqualTo(new Frame.Progress(0, 2, 0));

        long before = allocated();
        for (int i = 0; i < 20; i++) {
          assertThat(launcher.receive()).isInstanceOf(Frame.Progress.class);
        }
        heartbeat.outOfMemory(7, new OutOfMemoryError("Java heap space"));
        heartbeat.outOfMemory(1, new OutOfMemoryError("Metaspace"));
        Frame frame = launcher.receive();
        while (frame instanceof Frame.Progress) {
          frame = launcher.receive();
        }
        assertThat(frame)
            .as("the first report")
            .isEqualTo(
                new Frame.OutOfMemory(7, MemoryShortage.HEAP, Runtime.getRuntime().maxMemory()));
        assertThat(launcher.receive()).isInstanceOf(Frame.Progress.class);
        assertThat(allocated()).isEqualTo(before);

        thread().interrupt();
        for (int i = 0; i < 1000 && thread().isInterrupted(); i++) {
          launcher.receive();
        }
        assertThat(thread().isInterrupted()).as("it cannot sleep while interrupted").isFalse();
        heartbeat.beatEvery(Integer.MAX_VALUE);
      }
    }
  }

  @Test
  void whatIsShortIsToldByTheErrorInAnyCause() {
    OutOfMemoryError error = new OutOfMemoryError("unable to create native thread: limits");
    assertThat(MemoryShortage.in(new IllegalStateException(new RuntimeException(error))))
        .isSameAs(error);
    assertThat(MemoryShortage.of(error)).isEqualTo(MemoryShortage.THREADS);
    assertThat(MemoryShortage.of(new OutOfMemoryError())).isEqualTo(MemoryShortage.OTHER);
    assertThat(MemoryShortage.in(new IllegalStateException())).isNull();
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(thread().threadId());
  }

  private static Thread thread() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("ronsel-heartbeat"))
        .findFirst()
        .orElseThrow();
  }

  /** Does what a JVM waits for in its start. */
  private static AcceptedJvm accept(ServerSocket server) {
    try {
      AcceptedJvm accepted = AcceptedJvm.next(server, SECRET, 1);
      assertThat(accepted.channel().receive()).isInstanceOf(Frame.Hello.class);
      accepted
          .channel()
          .send(
              new Frame.Job(
                  new JobSpec(
                      new JobSpec.Layout("job", new int[] {0, 1}, 0, List.of()),
                      JobSpec.Ranks.DEFAULT,
                      JobSpec.Output.PLAIN,
                      new JobSpec.Selection("", null),
                      0,
                      false)));
      return accepted;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
