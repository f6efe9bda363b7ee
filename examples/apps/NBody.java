/*
 * Stars that attract each other: gravity by a tree (J. Barnes and P. Hut, Nature 324, 1986), stars
 * that are near each other on the same rank by the order of Hilbert's curve, initial conditions
 * from a snapshot file of Gadget-2 (format 1; V. Springel, MNRAS 364, 2005), leapfrog steps of one
 * length. The energy is computed at the beginning and at the end: if it is kept to no better than a
 * hundredth, the steps were too long, which ends the job with status 1.
 *
 * In each step every rank sends to each other rank the part of its stars that this rank needs (the
 * locally essential tree): distant groups as one mass, near stars one by one. THETA is the largest
 * angle, in radians, at which a group counts as one mass; with 0 every star is used by itself. A
 * step is STRETCH times as long as the one that the program chooses by the strongest acceleration.
 * The other classes of the program are in the folder nbody, where the compiler finds them.
 *
 *   ./ronsel run -n 1 examples/apps/NBody.java make FILE.gadget [STARS]
 *   ./ronsel run -n 4 examples/apps/NBody.java FILE.gadget [FILE.png [STEPS [THETA [STRETCH]]]]
 */

import nbody.Picture;
import nbody.PlummerSpheres;
import nbody.Simulation;
import nbody.Snapshot;
import org.ronsel.Comm;
import org.ronsel.Ronsel;

static final String USAGE =
    "usage: NBody FILE.gadget [FILE.png [STEPS [THETA [STRETCH]]]] | make FILE.gadget [STARS]";

/** The most by which the energy may change, as a part of it. */
static final double ENERGY_CHANGE = 0.01;

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
      PlummerSpheres.write(settings.file, settings.number);
      IO.println("wrote " + settings.number + " stars to " + settings.file);
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
          world,
          snapshot.read(settings.file, world.rank(), world.size()),
          settings.theta,
          settings.stretch);

  long start = System.nanoTime();
  stars.prepare();
  double before = stars.energy();
  for (int step = 0; step < settings.number; step++) {
    stars.step();
  }
  double seconds = (System.nanoTime() - start) / 1e9;
  double change = Math.abs((stars.energy() - before) / before);
  double[] centre = stars.centre();
  double[] image = stars.image();
  if (world.rank() == 0) {
    IO.println(
        String.format(
            Locale.ROOT,
            "%d stars, %d steps of %.3e in %.2f seconds",
            snapshot.stars(),
            settings.number,
            stars.stepLength(),
            seconds));
    IO.println(String.format(Locale.ROOT, "energy %.9e at the beginning", before));
    IO.println(
        String.format(Locale.ROOT, "energy is kept to %.2e (at most %.0e)", change, ENERGY_CHANGE));
    IO.println(
        String.format(Locale.ROOT, "centre %.6f %.6f %.6f", centre[0], centre[1], centre[2]));
    try {
      Picture.write(image, settings.picture);
      IO.println("wrote " + settings.picture);
    } catch (IOException failed) {
      System.err.println("NBody: cannot write " + settings.picture + ": " + failed);
      System.exit(1);
    }
    if (!(change <= ENERGY_CHANGE)) { // NaN is no better
      System.err.println(
          String.format(
              Locale.ROOT,
              "NBody: the energy has changed by %.2e of it, more than %.0e: the steps are too long",
              change,
              ENERGY_CHANGE));
      System.exit(1);
    }
  }
}

/** The arguments of the command line. */
record Settings(boolean make, Path file, Path picture, int number, double theta, double stretch) {
  static Settings of(String[] args) {
    boolean make = args.length > 0 && args[0].equals("make");
    if (args.length < (make ? 2 : 1) || args.length > (make ? 3 : 5)) {
      throw new IllegalArgumentException("expected a FILE and what may follow it");
    }
    if (make) {
      int stars = args.length > 2 ? wholeNumber("STARS", args[2], 2, 10_000_000) : 4000;
      return new Settings(true, Path.of(args[1]), Path.of(args[1]), stars, 0, 1);
    }
    double theta = 0.6;
    if (args.length > 3) {
      if (!args[3].matches("[01](\\.[0-9]{1,6})?") || Double.parseDouble(args[3]) > 1) {
        throw new IllegalArgumentException("THETA must be between 0 and 1, not " + args[3]);
      }
      theta = Double.parseDouble(args[3]);
    }
    double stretch = 1;
    if (args.length > 4) {
      if (!args[4].matches("[0-9]{1,3}(\\.[0-9]{1,6})?") || Double.parseDouble(args[4]) == 0) {
        throw new IllegalArgumentException(
            "STRETCH must be a number above 0 and below 1000, not " + args[4]);
      }
      stretch = Double.parseDouble(args[4]);
    }
    return new Settings(
        false,
        Path.of(args[0]),
        Path.of(args.length > 1 ? args[1] : "nbody.png"),
        args.length > 2 ? wholeNumber("STEPS", args[2], 0, 1_000_000_000) : 300,
        theta,
        stretch);
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
