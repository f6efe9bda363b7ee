package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The rod has the same checksum whoever is killed meanwhile. */
class RodTest {
  private static final Pattern PROCESS = Pattern.compile("rank (\\d) is process (\\d+)");

  @TempDir private Path folder;

  @Test
  @Timeout(240)
  void theAnswerIsRightWithoutThoseThatAreKilled() throws Exception {
    String right =
        Job.run(Layout.threads(3), "Rod", folder, 20_000, 6_000).succeeded().word("checksum");
    Process job =
        new ProcessBuilder(
                Job.ROOT.resolve("ronsel").toString(),
                "run",
                "-n",
                "4",
                "--processes",
                "--on-failure=report",
                Job.ROOT.resolve("examples/Rod.java").toString(),
                folder.toString(),
                "20000",
                "6000")
            .redirectErrorStream(true)
            .start();
    List<String> lines = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(job.getInputStream(), Charset.defaultCharset()))) {
      long[] processes = new long[4];
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
        Matcher process = PROCESS.matcher(line);
        if (process.matches()) {
          processes[Integer.parseInt(process.group(1))] = Long.parseLong(process.group(2));
        }
        if (line.equals("step 1500")) {
          kill(processes[2]);
        }
        if (line.equals("3 ranks are left")) {
          kill(processes[0]);
        }
      }
    } finally {
      if (!job.waitFor(10, TimeUnit.SECONDS)) {
        job.destroy();
      }
    }
    assertThat(job.exitValue()).as("%s", lines).isZero();
    assertThat(lines).contains("checksum " + right + " by 2 of 4 ranks");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .allMatch(name -> name.startsWith("rod-2.") || name.startsWith("rod-0."));
    }
  }

  private static void kill(long process) {
    ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
  }
}
