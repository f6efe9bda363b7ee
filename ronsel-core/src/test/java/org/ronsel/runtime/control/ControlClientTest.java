package org.ronsel.runtime.control;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.RonselException;
import org.ronsel.orders.NoOrders;

/** What a JVM of a job hears from its launcher, in whatever order that says it. */
@Timeout(60)
class ControlClientTest {
  private static final byte[] SECRET = "the secret of the job, 32 bytes.".getBytes(US_ASCII);

  private static final JobSpec JOB =
      new JobSpec(
          new JobSpec.Layout("job", new int[] {0, 1}, 0, List.of()),
          JobSpec.Ranks.DEFAULT,
          JobSpec.Output.PLAIN,
          new JobSpec.Selection("", null),
          0,
          false);

  /** The thread that obeys the launcher is started only when the job is known. */
  @Test
  void theProgramsMayBeToldBeforeTheJob() throws Exception {
    connect(
        launcher -> {
          launcher.send(new Frame.Programs(List.of()));
          launcher.send(new Frame.Job(JOB));
        },
        (client, launcher) -> {
          assertThat(client.job().layout().jobId()).isEqualTo("job");
          assertThat(client.programs()).isEmpty();
        });
  }

  @Test
  void aFrameThatIsTooLongIsNotTakenForTheLossOfTheLauncher() throws Exception {
    connect(
        launcher -> launcher.send(new Frame.Job(JOB)),
        (client, launcher) -> {
          assertThatThrownBy(() -> client.allGather(new byte[FrameCodec.MAX_LENGTH]))
              .isInstanceOf(RonselException.class)
              .hasMessageContaining("Gather");
          client.tell(new Frame.RankEnded(0));
          assertThat(launcher.receive()).isEqualTo(new Frame.RankEnded(0));
        });
  }

  /** When the heap is full, the exception for the end of the connection cannot be made either. */
  @Test
  void theLossOfTheLauncherIsNoticedWithoutMemory() throws Exception {
    CompletableFuture<OutOfMemoryError> told = new CompletableFuture<>();
    CompletableFuture<Void> lost = new CompletableFuture<>();
    ControlClient.Orders orders =
        new NoOrders() {
          @Override
          public Frame.Waits waits(int ticket) {
            throw new OutOfMemoryError("Java heap space");
          }

          @Override
          public void outOfMemory(OutOfMemoryError error) {
            told.complete(error);
          }

          @Override
          public void launcherLost() {
            lost.complete(null);
          }
        };
    connect(
        orders,
        launcher -> launcher.send(new Frame.Job(JOB)),
        (client, launcher) -> {
          client.start();
          launcher.send(new Frame.AskWaits(0));
          assertThat(told.get()).hasMessage("Java heap space");
          launcher.send(new Frame.AskWaits(1));
          assertThat(lost).isNotDone();
        });
    lost.get();
  }

  private interface Launcher {
    void act(FrameChannel channel) throws Exception;
  }

  private interface Both {
    void act(ControlClient client, FrameChannel launcher) throws Exception;
  }

  private static void connect(Launcher first, Both then) throws Exception {
    connect(new NoOrders(), first, then);
  }

  private static void connect(ControlClient.Orders orders, Launcher first, Both then)
      throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(0, 10, here)) {
      CompletableFuture<ControlClient> connected = new CompletableFuture<>();
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                try {
                  connected.complete(
                      ControlClient.connect(here, server.getLocalPort(), SECRET, 0, orders));
                } catch (Exception e) {
                  connected.completeExceptionally(e);
                }
              });
      try (FrameChannel launcher = AcceptedJvm.next(server, SECRET, 1).channel()) {
        assertThat(launcher.receive()).isInstanceOf(Frame.Hello.class);
        first.act(launcher);
        then.act(connected.get(), launcher);
      }
    }
  }
}
