package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody joins a job uninvited, and nobody keeps it from starting. */
class StrangersTest {
  @TempDir Path folder;

  @Test
  void connectionsWithoutTheSecretAreTurnedAwayAndDoNoHarm() throws Exception {
    Path pause = folder.resolve("paused");
    List<Socket> silent = new ArrayList<>();
    try (Job job =
        Job.start(
            "run",
            "-n",
            1,
            Job.program("Echo"),
            "bytes",
            ":",
            "-n",
            1,
            JvmPause.at(pause),
            Job.program("Echo"),
            "bytes")) {
      job.write("x\n");
      JvmPause.await(pause);
      List<String> command = List.of(job.jvms().getFirst().info().arguments().orElseThrow());
      assertThat(command.toString())
          .as("the secret is on no command line")
          .doesNotContain("secret");
      int port = Integer.parseInt(command.get(command.size() - 2));
      for (int i = 0; i < 200; i++) {
        silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
      }
      SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < 20; i++) {
        try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port)) {
          byte[] noise = new byte[random.nextInt(200)];
          random.nextBytes(noise);
          stranger.getOutputStream().write(noise);
        } catch (IOException e) {
          // Turned away while it was talking, which is as good as behind its end.
        }
      }
      job.awaitErr("turned away a connection that is not of this job");
      Files.delete(pause);
      job.closeInput();
      Job.Result result = job.await();
      assertThat(result.status()).isZero();
      assertThat(result.sortedLines()).containsExactly("0 read 1", "1 read 0");
      assertThat(result.err().lines()).hasSize(1);
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
  }
}
