package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ronsel.launch.hosts.TestHosts;

/** Jobs by ssh on hosts that lack the files of the program. */
class SshFilesTest {
  private static final Path PRIVATE = Path.of("target", "ssh-files").toAbsolutePath();

  private TestHosts hosts;

  @AfterEach
  void down() {
    if (hosts != null) {
      hosts.close();
    }
  }

  @Test
  void hostsThatLackTheFilesOfAProgramGetThem() throws Exception {
    Files.createDirectories(PRIVATE);
    Path classes = Path.of(TestPrograms.compiled("Shipped").get(1));
    Path jar = PRIVATE.resolve("app.jar");
    List<String> words = List.of("cf", jar.toString(), "-C", classes.toString(), "Shipped.class");
    assertThat(
            ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, words.toArray(String[]::new)))
        .isZero();
    Path data = Files.writeString(PRIVATE.resolve("data.txt"), "1,2");
    hosts = TestHosts.up(2, "--private", PRIVATE.toString());
    assertThat(hosts.exec("node2", "ls", PRIVATE.toString()).out()).isEmpty();
    Job.Result result =
        Job.runBy(
            hosts.on("node1"),
            "run",
            "--hosts",
            "node1,node2",
            "--file",
            data,
            "-cp",
            jar,
            "Shipped");
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("0 from " + jar),
            line -> assertThat(line).isEqualTo("0 has data.txt: 1,2"),
            line -> assertThat(line).startsWith("1 from /").endsWith("/places/0/app.jar"),
            line -> assertThat(line).isEqualTo("1 has data.txt: 1,2"));
    assertThat(result.status()).isZero();
    for (String host : List.of("node1", "node2")) {
      assertThat(hosts.exec(host, "sh", "-c", "ls -d /tmp/ronsel-job-*").out()).isEmpty();
    }
  }
}
