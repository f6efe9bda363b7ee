package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TicksTest {
  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("org.ronsel.examples.Layout#few")
  void whatWasTradedIsTheSameForAnyRanksAndBlocks(Layout layout) throws Exception {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    TreeMap<String, long[]> expected = new TreeMap<>();
    for (int i = 0; i < 3000; i++) {
      String symbol = "S" + random.nextInt(9);
      long price = 1L + random.nextInt(900_000);
      long size = random.nextInt(1000);
      text.append("%d,%s,%d.%04d,%d\n".formatted(i, symbol, price / 10000, price % 10000, size));
      long[] sums = expected.computeIfAbsent(symbol, s -> new long[] {0, 0, 0, price, price});
      sums[0]++;
      sums[1] += size;
      sums[2] += price * size;
      sums[3] = Math.min(sums[3], price);
      sums[4] = Math.max(sums[4], price);
    }
    StringBuilder table = new StringBuilder("symbol,trades,volume,average,lowest,highest\n");
    expected.forEach(
        (symbol, s) ->
            table.append(
                String.format(
                    Locale.ROOT,
                    "%s,%d,%d,%.4f,%.4f,%.4f%n",
                    symbol,
                    s[0],
                    s[1],
                    (double) s[2] / s[1] / 1e4,
                    s[3] / 1e4,
                    s[4] / 1e4)));
    text.setLength(text.length() - 1); // the last line has no end

    for (int block : new int[] {300, 1 << 20}) {
      Job job = Job.run(layout, "Ticks", compressed(text.toString()), block).succeeded();
      assertThat(new String(job.out(), StandardCharsets.UTF_8)).isEqualTo(table.toString());
    }
  }

  @Test
  void aFileThatWasMadeCanBeRead() throws Exception {
    Path file = folder.resolve("made.gz");
    Job.run(Layout.threads(2), "Ticks", "make", file, 1000).succeeded();

    Job job = Job.run(Layout.threads(3), "Ticks", file).succeeded();

    assertThat(job.lines().stream().skip(1).mapToInt(l -> Integer.parseInt(l.split(",")[1])).sum())
        .isEqualTo(1000);
  }

  @Test
  void numbersHaveDecimalPointsWhateverTheLanguage() throws Exception {
    Path file = compressed("1,A,1.5,10\n");
    String classes = Job.ROOT.resolve("examples/target/classes").toString();
    String ronsel = Job.ROOT.resolve("ronsel").toString();

    Job job =
        Job.run(
            List.of(
                ronsel, "run", "-n2", "-J-Duser.language=de", "-cp", classes, "Ticks", "" + file));

    assertThat(job.succeeded().lines().getLast()).isEqualTo("A,1,10,1.5000,1.5000,1.5000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1,A,1.0 | not TIME,SYMBOL,PRICE,SIZE: 1,A,1.0",
        "1,A,1.00001,5 | not TIME,SYMBOL,PRICE,SIZE: 1,A,1.00001,5",
        "x,A,1.0,5 | not TIME,SYMBOL,PRICE,SIZE: x,A,1.0,5",
        "1,A,1.0, | not TIME,SYMBOL,PRICE,SIZE: 1,A,1.0,",
      })
  void aDamagedLineIsShown(String line, String message) throws Exception {
    Job job = Job.run(Layout.threads(2), "Ticks", compressed("1,B,2.5,1\n" + line + "\n"));

    assertThat(job.status()).as(job.toString()).isEqualTo(1);
    assertThat(job.err()).contains(message);
  }

  @Test
  void aFileThatIsCutOffOrNotCompressedIsSaid() throws Exception {
    Path file = compressed("1,B,2.5,1\n".repeat(50_000));
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    Job cut = Job.run(Layout.processes(2), "Ticks", file);
    Job plain = Job.run(Layout.threads(2), "Ticks", Files.writeString(file, "1,B,2.5,1\n"));

    assertThat(cut.status()).as(cut.toString()).isEqualTo(1);
    assertThat(cut.err()).contains("damaged or cut off");
    assertThat(plain.status()).as(plain.toString()).isEqualTo(1);
    assertThat(plain.err()).contains("not compressed by gzip");
  }

  private Path compressed(String text) throws IOException {
    Path file = folder.resolve("ticks.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }
    return file;
  }
}
