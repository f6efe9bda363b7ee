/*
 * Solves A x = b for a sparse symmetric positive definite matrix A by conjugate gradients with the
 * diagonal of A as preconditioner (Saad, Iterative Methods for Sparse Linear Systems, algorithm
 * 9.1).
 *
 *   ./ronsel run -n 4 examples/ConjugateGradient.java \
 *       MATRIX.mtx [TOLERANCE [MAX_ITERATIONS [SOLUTION.mtx]]]
 *
 * MATRIX.mtx is a Matrix Market file, "coordinate real symmetric" or "coordinate integer symmetric".
 * The right-hand side b is A times a vector of ones, so that the solution is known. Every rank has a
 * block of rows; rank 0 reads the file and deals them out. In the end rank 0 computes ||b - A x||
 * anew, from the entries of the file.
 */

import java.nio.charset.StandardCharsets;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Ronsel;

static final int ROWS = 1; // the tag

void main(String[] args) {
  Comm world = Ronsel.world();
  Settings settings = null;
  Entries entries = null; // at rank 0
  String problem = null;
  try {
    settings = Settings.of(args);
    if (world.rank() == 0) {
      settings.checkSolution();
      entries = Entries.read(settings.matrix);
    }
  } catch (IllegalArgumentException wrong) {
    problem = wrong.getMessage();
  }
  // Rank 0 may have a problem that the others do not see; they learn it here, as a matrix of order
  // 0.
  int[] order = {entries == null ? 0 : entries.order};
  world.broadcast(order, 0);
  if (order[0] == 0) {
    if (world.rank() == 0) {
      System.err.println("ConjugateGradient: " + problem);
      if (settings == null) {
        System.err.println(
            "usage: ConjugateGradient MATRIX.mtx [TOLERANCE [MAX_ITERATIONS [SOLUTION.mtx]]]");
      }
      System.exit(2); // the exit status of the job
    }
    return;
  }

  Rows rows = Rows.deal(world, order[0], entries);
  long start = System.nanoTime();
  Solution solution = solve(world, rows, settings);
  double seconds = (System.nanoTime() - start) / 1e9;

  double[] x = new double[world.rank() == 0 ? rows.block * world.size() : 0];
  world.gather(solution.x, x, 0);
  if (world.rank() == 0) {
    IO.println(
        "%s: order %d, %d entries, on %d ranks with up to %d rows"
            .formatted(
                settings.matrix.getFileName(),
                entries.order,
                entries.value.length,
                world.size(),
                rows.block));
    IO.println(
        String.format(
            Locale.ROOT,
            "%s after %d iterations and %.3f seconds",
            solution.end,
            solution.iterations,
            seconds));
    double residual = entries.relativeResidual(x);
    IO.println(String.format(Locale.ROOT, "residual as iterated  %.3e", solution.residual));
    IO.println(String.format(Locale.ROOT, "residual recomputed   %.3e", residual));
    IO.println(
        String.format(Locale.ROOT, "largest error of x    %.3e", largestError(x, entries.order)));
    boolean written = settings.solution == null || write(x, entries.order, settings.solution);
    // Rounding makes the iterated residual drift away from the true one; a little of that is
    // normal.
    if (solution.end != End.CONVERGED || residual > 10 * settings.tolerance || !written) {
      System.exit(1);
    }
  }
}

/**
 * The arguments of the command line; {@code solution} is null if the solution need not be written.
 */
record Settings(Path matrix, double tolerance, int maxIterations, Path solution) {
  static Settings of(String[] args) {
    if (args.length < 1 || args.length > 4) {
      throw new IllegalArgumentException("expected 1 to 4 arguments, not " + args.length);
    }
    return new Settings(
        Path.of(args[0]),
        args.length > 1 ? tolerance(args[1]) : 1e-10,
        args.length > 2 ? maxIterations(args[2]) : 10_000,
        args.length > 3 ? Path.of(args[3]) : null);
  }

  private static double tolerance(String text) {
    try {
      double tolerance = Double.parseDouble(text);
      if (tolerance > 0 && tolerance < 1) {
        return tolerance;
      }
    } catch (NumberFormatException notANumber) {
      // has the same message as a number that is out of range
    }
    throw new IllegalArgumentException("TOLERANCE must be between 0 and 1, not " + text);
  }

  private static int maxIterations(String text) {
    if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < 1) {
      throw new IllegalArgumentException(
          "MAX_ITERATIONS must be a whole number from 1 to 999999999, not " + text);
    }
    return Integer.parseInt(text);
  }

  /** Checks early that the file can be written, not after an hour of computing. */
  void checkSolution() {
    Path folder = solution == null ? null : solution.toAbsolutePath().getParent();
    if (solution != null
        && (Files.isDirectory(solution) || folder == null || !Files.isWritable(folder))) {
      throw new IllegalArgumentException("cannot write " + solution);
    }
  }
}

/** The entries of a sparse symmetric matrix in no order, those above the diagonal included. */
record Entries(int order, int[] row, int[] column, double[] value) {
  /** Reads a Matrix Market file. */
  static Entries read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          Files.exists(file) ? file + " is not a regular file" : "there is no file " + file);
    }
    try (var in =
        new LineNumberReader(Files.newBufferedReader(file, StandardCharsets.ISO_8859_1))) {
      try {
        checkHeader(in.readLine());
        return read(in, Files.size(file));
      } catch (IllegalArgumentException malformed) {
        throw new IllegalArgumentException(
            file + ", line " + in.getLineNumber() + ": " + malformed.getMessage(), malformed);
      }
    } catch (IOException failed) {
      throw new IllegalArgumentException("cannot read " + file + ": " + failed, failed);
    }
  }

  private static void checkHeader(String line) {
    String[] header = (line == null ? "" : line).toLowerCase(Locale.ROOT).trim().split("\\s+");
    if (header.length != 5 || !header[0].equals("%%matrixmarket") || !header[1].equals("matrix")) {
      throw new IllegalArgumentException(
          "not a Matrix Market file: it does not begin with \"%%MatrixMarket matrix\" and three"
              + " more words");
    }
    String kind = header[2] + " " + header[3] + " " + header[4];
    if (!kind.equals("coordinate real symmetric") && !kind.equals("coordinate integer symmetric")) {
      throw new IllegalArgumentException(
          "the matrix is \""
              + kind
              + "\", but this program needs \"coordinate real symmetric\" or \"coordinate integer"
              + " symmetric\"");
    }
  }

  private static Entries read(LineNumberReader in, long fileBytes) throws IOException {
    String[] size = fields(in);
    int order = index(size[0], Integer.MAX_VALUE - 8);
    if (index(size[1], Integer.MAX_VALUE) != order) {
      throw new IllegalArgumentException(
          "the matrix is not square: " + String.join(" x ", size[0], size[1]));
    }
    int stored = index(size[2], Integer.MAX_VALUE / 2 - 8);
    if (stored < order) {
      throw new IllegalArgumentException(
          "not positive definite: %d entries for %d rows leave a zero on the diagonal"
              .formatted(stored, order));
    }
    if (stored > fileBytes / 5) { // before memory is allocated for the entries
      throw new IllegalArgumentException("%d entries do not fit into this file".formatted(stored));
    }

    int[] row = new int[2 * stored];
    int[] column = new int[2 * stored];
    double[] value = new double[2 * stored];
    double[] diagonal = new double[order];
    int count = 0;
    for (int k = 0; k < stored; k++) {
      String[] entry = fields(in);
      int i = index(entry[0], order) - 1;
      int j = index(entry[1], order) - 1;
      double a = value(entry[2]);
      if (i < j) {
        throw new IllegalArgumentException(
            "entry above the diagonal; a symmetric file has those on and below it only");
      }
      row[count] = i;
      column[count] = j;
      value[count++] = a;
      if (i != j) {
        row[count] = j;
        column[count] = i;
        value[count++] = a;
      } else {
        diagonal[i] += a;
      }
    }
    if (nextLine(in) != null) {
      throw new IllegalArgumentException("more than the announced " + stored + " entries");
    }
    for (int i = 0; i < order; i++) {
      if (diagonal[i] <= 0) {
        throw new IllegalArgumentException(
            "not positive definite: the diagonal of row %d is %s".formatted(i + 1, diagonal[i]));
      }
    }
    return new Entries(
        order,
        Arrays.copyOf(row, count),
        Arrays.copyOf(column, count),
        Arrays.copyOf(value, count));
  }

  /** The three fields of the next line. */
  private static String[] fields(LineNumberReader in) throws IOException {
    String line = nextLine(in);
    String[] fields = line == null ? new String[0] : line.split("\\s+");
    if (fields.length != 3) {
      throw new IllegalArgumentException(
          line == null ? "the file ends too early" : "expected three numbers: " + line);
    }
    return fields;
  }

  /** The next line that is neither blank nor a comment, or null at the end. */
  private static String nextLine(LineNumberReader in) throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (!line.isBlank() && !line.startsWith("%")) {
        return line.trim();
      }
    }
    return null;
  }

  private static int index(String text, int most) {
    if (!text.matches("[0-9]{1,10}") || Long.parseLong(text) < 1 || Long.parseLong(text) > most) {
      throw new IllegalArgumentException("expected a number from 1 to " + most + ", not " + text);
    }
    return Integer.parseInt(text);
  }

  private static double value(String text) {
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // has the same message as a number that is not finite
    }
    throw new IllegalArgumentException("expected a finite number, not " + text);
  }

  /** ||b - A x|| / ||b|| for b = A e, where e is all ones. */
  double relativeResidual(double[] x) {
    double[] b = new double[order];
    double[] ax = new double[order];
    for (int k = 0; k < value.length; k++) {
      b[row[k]] += value[k];
      ax[row[k]] += value[k] * x[column[k]];
    }
    double residual = 0;
    double norm = 0;
    for (int i = 0; i < order; i++) {
      residual += (b[i] - ax[i]) * (b[i] - ax[i]);
      norm += b[i] * b[i];
    }
    return Math.sqrt(residual / norm);
  }
}

/**
 * The rows of one rank, {@code count} of them from {@code first} on. Every rank has {@code block}
 * rows, but for the last ones, which may have fewer or none.
 *
 * @param start index of each row's beginning in {@code column} and {@code value}, and of the end of
 *     the last row
 */
record Rows(int block, int first, int count, int[] start, int[] column, double[] value) {
  /** Deals out the rows of the matrix, which only rank 0 knows. */
  static Rows deal(Comm world, int order, Entries entries) {
    int block = Math.ceilDiv(order, world.size());
    if (world.rank() == 0) {
      Rows all = sort(entries);
      for (int rank = 1; rank < world.size(); rank++) {
        int first = Math.min(rank * block, order);
        int count = Math.min(block, order - first);
        int from = all.start[first];
        int length = all.start[first + count] - from;
        world.send(all.start, first, count + 1, rank, ROWS); // messages of a tag keep their order
        world.send(all.column, from, length, rank, ROWS);
        world.send(all.value, from, length, rank, ROWS);
      }
      return new Rows(block, 0, Math.min(block, order), all.start, all.column, all.value);
    }
    int first = Math.min(world.rank() * block, order);
    int count = Math.min(block, order - first);
    int[] start = new int[count + 1];
    world.receive(start, 0, ROWS);
    int from = start[0];
    for (int i = 0; i <= count; i++) {
      start[i] -= from;
    }
    int[] column = new int[start[count]];
    double[] value = new double[start[count]];
    world.receive(column, 0, ROWS);
    world.receive(value, 0, ROWS);
    return new Rows(block, first, count, start, column, value);
  }

  /** Sorts the entries by row (compressed sparse rows). */
  private static Rows sort(Entries entries) {
    int[] start = new int[entries.order + 1];
    for (int row : entries.row) {
      start[row + 1]++;
    }
    Arrays.parallelPrefix(start, Integer::sum);
    int[] next = start.clone();
    int[] column = new int[entries.column.length];
    double[] value = new double[entries.value.length];
    for (int k = 0; k < value.length; k++) {
      int to = next[entries.row[k]]++;
      column[to] = entries.column[k];
      value[to] = entries.value[k];
    }
    return new Rows(entries.order, 0, entries.order, start, column, value);
  }

  /** Computes these rows of A x for the whole of {@code x}. */
  void multiply(double[] x, double[] result) {
    for (int i = 0; i < count; i++) {
      double sum = 0;
      for (int k = start[i]; k < start[i + 1]; k++) {
        sum += value[k] * x[column[k]];
      }
      result[i] = sum;
    }
  }

  /** The diagonal of these rows; 1 where the block has no row. */
  double[] diagonal() {
    double[] diagonal = new double[block];
    Arrays.fill(diagonal, count, block, 1);
    for (int i = 0; i < count; i++) {
      for (int k = start[i]; k < start[i + 1]; k++) {
        diagonal[i] += column[k] == first + i ? value[k] : 0;
      }
    }
    return diagonal;
  }
}

enum End {
  CONVERGED("converged"),
  OUT_OF_ITERATIONS("not converged"),
  NOT_POSITIVE_DEFINITE("stopped, since the matrix is not positive definite,");

  private final String text;

  End(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}

/** One rank's block of the solution, and the way in which the iteration ended. */
record Solution(double[] x, int iterations, double residual, End end) {}

/** Conjugate gradients. Vectors are divided into blocks; only the search direction is gathered. */
Solution solve(Comm world, Rows rows, Settings settings) {
  int block = rows.block;
  double[] diagonal = rows.diagonal();
  double[] whole = new double[block * world.size()];
  Arrays.fill(whole, 1);
  double[] b = new double[block];
  rows.multiply(whole, b);

  double[] x = new double[block];
  double[] r = b.clone();
  double[] z = new double[block];
  double[] p = new double[block];
  double[] ap = new double[block];
  double norm = Math.sqrt(world.allReduce(dot(b, b), Op.SUM));
  double rz = 1;
  double residual = 1;
  int iterations = 0;
  while (residual > settings.tolerance) {
    if (iterations == settings.maxIterations) {
      return new Solution(x, iterations, residual, End.OUT_OF_ITERATIONS);
    }
    for (int i = 0; i < block; i++) {
      z[i] = r[i] / diagonal[i];
    }
    double rzBefore = rz;
    rz = world.allReduce(dot(r, z), Op.SUM);
    double beta = iterations == 0 ? 0 : rz / rzBefore;
    for (int i = 0; i < block; i++) {
      p[i] = z[i] + beta * p[i];
    }
    world.allGather(p, whole);
    rows.multiply(whole, ap);
    double pap = world.allReduce(dot(p, ap), Op.SUM);
    if (!(pap > 0)) {
      return new Solution(x, iterations, residual, End.NOT_POSITIVE_DEFINITE);
    }
    double alpha = rz / pap;
    for (int i = 0; i < block; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * ap[i];
    }
    residual = Math.sqrt(world.allReduce(dot(r, r), Op.SUM)) / norm;
    iterations++;
  }
  return new Solution(x, iterations, residual, End.CONVERGED);
}

double dot(double[] a, double[] b) {
  double sum = 0;
  for (int i = 0; i < a.length; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

/** The largest difference from the exact solution, which is 1 everywhere. */
double largestError(double[] x, int order) {
  double largest = 0;
  for (int i = 0; i < order; i++) {
    largest = Math.max(largest, Math.abs(x[i] - 1));
  }
  return largest;
}

/** Writes a Matrix Market file of one column. */
boolean write(double[] x, int order, Path file) {
  try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
    out.println("%%MatrixMarket matrix array real general");
    out.println(order + " 1");
    for (int i = 0; i < order; i++) {
      out.println(x[i]);
    }
    if (!out.checkError()) {
      return true;
    }
    System.err.println("ConjugateGradient: cannot write " + file);
  } catch (IOException failed) {
    System.err.println("ConjugateGradient: cannot write " + file + ": " + failed);
  }
  return false;
}
