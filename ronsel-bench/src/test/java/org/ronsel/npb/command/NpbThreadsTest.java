package org.ronsel.npb.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The option for threads in a rank. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class NpbThreadsTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return new CommandLine(new NpbCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @Test
  void resultsSayHowManyThreadsARankHad() throws IOException {
    Path file = folder.resolve("npb.json");

    int status =
        run(
            "bt-mz",
            "lu",
            "--class=S",
            "-n1",
            "--processes",
            "--warmups=0",
            "--threads=2",
            "--json=" + file);

    assertThat(status).as(out + "" + err).isZero();
    List<?> rows = (List<?>) JSON.std.mapFrom(Files.readString(file)).get("rows");
    assertThat(rows.stream().<Object>map(row -> ((Map<?, ?>) row).get("threads")))
        .containsExactly(2, 1); // LU has no use for more
  }

  @Test
  void aRankHasOneThreadOrMore() {
    assertThat(run("bt-mz", "--threads=0")).isEqualTo(2);
    assertThat(err.toString()).contains("--threads is 1 or more");
  }
}
