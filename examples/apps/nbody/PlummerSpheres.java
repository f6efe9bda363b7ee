package nbody;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/**
 * Initial conditions: two Plummer spheres on a course of collision (S. Aarseth, M. Henon, R.
 * Wielen, Astron. Astrophys. 37, 1974), mass and radius 1; always the same.
 */
public final class PlummerSpheres {
  private PlummerSpheres() {}

  /** Writes a snapshot file of both spheres. */
  public static void write(Path file, int stars) throws IOException {
    Random random = new Random(1);
    float[] places = new float[3 * stars];
    float[] speeds = new float[3 * stars];
    for (int i = 0; i < stars; i++) {
      int side = i % 2 == 0 ? -1 : 1;
      double r = 1 / Math.sqrt(Math.pow(random.nextDouble(0.001, 0.98), -2.0 / 3) - 1);
      double q, g;
      do {
        q = random.nextDouble();
        g = random.nextDouble(0.1);
      } while (g > q * q * Math.pow(1 - q * q, 3.5));
      double v = q * Math.sqrt(2 * Octree.GRAVITY) * Math.pow(1 + r * r, -0.25);
      double[] place = direction(random, r);
      double[] speed = direction(random, v);
      double[] offset = {4 * side, 0.8 * side, 0};
      double[] course = {-60 * side, 0, 0};
      for (int k = 0; k < 3; k++) {
        places[3 * i + k] = (float) (place[k] + offset[k]);
        speeds[3 * i + k] = (float) (speed[k] + course[k]);
      }
    }
    Snapshot.write(file, 2.0 / stars, places, speeds);
  }

  /** A vector of the given length in a random direction. */
  private static double[] direction(Random random, double length) {
    double z = random.nextDouble(-1, 1);
    double angle = random.nextDouble(2 * Math.PI);
    double across = Math.sqrt(1 - z * z);
    return new double[] {
      length * across * Math.cos(angle), length * across * Math.sin(angle), length * z
    };
  }
}
