package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import javax.imageio.ImageIO;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.examples.Layout.Placement;

class NBodyTest {
  private static final int GAS = 30; // of type 0, each with a mass of its own
  private static final int STARS = 100; // of type 4, all of one mass
  private static final double MASS = 0.01;

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("org.ronsel.examples.Layout#few")
  void withEveryStarSeenByItselfTheEnergyIsThatOfAllPairs(Layout layout) throws Exception {
    Snapshot snapshot = new Snapshot(ByteOrder.LITTLE_ENDIAN);
    Path file = Files.write(folder.resolve("ic"), snapshot.bytes().array());
    Path picture = folder.resolve("stars.png");

    Job job = Job.run(layout, "NBody", file, picture, 0, 0).succeeded();

    double energy = snapshot.energy();
    assertThat(job.number("energy -"))
        .as(job.toString())
        .isCloseTo(-energy, within(1e-6 * -energy));
    assertThat(ImageIO.read(picture.toFile()).getWidth()).isEqualTo(480);
  }

  @ParameterizedTest
  @EnumSource(Placement.class)
  void theEnergyIsKeptAndNoStarIsLost(Placement placement) throws Exception {
    Path file =
        Files.write(folder.resolve("ic"), new Snapshot(ByteOrder.BIG_ENDIAN).bytes().array());

    Job job =
        Job.run(new Layout(3, placement), "NBody", file, folder.resolve("a.png"), 20, 0.5)
            .succeeded();

    assertThat(job.number("energy is kept to")).as(job.toString()).isLessThan(0.01);
    assertThat(job.lines().getFirst()).startsWith("130 stars, 20 steps");
  }

  @ParameterizedTest
  @EnumSource(Placement.class)
  void stepsThatAreTooLongToKeepTheEnergyAreAFailure(Placement placement) throws Exception {
    Path file =
        Files.write(folder.resolve("ic"), new Snapshot(ByteOrder.LITTLE_ENDIAN).bytes().array());
    Path picture = folder.resolve("a.png");

    Job job = Job.run(new Layout(3, placement), "NBody", file, picture, 20, 0.5, 50);

    assertThat(job.number("energy is kept to")).as(job.toString()).isGreaterThan(0.01);
    assertThat(job.status()).as(job.toString()).isEqualTo(1);
    assertThat(job.err().lines().filter(line -> !line.startsWith("ronsel: ")))
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("NBody: the energy has changed by ")
        .endsWith(" of it, more than 1e-02: the steps are too long");
    assertThat(picture).exists();
  }

  @Test
  void aFileThatWasMadeCanBeRead() throws Exception {
    Path file = folder.resolve("made");
    Job.run(Layout.threads(2), "NBody", "make", file, 50).succeeded();

    Job job = Job.run(Layout.threads(4), "NBody", file, folder.resolve("a.png"), 1).succeeded();

    assertThat(job.lines().getFirst()).startsWith("50 stars, 1 steps");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 9})
  void moreRanksThanStarsAreNoError(int stars) throws Exception {
    Path file = folder.resolve("few");
    Job.run(Layout.threads(1), "NBody", "make", file, stars).succeeded();

    // Where few stars meet the energy changes by more than is allowed, but for short steps.
    Job.run(Layout.threads(7), "NBody", file, folder.resolve("a.png"), 2, 0, 0.1).succeeded();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 8, a snapshot of format 2; this program reads format 1",
    "0, 255, not a Gadget-2 snapshot of format 1",
    "4, -1, the header is damaged",
    "128, 4, one of 4 files of a snapshot; this program reads one",
    "264, 7, the positions are not 1560 bytes",
  })
  void aDamagedFileIsSaid(int at, int value, String message) throws Exception {
    ByteBuffer bytes = new Snapshot(ByteOrder.LITTLE_ENDIAN).bytes();
    Path file = Files.write(folder.resolve("bad"), bytes.putInt(at, value).array());

    Job job = Job.run(Layout.threads(2), "NBody", file, folder.resolve("a.png"));

    assertThat(job.status()).as(job.toString()).isEqualTo(1);
    assertThat(job.err()).contains("NBody: " + file + ": " + message);
  }

  /** A snapshot of Gadget-2 as its user guide describes it, with two types of particles. */
  private static final class Snapshot {
    private final ByteOrder order;
    private final int number = GAS + STARS;
    private final float[] places = new float[3 * number];
    private final float[] speeds = new float[3 * number];
    private final float[] gasMasses = new float[GAS];

    Snapshot(ByteOrder order) {
      this.order = order;
      Random random = new Random(1);
      for (int i = 0; i < places.length; i++) {
        places[i] = (float) random.nextGaussian();
        speeds[i] = 20 * (float) random.nextGaussian();
      }
      for (int i = 0; i < GAS; i++) {
        gasMasses[i] = 0.001f * (1 + i);
      }
    }

    ByteBuffer bytes() {
      ByteBuffer bytes =
          ByteBuffer.allocate(264 + 2 * (8 + 12 * number) + 2 * 8 + 4 * number + 4 * GAS);
      bytes.order(order).putInt(0, 256).putInt(260, 256);
      bytes.putInt(4, GAS).putInt(4 + 4 * 4, STARS).putDouble(28 + 8 * 4, MASS).putInt(128, 1);
      bytes.position(264);
      record(bytes, places);
      record(bytes, speeds);
      bytes.putInt(4 * number);
      for (int i = 0; i < number; i++) {
        bytes.putInt(i);
      }
      bytes.putInt(4 * number);
      record(bytes, gasMasses);
      assertThat(bytes.hasRemaining()).isFalse();
      return bytes;
    }

    private static void record(ByteBuffer bytes, float[] values) {
      bytes.putInt(4 * values.length);
      for (float value : values) {
        bytes.putFloat(value);
      }
      bytes.putInt(4 * values.length);
    }

    private double mass(int i) {
      return i < GAS ? gasMasses[i] : MASS;
    }

    /** Kinetic energy and that of all pairs, softened as the program does. */
    double energy() {
      double[] moments = new double[4];
      for (int i = 0; i < number; i++) {
        moments[3] += mass(i);
        for (int k = 0; k < 3; k++) {
          moments[k] += mass(i) * places[3 * i + k];
        }
      }
      double spread = 0;
      double energy = 0;
      for (int i = 0; i < number; i++) {
        for (int k = 0; k < 3; k++) {
          double away = places[3 * i + k] - moments[k] / moments[3];
          spread += mass(i) * away * away;
          energy += mass(i) * speeds[3 * i + k] * speeds[3 * i + k] / 2;
        }
      }
      double soft2 = spread / moments[3] / number;
      for (int i = 0; i < number; i++) {
        for (int j = 0; j < i; j++) {
          double r2 = soft2;
          for (int k = 0; k < 3; k++) {
            double d = (double) places[3 * i + k] - places[3 * j + k];
            r2 += d * d;
          }
          energy -= 43007.1 * mass(i) * mass(j) / Math.sqrt(r2);
        }
      }
      return energy;
    }
  }
}
