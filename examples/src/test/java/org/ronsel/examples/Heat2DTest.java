package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class Heat2DTest {
  private static final int WIDTH = 61;
  private static final int HEIGHT = 43;

  private static Plate steady;

  @TempDir Path folder;

  @BeforeAll
  static void solveOnOneThread() {
    steady = Plate.solve(WIDTH, HEIGHT, 100_000);
  }

  @ParameterizedTest
  @MethodSource("org.ronsel.examples.Layout#all")
  void theFieldIsThatOfASequentialProgram(Layout layout) throws Exception {
    Path picture = folder.resolve("heat.png");
    Job job = Job.run(layout, "Heat2D", picture, WIDTH, HEIGHT).succeeded();

    assertThat(job.word("checksum")).as(job.toString()).isEqualTo(steady.checksum());
    assertThat(job.word("steady after")).isEqualTo(Integer.toString(steady.steps));
    assertBrightnessFollowsTemperature(picture, steady);
  }

  @Test
  void thePictureIsTheSameForAnyNumberOfRanks() throws Exception {
    Path one = folder.resolve("one.png");
    Path six = folder.resolve("six.png");
    Job.run(Layout.threads(1), "Heat2D", one, WIDTH, HEIGHT).succeeded();
    Job.run(Layout.threads(6), "Heat2D", six, WIDTH, HEIGHT).succeeded();

    assertThat(six).hasSameBinaryContentAs(one);
  }

  @ParameterizedTest
  @CsvSource({"1, 5, 5", "5, 1, 5", "4, 4, 16", "2, 3, 1"})
  void blocksMayBeSingleCells(int width, int height, int ranks) throws Exception {
    Path picture = folder.resolve("small.png");
    Job job = Job.run(Layout.threads(ranks), "Heat2D", picture, width, height, 17).succeeded();

    assertThat(job.word("checksum"))
        .as(job.toString())
        .isEqualTo(Plate.solve(width, height, 17).checksum());
  }

  @Test
  void aPlateThatIsNotSteadyAfterTheLastStepIsShownAsItIs() throws Exception {
    Path picture = folder.resolve("early.png");
    Job job = Job.run(Layout.processes(2), "Heat2D", picture, WIDTH, HEIGHT, 150).succeeded();

    Plate early = Plate.solve(WIDTH, HEIGHT, 150);
    assertThat(job.word("checksum")).as(job.toString()).isEqualTo(early.checksum());
    assertThat(job.word("stopped after")).isEqualTo("150");
    assertBrightnessFollowsTemperature(picture, early);
  }

  private static void assertBrightnessFollowsTemperature(Path picture, Plate plate)
      throws Exception {
    assertThat(Files.size(picture)).isPositive();
    BufferedImage image = ImageIO.read(picture.toFile());
    assertThat(image.getWidth()).isEqualTo(plate.width);
    assertThat(image.getHeight()).isEqualTo(plate.height);
    int[] brightness =
        IntStream.range(0, plate.cells.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> plate.cells[i]))
            .mapToInt(i -> brightness(image.getRGB(i % plate.width, i / plate.width)))
            .toArray();
    int brightest = 0;
    for (int b : brightness) {
      // Colours are rounded to 8 bits for each of red, green and blue.
      assertThat(b).isGreaterThan(brightest - 3);
      brightest = Math.max(brightest, b);
    }
    assertThat(brightness[0]).isLessThan(30);
    assertThat(brightest).isGreaterThan(230);
  }

  private static int brightness(int rgb) {
    return (299 * (rgb >> 16 & 255) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255)) / 1000;
  }

  /** The same problem without blocks: one array, one thread. */
  private record Plate(int width, int height, double[] cells, int steps) {
    static Plate solve(int width, int height, int maxSteps) {
      boolean[] pipe = new boolean[width * height];
      double[] cells = new double[width * height];
      for (int i = 0; i < cells.length; i++) {
        double across = (i % width + 0.5) / width;
        double down = (i / width + 0.5) / height;
        double middle = 0.5 + 0.32 * StrictMath.sin(4 * Math.PI * across);
        pipe[i] = across > 0.1 && across < 0.9 && Math.abs(down - middle) < 0.025;
        cells[i] = pipe[i] ? 100 : 0;
      }
      int steps = 0;
      double change = Double.MAX_VALUE;
      while (steps < maxSteps && (steps % 100 != 0 || change > 1e-3)) {
        double[] next = cells.clone();
        change = 0;
        for (int i = 0; i < cells.length; i++) {
          int x = i % width;
          int y = i / width;
          double north = y > 0 ? cells[i - width] : 0;
          double south = y < height - 1 ? cells[i + width] : 0;
          double west = x > 0 ? cells[i - 1] : 0;
          double east = x < width - 1 ? cells[i + 1] : 0;
          if (!pipe[i]) {
            next[i] += 0.25 * ((north + south) + (west + east) - 4 * cells[i]);
          }
          change = Math.max(change, Math.abs(next[i] - cells[i]));
        }
        cells = next;
        steps++;
      }
      return new Plate(width, height, cells, steps);
    }

    String checksum() {
      ByteBuffer bytes = ByteBuffer.allocate(cells.length * Double.BYTES);
      Arrays.stream(cells).forEach(bytes::putDouble);
      CRC32 crc = new CRC32();
      crc.update(bytes.array());
      return "%08x".formatted(crc.getValue());
    }
  }
}
