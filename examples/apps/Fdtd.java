/*
 * An electromagnetic pulse that spreads in two dimensions and meets a glass rod. Maxwell's
 * equations on Yee's grid (K. S. Yee, IEEE Trans. Antennas Propag. 14, 1966): the electric field
 * stands across the plane (TM), the magnetic field lies in it, and the two are half a step apart in
 * time and half a cell in space. The source is Ricker's wavelet; towards the edges waves die away.
 *
 * The plane is cut into blocks, one per rank. In each half step a rank needs one line of cells of
 * two of its neighbours; it computes the other cells while that is on its way. Fields, picture and
 * checksum are the same for any number of ranks.
 *
 *   ./ronsel run -n 4 examples/apps/Fdtd.java [FILE.png [WIDTH HEIGHT [STEPS]]]
 */

import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;

static final String USAGE = "usage: Fdtd [FILE.png [WIDTH HEIGHT [STEPS]]]";

/**
 * Time step, in units of the time that light needs for a cell; above 1 / sqrt(2) the field
 * explodes.
 */
static final double COURANT = 0.5;

/** Cells on each side in which waves die away. */
static final int EDGE = 24;

/** Steps in which the wavelet rises to its peak, and its width. */
static final double DELAY = 60, WIDTH = 20;

static final int TO_NORTH = 1, TO_SOUTH = 2, TO_WEST = 3, TO_EAST = 4; // tags

void main(String[] args) throws IOException {
  Comm world = Ronsel.world();
  Settings settings;
  Plane plane;
  try {
    settings = Settings.of(args);
    plane = Plane.cut(settings.width, settings.height, world.size());
    if (world.rank() == 0) { // rank 0 writes the picture
      settings.checkPicture();
    }
  } catch (IllegalArgumentException wrong) {
    if (world.rank() == 0) { // one message is enough
      System.err.println("Fdtd: " + wrong.getMessage());
      System.err.println(USAGE);
      System.exit(2); // the exit status of the job
    }
    return;
  }
  if (world.rank() == 0) {
    IO.println(
        "%d x %d cells in %d x %d blocks"
            .formatted(plane.width, plane.height, plane.columns, plane.rows));
  }
  long start = System.nanoTime();
  Field field = new Field(world, plane);
  for (int step = 0; step < settings.steps; step++) {
    field.step(step);
  }
  double seconds = (System.nanoTime() - start) / 1e9;
  double energy = world.allReduce(field.energy(), Op.SUM);

  double[][] blocks = world.gatherv(field.electric(), 0);
  if (world.rank() == 0) {
    double[] whole = plane.joined(blocks);
    double cells = (double) plane.width * plane.height * settings.steps;
    IO.println(
        String.format(
            Locale.ROOT,
            "%d steps in %.2f seconds, %.0f million cells a second",
            settings.steps,
            seconds,
            cells / seconds / 1e6));
    IO.println(String.format(Locale.ROOT, "energy %.6e", energy));
    IO.println("checksum %08x".formatted(checksum(whole)));
    write(plane, whole, settings.picture);
  }
}

/** The arguments of the command line. */
record Settings(Path picture, int width, int height, int steps) {
  static Settings of(String[] args) {
    if (args.length == 2 || args.length > 4) {
      throw new IllegalArgumentException("expected 0, 1, 3 or 4 arguments, not " + args.length);
    }
    return new Settings(
        Path.of(args.length > 0 ? args[0] : "fdtd.png"),
        args.length > 1 ? wholeNumber("WIDTH", args[1], 10_000) : 480,
        args.length > 1 ? wholeNumber("HEIGHT", args[2], 10_000) : 320,
        args.length > 3 ? wholeNumber("STEPS", args[3], 1_000_000_000) : 560);
  }

  void checkPicture() {
    Path folder = picture.toAbsolutePath().getParent();
    if (Files.isDirectory(picture) || folder == null || !Files.isWritable(folder)) {
      throw new IllegalArgumentException("cannot write " + picture);
    }
  }

  private static int wholeNumber(String name, String text, int most) {
    if (!text.matches("[0-9]{1,10}") || Long.parseLong(text) < 1 || Long.parseLong(text) > most) {
      throw new IllegalArgumentException(
          name + " must be a whole number from 1 to " + most + ", not " + text);
    }
    return Integer.parseInt(text);
  }
}

/** The whole plane and how it is cut: {@code columns} x {@code rows} blocks of cells. */
record Plane(int width, int height, int columns, int rows) {
  /** Cuts so that the blocks have short edges. */
  static Plane cut(int width, int height, int blocks) {
    Plane best = null;
    for (int columns = 1; columns <= blocks; columns++) {
      if (blocks % columns == 0 && columns <= width && blocks / columns <= height) {
        Plane plane = new Plane(width, height, columns, blocks / columns);
        if (best == null || plane.cuts() < best.cuts()) {
          best = plane;
        }
      }
    }
    if (best == null) {
      throw new IllegalArgumentException(
          "%d x %d cells cannot be cut into %d blocks".formatted(width, height, blocks));
    }
    return best;
  }

  private long cuts() {
    return (long) height * (columns - 1) + (long) width * (rows - 1);
  }

  int firstX(int column) {
    return (int) ((long) width * column / columns);
  }

  int firstY(int row) {
    return (int) ((long) height * row / rows);
  }

  /** The inverse of the permittivity: 1 in vacuum, and a rod of glass on the right. */
  double speed(int x, int y) {
    double radius = Math.min(width, height) / 5.0;
    double dx = x - 0.68 * width;
    double dy = y - 0.5 * height;
    return dx * dx + dy * dy < radius * radius ? 1 / 2.25 : 1;
  }

  /** The factor by which a step multiplies the field: 1, except near the edges. */
  double kept(int x, int y) {
    int away = Math.min(Math.min(x, width - 1 - x), Math.min(y, height - 1 - y));
    double in = Math.max(0, EDGE - away) / (double) EDGE;
    return 1 - 0.35 * in * in * in;
  }

  /** The field of the plane, row by row, from those of the blocks. */
  double[] joined(double[][] blocks) {
    double[] whole = new double[width * height];
    for (int rank = 0; rank < blocks.length; rank++) {
      int x = firstX(rank % columns);
      int across = firstX(rank % columns + 1) - x;
      int y = firstY(rank / columns);
      for (int line = 0; line * across < blocks[rank].length; line++) {
        System.arraycopy(blocks[rank], line * across, whole, (y + line) * width + x, across);
      }
    }
    return whole;
  }
}

/**
 * One rank's block of the fields, with a line of cells around it for those of its neighbours. A
 * cell (x, y) has its electric field in the middle, the magnetic field along x between it and the
 * cell below, and that along y between it and the cell to its right.
 */
static class Field {
  private final Comm world;
  private final Plane plane;
  private final int x; // of the first cell
  private final int y;
  private final int width;
  private final int height;
  private final int line; // cells of a row, neighbours' included
  private final int north, south, west, east; // ranks
  private final double[] electric;
  private final double[] alongX;
  private final double[] alongY;
  private final double[] gain; // of the electric field
  private final double[] kept;
  private final double[] rim; // a column to be sent
  private final double[] halo; // a column that was received

  Field(Comm world, Plane plane) {
    this.world = world;
    this.plane = plane;
    int column = world.rank() % plane.columns;
    int row = world.rank() / plane.columns;
    x = plane.firstX(column);
    y = plane.firstY(row);
    width = plane.firstX(column + 1) - x;
    height = plane.firstY(row + 1) - y;
    line = width + 2;
    north = row > 0 ? world.rank() - plane.columns : Ronsel.PROC_NULL;
    south = row < plane.rows - 1 ? world.rank() + plane.columns : Ronsel.PROC_NULL;
    west = column > 0 ? world.rank() - 1 : Ronsel.PROC_NULL;
    east = column < plane.columns - 1 ? world.rank() + 1 : Ronsel.PROC_NULL;
    electric = new double[line * (height + 2)];
    alongX = new double[electric.length];
    alongY = new double[electric.length];
    gain = new double[electric.length];
    kept = new double[electric.length];
    rim = new double[height];
    halo = new double[height];
    for (int j = 0; j < height; j++) {
      for (int i = 0; i < width; i++) {
        gain[at(i, j)] = COURANT * plane.speed(x + i, y + j);
        kept[at(i, j)] = plane.kept(x + i, y + j);
      }
    }
  }

  private int at(int i, int j) {
    return (j + 1) * line + i + 1;
  }

  /** Advances all fields by one step. */
  void step(int step) {
    // The magnetic field of a cell depends on the electric one below and to the right of it.
    Request[] coming = start(electric, south, TO_NORTH, at(0, height), north, at(0, 0), TO_WEST);
    magnetic(0, width - 1, 0, height - 1);
    Request.awaitAll(coming);
    finish(electric, east, width);
    magnetic(0, width - 1, height - 1, height);
    magnetic(width - 1, width, 0, height);

    // And the electric field on the magnetic one above and to the left.
    coming = start(alongX, north, TO_SOUTH, at(0, -1), south, at(0, height - 1), TO_EAST);
    electric(1, width, 1, height);
    Request.awaitAll(coming);
    finish(alongY, west, -1);
    electric(0, width, 0, 1);
    electric(0, 1, 1, height);

    int sourceX = plane.width / 4 - x;
    int sourceY = plane.height / 2 - y;
    if (sourceX >= 0 && sourceX < width && sourceY >= 0 && sourceY < height) {
      electric[at(sourceX, sourceY)] += ricker(step);
    }
  }

  /** Ricker's wavelet: the second derivative of a Gaussian. */
  private static double ricker(int step) {
    double t = (step - DELAY) / WIDTH;
    return (1 - 2 * t * t) * StrictMath.exp(-t * t);
  }

  /**
   * Starts to receive a row from one neighbour, and to send one to its opposite; and the same with
   * a column, of the electric field westwards, of the magnetic field along y eastwards.
   */
  private Request[] start(
      double[] rows, int from, int tag, int into, int to, int first, int columnTag) {
    boolean westwards = columnTag == TO_WEST;
    double[] columns = westwards ? electric : alongY;
    for (int j = 0; j < height; j++) {
      rim[j] = columns[at(westwards ? 0 : width - 1, j)];
    }
    return new Request[] {
      world.iReceive(rows, into, width, from, tag),
      world.iReceive(halo, westwards ? east : west, columnTag),
      world.iSend(rows, first, width, to, tag),
      world.iSend(rim, westwards ? west : east, columnTag),
    };
  }

  /** Stores a received column; beyond the edge of the plane nothing changes. */
  private void finish(double[] field, int from, int column) {
    if (from != Ronsel.PROC_NULL) {
      for (int j = 0; j < height; j++) {
        field[at(column, j)] = halo[j];
      }
    }
  }

  private void magnetic(int fromX, int toX, int fromY, int toY) {
    for (int j = Math.max(fromY, 0); j < toY; j++) {
      for (int i = at(fromX, j); i < at(toX, j); i++) {
        alongX[i] = kept[i] * (alongX[i] - COURANT * (electric[i + line] - electric[i]));
        alongY[i] = kept[i] * (alongY[i] + COURANT * (electric[i + 1] - electric[i]));
      }
    }
  }

  private void electric(int fromX, int toX, int fromY, int toY) {
    for (int j = fromY; j < toY; j++) {
      for (int i = at(fromX, j); i < at(toX, j); i++) {
        double curl = (alongY[i] - alongY[i - 1]) - (alongX[i] - alongX[i - line]);
        electric[i] = kept[i] * (electric[i] + gain[i] * curl);
      }
    }
  }

  /** Energy of this block's fields, in units of the source's. */
  double energy() {
    double sum = 0;
    for (int j = 0; j < height; j++) {
      for (int i = at(0, j); i < at(width, j); i++) {
        sum += COURANT / gain[i] * electric[i] * electric[i];
        sum += alongX[i] * alongX[i] + alongY[i] * alongY[i];
      }
    }
    return sum / 2;
  }

  /** The electric field of the block, row by row. */
  double[] electric() {
    double[] block = new double[width * height];
    for (int j = 0; j < height; j++) {
      System.arraycopy(electric, at(0, j), block, j * width, width);
    }
    return block;
  }
}

/** CRC-32 of the field, row by row, each as the eight bytes of a double, highest first. */
long checksum(double[] field) {
  ByteBuffer bytes = ByteBuffer.allocate(field.length * Double.BYTES);
  bytes.asDoubleBuffer().put(field);
  CRC32 crc = new CRC32();
  crc.update(bytes);
  return crc.getValue();
}

void write(Plane plane, double[] field, Path file) {
  double peak = 1e-30;
  for (double value : field) {
    peak = Math.max(peak, Math.abs(value));
  }
  BufferedImage image = new BufferedImage(plane.width, plane.height, BufferedImage.TYPE_INT_RGB);
  for (int y = 0; y < plane.height; y++) {
    for (int x = 0; x < plane.width; x++) {
      boolean glass = plane.speed(x, y) < 1;
      image.setRGB(x, y, colour(field[y * plane.width + x] / peak, glass));
    }
  }
  try (OutputStream out = Files.newOutputStream(file)) {
    ImageIO.write(image, "png", out);
    IO.println("wrote " + file);
  } catch (IOException failed) {
    System.err.println("Fdtd: cannot write " + file + ": " + failed);
    System.exit(1);
  }
}

/** Blue below 0, red above, dark at 0, a little lighter in glass; weak fields are lifted. */
int colour(double value, boolean glass) {
  double strength = Math.pow(Math.abs(value), 0.4);
  int base = glass ? 44 : 16;
  int strong = (int) (base + (255 - base) * strength);
  int weak = (int) (base + (235 - base) * strength * strength);
  return value > 0 ? strong << 16 | weak << 8 | base : base << 16 | weak << 8 | strong;
}
