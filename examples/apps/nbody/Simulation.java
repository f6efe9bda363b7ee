package nbody;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ronsel.Comm;
import org.ronsel.Op;

/** The stars of one rank, which move by leapfrog steps of one length. */
public final class Simulation {
  private static final int STAR = Snapshot.STAR;
  private static final int SAMPLES = 64;

  private final Comm world;
  private final double theta;
  private final double stretch;
  private final int[] stack = new int[8 * 64];
  private double softening;
  private double window; // half the side of the picture
  private double[] stars;
  private double[] pull = new double[0]; // acceleration
  private double potential; // energy of this rank's stars in the field of all
  private double stepLength;

  /**
   * Creates a simulation, which is to be prepared.
   *
   * @param stars of this rank, {@link Snapshot#STAR} doubles each
   * @param theta largest angle at which a group of stars is seen and counts as one mass, in radians
   * @param stretch length of a step, as a multiple of what the strongest acceleration suggests
   */
  public Simulation(Comm world, double[] stars, double theta, double stretch) {
    this.world = world;
    this.stars = stars;
    this.theta = theta;
    this.stretch = stretch;
  }

  /** The length of a step, once prepared. */
  public double stepLength() {
    return stepLength;
  }

  private int count() {
    return stars.length / STAR;
  }

  /** Chooses softening and the length of a step, and computes the first accelerations. */
  public void prepare() {
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
    stepLength = stretch * Math.sqrt(2 * 0.025 * softening / Math.max(strongest, 1e-30));
  }

  /** Leapfrog: half a kick, a drift, and half a kick with the new accelerations. */
  public void step() {
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

  /** Moves stars to their ranks, exchanges the masses that other ranks need, and walks the tree. */
  private void accelerate() {
    distribute();
    double[] boxes = new double[6 * world.size()];
    double[] low = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
    double[] high = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
    Octree.extend(low, high, stars, STAR, count());
    double[] box = {low[0], low[1], low[2], high[0], high[1], high[2]};
    world.allGather(box, boxes);

    double[] own = new double[4 * count()];
    for (int i = 0; i < count(); i++) {
      System.arraycopy(stars, STAR * i, own, 4 * i, 3);
      own[4 * i + 3] = stars[STAR * i + 6];
    }
    Octree mine = count() > 0 ? new Octree(own, count(), theta, softening) : null;
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
    Octree tree = count() > 0 ? new Octree(all, all.length / 4, theta, softening) : null;
    for (int i = 0; i < count(); i++) {
      tree.attract(stars[STAR * i], stars[STAR * i + 1], stars[STAR * i + 2], stack);
      pull[3 * i] = tree.x;
      pull[3 * i + 1] = tree.y;
      pull[3 * i + 2] = tree.z;
      potential += stars[STAR * i + 6] * tree.potential / 2;
    }
  }

  /**
   * Sorts all stars along Hilbert's curve, and gives each rank a piece of it with about the same
   * number of stars.
   */
  private void distribute() {
    double[] bounds = new double[6]; // the lowest coordinates, and the negated highest
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
        at[k] = (int) ((stars[STAR * i + k] - bounds[k]) / side * ((1 << HilbertCurve.BITS) - 1));
      }
      places[i] = new Place(HilbertCurve.key(at), i);
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
  public double energy() {
    double kinetic = 0;
    for (int i = 0; i < count(); i++) {
      for (int k = 3; k < 6; k++) {
        kinetic += stars[STAR * i + 6] * stars[STAR * i + k] * stars[STAR * i + k] / 2;
      }
    }
    return world.allReduce(kinetic + potential, Op.SUM);
  }

  /** Centre of mass. */
  public double[] centre() {
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

  /** Number of stars in each pixel, seen along z; at rank 0. */
  public double[] image() {
    double[] centre = centre();
    double[] pixels = new double[Picture.SIDE * Picture.SIDE];
    for (int i = 0; i < count(); i++) {
      double x = ((stars[STAR * i] - centre[0]) / window + 1) / 2 * Picture.SIDE;
      double y = ((stars[STAR * i + 1] - centre[1]) / window + 1) / 2 * Picture.SIDE;
      if (x >= 0 && x < Picture.SIDE && y >= 0 && y < Picture.SIDE) {
        pixels[(Picture.SIDE - 1 - (int) y) * Picture.SIDE + (int) x]++;
      }
    }
    double[] sum = new double[pixels.length];
    world.reduce(pixels, sum, Op.SUM, 0);
    return sum;
  }
}
