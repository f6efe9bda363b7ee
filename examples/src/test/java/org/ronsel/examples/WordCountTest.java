package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordCountTest {
  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("org.ronsel.examples.Layout#all")
  void countsAreThoseOfSortAndUniq(Layout layout) throws Exception {
    Path text = Job.ROOT.resolve("LICENSE");
    String total = wc(text) + " words, ";
    Job job = Job.run(layout, "WordCount", text).succeeded();

    assertThat(job.out()).as(job.toString()).isEqualTo(sortAndUniq(text));
    assertThat(job.err().lines()).anyMatch(line -> line.startsWith(total));
  }

  @Test
  void anyBytesAreCountedAsTheyAre() throws Exception {
    Random random = new Random(20_240_229);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] alphabet = "aab \t\n\r\f\013\u00e4\u20ac.".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 5000; i++) {
      bytes.write(alphabet[random.nextInt(alphabet.length)]);
    }
    Path text = Files.write(folder.resolve("text"), bytes.toByteArray());

    Job job = Job.run(Layout.threads(5), "WordCount", text).succeeded();

    assertThat(job.out()).as(job.toString()).isEqualTo(sortAndUniq(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // nothing
        "word", // fewer bytes than ranks
        " one two\nthree", // no newline at the end
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b"
      })
  void wordsThatReachOverSeveralPartsAreCountedOnce(String content) throws Exception {
    Path text = Files.writeString(folder.resolve("text"), content);

    String total = wc(text) + " words, ";
    Job job = Job.run(Layout.threads(7), "WordCount", text).succeeded();

    assertThat(job.out()).as(job.toString()).isEqualTo(sortAndUniq(text));
    assertThat(job.err().lines()).anyMatch(line -> line.startsWith(total));
  }

  /** What the command in the head of WordCount.java prints. */
  private static byte[] sortAndUniq(Path text) throws Exception {
    return shell("tr -s '[:space:]' '\\n' < \"$1\" | grep -a . | sort | uniq -c", text).out();
  }

  private static String wc(Path text) throws Exception {
    Job job = shell("wc -w < \"$1\"", text);
    return new String(job.out(), StandardCharsets.US_ASCII).trim();
  }

  private static Job shell(String script, Path argument) throws Exception {
    Job job =
        Job.run(
            List.of("sh", "-c", "LC_ALL=C; export LC_ALL; " + script, "sh", argument.toString()));
    assertThat(job.err()).isEmpty();
    return job;
  }
}
