package nbody;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** A picture of stars, each of which shines on the pixels around it. */
public final class Picture {
  /** Pixels of a side. */
  static final int SIDE = 480;

  private Picture() {}

  /**
   * Writes a picture as a PNG file.
   *
   * @param pixels number of stars in each pixel, row by row
   */
  public static void write(double[] pixels, Path file) throws IOException {
    BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < SIDE; y++) {
      for (int x = 0; x < SIDE; x++) {
        double light = 0; // of a star on the pixels around it
        for (int dy = -3; dy <= 3; dy++) {
          for (int dx = -3; dx <= 3; dx++) {
            int at = Math.clamp(y + dy, 0, SIDE - 1) * SIDE + Math.clamp(x + dx, 0, SIDE - 1);
            light += pixels[at] * Math.exp(-(dx * dx + dy * dy) / 2.5);
          }
        }
        double shown = Math.min(1, Math.log1p(light) / 2);
        int red = (int) (255 * Math.sqrt(shown));
        int green = (int) (240 * shown);
        int blue = (int) (20 + 180 * shown * shown);
        image.setRGB(x, y, red << 16 | green << 8 | blue);
      }
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      ImageIO.write(image, "png", out);
    }
  }
}
