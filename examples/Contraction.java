/*
 * C = A B of matrices that consist of blocks, of which many are zero: the pattern of programs of
 * quantum chemistry such as NWChem. All three are spread over the ranks, in windows. A product of
 * two blocks is a task, and a counter at rank 0 says which one is the next: a rank that is free
 * advances it, gets two blocks, multiplies them, and adds the result to a block of C. No rank
 * receives messages.
 *
 *   ./ronsel run -n 4 examples/Contraction.java [BLOCKS [SMALL [LARGE [ROUNDS]]]]
 *
 * BLOCKS is the number of blocks along a side of the matrices. The product is computed three times:
 * with blocks of SMALL rows and columns, where communication takes the time, with blocks of LARGE
 * ones, where arithmetic does, and with both sizes in turns. Rank 0 compares each with a product
 * that it computes by itself. All values are small whole numbers, so that sums do not depend on the
 * order of the summands.
 *
 * With ROUNDS of 2 and more the three products are computed so often, one behind the other. The
 * first round, in which the JVM compiles the program, is a warm-up that is not counted; the times
 * are medians of the others.
 */

import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Order;
import org.ronsel.Ronsel;
import org.ronsel.Window;

void main(String[] args) {
  Comm world = Ronsel.world();
  int blocks;
  int small;
  int large;
  int rounds;
  try {
    if (args.length > 4) {
      throw new IllegalArgumentException("expected 0 to 4 arguments, not " + args.length);
    }
    blocks = args.length > 0 ? wholeNumber("BLOCKS", args[0], 100) : 12;
    small = args.length > 1 ? wholeNumber("SMALL", args[1], 500) : 4;
    large = args.length > 2 ? wholeNumber("LARGE", args[2], 500) : 48;
    rounds = args.length > 3 ? wholeNumber("ROUNDS", args[3], 1000) : 1;
  } catch (IllegalArgumentException wrong) {
    if (world.rank() == 0) {
      System.err.println("Contraction: " + wrong.getMessage());
      System.err.println("usage: Contraction [BLOCKS [SMALL [LARGE [ROUNDS]]]]");
      System.exit(2); // the exit status of the job
    }
    return;
  }
  int ranks = world.size();
  List<Phase> phases =
      List.of(
          new Phase("small", new Layout(ranks, blocks, small, small)),
          new Phase("large", new Layout(ranks, blocks, large, large)),
          new Phase("mixed", new Layout(ranks, blocks, small, large)));
  boolean right = true;
  for (int round = 1; round <= rounds; round++) {
    for (Phase phase : phases) {
      right &= phase.run(world, round == 1 && rounds > 1);
    }
  }
  if (world.rank() == 0) {
    phases.forEach(Phase::print);
  }
  if (!right) {
    System.exit(1);
  }
}

int wholeNumber(String name, String text, int most) {
  if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > most) {
    throw new IllegalArgumentException(
        name + " must be a whole number from 1 to " + most + ", not " + text);
  }
  return Integer.parseInt(text);
}

/** One of the three products, and what its rounds took, which rank 0 knows. */
static final class Phase {
  private final String name;
  private final Layout layout;
  private final List<Double> seconds = new ArrayList<>();
  private final double[] spent = new double[3]; // in get, multiply and accumulate, of all ranks
  private double[] expected = {}; // computed in the first round
  private double warmUpSeconds;
  private int tasks;
  private int mostTasks;
  private long checksum;

  Phase(String name, Layout layout) {
    this.name = name;
    this.layout = layout;
  }

  /** Computes the product, and returns whether it is right (known to rank 0). */
  boolean run(Comm world, boolean warmsUp) {
    try (Matrix a = new Matrix(world, layout);
        Matrix b = new Matrix(world, layout);
        Matrix c = new Matrix(world, layout);
        Window counter = Window.allocate(world, Datatype.LONG, world.rank() == 0 ? 1 : 0)) {
      a.fill('A');
      b.fill('B');
      List<Task> all = Task.all(layout.blocks);
      Worker worker = new Worker(a, b, c);

      a.open();
      b.open();
      c.open();
      counter.lockAll();
      world.barrier(); // all ranks have filled their parts
      long start = System.nanoTime();
      while (true) {
        long next = counter.fetchAndOp(1L, 0, 0, Op.SUM);
        if (next >= all.size()) {
          break;
        }
        worker.run(all.get((int) next));
      }
      c.window.flushAll();
      world.barrier(); // all sums are complete
      double took = world.allReduce((System.nanoTime() - start) / 1e9, Op.MAX);
      counter.unlockAll();

      double[] here = {worker.getNs, worker.multiplyNs, worker.accumulateNs};
      world.allReduce(here, Op.SUM);
      int most = world.allReduce(worker.tasks, Op.MAX);
      if (warmsUp) {
        warmUpSeconds = took;
      } else {
        tasks = all.size();
        seconds.add(took);
        mostTasks = Math.max(mostTasks, most);
        Arrays.setAll(spent, i -> spent[i] + here[i]);
      }
      boolean right = true;
      if (world.rank() == 0) {
        double[] product = c.whole();
        checksum = checksum(product);
        if (expected.length == 0) {
          expected = multiply(a.whole(), b.whole(), layout.order);
        }
        right = Arrays.equals(product, expected);
        if (!right) {
          System.err.println("Contraction: the product of " + name + " blocks is wrong");
        }
      }
      a.window.unlockAll();
      b.window.unlockAll();
      c.window.unlockAll();
      world.barrier(); // rank 0 has seen the matrices
      return right;
    }
  }

  void print() {
    seconds.sort(null);
    int half = seconds.size() / 2;
    boolean isOdd = seconds.size() % 2 == 1;
    double median = isOdd ? seconds.get(half) : (seconds.get(half - 1) + seconds.get(half)) / 2;
    print("%s: %d tasks, at most %d by a rank, %.4f seconds", name, tasks, mostTasks, median);
    if (warmUpSeconds > 0) {
      print(
          "  median of %d rounds, %.4f to %.4f; a warm-up of %.4f is not counted",
          seconds.size(), seconds.getFirst(), seconds.getLast(), warmUpSeconds);
    }
    double all = Math.max(1, spent[0] + spent[1] + spent[2]) / 100;
    print(
        "  get %.0f %%, multiply %.0f %%, accumulate %.0f %%",
        spent[0] / all, spent[1] / all, spent[2] / all);
    print("%s checksum %08x", name, checksum);
  }

  private static void print(String format, Object... values) {
    IO.println(String.format(Locale.ROOT, format, values));
  }
}

/** A product of two blocks that are not zero: A(i, k) B(k, j), a part of C(i, j). */
record Task(int i, int j, int k) {
  static List<Task> all(int blocks) {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < blocks; i++) {
      for (int j = 0; j < blocks; j++) {
        for (int k = 0; k < blocks; k++) {
          if (Matrix.hasBlock('A', i, k) && Matrix.hasBlock('B', k, j)) {
            tasks.add(new Task(i, j, k));
          }
        }
      }
    }
    return tasks;
  }
}

/** Does tasks, and counts the time that they take. */
static final class Worker {
  final Matrix a;
  final Matrix b;
  final Matrix c;
  final double[] left;
  final double[] right;
  final double[] product;
  int tasks;
  long getNs;
  long multiplyNs;
  long accumulateNs;

  Worker(Matrix a, Matrix b, Matrix c) {
    this.a = a;
    this.b = b;
    this.c = c;
    int largest = a.layout.largest();
    left = new double[largest * largest];
    right = new double[largest * largest];
    product = new double[largest * largest];
  }

  void run(Task task) {
    long start = System.nanoTime();
    a.get(task.i, task.k, left);
    b.get(task.k, task.j, right);
    a.window.flush(a.owner(task.i, task.k));
    b.window.flush(b.owner(task.k, task.j));
    long got = System.nanoTime();
    multiply(
        a.layout.side(task.i), a.layout.side(task.j), a.layout.side(task.k), left, right, product);
    long multiplied = System.nanoTime();
    c.accumulate(task.i, task.j, product);
    c.window.flushLocal(c.owner(task.i, task.j)); // the array is used again
    tasks++;
    getNs += got - start;
    multiplyNs += multiplied - got;
    accumulateNs += System.nanoTime() - multiplied;
  }

  private static void multiply(
      int rows, int columns, int inner, double[] left, double[] right, double[] product) {
    Arrays.fill(product, 0, rows * columns, 0);
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < inner; k++) {
        double factor = left[i * inner + k];
        for (int j = 0; j < columns; j++) {
          product[i * columns + j] += factor * right[k * columns + j];
        }
      }
    }
  }
}

/**
 * The division of matrices into blocks, which are dealt to the ranks of a grid: row i of blocks is
 * in row i modulo {@code gridRows} of the grid, and columns likewise. A rank's part of a matrix is
 * one array of several blocks, stored row by row.
 */
static final class Layout {
  final int blocks;
  final int order; // rows, and columns, of a matrix
  final int gridRows;
  final int gridColumns;
  private final int even;
  private final int odd;

  /** Blocks with even numbers have {@code even} rows or columns, the others {@code odd}. */
  Layout(int ranks, int blocks, int even, int odd) {
    int[] grid = CartComm.dims(ranks, 0, 0);
    this.blocks = blocks;
    this.gridRows = grid[0];
    this.gridColumns = grid[1];
    this.even = even;
    this.odd = odd;
    this.order = first(blocks);
  }

  int largest() {
    return Math.max(even, odd);
  }

  /** Rows or columns of a block. */
  int side(int block) {
    return block % 2 == 0 ? even : odd;
  }

  /** The row or column of the matrix with which a block begins. */
  int first(int block) {
    return (block + 1) / 2 * even + block / 2 * odd;
  }

  /** The first row or column of a block, counted in the part of its row or column of the grid. */
  int firstOfOwner(int block, int grid) {
    int before = 0;
    for (int other = block % grid; other < block; other += grid) {
      before += side(other);
    }
    return before;
  }

  /** Number of matrix rows or columns in one row or column of the grid. */
  int ofOwner(int place, int grid) {
    int all = 0;
    for (int block = place; block < blocks; block += grid) {
      all += side(block);
    }
    return all;
  }
}

/** A matrix in a window. */
static final class Matrix implements AutoCloseable {
  final Layout layout;
  final Window window;
  private final int rank;

  /** The place of each block in the array of its owner. */
  private final Datatype<?>[][] places;

  Matrix(Comm world, Layout layout) {
    this.layout = layout;
    this.rank = world.rank();
    int rows = layout.ofOwner(rank / layout.gridColumns, layout.gridRows);
    int columns = layout.ofOwner(rank % layout.gridColumns, layout.gridColumns);
    window = Window.allocate(world, Datatype.DOUBLE, (long) rows * columns);
    places = new Datatype<?>[layout.blocks][layout.blocks];
    for (int i = 0; i < layout.blocks; i++) {
      for (int j = 0; j < layout.blocks; j++) {
        places[i][j] = place(i, j);
      }
    }
  }

  private Datatype<?> place(int i, int j) {
    return Datatype.subarray(
        new int[] {
          layout.ofOwner(i % layout.gridRows, layout.gridRows),
          layout.ofOwner(j % layout.gridColumns, layout.gridColumns)
        },
        new int[] {layout.side(i), layout.side(j)},
        new int[] {
          layout.firstOfOwner(i, layout.gridRows), layout.firstOfOwner(j, layout.gridColumns)
        },
        Order.ROW_MAJOR,
        Datatype.DOUBLE);
  }

  /** The rank that has a block. */
  int owner(int i, int j) {
    return i % layout.gridRows * layout.gridColumns + j % layout.gridColumns;
  }

  /** Whether a block of A or B is not zero; about two thirds are not. */
  static boolean hasBlock(char matrix, int i, int j) {
    return hash(matrix, i, j) % 3 != 0;
  }

  /** A pseudo-random number that is the same on every rank. */
  private static int hash(char matrix, int i, int j) {
    int mixed = (matrix * 31 + i) * 0x9e3779b1 + j * 0x85ebca6b;
    mixed = (mixed ^ mixed >>> 15) * 0x2c1b3c6d;
    return (mixed ^ mixed >>> 12) >>> 1;
  }

  /** Sets the blocks of the calling rank, by stores into its own memory. */
  void fill(char matrix) {
    int columns = layout.ofOwner(rank % layout.gridColumns, layout.gridColumns);
    for (int i = rank / layout.gridColumns; i < layout.blocks; i += layout.gridRows) {
      for (int j = rank % layout.gridColumns; j < layout.blocks; j += layout.gridColumns) {
        if (hasBlock(matrix, i, j)) {
          int at =
              layout.firstOfOwner(i, layout.gridRows) * columns
                  + layout.firstOfOwner(j, layout.gridColumns);
          for (int y = 0; y < layout.side(i); y++) {
            for (int x = 0; x < layout.side(j); x++) {
              double value = hash(matrix, layout.first(i) + y, layout.first(j) + x) % 9 - 4;
              window.memory().setAtIndex(ValueLayout.JAVA_DOUBLE, at + y * columns + x, value);
            }
          }
        }
      }
    }
  }

  /** Lets the calling rank operate on all blocks, and others see what it has stored. */
  void open() {
    window.lockAll();
    window.sync();
  }

  /** Gets a block, row by row; it is there after a flush. */
  void get(int i, int j, double[] into) {
    int length = layout.side(i) * layout.side(j);
    window.get(into, Datatype.DOUBLE, 0, length, owner(i, j), 0, places[i][j], 1);
  }

  /** Adds to a block. */
  void accumulate(int i, int j, double[] values) {
    int length = layout.side(i) * layout.side(j);
    window.accumulate(values, Datatype.DOUBLE, 0, length, owner(i, j), 0, places[i][j], 1, Op.SUM);
  }

  /** The whole matrix, row by row. */
  double[] whole() {
    double[] all = new double[layout.order * layout.order];
    for (int i = 0; i < layout.blocks; i++) {
      for (int j = 0; j < layout.blocks; j++) {
        Datatype<?> here =
            Datatype.subarray(
                new int[] {layout.order, layout.order},
                new int[] {layout.side(i), layout.side(j)},
                new int[] {layout.first(i), layout.first(j)},
                Order.ROW_MAJOR,
                Datatype.DOUBLE);
        window.get(all, here, 0, 1, owner(i, j), 0, places[i][j], 1);
      }
    }
    window.flushAll();
    return all;
  }

  @Override
  public void close() {
    window.close();
  }
}

/** The product of two whole matrices. */
static double[] multiply(double[] a, double[] b, int order) {
  double[] c = new double[order * order];
  for (int i = 0; i < order; i++) {
    for (int k = 0; k < order; k++) {
      double factor = a[i * order + k];
      for (int j = 0; factor != 0 && j < order; j++) {
        c[i * order + j] += factor * b[k * order + j];
      }
    }
  }
  return c;
}

/** CRC-32 of all values, row by row, each as the eight bytes of a long, highest first. */
static long checksum(double[] values) {
  ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES);
  for (double value : values) {
    bytes.putLong((long) value); // there is one zero among these
  }
  CRC32 crc = new CRC32();
  crc.update(bytes.flip());
  return crc.getValue();
}
