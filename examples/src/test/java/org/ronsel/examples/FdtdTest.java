package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FdtdTest {
  private static final int WIDTH = 61;
  private static final int HEIGHT = 43;
  private static final int STEPS = 150;

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("org.ronsel.examples.Layout#few")
  void theFieldIsThatOfASequentialProgram(Layout layout) throws Exception {
    Path picture = folder.resolve("field.png");
    Job job = Job.run(layout, "Fdtd", picture, WIDTH, HEIGHT, STEPS).succeeded();

    assertThat(job.word("checksum")).as(job.toString()).isEqualTo(checksum(solve(WIDTH, HEIGHT)));
    BufferedImage image = ImageIO.read(picture.toFile());
    assertThat(image.getWidth()).isEqualTo(WIDTH);
    assertThat(image.getHeight()).isEqualTo(HEIGHT);
  }

  @Test
  void blocksMayBeSingleCells() throws Exception {
    Job job = Job.run(Layout.threads(16), "Fdtd", folder.resolve("a.png"), 4, 4, STEPS).succeeded();

    assertThat(job.word("checksum")).as(job.toString()).isEqualTo(checksum(solve(4, 4)));
  }

  /** The same equations without blocks: the electric field after all steps. */
  private static double[] solve(int width, int height) {
    double[][] e = new double[height + 1][width + 1]; // the last ones stay 0
    double[][] hx = new double[height][width];
    double[][] hy = new double[height][width];
    for (int step = 0; step < STEPS; step++) {
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          double kept = kept(x, y, width, height);
          hx[y][x] = kept * (hx[y][x] - 0.5 * (e[y + 1][x] - e[y][x]));
          hy[y][x] = kept * (hy[y][x] + 0.5 * (e[y][x + 1] - e[y][x]));
        }
      }
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          double west = x > 0 ? hy[y][x - 1] : 0;
          double north = y > 0 ? hx[y - 1][x] : 0;
          double gain = 0.5 * (isGlass(x, y, width, height) ? 1 / 2.25 : 1);
          double curl = (hy[y][x] - west) - (hx[y][x] - north);
          e[y][x] = kept(x, y, width, height) * (e[y][x] + gain * curl);
        }
      }
      double t = (step - 60.0) / 20;
      e[height / 2][width / 4] += (1 - 2 * t * t) * StrictMath.exp(-t * t);
    }
    double[] field = new double[width * height];
    for (int y = 0; y < height; y++) {
      System.arraycopy(e[y], 0, field, y * width, width);
    }
    return field;
  }

  private static boolean isGlass(int x, int y, int width, int height) {
    double radius = Math.min(width, height) / 5.0;
    double dx = x - 0.68 * width;
    double dy = y - 0.5 * height;
    return dx * dx + dy * dy < radius * radius;
  }

  private static double kept(int x, int y, int width, int height) {
    int away = Math.min(Math.min(x, width - 1 - x), Math.min(y, height - 1 - y));
    double in = Math.max(0, 24 - away) / 24.0;
    return 1 - 0.35 * in * in * in;
  }

  private static String checksum(double[] field) {
    ByteBuffer bytes = ByteBuffer.allocate(field.length * Double.BYTES);
    for (double value : field) {
      bytes.putDouble(value);
    }
    CRC32 crc = new CRC32();
    crc.update(bytes.array());
    return "%08x".formatted(crc.getValue());
  }
}
