/*
 * Stars that attract each other: gravity by a tree (J. Barnes and P. Hut, Nature 324, 1986), stars
 * that are near each other on the same rank by the order of Hilbert's curve, initial conditions from
 * a snapshot file of Gadget-2 (format 1; V. Springel, MNRAS 364, 2005), leapfrog steps of one length.
 * The energy is computed at the beginning and at the end: how well it is kept says whether the steps
 * are short enough.
 *
 * In each step every rank sends each other one what that needs of its own stars (the locally
 * essential tree): far away groups as one mass, near stars one by one. THETA says how wide a group
 * may seem, in radians; with 0 every star is seen by itself.
 *
 *   ./ronsel run -n 1 examples/apps/NBody.java make FILE.gadget [STARS]
 *   ./ronsel run -n 4 examples/apps/NBody.java FILE.gadget [FILE.png [STEPS [THETA]]]
 */

import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import javax.imageio.ImageIO;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Ronsel;

static final String USAGE =
    "usage: NBody FILE.gadget [FILE.png [STEPS [THETA]]] | make FILE.gadget [STARS]";

/** In Gadget's units: kpc, 10^10 solar masses, km/s. */
static final double GRAVITY = 43007.1;

/** Doubles of a star: position, velocity, mass. */
static final int STAR = 7;

static final int PICTURE = 480; // pixels

void main(String[] args) throws IOException {
  Comm world = Ronsel.world();
  Settings settings;
  try {
    settings = Settings.of(args);
    if (world.rank() == 0) {
      settings.check();
    }
  } catch (IllegalArgumentException wrong) {
    if (world.rank() == 0) { // one message is enough
      System.err.println("NBody: " + wrong.getMessage());
      System.err.println(USAGE);
      System.exit(2); // the exit status of the job
    }
    return;
  }
  if (settings.make) {
    if (world.rank() == 0) {
      make(settings.file, settings.number);
    }
    return;
  }
  long[] layout = new long[Snapshot.FIELDS];
  if (world.rank() == 0) {
    try {
      layout = Snapshot.open(settings.file).toLongs();
    } catch (IllegalArgumentException damaged) {
      System.err.println("NBody: " + settings.file + ": " + damaged.getMessage());
      System.exit(1);
    }
  }
  world.broadcast(layout, 0);
  Snapshot snapshot = Snapshot.of(layout);
  Simulation stars =
      new Simulation(
          world, snapshot.read(settings.file, world.rank(), world.size()), settings.theta);

  long start = System.nanoTime();
  stars.prepare();
  double before = stars.energy();
  for (int step = 0; step < settings.number; step++) {
    stars.step();
  }
  double seconds = (System.nanoTime() - start) / 1e9;
  double after = stars.energy();
  double[] centre = stars.centre();
  double[] image = stars.image();
  if (world.rank() == 0) {
    IO.println(
        "%d stars, %d steps of %.3e in %.2f seconds"
            .formatted(snapshot.stars(), settings.number, stars.stepLength, seconds));
    IO.println("energy %.9e at the beginning".formatted(before));
    IO.println("energy is kept to %.2e".formatted(Math.abs((after - before) / before)));
    IO.println("centre %.6f %.6f %.6f".formatted(centre[0], centre[1], centre[2]));
    write(image, settings.picture);
  }
}

/** What the user asked for. */
record Settings(boolean make, Path file, Path picture, int number, double theta) {
  static Settings of(String[] args) {
    boolean make = args.length > 0 && args[0].equals("make");
    if (args.length < (make ? 2 : 1) || args.length > (make ? 3 : 4)) {
      throw new IllegalArgumentException("expected a FILE and what may follow it");
    }
    if (make) {
      int stars = args.length > 2 ? wholeNumber("STARS", args[2], 2, 10_000_000) : 4000;
      return new Settings(true, Path.of(args[1]), Path.of(args[1]), stars, 0);
    }
    double theta = 0.6;
    if (args.length > 3) {
      if (!args[3].matches("[01](\\.[0-9]{1,6})?") || Double.parseDouble(args[3]) > 1) {
        throw new IllegalArgumentException("THETA must be between 0 and 1, not " + args[3]);
      }
      theta = Double.parseDouble(args[3]);
    }
    return new Settings(
        false,
        Path.of(args[0]),
        Path.of(args.length > 1 ? args[1] : "nbody.png"),
        args.length > 2 ? wholeNumber("STEPS", args[2], 0, 1_000_000_000) : 300,
        theta);
  }

  void check() {
    if (!make && !Files.exists(file)) {
      throw new IllegalArgumentException("there is no file " + file);
    }
    if (!make && !Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + " is not a regular file");
    }
    Path folder = picture.toAbsolutePath().getParent();
    if (Files.isDirectory(picture) || folder == null || !Files.isWritable(folder)) {
      throw new IllegalArgumentException("cannot write " + picture);
    }
  }

  private static int wholeNumber(String name, String text, int least, int most) {
    if (!text.matches("[0-9]{1,10}")
        || Long.parseLong(text) < least
        || Long.parseLong(text) > most) {
      throw new IllegalArgumentException(
          name + " must be a whole number from " + least + " to " + most + ", not " + text);
    }
    return Integer.parseInt(text);
  }
}

/**
 * Where things are in a snapshot file: records of Fortran, each between two copies of its length; a
 * header of 256 bytes, the positions and velocities as floats, numbers of stars, and the masses of
 * those types that do not have one mass for all.
 *
 * @param order of bytes
 * @param counts of stars, by type
 * @param masses of a star, by type; 0 where each has its own
 * @param positions where they begin
 * @param velocities where they begin
 * @param ownMasses where they begin
 */
record Snapshot(
    ByteOrder order,
    int[] counts,
    double[] masses,
    long positions,
    long velocities,
    long ownMasses) {
  private static final int TYPES = 6;
  private static final int HEADER = 256;
  static final int FIELDS = 4 + 2 * TYPES;

  static Snapshot open(Path file) throws IOException {
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

  /** Checks both lengths of a record; where the next one begins. */
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

  int stars() {
    return IntStream.of(counts).sum();
  }

  /** One part of the stars. */
  double[] read(Path file, int part, int parts) throws IOException {
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

  long[] toLongs() {
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

  static Snapshot of(long[] longs) {
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
}

/** Octree of masses, in arrays: a node is a cube, of which leaves hold a few masses. */
static class Tree {
  private static final int IN_LEAF = 8;
  private static final int DEEPEST = 40;

  private final double theta;
  private final double soft2; // softening, squared
  private final double[] masses; // x, y, z and mass, each
  private final int[] next; // mass in the same leaf
  private int nodes;
  private double[] cube = new double[4 * 64]; // centre and half its side
  private double[] whole = new double[4 * 64]; // centre of mass, and mass
  private int[] children = new int[8 * 64]; // 0 for none
  private int[] first = new int[64]; // mass in a leaf; -1 for none, -2 for a node with children
  private int[] held = new int[64];
  double x, y, z, potential; // of the last call of attract

  Tree(double[] masses, int count, double theta, double softening) {
    this.masses = masses;
    this.theta = theta;
    soft2 = softening * softening;
    next = new int[count];
    double[] low = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
    double[] high = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
    extend(low, high, masses, 4, count);
    double half = 0;
    for (int k = 0; k < 3; k++) {
      half = Math.max(half, (high[k] - low[k]) / 2 * 1.000001 + 1e-300);
    }
    node((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2, half);
    for (int i = 0; i < count; i++) {
      insert(i);
    }
    sumUp();
  }

  /** Extends a box so that it holds points that stand at a distance in an array. */
  static void extend(double[] low, double[] high, double[] points, int distance, int count) {
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], points[distance * i + k]);
        high[k] = Math.max(high[k], points[distance * i + k]);
      }
    }
  }

  private int node(double x, double y, double z, double half) {
    if (nodes == first.length) {
      cube = Arrays.copyOf(cube, 2 * cube.length);
      whole = Arrays.copyOf(whole, 2 * whole.length);
      children = Arrays.copyOf(children, 2 * children.length);
      first = Arrays.copyOf(first, 2 * first.length);
      held = Arrays.copyOf(held, 2 * held.length);
    }
    cube[4 * nodes] = x;
    cube[4 * nodes + 1] = y;
    cube[4 * nodes + 2] = z;
    cube[4 * nodes + 3] = half;
    first[nodes] = -1;
    return nodes++;
  }

  private void insert(int mass) {
    int node = 0;
    int depth = 0;
    while (true) {
      if (first[node] == -2) {
        node = child(node, mass);
        depth++;
      } else if (held[node] < IN_LEAF || depth >= DEEPEST) {
        next[mass] = first[node];
        first[node] = mass;
        held[node]++;
        return;
      } else {
        int inside = first[node];
        first[node] = -2;
        while (inside >= 0) {
          int following = next[inside];
          int into = child(node, inside);
          next[inside] = first[into];
          first[into] = inside;
          held[into]++;
          inside = following;
        }
      }
    }
  }

  /** The child of a node in which a mass lies. */
  private int child(int node, int mass) {
    int octant = 0;
    for (int k = 0; k < 3; k++) {
      octant |= masses[4 * mass + k] > cube[4 * node + k] ? 1 << k : 0;
    }
    int child = children[8 * node + octant];
    if (child == 0) {
      double half = cube[4 * node + 3] / 2;
      child =
          node(
              cube[4 * node] + ((octant & 1) != 0 ? half : -half),
              cube[4 * node + 1] + ((octant & 2) != 0 ? half : -half),
              cube[4 * node + 2] + ((octant & 4) != 0 ? half : -half),
              half);
      children[8 * node + octant] = child;
    }
    return child;
  }

  /** Children come after their parents, so backwards is upwards. */
  private void sumUp() {
    for (int node = nodes - 1; node >= 0; node--) {
      double mass = 0, x = 0, y = 0, z = 0;
      for (int i = first[node]; i >= 0; i = next[i]) {
        double m = masses[4 * i + 3];
        mass += m;
        x += m * masses[4 * i];
        y += m * masses[4 * i + 1];
        z += m * masses[4 * i + 2];
      }
      for (int k = 0; k < 8 && first[node] == -2; k++) {
        int child = children[8 * node + k];
        if (child != 0) {
          double m = whole[4 * child + 3];
          mass += m;
          x += m * whole[4 * child];
          y += m * whole[4 * child + 1];
          z += m * whole[4 * child + 2];
        }
      }
      whole[4 * node] = mass > 0 ? x / mass : cube[4 * node];
      whole[4 * node + 1] = mass > 0 ? y / mass : cube[4 * node + 1];
      whole[4 * node + 2] = mass > 0 ? z / mass : cube[4 * node + 2];
      whole[4 * node + 3] = mass;
    }
  }

  /** Acceleration and potential at a point, of all masses but those at the point itself. */
  void attract(double px, double py, double pz, int[] stack) {
    x = 0;
    y = 0;
    z = 0;
    potential = 0;
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      int node = stack[--top];
      double dx = whole[4 * node] - px;
      double dy = whole[4 * node + 1] - py;
      double dz = whole[4 * node + 2] - pz;
      double side = 2 * cube[4 * node + 3];
      double distance2 = dx * dx + dy * dy + dz * dz;
      if (side * side < theta * theta * distance2) {
        add(dx, dy, dz, whole[4 * node + 3]);
      } else if (first[node] != -2) {
        for (int i = first[node]; i >= 0; i = next[i]) {
          add(
              masses[4 * i] - px,
              masses[4 * i + 1] - py,
              masses[4 * i + 2] - pz,
              masses[4 * i + 3]);
        }
      } else {
        for (int k = 0; k < 8; k++) {
          if (children[8 * node + k] != 0) {
            stack[top++] = children[8 * node + k];
          }
        }
      }
    }
  }

  private void add(double dx, double dy, double dz, double mass) {
    double distance2 = dx * dx + dy * dy + dz * dz;
    if (distance2 == 0) {
      return;
    }
    double inverse = 1 / Math.sqrt(distance2 + soft2);
    double pull = GRAVITY * mass * inverse * inverse * inverse;
    x += pull * dx;
    y += pull * dy;
    z += pull * dz;
    potential -= GRAVITY * mass * inverse;
  }

  /**
   * What somebody whose stars lie in a box needs: groups that are far from all of it as one mass.
   */
  double[] essential(double[] low, double[] high, int[] stack) {
    double[] needed = new double[256];
    int size = 0;
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      int node = stack[--top];
      double distance2 = 0;
      for (int k = 0; k < 3; k++) {
        double at = whole[4 * node + k];
        double away = Math.max(0, Math.max(low[k] - at, at - high[k]));
        distance2 += away * away;
      }
      double side = 2 * cube[4 * node + 3];
      boolean far = side * side < theta * theta * distance2;
      int count = far ? 1 : first[node] == -2 ? 0 : held[node];
      if (size + 4 * count > needed.length) {
        needed = Arrays.copyOf(needed, Math.max(2 * needed.length, size + 4 * count));
      }
      if (far) {
        System.arraycopy(whole, 4 * node, needed, size, 4);
        size += 4;
      } else if (first[node] != -2) {
        for (int i = first[node]; i >= 0; i = next[i]) {
          System.arraycopy(masses, 4 * i, needed, size, 4);
          size += 4;
        }
      } else {
        for (int k = 0; k < 8; k++) {
          if (children[8 * node + k] != 0) {
            stack[top++] = children[8 * node + k];
          }
        }
      }
    }
    return Arrays.copyOf(needed, size);
  }
}

/** The stars of one rank, and how they move. */
static class Simulation {
  private static final int SAMPLES = 64;

  private final Comm world;
  private final double theta;
  private final int[] stack = new int[8 * 64];
  private double softening;
  private double window; // half the side of the picture
  private double[] stars;
  private double[] pull = new double[0]; // acceleration
  private double potential; // energy of this rank's stars in the field of all
  double stepLength;

  Simulation(Comm world, double[] stars, double theta) {
    this.world = world;
    this.stars = stars;
    this.theta = theta;
  }

  private int count() {
    return stars.length / STAR;
  }

  /** Chooses softening and the length of a step, and computes the first accelerations. */
  void prepare() {
    double[] sums = new double[5]; // mass, its moments, number of stars
    for (int i = 0; i < count(); i++) {
      double mass = stars[STAR * i + 6];
      sums[0] += mass;
      for (int k = 0; k < 3; k++) {
        sums[1 + k] += mass * stars[STAR * i + k];
      }
    }
    sums[4] = count();
    world.allReduce(sums, Op.SUM);
    double spread = 0;
    for (int i = 0; i < count(); i++) {
      for (int k = 0; k < 3; k++) {
        double away = stars[STAR * i + k] - sums[1 + k] / sums[0];
        spread += stars[STAR * i + 6] * away * away;
      }
    }
    double radius = Math.sqrt(world.allReduce(spread, Op.SUM) / sums[0]);
    softening = radius / Math.sqrt(sums[4]) + 1e-12;
    window = 2.5 * radius + 1e-12;
    accelerate();
    double strongest = 0;
    for (int i = 0; i < count(); i++) {
      strongest =
          Math.max(
              strongest, Math.hypot(Math.hypot(pull[3 * i], pull[3 * i + 1]), pull[3 * i + 2]));
    }
    strongest = world.allReduce(strongest, Op.MAX);
    stepLength = Math.sqrt(2 * 0.025 * softening / Math.max(strongest, 1e-30));
  }

  /** Leapfrog: half a kick, a drift, and half a kick with the new accelerations. */
  void step() {
    kick();
    for (int i = 0; i < count(); i++) {
      for (int k = 0; k < 3; k++) {
        stars[STAR * i + k] += stepLength * stars[STAR * i + 3 + k];
      }
    }
    accelerate();
    kick();
  }

  private void kick() {
    for (int i = 0; i < count(); i++) {
      for (int k = 0; k < 3; k++) {
        stars[STAR * i + 3 + k] += stepLength / 2 * pull[3 * i + k];
      }
    }
  }

  /** Moves stars to where they belong, exchanges what others need, and walks the tree. */
  private void accelerate() {
    distribute();
    double[] boxes = new double[6 * world.size()];
    double[] low = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
    double[] high = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
    Tree.extend(low, high, stars, STAR, count());
    double[] box = {low[0], low[1], low[2], high[0], high[1], high[2]};
    world.allGather(box, boxes);

    double[] own = new double[4 * count()];
    for (int i = 0; i < count(); i++) {
      System.arraycopy(stars, STAR * i, own, 4 * i, 3);
      own[4 * i + 3] = stars[STAR * i + 6];
    }
    Tree mine = count() > 0 ? new Tree(own, count(), theta, softening) : null;
    double[][] parts = new double[world.size()][];
    for (int rank = 0; rank < parts.length; rank++) {
      boolean empty = boxes[6 * rank] > boxes[6 * rank + 3];
      parts[rank] =
          rank == world.rank() || empty || mine == null
              ? new double[0]
              : mine.essential(
                  Arrays.copyOfRange(boxes, 6 * rank, 6 * rank + 3),
                  Arrays.copyOfRange(boxes, 6 * rank + 3, 6 * rank + 6),
                  stack);
    }
    double[][] others = world.allToAllv(parts);
    int size = own.length;
    double[] all = Arrays.copyOf(own, size + Stream.of(others).mapToInt(o -> o.length).sum());
    for (double[] other : others) {
      System.arraycopy(other, 0, all, size, other.length);
      size += other.length;
    }

    potential = 0;
    pull = new double[3 * count()];
    Tree tree = count() > 0 ? new Tree(all, all.length / 4, theta, softening) : null;
    for (int i = 0; i < count(); i++) {
      tree.attract(stars[STAR * i], stars[STAR * i + 1], stars[STAR * i + 2], stack);
      pull[3 * i] = tree.x;
      pull[3 * i + 1] = tree.y;
      pull[3 * i + 2] = tree.z;
      potential += stars[STAR * i + 6] * tree.potential / 2;
    }
  }

  /**
   * Sorts all stars along Hilbert's curve, and gives each rank a piece of it with about as many.
   */
  private void distribute() {
    double[] bounds = new double[6]; // the lowest, and the negated highest
    Arrays.fill(bounds, Double.MAX_VALUE);
    for (int i = 0; i < count(); i++) {
      for (int k = 0; k < 3; k++) {
        bounds[k] = Math.min(bounds[k], stars[STAR * i + k]);
        bounds[3 + k] = Math.min(bounds[3 + k], -stars[STAR * i + k]);
      }
    }
    world.allReduce(bounds, Op.MIN);
    double side = 1e-300;
    for (int k = 0; k < 3; k++) {
      side = Math.max(side, -bounds[3 + k] - bounds[k]);
    }
    long[] keys = sort(bounds, side);
    long[] samples = new long[Math.min(SAMPLES, keys.length)];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = keys[(int) ((long) keys.length * i / samples.length)];
    }
    long[] all =
        Stream.of(world.allGatherv(samples)).flatMapToLong(LongStream::of).sorted().toArray();
    double[][] parts = new double[world.size()][];
    int from = 0;
    for (int rank = 0; rank < parts.length; rank++) {
      int to = from;
      int last = (int) ((long) all.length * (rank + 1) / parts.length);
      while (to < keys.length && (rank == parts.length - 1 || keys[to] < all[last])) {
        to++;
      }
      parts[rank] = Arrays.copyOfRange(stars, STAR * from, STAR * to);
      from = to;
    }
    double[][] came = world.allToAllv(parts);
    stars = Stream.of(came).flatMapToDouble(DoubleStream::of).toArray();
    sort(bounds, side); // neighbours in space become neighbours in memory
  }

  private long[] sort(double[] bounds, double side) {
    record Place(long key, int star) {}
    Place[] places = new Place[count()];
    for (int i = 0; i < places.length; i++) {
      int[] at = new int[3];
      for (int k = 0; k < 3; k++) {
        at[k] = (int) ((stars[STAR * i + k] - bounds[k]) / side * ((1 << Hilbert.BITS) - 1));
      }
      places[i] = new Place(Hilbert.key(at), i);
    }
    Arrays.sort(places, Comparator.comparingLong(Place::key));
    double[] sorted = new double[stars.length];
    long[] keys = new long[places.length];
    for (int i = 0; i < places.length; i++) {
      System.arraycopy(stars, STAR * places[i].star, sorted, STAR * i, STAR);
      keys[i] = places[i].key;
    }
    stars = sorted;
    return keys;
  }

  /** Kinetic and potential energy of all stars. */
  double energy() {
    double kinetic = 0;
    for (int i = 0; i < count(); i++) {
      for (int k = 3; k < 6; k++) {
        kinetic += stars[STAR * i + 6] * stars[STAR * i + k] * stars[STAR * i + k] / 2;
      }
    }
    return world.allReduce(kinetic + potential, Op.SUM);
  }

  /** Centre of mass. */
  double[] centre() {
    double[] sums = new double[4];
    for (int i = 0; i < count(); i++) {
      double mass = stars[STAR * i + 6];
      sums[3] += mass;
      for (int k = 0; k < 3; k++) {
        sums[k] += mass * stars[STAR * i + k];
      }
    }
    world.allReduce(sums, Op.SUM);
    return new double[] {sums[0] / sums[3], sums[1] / sums[3], sums[2] / sums[3]};
  }

  /** Stars by pixel, seen along z; at rank 0. */
  double[] image() {
    double[] centre = centre();
    double[] pixels = new double[PICTURE * PICTURE];
    for (int i = 0; i < count(); i++) {
      double x = ((stars[STAR * i] - centre[0]) / window + 1) / 2 * PICTURE;
      double y = ((stars[STAR * i + 1] - centre[1]) / window + 1) / 2 * PICTURE;
      if (x >= 0 && x < PICTURE && y >= 0 && y < PICTURE) {
        pixels[(PICTURE - 1 - (int) y) * PICTURE + (int) x]++;
      }
    }
    double[] sum = new double[pixels.length];
    world.reduce(pixels, sum, Op.SUM, 0);
    return sum;
  }
}

/** Hilbert's curve in three dimensions, by J. Skilling's algorithm (AIP Conf. Proc. 707, 2004). */
static class Hilbert {
  static final int BITS = 20;

  /** How far along the curve a cell lies. */
  static long key(int[] at) {
    int[] x = at.clone();
    for (int q = 1 << BITS - 1; q > 1; q >>= 1) {
      int p = q - 1;
      for (int k = 0; k < 3; k++) {
        if ((x[k] & q) != 0) {
          x[0] ^= p;
        } else {
          int t = (x[0] ^ x[k]) & p;
          x[0] ^= t;
          x[k] ^= t;
        }
      }
    }
    x[1] ^= x[0];
    x[2] ^= x[1];
    int t = 0;
    for (int q = 1 << BITS - 1; q > 1; q >>= 1) {
      t ^= (x[2] & q) != 0 ? q - 1 : 0;
    }
    long key = 0;
    for (int bit = BITS - 1; bit >= 0; bit--) {
      for (int k = 0; k < 3; k++) {
        key = key << 1 | ((x[k] ^ t) >> bit & 1);
      }
    }
    return key;
  }
}

/** Makes two Plummer spheres on a course of collision; always the same. */
void make(Path file, int stars) throws IOException {
  Random random = new Random(1);
  float[] places = new float[3 * stars];
  float[] speeds = new float[3 * stars];
  for (int i = 0; i < stars; i++) {
    int side = i % 2 == 0 ? -1 : 1;
    // S. Aarseth, M. Henon, R. Wielen (Astron. Astrophys. 37, 1974), mass and radius 1.
    double r = 1 / Math.sqrt(Math.pow(random.nextDouble(0.001, 0.98), -2.0 / 3) - 1);
    double q, g;
    do {
      q = random.nextDouble();
      g = random.nextDouble(0.1);
    } while (g > q * q * Math.pow(1 - q * q, 3.5));
    double v = q * Math.sqrt(2 * GRAVITY) * Math.pow(1 + r * r, -0.25);
    double[] place = direction(random, r);
    double[] speed = direction(random, v);
    double[] offset = {4 * side, 0.8 * side, 0};
    double[] course = {-60 * side, 0, 0};
    for (int k = 0; k < 3; k++) {
      places[3 * i + k] = (float) (place[k] + offset[k]);
      speeds[3 * i + k] = (float) (speed[k] + course[k]);
    }
  }
  ByteBuffer head = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
  head.putInt(4, stars); // of type 1, whose mass stands in the header
  head.putDouble(24 + 8, 2.0 / stars);
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
  IO.println("wrote " + stars + " stars to " + file);
}

byte[] bytes(float[] floats) {
  ByteBuffer bytes = ByteBuffer.allocate(4 * floats.length).order(ByteOrder.LITTLE_ENDIAN);
  bytes.asFloatBuffer().put(floats);
  return bytes.array();
}

double[] direction(Random random, double length) {
  double z = random.nextDouble(-1, 1);
  double angle = random.nextDouble(2 * Math.PI);
  double across = Math.sqrt(1 - z * z);
  return new double[] {
    length * across * Math.cos(angle), length * across * Math.sin(angle), length * z
  };
}

void write(double[] pixels, Path file) {
  BufferedImage image = new BufferedImage(PICTURE, PICTURE, BufferedImage.TYPE_INT_RGB);
  for (int y = 0; y < PICTURE; y++) {
    for (int x = 0; x < PICTURE; x++) {
      double light = 0; // of a star on the pixels around it
      for (int dy = -3; dy <= 3; dy++) {
        for (int dx = -3; dx <= 3; dx++) {
          int at =
              Math.clamp(y + dy, 0, PICTURE - 1) * PICTURE + Math.clamp(x + dx, 0, PICTURE - 1);
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
    IO.println("wrote " + file);
  } catch (IOException failed) {
    System.err.println("NBody: cannot write " + file + ": " + failed);
    System.exit(1);
  }
}
