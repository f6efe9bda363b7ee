package org.ronsel.launch.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A command that runs behind a relay is as one that runs here. */
@Timeout(60)
class ShellRelayTest {
  /** Nothing may be under way beyond the windows of the three streams, and this is much more. */
  private static final int MUCH = 3_000_000;

  private final LinkedBlockingQueue<HostFrame> down = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<HostFrame> up = new LinkedBlockingQueue<>();
  private final ShellRelay relay = new ShellRelay(up::add);
  private final ShellTable shells = new ShellTable(down::add);
  private final List<Thread> threads =
      List.of(
          Thread.ofVirtual().start(() -> pass(down, relay::obey)),
          Thread.ofVirtual().start(() -> pass(up, this::received)));

  private interface Frames {
    void accept(HostFrame frame) throws IOException;
  }

  /** What goes over the connection of launcher and agent: frames as their bytes. */
  private static void pass(LinkedBlockingQueue<HostFrame> from, Frames to) {
    try {
      while (true) {
        to.accept(HostFrameCodec.decode(HostFrameCodec.encode(from.take())));
      }
    } catch (InterruptedException e) {
      return;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void received(HostFrame frame) throws IOException {
    int shell =
        switch (frame) {
          case HostFrame.ShellOutput f -> f.shell();
          case HostFrame.ShellTaken f -> f.shell();
          case HostFrame.ShellEnded f -> f.shell();
          default -> throw new IOException("no frame of a shell: " + frame);
        };
    shells.of(shell).received(frame);
  }

  @AfterEach
  void end() {
    relay.close();
    threads.forEach(Thread::interrupt);
  }

  private RelayedShell start(String... command) {
    RelayedShell shell = shells.start(List.of(command));
    assertThat(shell).isNotNull();
    return shell;
  }

  private static String text(InputStream from) throws IOException {
    return new String(from.readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void allThatIsWrittenIsRead() throws Exception {
    byte[] much = new byte[MUCH];
    new Random(1).nextBytes(much);
    RelayedShell cat = start("cat");
    CompletableFuture<Void> written =
        CompletableFuture.runAsync(
            () -> {
              try (OutputStream to = cat.input()) {
                to.write(much);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(cat.output().readAllBytes()).isEqualTo(much);
    written.get();
    assertThat(text(cat.errors())).isEmpty();
    assertThat(cat.ended().get()).isZero();
  }

  @Test
  void shellsAreToldApart() throws Exception {
    RelayedShell first = start("sh", "-c", "read a; echo first $a; echo bad >&2; exit 3");
    RelayedShell second = start("sh", "-c", "read a; echo second $a");
    second.input().write("2\n".getBytes(StandardCharsets.US_ASCII));
    first.input().write("1\n".getBytes(StandardCharsets.US_ASCII));
    assertThat(text(first.output())).isEqualTo("first 1\n");
    assertThat(text(first.errors())).isEqualTo("bad\n");
    assertThat(text(second.output())).isEqualTo("second 2\n");
    assertThat(first.ended().get()).isEqualTo(3);
    assertThat(second.ended().get()).isZero();
  }

  @Test
  void aReaderThatIsSlowHoldsUpNobodyElse() throws Exception {
    RelayedShell slow = start("sh", "-c", "head -c " + MUCH + " /dev/zero");
    RelayedShell quick = start("echo", "here");
    assertThat(text(quick.output())).isEqualTo("here\n");
    assertThat(slow.output().available()).isLessThanOrEqualTo(FlowControlWindow.BYTES);
    assertThat(slow.output().readAllBytes()).hasSize(MUCH);
  }

  @Test
  void aCommandThatThereIsNotSaysSo() throws Exception {
    RelayedShell none = start("/no/such/command");
    assertThat(text(none.errors())).contains("/no/such/command");
    assertThat(none.ended().get()).isEqualTo(127);
  }

  /** As a command that a login shell has put into the background. */
  @Test
  void aShellThatHasLeftAProcessBehindEndsAllTheSame() throws Exception {
    RelayedShell shell = start("sh", "-c", "sleep 1000 & echo $!; exit 4");
    assertThat(shell.ended().get(1, TimeUnit.MINUTES)).isEqualTo(4);
    long left = Long.parseLong(text(shell.output()).strip());
    assertThat(ProcessHandle.of(left).orElseThrow().destroyForcibly()).isTrue();
  }

  @Test
  void aShellThatIsKilledEnds() throws Exception {
    RelayedShell shell = start("sleep", "1000");
    shell.kill();
    assertThat(shell.ended().get()).isEqualTo(137);
    relay.awaitEnd(TimeUnit.MINUTES.toMillis(1));
  }

  @Test
  void whoLosesTheHostLosesItsShells() throws Exception {
    RelayedShell shell = start("sleep", "1000");
    shells.lose();
    assertThat(text(shell.output())).isEmpty();
    assertThat(shell.ended().get()).isEqualTo(255);
    assertThat(shells.start(List.of("true"))).isNull();
  }

  @Test
  void theEndOfTheRelayIsTheEndOfItsShells() throws Exception {
    RelayedShell shell = start("sleep", "1000");
    RelayedShell other = start("echo", "here");
    assertThat(text(other.output())).isEqualTo("here\n");
    relay.close();
    assertThat(shell.ended().get()).isEqualTo(137);
  }
}
