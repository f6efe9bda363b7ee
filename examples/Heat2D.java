/*
 * How warm does a cold plate get in which a hot pipe lies? Every cell takes the mean of its four
 * neighbours, again and again, until hardly anything changes (Jacobi's method). The edges are kept
 * at 0 degrees, the pipe at 100.
 *
 * The plate is cut into blocks, one per rank. In each step the ranks swap the rims of their blocks
 * with their four neighbours; the numbers, the picture and the checksum are the same for any number
 * of ranks.
 *
 *   ./ronsel run -n 4 examples/Heat2D.java [FILE.png [WIDTH HEIGHT [MAX_STEPS]]]
 */

import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;

static final String USAGE = "usage: Heat2D [FILE.png [WIDTH HEIGHT [MAX_STEPS]]]";

/** A plate is steady when no cell changes by more than this in a step. */
static final double STEADY = 1e-3;

/** Steps between two looks at whether the plate is steady; looking costs a collective operation. */
static final int LOOK_EVERY = 100;

static final int TO_NORTH = 1, TO_SOUTH = 2, TO_WEST = 3, TO_EAST = 4, RESULT = 5; // tags

void main(String[] args) throws IOException {
  Comm world = Ronsel.world();
  Settings settings;
  Plate plate;
  try {
    settings = Settings.of(args);
    plate = Plate.cut(settings.width, settings.height, world.size());
    if (world.rank() == 0) { // rank 0 writes the picture
      settings.checkPicture();
    }
  } catch (IllegalArgumentException wrong) {
    if (world.rank() == 0) { // one message is enough
      System.err.println("Heat2D: " + wrong.getMessage());
      System.err.println(USAGE);
      System.exit(2); // the exit status of the job
    }
    return;
  }
  if (world.rank() == 0) {
    IO.println(
        "%d x %d cells in %d x %d blocks"
            .formatted(plate.width, plate.height, plate.columns, plate.rows));
  }

  long start = System.nanoTime();
  Solver solver = new Solver(world, plate);
  double change = Double.MAX_VALUE;
  int steps = 0;
  while (steps < settings.maxSteps && change > STEADY) {
    solver.step();
    steps++;
    if (steps % LOOK_EVERY == 0 || steps == settings.maxSteps) {
      change = world.allReduce(solver.largestChange(), Op.MAX); // all ranks decide alike
    }
    if (steps % 2000 == 0 && world.rank() == 0) {
      IO.println(String.format(Locale.ROOT, "step %6d, largest change %.2e", steps, change));
    }
  }
  double seconds = (System.nanoTime() - start) / 1e9;

  double[] field = solver.gather();
  if (world.rank() == 0) {
    IO.println(
        String.format(
            Locale.ROOT,
            "%s after %d steps and %.2f seconds",
            change > STEADY ? "stopped" : "steady",
            steps,
            seconds));
    IO.println(
        String.format(
            Locale.ROOT, "mean temperature %.6f", DoubleStream.of(field).sum() / field.length));
    IO.println("checksum %08x".formatted(checksum(field)));
    write(plate, field, settings.picture);
  }
}

/** The arguments of the command line. */
record Settings(Path picture, int width, int height, int maxSteps) {
  static Settings of(String[] args) {
    if (args.length == 2 || args.length > 4) {
      throw new IllegalArgumentException("expected 0, 1, 3 or 4 arguments, not " + args.length);
    }
    return new Settings(
        Path.of(args.length > 0 ? args[0] : "heat.png"),
        args.length > 1 ? wholeNumber("WIDTH", args[1], 10_000) : 480,
        args.length > 1 ? wholeNumber("HEIGHT", args[2], 10_000) : 320,
        args.length > 3 ? wholeNumber("MAX_STEPS", args[3], 1_000_000_000) : 100_000);
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

/** The whole plate and how it is cut: {@code columns} x {@code rows} blocks of cells. */
record Plate(int width, int height, int columns, int rows) {
  /** Cuts so that the blocks have short rims. */
  static Plate cut(int width, int height, int blocks) {
    Plate best = null;
    for (int columns = 1; columns <= blocks; columns++) {
      if (blocks % columns == 0 && columns <= width && blocks / columns <= height) {
        Plate plate = new Plate(width, height, columns, blocks / columns);
        if (best == null || plate.cuts() < best.cuts()) {
          best = plate;
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

  Block block(int rank) {
    int column = rank % columns;
    int row = rank / columns;
    int x = (int) ((long) width * column / columns);
    int y = (int) ((long) height * row / rows);
    return new Block(
        x,
        y,
        (int) ((long) width * (column + 1) / columns) - x,
        (int) ((long) height * (row + 1) / rows) - y,
        row > 0 ? rank - columns : Ronsel.PROC_NULL,
        row < rows - 1 ? rank + columns : Ronsel.PROC_NULL,
        column > 0 ? rank - 1 : Ronsel.PROC_NULL,
        column < columns - 1 ? rank + 1 : Ronsel.PROC_NULL);
  }

  /** Whether the cell is a piece of the pipe, which winds along a sine curve. */
  boolean isPipe(int x, int y) {
    double across = (x + 0.5) / width;
    double down = (y + 0.5) / height;
    return across > 0.1
        && across < 0.9
        && Math.abs(down - 0.5 - 0.32 * StrictMath.sin(4 * Math.PI * across)) < 0.025;
  }
}

/** One rank's cells, from (x, y) on, and the ranks around it; beyond the edge there is no rank. */
record Block(int x, int y, int width, int height, int north, int south, int west, int east) {}

/**
 * One rank's block with a rim of one cell around it, the halo, which shows the neighbours' cells.
 */
static class Solver {
  private final Comm world;
  private final Plate plate;
  private final Block block;
  private final int width; // of the block
  private final int height;
  private final int line; // cells of a row, halo included
  private final double[] gain; // 1/4; in the pipe 0, so that it keeps its temperature
  private double[] now;
  private double[] next; // between steps the temperatures before the last step
  private final double[] westRim;
  private final double[] eastRim;
  private final double[] westHalo;
  private final double[] eastHalo;

  Solver(Comm world, Plate plate) {
    this.world = world;
    this.plate = plate;
    block = plate.block(world.rank());
    width = block.width;
    height = block.height;
    line = width + 2;
    now = new double[line * (height + 2)];
    next = new double[now.length];
    gain = new double[now.length];
    westRim = new double[height];
    eastRim = new double[height];
    westHalo = new double[height];
    eastHalo = new double[height];
    for (int y = 1; y <= height; y++) {
      for (int x = 1; x <= width; x++) {
        boolean pipe = plate.isPipe(block.x + x - 1, block.y + y - 1);
        gain[y * line + x] = pipe ? 0 : 0.25;
        now[y * line + x] = pipe ? 100 : 0;
      }
    }
  }

  /** Advances the block by one step. */
  void step() {
    Request[] halo = startExchange();
    sweep(2, width, 2, height); // the cells that do not need the halo, while the halo is on its way
    Request.awaitAll(halo);
    for (int y = 1; y <= height; y++) {
      now[y * line] = westHalo[y - 1];
      now[y * line + width + 1] = eastHalo[y - 1];
    }
    sweep(1, width + 1, 1, 2);
    sweep(1, width + 1, Math.max(height, 2), height + 1);
    sweep(1, 2, 2, height);
    sweep(Math.max(width, 2), width + 1, 2, height);
    double[] before = now;
    now = next;
    next = before;
  }

  /**
   * Starts to exchange rims. Rows are contiguous in the array and are sent directly; columns are
   * copied.
   */
  private Request[] startExchange() {
    for (int y = 1; y <= height; y++) {
      westRim[y - 1] = now[y * line + 1];
      eastRim[y - 1] = now[y * line + width];
    }
    int firstRow = line + 1;
    int lastRow = height * line + 1;
    return new Request[] {
      world.iReceive(now, firstRow - line, width, block.north, TO_SOUTH),
      world.iReceive(now, lastRow + line, width, block.south, TO_NORTH),
      world.iReceive(westHalo, block.west, TO_EAST),
      world.iReceive(eastHalo, block.east, TO_WEST),
      world.iSend(now, firstRow, width, block.north, TO_NORTH),
      world.iSend(now, lastRow, width, block.south, TO_SOUTH),
      world.iSend(westRim, block.west, TO_WEST),
      world.iSend(eastRim, block.east, TO_EAST),
    };
  }

  /** Computes the cells of the block from (fromX, fromY) up to but without (toX, toY). */
  private void sweep(int fromX, int toX, int fromY, int toY) {
    for (int y = fromY; y < toY; y++) {
      for (int i = y * line + fromX; i < y * line + toX; i++) {
        double around = (now[i - line] + now[i + line]) + (now[i - 1] + now[i + 1]);
        next[i] = now[i] + gain[i] * (around - 4 * now[i]);
      }
    }
  }

  /** The largest change of a cell in the last step. */
  double largestChange() {
    double largest = 0;
    for (int y = 1; y <= height; y++) {
      for (int i = y * line + 1; i <= y * line + width; i++) {
        largest = Math.max(largest, Math.abs(now[i] - next[i]));
      }
    }
    return largest;
  }

  /** The whole plate, row by row, at rank 0; null elsewhere. */
  double[] gather() {
    double[] mine = new double[width * height];
    for (int y = 0; y < height; y++) {
      System.arraycopy(now, (y + 1) * line + 1, mine, y * width, width);
    }
    Request sent = world.iSend(mine, 0, RESULT);
    double[] field = null;
    if (world.rank() == 0) {
      field = new double[plate.width * plate.height];
      for (int rank = 0; rank < world.size(); rank++) {
        Block from = plate.block(rank);
        double[] cells = new double[from.width * from.height];
        world.receive(cells, rank, RESULT);
        for (int y = 0; y < from.height; y++) {
          int to = (from.y + y) * plate.width + from.x;
          System.arraycopy(cells, y * from.width, field, to, from.width);
        }
      }
    }
    sent.await();
    return field;
  }
}

/** CRC-32 of all temperatures, row by row, each as the eight bytes of a double, highest first. */
long checksum(double[] field) {
  ByteBuffer bytes = ByteBuffer.allocate(field.length * Double.BYTES);
  bytes.asDoubleBuffer().put(field);
  CRC32 crc = new CRC32();
  crc.update(bytes);
  return crc.getValue();
}

void write(Plate plate, double[] field, Path file) {
  BufferedImage image = new BufferedImage(plate.width, plate.height, BufferedImage.TYPE_INT_RGB);
  for (int y = 0; y < plate.height; y++) {
    for (int x = 0; x < plate.width; x++) {
      image.setRGB(x, y, colour(field[y * plate.width + x]));
    }
  }
  try (OutputStream out = Files.newOutputStream(file)) {
    ImageIO.write(image, "png", out);
    IO.println("wrote " + file);
  } catch (IOException failed) {
    System.err.println("Heat2D: cannot write " + file + ": " + failed);
    System.exit(1);
  }
}

/** From dark blue at 0 degrees through purple, red and orange to a pale yellow at 100. */
int colour(double temperature) {
  int[][] palette = {{10, 10, 50}, {90, 20, 110}, {200, 60, 60}, {250, 150, 40}, {255, 250, 200}};
  double at = Math.clamp(temperature, 0, 100) / 100 * (palette.length - 1);
  int low = Math.min((int) at, palette.length - 2);
  int rgb = 0;
  for (int channel = 0; channel < 3; channel++) {
    double from = palette[low][channel];
    double to = palette[low + 1][channel];
    rgb = rgb << 8 | (int) Math.round(from + (at - low) * (to - from));
  }
  return rgb;
}
