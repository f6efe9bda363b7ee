package nbody;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * A snapshot file of Gadget-2, format 1, with the offsets of its contents. It has records of
 * Fortran, each between two copies of its length; a header of 256 bytes, the positions and
 * velocities as floats, numbers of stars, and the masses of those types that do not have one mass
 * for all.
 *
 * @param order of bytes
 * @param counts of stars, by type
 * @param masses of a star, by type; 0 where each has its own
 * @param positions offset of the positions in the file, in bytes
 * @param velocities offset of the velocities
 * @param ownMasses offset of the masses of single stars
 */
public record Snapshot(
    ByteOrder order,
    int[] counts,
    double[] masses,
    long positions,
    long velocities,
    long ownMasses) {
  /** Doubles of a star: position, velocity, mass. */
  static final int STAR = 7;

  private static final int TYPES = 6;
  private static final int HEADER = 256;

  /** Numbers of {@link #toLongs}. */
  public static final int FIELDS = 4 + 2 * TYPES;

  /**
   * Finds the offsets of the contents of a file.
   *
   * @throws IllegalArgumentException if it is no such file, or a damaged one
   */
  public static Snapshot open(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer head = read(channel, 0, HEADER + 4, ByteOrder.LITTLE_ENDIAN);
      if (head.getInt(0) == Integer.reverseBytes(HEADER)) {
        head.order(ByteOrder.BIG_ENDIAN);
      }
      if (head.getInt(0) == 8 || head.getInt(0) == Integer.reverseBytes(8)) {
        throw new IllegalArgumentException("a snapshot of format 2; this program reads format 1");
      }
      if (head.getInt(0) != HEADER) {
        throw new IllegalArgumentException("not a Gadget-2 snapshot of format 1");
      }
      int[] counts = new int[TYPES];
      double[] masses = new double[TYPES];
      long stars = 0;
      long own = 0;
      for (int type = 0; type < TYPES; type++) {
        counts[type] = head.getInt(4 + 4 * type);
        masses[type] = head.getDouble(28 + 8 * type);
        if (counts[type] < 0 || !(masses[type] >= 0) || Double.isInfinite(masses[type])) {
          throw new IllegalArgumentException("the header is damaged");
        }
        stars += counts[type];
        own += masses[type] == 0 ? counts[type] : 0;
      }
      if (stars < 1 || stars > Integer.MAX_VALUE / 16) {
        throw new IllegalArgumentException(stars + " stars: from 1 to 2^27 can be computed");
      }
      if (head.getInt(4 + 124) > 1) {
        throw new IllegalArgumentException(
            "one of " + head.getInt(4 + 124) + " files of a snapshot; this program reads one");
      }
      ByteOrder order = head.order();
      long positions = HEADER + 8;
      long velocities = record(channel, positions, 12 * stars, order, "positions");
      long numbers = record(channel, velocities, 12 * stars, order, "velocities");
      int width = read(channel, numbers, 4, order).getInt(0) == 8 * stars ? 8 : 4;
      long rest = record(channel, numbers, width * stars, order, "numbers");
      if (own > 0) {
        record(channel, rest, 4 * own, order, "masses");
      }
      return new Snapshot(order, counts, masses, positions + 4, velocities + 4, rest + 4);
    }
  }

  /** Checks both lengths of a record, and returns the offset of the next one. */
  private static long record(
      FileChannel channel, long at, long length, ByteOrder order, String name) throws IOException {
    int before = read(channel, at, 4, order).getInt(0);
    int behind = read(channel, at + 4 + length, 4, order).getInt(0);
    if (Integer.toUnsignedLong(before) != length || before != behind) {
      throw new IllegalArgumentException("the " + name + " are not " + length + " bytes");
    }
    return at + length + 8;
  }

  private static ByteBuffer read(FileChannel channel, long at, int length, ByteOrder order)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(order);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, at + bytes.position()) < 0) {
        throw new IllegalArgumentException("the file ends too early");
      }
    }
    return bytes;
  }

  /** The number of stars. */
  public int stars() {
    return IntStream.of(counts).sum();
  }

  /** One part of the stars, {@link #STAR} doubles each. */
  public double[] read(Path file, int part, int parts) throws IOException {
    int from = (int) ((long) stars() * part / parts);
    int to = (int) ((long) stars() * (part + 1) / parts);
    double[] result = new double[STAR * (to - from)];
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer places = read(channel, positions + 12L * from, 12 * (to - from), order);
      ByteBuffer speeds = read(channel, velocities + 12L * from, 12 * (to - from), order);
      for (int i = 0; i < to - from; i++) {
        for (int k = 0; k < 3; k++) {
          result[STAR * i + k] = places.getFloat(12 * i + 4 * k);
          result[STAR * i + 3 + k] = speeds.getFloat(12 * i + 4 * k);
        }
      }
      int first = 0;
      int firstOwn = 0;
      for (int type = 0; type < counts.length; type++) {
        int begin = Math.max(from, first);
        int end = Math.min(to, first + counts[type]);
        for (int star = begin; star < end; star++) {
          double mass = masses[type];
          if (mass == 0) {
            long at = ownMasses + 4L * (firstOwn + star - first);
            mass = read(channel, at, 4, order).getFloat(0);
          }
          result[STAR * (star - from) + 6] = mass;
        }
        first += counts[type];
        firstOwn += masses[type] == 0 ? counts[type] : 0;
      }
    }
    return result;
  }

  /** Encodes this as numbers that can be sent. */
  public long[] toLongs() {
    long[] longs = new long[FIELDS];
    longs[0] = order == ByteOrder.BIG_ENDIAN ? 1 : 0;
    longs[1] = positions;
    longs[2] = velocities;
    longs[3] = ownMasses;
    for (int type = 0; type < TYPES; type++) {
      longs[4 + type] = counts[type];
      longs[4 + TYPES + type] = Double.doubleToLongBits(masses[type]);
    }
    return longs;
  }

  /** Decodes the numbers of {@link #toLongs}. */
  public static Snapshot of(long[] longs) {
    int[] counts = new int[TYPES];
    double[] masses = new double[TYPES];
    for (int type = 0; type < TYPES; type++) {
      counts[type] = (int) longs[4 + type];
      masses[type] = Double.longBitsToDouble(longs[4 + TYPES + type]);
    }
    return new Snapshot(
        longs[0] == 1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
        counts,
        masses,
        longs[1],
        longs[2],
        longs[3]);
  }

  /**
   * Writes a file of stars that all have the same mass.
   *
   * @param places three coordinates of each star
   * @param speeds three components of the velocity of each
   */
  static void write(Path file, double mass, float[] places, float[] speeds) throws IOException {
    int stars = places.length / 3;
    ByteBuffer head = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    head.putInt(4, stars); // of type 1, whose mass is in the header
    head.putDouble(24 + 8, mass);
    head.putInt(96 + 4, stars);
    head.putInt(124, 1); // file
    ByteBuffer numbers = ByteBuffer.allocate(4 * stars).order(ByteOrder.LITTLE_ENDIAN);
    IntStream.range(0, stars).forEach(numbers::putInt);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (byte[] record :
          new byte[][] {head.array(), bytes(places), bytes(speeds), numbers.array()}) {
        byte[] length =
            ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(record.length).array();
        out.write(length);
        out.write(record);
        out.write(length);
      }
    }
  }

  private static byte[] bytes(float[] floats) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * floats.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(floats);
    return bytes.array();
  }
}
