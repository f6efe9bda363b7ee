/*
 * Breadth-first search in a Kronecker graph, as the Graph500 benchmark has it (graph500.org): how
 * many edges are traversed per second. Vertices are dealt to the ranks in turns, and the search is
 * made level by level. A rank claims vertices of another one for the tree in one of two forms:
 *
 *   one-sided: claims are accumulated in windows of that rank, the parent with MIN, and with BOR a
 *       bit that tells the rank where to look
 *   two-sided: claims are collected and sent, and every rank receives those of all others
 *
 *   ./ronsel run -n 4 examples/Bfs.java one-sided|two-sided [SCALE [EDGE_FACTOR [SEED]]]
 *
 * The graph has 2^SCALE vertices and EDGE_FACTOR times as many edges. The parent of a vertex is its
 * neighbour with the smallest number in the level before, so that the tree is the same in both
 * forms, and for any number of ranks. Every tree is validated, by the rules of the benchmark.
 */

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.Status;
import org.ronsel.Window;
import org.ronsel.Window.Assertion;

/** Searches, each from another root. */
static final int ROOTS = 4;

/** Parent of a vertex that is not in the tree; greater than every vertex. */
static final int NOBODY = Integer.MAX_VALUE;

void main(String[] args) {
  Comm world = Ronsel.world();
  Settings settings;
  try {
    settings = Settings.of(args);
  } catch (IllegalArgumentException wrong) {
    if (world.rank() == 0) {
      System.err.println("Bfs: " + wrong.getMessage());
      System.err.println("usage: Bfs one-sided|two-sided [SCALE [EDGE_FACTOR [SEED]]]");
      System.exit(2); // the exit status of the job
    }
    return;
  }
  Graph graph = Graph.build(world, settings);
  long edges = world.allReduce((long) graph.neighbours.length, Op.SUM) / 2;
  if (world.rank() == 0) {
    IO.println(
        "%s: scale %d, %d edges without loops, on %d ranks"
            .formatted(settings.form, settings.scale, edges, world.size()));
  }
  boolean valid = true;
  double inverses = 0;
  try (Claims claims =
      settings.form.equals("one-sided") ? new OneSided(graph) : new TwoSided(graph)) {
    for (int search = 0; search < ROOTS; search++) {
      int root = graph.root(settings, search);
      Tree tree = new Tree(graph);
      world.barrier(); // all ranks are ready when the clock starts
      long start = System.nanoTime();
      int levels = tree.search(root, claims);
      double seconds = world.allReduce((System.nanoTime() - start) / 1e9, Op.MAX);

      long traversed = world.allReduce(tree.degrees(), Op.SUM) / 2;
      inverses += seconds / traversed;
      int[] parents = tree.parents();
      valid &= tree.validate(root, parents);
      if (world.rank() == 0) {
        long reached = IntStream.of(parents).filter(parent -> parent != NOBODY).count();
        IO.println(
            String.format(
                Locale.ROOT,
                "root %d: %d levels, %d vertices, %d edges, tree %08x, %.4f seconds",
                root,
                levels,
                reached,
                traversed,
                checksum(parents),
                seconds));
      }
    }
  }
  if (world.rank() == 0) {
    IO.println(String.format(Locale.ROOT, "harmonic mean %.3e TEPS", ROOTS / inverses));
    IO.println(valid ? "all trees are valid" : "a tree is NOT valid");
    if (!valid) {
      System.exit(1);
    }
  }
}

/** The arguments of the command line. */
record Settings(String form, int scale, int edgeFactor, int seed) {
  static Settings of(String[] args) {
    if (args.length < 1 || args.length > 4) {
      throw new IllegalArgumentException("expected 1 to 4 arguments, not " + args.length);
    }
    if (!args[0].equals("one-sided") && !args[0].equals("two-sided")) {
      throw new IllegalArgumentException("expected one-sided or two-sided, not " + args[0]);
    }
    return new Settings(
        args[0],
        args.length > 1 ? wholeNumber("SCALE", args[1], 26) : 14,
        args.length > 2 ? wholeNumber("EDGE_FACTOR", args[2], 1000) : 16,
        args.length > 3 ? wholeNumber("SEED", args[3], 99_999_999) : 1);
  }

  private static int wholeNumber(String name, String text, int most) {
    if (!text.matches("[0-9]{1,9}")
        || Integer.parseInt(text) < 1
        || Integer.parseInt(text) > most) {
      throw new IllegalArgumentException(
          name + " must be a whole number from 1 to " + most + ", not " + text);
    }
    return Integer.parseInt(text);
  }

  int vertices() {
    return 1 << scale;
  }

  long edges() {
    return (long) edgeFactor << scale;
  }

  /** Random numbers for an edge or a root; the same on every rank. */
  SplittableRandom random(long what) {
    SplittableRandom mixer = new SplittableRandom(((long) seed << 36) + what);
    return new SplittableRandom(mixer.nextLong());
  }

  /**
   * The ends of an edge, the first in the upper half: SCALE times one of the quarters of the
   * adjacency matrix is chosen, with probabilities of 0.57, 0.19, 0.19 and 0.05.
   */
  long edge(long number) {
    SplittableRandom random = random(number);
    int from = 0;
    int to = 0;
    for (int bit = 0; bit < scale; bit++) {
      double chance = random.nextDouble();
      int quarter = chance < 0.57 ? 0 : chance < 0.76 ? 1 : chance < 0.95 ? 2 : 3;
      from = from << 1 | quarter >> 1;
      to = to << 1 | quarter & 1;
    }
    return (long) scrambled(from) << 32 | scrambled(to);
  }

  /** Renumbers a vertex, so that vertices with many edges are not next to each other. */
  private int scrambled(int vertex) {
    int mask = vertices() - 1;
    int mixed = vertex;
    for (int round = 0; round < 3; round++) { // each step can be undone, so none coincide
      mixed = (mixed + seed) * 0x2c1b3c6d & mask;
      mixed ^= mixed >>> (scale + 1) / 2;
    }
    return mixed;
  }
}

/**
 * The vertices of one rank with their edges: vertex v is number v / ranks of rank v modulo ranks.
 * The neighbours of its vertex i are {@code neighbours[start[i]]} up to {@code start[i + 1]}.
 */
record Graph(Comm world, int vertices, int[] start, int[] neighbours) {
  /** Makes the edges, each rank a part, and brings them to the ranks of both their ends. */
  static Graph build(Comm world, Settings settings) {
    int ranks = world.size();
    long first = settings.edges() * world.rank() / ranks;
    long last = settings.edges() * (world.rank() + 1) / ranks;
    int[] counts = new int[ranks];
    for (long number = first; number < last; number++) {
      long edge = settings.edge(number);
      int from = (int) (edge >> 32);
      int to = (int) edge;
      if (from != to) {
        counts[from % ranks] += 2;
        counts[to % ranks] += 2;
      }
    }
    int[][] ends = new int[ranks][];
    Arrays.setAll(ends, rank -> new int[counts[rank]]);
    for (long number = first; number < last; number++) {
      long edge = settings.edge(number);
      int from = (int) (edge >> 32);
      int to = (int) edge;
      if (from != to) {
        ends[from % ranks][--counts[from % ranks]] = to;
        ends[from % ranks][--counts[from % ranks]] = from;
        ends[to % ranks][--counts[to % ranks]] = from;
        ends[to % ranks][--counts[to % ranks]] = to;
      }
    }
    int[][] mine = world.allToAllv(ends); // pairs of a vertex of this rank and a neighbour

    int[] start = new int[own(settings.vertices(), world) + 1];
    for (int[] pairs : mine) {
      for (int i = 0; i < pairs.length; i += 2) {
        start[pairs[i] / ranks + 1]++;
      }
    }
    Arrays.parallelPrefix(start, Integer::sum);
    int[] next = start.clone();
    int[] neighbours = new int[start[start.length - 1]];
    for (int[] pairs : mine) {
      for (int i = 0; i < pairs.length; i += 2) {
        neighbours[next[pairs[i] / ranks]++] = pairs[i + 1];
      }
    }
    return new Graph(world, settings.vertices(), start, neighbours);
  }

  /** Number of vertices of the calling rank. */
  private static int own(int vertices, Comm world) {
    return (vertices - world.rank() + world.size() - 1) / world.size();
  }

  /** Number of vertices of this rank. */
  int own() {
    return own(vertices, world);
  }

  /** Most vertices that a rank has. */
  int most() {
    return Math.ceilDiv(vertices, world.size());
  }

  /** The vertex that is number {@code i} of this rank. */
  int vertex(int i) {
    return i * world.size() + world.rank();
  }

  /** The root of a search: any vertex that has edges. */
  int root(Settings settings, int search) {
    SplittableRandom random = settings.random(-1 - search);
    while (true) {
      int root = random.nextInt(vertices);
      boolean mine = root % world.size() == world.rank();
      int at = root / world.size();
      int degree = mine ? start[at + 1] - start[at] : 0;
      if (world.allReduce(degree, Op.MAX) > 0) {
        return root;
      }
    }
  }
}

/** Passes the vertices reached in a level from rank to rank. */
interface Claims extends AutoCloseable {
  /** Begins a level; called by all ranks. */
  void begin();

  /**
   * Claims a neighbour for the vertex {@code frontier[at]} of this rank; the array does not change
   * before the end of the level.
   */
  void claim(int[] frontier, int at, int neighbour);

  /**
   * Ends the level; called by all ranks. Each vertex of this rank that was claimed is given to
   * {@code reached} with the smallest of those that claimed it.
   */
  void end(Reached reached);

  /** Is called with each vertex that was reached, by its number at this rank. */
  interface Reached {
    void by(int own, int parent);
  }

  @Override
  void close();
}

/** Claims are accumulated in the memory of the vertex's rank, without its help. */
static final class OneSided implements Claims {
  private final int ranks;

  /** The smallest vertex that has claimed each one in this level. */
  private final Window parents;

  /** Bits of the vertices that have been claimed in this level. */
  private final Window touched;

  /** Each bit of a word. */
  private final long[] bits = new long[Long.SIZE];

  OneSided(Graph graph) {
    ranks = graph.world.size();
    parents = Window.allocate(graph.world, Datatype.INT, graph.own());
    touched = Window.allocate(graph.world, Datatype.LONG, Math.ceilDiv(graph.own(), Long.SIZE));
    Arrays.setAll(bits, bit -> 1L << bit);
    for (int i = 0; i < graph.own(); i++) {
      parents.memory().setAtIndex(ValueLayout.JAVA_INT, i, NOBODY);
    }
  }

  @Override
  public void begin() {
    parents.fence(Assertion.NO_PRECEDE);
    touched.fence(Assertion.NO_PRECEDE);
  }

  @Override
  public void claim(int[] frontier, int at, int neighbour) {
    int owner = neighbour % ranks;
    int there = neighbour / ranks;
    parents.accumulate(frontier, at, 1, owner, there, Op.MIN);
    touched.accumulate(bits, there % Long.SIZE, 1, owner, there / Long.SIZE, Op.BOR);
  }

  @Override
  public void end(Reached reached) {
    parents.fence(Assertion.NO_SUCCEED);
    touched.fence(Assertion.NO_SUCCEED);
    MemorySegment parent = parents.memory();
    MemorySegment words = touched.memory();
    for (int word = 0; word < words.byteSize() / Long.BYTES; word++) {
      long left = words.getAtIndex(ValueLayout.JAVA_LONG, word);
      if (left != 0) {
        words.setAtIndex(ValueLayout.JAVA_LONG, word, 0);
      }
      for (; left != 0; left &= left - 1) {
        int own = word * Long.SIZE + Long.numberOfTrailingZeros(left);
        reached.by(own, parent.getAtIndex(ValueLayout.JAVA_INT, own));
        parent.setAtIndex(ValueLayout.JAVA_INT, own, NOBODY);
      }
    }
  }

  @Override
  public void close() {
    parents.close();
    touched.close();
  }
}

/**
 * Claims are sent as pairs of a vertex of the receiver and its parent, many in a message. The last
 * message of a level is one that is not full, and may be empty.
 */
static final class TwoSided implements Claims {
  private static final int CLAIMS = 1; // the tag
  private static final int FULL = 2 * 1024; // elements of a message

  private final Comm world;
  private final int ranks;
  private final int[][] outgoing; // claims collected for each rank
  private final int[] counts;
  private final int[] incoming = new int[FULL];

  /** The smallest vertex that has claimed each one in this level. */
  private final int[] parents;

  private final BitSet touched = new BitSet();
  private int ended; // ranks whose last message has come
  private Request receive; // from any rank

  TwoSided(Graph graph) {
    world = graph.world;
    ranks = world.size();
    outgoing = new int[ranks][FULL];
    counts = new int[ranks];
    parents = new int[graph.own()];
    Arrays.fill(parents, NOBODY);
  }

  @Override
  public void begin() {
    ended = 1; // this rank sends nothing to itself
    listen();
  }

  private void listen() {
    receive = ended < ranks ? world.iReceive(incoming, Ronsel.ANY_SOURCE, CLAIMS) : null;
  }

  /** Takes the claims of a message. */
  private void take(Status status) {
    int count = (int) status.count();
    for (int i = 0; i < count; i += 2) {
      touch(incoming[i], incoming[i + 1]);
    }
    ended += count < FULL ? 1 : 0;
    listen();
  }

  private void touch(int own, int parent) {
    touched.set(own);
    parents[own] = Math.min(parents[own], parent);
  }

  @Override
  public void claim(int[] frontier, int at, int neighbour) {
    int owner = neighbour % ranks;
    int there = neighbour / ranks;
    if (owner == world.rank()) {
      touch(there, frontier[at]);
      return;
    }
    outgoing[owner][counts[owner]++] = there;
    outgoing[owner][counts[owner]++] = frontier[at];
    if (counts[owner] == FULL) {
      send(owner);
    }
  }

  /** Sends, and receives meanwhile, since the others may be sending too. */
  private void send(int to) {
    Request sent = world.iSend(outgoing[to], 0, counts[to], to, CLAIMS);
    while (!sent.test()) {
      if (receive != null && receive.test()) {
        take(receive.await());
      }
    }
    counts[to] = 0;
  }

  @Override
  public void end(Reached reached) {
    for (int i = 1; i < ranks; i++) {
      send((world.rank() + i) % ranks);
    }
    while (receive != null) {
      take(receive.await());
    }
    for (int own = touched.nextSetBit(0); own >= 0; own = touched.nextSetBit(own + 1)) {
      reached.by(own, parents[own]);
      parents[own] = NOBODY;
    }
    touched.clear();
  }

  @Override
  public void close() {}
}

/** The part of a search's tree that one rank has: that of its own vertices. */
static final class Tree {
  private final Graph graph;
  private final Comm world;
  private final int[] parent;
  private final int[] level;

  /** Vertices of this rank that are in the last level, in the order of their numbers. */
  private final int[] last;

  private int found; // of them
  private int levels;

  Tree(Graph graph) {
    this.graph = graph;
    world = graph.world;
    parent = new int[graph.own()];
    level = new int[graph.own()];
    last = new int[graph.own()];
    Arrays.fill(parent, NOBODY);
    Arrays.fill(level, NOBODY);
  }

  /** Searches from a root and returns the number of levels. */
  int search(int root, Claims claims) {
    if (root % world.size() == world.rank()) {
      reach(root / world.size(), root);
    }
    // Since vertices claim in the order of their numbers, the first claim by this rank is the best.
    BitSet claimed = new BitSet(graph.vertices);
    while (world.allReduce(found, Op.MAX) > 0) { // no rank goes on before all have looked
      int[] frontier = Arrays.copyOf(last, found);
      found = 0;
      levels++;
      claims.begin();
      for (int at = 0; at < frontier.length; at++) {
        int own = frontier[at] / world.size();
        for (int i = graph.start[own]; i < graph.start[own + 1]; i++) {
          int neighbour = graph.neighbours[i];
          if (!claimed.get(neighbour)) {
            claimed.set(neighbour);
            claims.claim(frontier, at, neighbour);
          }
        }
      }
      claims.end(this::reach);
    }
    return levels;
  }

  private void reach(int own, int by) {
    if (parent[own] == NOBODY) {
      parent[own] = by;
      level[own] = levels;
      last[found++] = graph.vertex(own);
    }
  }

  /** The parents of all vertices, by their numbers, at all ranks. */
  int[] parents() {
    return everywhere(parent);
  }

  /** The sum of the degrees of the vertices in the tree. */
  long degrees() {
    long sum = 0;
    for (int own = 0; own < graph.own(); own++) {
      sum += parent[own] == NOBODY ? 0 : graph.start[own + 1] - graph.start[own];
    }
    return sum;
  }

  private int[] everywhere(int[] values) {
    int most = graph.most();
    int[] dealt = new int[most * world.size()];
    world.allGather(Arrays.copyOf(values, most), dealt);
    int[] all = new int[graph.vertices];
    Arrays.setAll(all, vertex -> dealt[vertex % world.size() * most + vertex / world.size()]);
    return all;
  }

  /**
   * Whether the tree is valid: the root is its own parent, every other vertex has a parent that is
   * its neighbour, one level above, and every edge leads at most one level on, or is not reached at
   * all.
   */
  boolean validate(int root, int[] parents) {
    int[] levels = everywhere(level);
    boolean valid = parents[root] == root && levels[root] == 0;
    for (int own = 0; own < graph.own(); own++) {
      int vertex = graph.vertex(own);
      boolean reached = parents[vertex] != NOBODY;
      boolean isLinked = !reached || vertex == root;
      for (int i = graph.start[own]; i < graph.start[own + 1]; i++) {
        int neighbour = graph.neighbours[i];
        valid &= reached == (parents[neighbour] != NOBODY);
        valid &= Math.abs(levels[vertex] - levels[neighbour]) <= 1;
        isLinked |= neighbour == parents[vertex] && levels[neighbour] == levels[vertex] - 1;
      }
      valid &= isLinked;
    }
    return world.allReduce(valid ? 1 : 0, Op.MIN) == 1;
  }
}

/** CRC-32 of the parents in the order of the vertices, each as four bytes, highest first. */
long checksum(int[] parents) {
  ByteBuffer bytes = ByteBuffer.allocate(parents.length * Integer.BYTES);
  bytes.asIntBuffer().put(parents);
  CRC32 crc = new CRC32();
  crc.update(bytes);
  return crc.getValue();
}
