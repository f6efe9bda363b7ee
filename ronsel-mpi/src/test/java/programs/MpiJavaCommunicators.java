package programs;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.Errhandler;
import mpi.GraphParms;
import mpi.Graphcomm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;

/** Programs in the spelling of mpiJava: groups, communicators, topologies, environment. */
final class MpiJavaCommunicators {
  private MpiJavaCommunicators() {}

  static void groups(String[] args) {
    MPI.Init(args);
    Group world = MPI.COMM_WORLD.Group();
    int size = world.Size();
    int me = MPI.COMM_WORLD.Rank();
    Check.equal(world.Rank(), me, "rank in the group");
    Group first = world.Incl(new int[] {0});
    Group rest = world.Excl(new int[] {0});
    Check.equal(rest.Size(), size - 1, "size without the first");
    Check.equal(first.Rank(), me == 0 ? 0 : MPI.UNDEFINED, "rank where it is missing");
    Check.equal(Group.Compare(Group.Union(first, rest), world), MPI.IDENT, "union");
    Check.equal(Group.Intersection(first, rest).Size(), 0, "intersection");
    Check.equal(Group.Compare(Group.Difference(world, first), rest), MPI.IDENT, "difference");
    int[] reversed = new int[size];
    for (int i = 0; i < size; i++) {
      reversed[i] = size - 1 - i;
    }
    Group backwards = world.Incl(reversed);
    Check.equal(Group.Compare(world, backwards), size == 1 ? MPI.IDENT : MPI.SIMILAR, "similar");
    Check.equal(
        Group.Translate_ranks(backwards, new int[] {0}, world), new int[] {size - 1}, "translated");
    Check.equal(
        Group.Translate_ranks(world, new int[] {size - 1}, first)[0],
        size == 1 ? 0 : MPI.UNDEFINED,
        "translated to where it is missing");
    Check.equal(Group.Compare(first, MPI.GROUP_EMPTY), MPI.UNEQUAL, "unequal");
    Check.equal(MPI.GROUP_EMPTY.Size(), 0, "empty");
    MPI.Finalize();
  }

  static void rangesOfGroups(String[] args) {
    MPI.Init(args);
    Group world = MPI.COMM_WORLD.Group();
    int size = world.Size();
    Group even = world.Range_incl(new int[][] {{0, size - 1, 2}});
    Group odd = world.Range_excl(new int[][] {{0, size - 1, 2}});
    Check.equal(even.Size(), (size + 1) / 2, "even");
    Check.equal(odd.Size(), size / 2, "odd");
    Check.equal(Group.Intersection(even, odd).Size(), 0, "apart");
    Group all = world.Range_incl(new int[][] {{0, size, size + 1}});
    Check.equal(all.Size(), 1, "the end of a range need not be in it");
    even.free();
    MPI.Finalize();
  }

  static void communicatorOfAGroup(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Group group = world.Group().Range_incl(new int[][] {{0, world.Size() - 1, 2}});
    Intracomm part = world.Create(group);
    if (world.Rank() % 2 == 0) {
      Check.equal(part.Rank(), world.Rank() / 2, "rank");
      int[] sum = new int[1];
      part.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
      Check.equal(sum[0], part.Size(), "sum");
      part.Free();
    } else {
      Check.that(part == null, "ranks outside get none");
    }
    MPI.Finalize();
  }

  static void membersAloneMakeACommunicator(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    Group even = world.Group().Range_incl(new int[][] {{0, world.Size() - 1, 2}});
    if (me % 2 == 0) {
      Intracomm part = world.Create(even);
      Check.equal(part.Rank(), me / 2, "rank");
      int[] sum = new int[1];
      part.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
      Check.equal(sum[0], part.Size(), "sum");
      part.Free();
    }
    Group own = world.Group().Incl(new int[] {me});
    Intracomm alone = world.Create(own);
    Check.equal(alone.Size(), 1, "every rank may name another group");
    alone.Free();
    MPI.Finalize();
  }

  static void split(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    Intracomm half = world.Split(me % 2, -me);
    Check.equal(half.Size(), (world.Size() + 1 - me % 2) / 2, "size");
    int[] ranks = new int[half.Size()];
    half.Allgather(new int[] {me}, 0, 1, MPI.INT, ranks, 0, 1, MPI.INT);
    for (int i = 1; i < ranks.length; i++) {
      Check.that(ranks[i] < ranks[i - 1], "the order of keys");
    }
    Intracomm none = world.Split(me == 0 ? MPI.UNDEFINED : 1, 0);
    Check.equal(none == null, me == 0, "no color, no communicator");
    Intracomm of = world.Split(me == 0 ? -1 : 1, 0);
    Check.equal(of == null, me == 0, "-1 is UNDEFINED of MPJ Express");
    MPI.Finalize();
  }

  static void cloneIsApart(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Intracomm copy = (Intracomm) world.clone();
    Check.equal(Comm.Compare(world, copy), MPI.CONGRUENT, "congruent");
    Check.equal(Comm.Compare(world, world), MPI.IDENT, "identical");
    Check.equal(
        Comm.Compare(world, MPI.COMM_SELF),
        world.Size() == 1 ? MPI.CONGRUENT : MPI.UNEQUAL,
        "another group");
    int next = (world.Rank() + 1) % world.Size();
    int previous = (world.Rank() + world.Size() - 1) % world.Size();
    int[] in = new int[2];
    mpi.Request a = world.Isend(new int[] {1}, 0, 1, MPI.INT, next, 0);
    mpi.Request b = copy.Isend(new int[] {2}, 0, 1, MPI.INT, next, 0);
    copy.Recv(in, 0, 1, MPI.INT, previous, 0);
    world.Recv(in, 1, 1, MPI.INT, previous, 0);
    a.Wait();
    b.Wait();
    Check.equal(in, new int[] {2, 1}, "messages do not mix");
    copy.Free();
    Check.that(copy.isNull(), "null after Free");
    Check.throwsError(() -> copy.Barrier(), "a freed communicator");
    MPI.Finalize();
  }

  static void intercommunicators(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    if (world.Size() > 1) {
      int color = world.Rank() % 2;
      Intracomm half = world.Split(color, 0);
      Intercomm inter = world.Create_intercomm(half, 0, 1 - color, 12);
      Check.that(inter.Test_inter(), "inter");
      Check.that(!half.Test_inter(), "intra");
      Check.equal(inter.Remote_size(), world.Size() - half.Size(), "remote size");
      Check.equal(inter.Remote_group().Size(), inter.Remote_size(), "remote group");
      Check.equal(inter.Size(), half.Size(), "local size");
      int me = inter.Rank();
      int[] in = new int[1];
      if (me < inter.Remote_size()) {
        inter.Sendrecv(new int[] {world.Rank()}, 0, 1, MPI.INT, me, 1, in, 0, 1, MPI.INT, me, 1);
        Check.equal(in[0], 2 * me + 1 - color, "the peer");
      }
      Intracomm merged = inter.Merge(color == 1);
      Check.equal(merged.Size(), world.Size(), "all");
      int[] first = {color == 0 && half.Rank() == 0 ? 77 : 0};
      merged.Bcast(first, 0, 1, MPI.INT, 0);
      Check.equal(first[0], 77, "the low side is first");
      inter.Free();
    }
    MPI.Finalize();
  }

  static void grid(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int[] dims = new int[2];
    Cartcomm.Dims_create(world.Size(), dims);
    Check.equal(dims[0] * dims[1], world.Size(), "all places");
    Cartcomm grid = world.Create_cart(dims, new boolean[] {true, false}, false);
    Check.equal(grid.Topo_test(), MPI.CART, "topology");
    Check.equal(world.Topo_test(), MPI.UNDEFINED, "no topology");
    CartParms parms = grid.Get();
    Check.equal(parms.dims, dims, "dims");
    Check.equal(parms.periods, new boolean[] {true, false}, "periods");
    Check.equal(grid.Rank(parms.coords), grid.Rank(), "rank of coordinates");
    Check.equal(grid.Coords(grid.Rank()), parms.coords, "coordinates of a rank");
    ShiftParms down = grid.Shift(0, 1);
    ShiftParms right = grid.Shift(1, 1);
    Check.that(down.rank_dest >= 0 && down.rank_source >= 0, "wraps around");
    Check.equal(right.rank_dest == MPI.PROC_NULL, parms.coords[1] == dims[1] - 1, "the edge");
    int[] in = {-1};
    grid.Sendrecv(
        new int[] {grid.Rank()},
        0,
        1,
        MPI.INT,
        down.rank_dest,
        0,
        in,
        0,
        1,
        MPI.INT,
        down.rank_source,
        0);
    Check.equal(in[0], down.rank_source, "shifted");
    Cartcomm row = grid.Sub(new boolean[] {false, true});
    Check.equal(row.Size(), dims[1], "row");
    Cartcomm same = world.Create_cart(dims, new boolean[] {true, false, true}, false);
    Check.equal(same.Get().periods, parms.periods, "no period of a third dimension");
    Check.equal(same.Sub(new boolean[] {false, true, true}).Size(), dims[1], "row");
    Check.equal(same.Rank(new int[] {0, 0, 7}), 0, "no coordinate in a third dimension");
    Cartcomm copy = (Cartcomm) grid.clone();
    Check.equal(copy.Get().dims, dims, "a clone has the topology");
    MPI.Finalize();
  }

  static void ranksLeftOverHaveNoGrid(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Cartcomm one = world.Create_cart(new int[] {1}, new boolean[1], false);
    Check.equal(one == null, world.Rank() > 0, "left over");
    MPI.Finalize();
  }

  static void graph(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int[] index = new int[size];
    int[] edges = new int[2 * size];
    for (int i = 0; i < size; i++) {
      index[i] = 2 * (i + 1);
      edges[2 * i] = (i + 1) % size;
      edges[2 * i + 1] = (i + size - 1) % size;
    }
    int[] more = Arrays.copyOf(edges, edges.length + 2); // than the index counts
    Graphcomm ring = world.Create_graph(index, more, false);
    Check.equal(ring.Map(index, more), ring.Map(index, edges), "edges behind those that count");
    Check.equal(ring.Topo_test(), MPI.GRAPH, "topology");
    GraphParms parms = ring.Get();
    Check.equal(parms.index, index, "index");
    Check.equal(parms.edges, edges, "edges");
    int me = ring.Rank();
    Check.equal(
        ring.Neighbours(me), new int[] {(me + 1) % size, (me + size - 1) % size}, "neighbours");
    MPI.Finalize();
  }

  static void attributes(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Check.that((Integer) world.Attr_get(MPI.TAG_UB) >= 32767, "TAG_UB");
    Check.equal(world.Attr_get(MPI.HOST), MPI.PROC_NULL, "HOST");
    Check.that(world.Attr_get(MPI.IO) != null, "IO");
    int key = Comm.createKeyval();
    Check.that(world.Attr_get(key) == null, "nothing yet");
    world.Attr_put(key, "attached to " + world.Rank());
    Check.equal(world.Attr_get(key), "attached to " + world.Rank(), "attached");
    Intracomm copy = (Intracomm) world.clone();
    Check.equal(copy.Attr_get(key), "attached to " + world.Rank(), "copied");
    world.Attr_delete(key);
    Check.that(world.Attr_get(key) == null, "deleted");
    MPIException unknown =
        Check.throwsError(() -> world.Attr_put(-7, "x"), "a key that was not made");
    Check.equal(unknown.getErrorClass(), MPI.ERR_KEYVAL, "class");
    MPI.Finalize();
  }

  static void errorHandlers(String[] args) {
    MPI.Init(args);
    Check.equal(MPI.Errorhandler_get(), MPI.ERRORS_RETURN, "errors are thrown");
    MPI.Errorhandler_set(MPI.ERRORS_RETURN);
    Check.throwsError(() -> MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, -9, 0), "a bad rank");
    Intracomm copy = (Intracomm) MPI.COMM_WORLD.clone();
    copy.Errhandler_set(MPI.ERRORS_ARE_FATAL);
    Check.equal(copy.Errhandler_get(), MPI.ERRORS_ARE_FATAL, "set");
    Check.equal(MPI.Errorhandler_get(), MPI.ERRORS_RETURN, "of each communicator its own");
    MPI.Finalize();
  }

  static void namesThatMpiJavaAloneHas(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    Intracomm copy = world.Creat(world.Group());
    Check.equal(copy.Size(), world.Size(), "Creat");
    Check.that(!copy.Is_null(), "Is_null");
    copy.Errhandler_set(MPI.ERRORS_RETURN);
    Check.equal(copy.Errorhandler_get(), MPI.ERRORS_RETURN, "Errorhandler_get");
    copy.Errhandler_set(new Errhandler(Errhandler.RETURN));
    Check.throwsError(() -> copy.Send(new int[1], 0, 1, MPI.INT, -9, 0), "a handler that returns");
    Check.throwsError(() -> new Errhandler(2), "a handler of no kind");
    CartParms shape = new CartParms();
    shape.dims = new int[] {2, 3};
    Check.equal(shape.getDimCount(), 2, "parameters that the program fills in");
    Check.equal(new ShiftParms().rank_source, 0, "of a shift");
    int key = Comm.createKeyval();
    copy.Attr_put(key, me);
    Check.equal(copy.Attr_get(key), me, "Attr_put");
    int[] left = {1, 2, 3};
    int[] right = {10, 20, 30};
    copy.Reduce_local(left, right, 2, MPI.INT, MPI.SUM);
    Check.equal(right, new int[] {11, 22, 30}, "Reduce_local");
    MPI.MAX.Call(left, 1, right, 0, 2, MPI.INT);
    Check.equal(right, new int[] {11, 22, 30}, "the larger ones are there");
    MPI.SUM.Call(left, 2, right, 1, 1, MPI.INT);
    Check.equal(right, new int[] {11, 25, 30}, "Call");
    mpi.Prequest request = copy.Recv_init(left, 0, 1, MPI.INT, me, 1);
    request.Free();
    Check.that(request.Is_null(), "Free");
    copy.Free();
    Check.that(copy.Is_null(), "freed");
    MPI.Finalize();
  }

  static void environment(String[] args) {
    Check.that(!MPI.Initialized(), "before Init, and between an end and the next beginning");
    String[] given = {"a", "b"};
    Check.equal(MPI.Init(given), given, "the arguments come back");
    Check.that(MPI.Initialized(), "after Init");
    Check.throwsError(() -> MPI.Init(given), "a second Init");
    double start = MPI.Wtime();
    Check.that(MPI.Wtime() >= start, "time goes on");
    Check.that(MPI.Wtick() > 0 && MPI.Wtick() < 1, "tick");
    Check.that(!MPI.Get_processor_name().isEmpty(), "name");
    Check.that(MPI.NUM_OF_PROCESSORS >= 1, "cores");
    Check.that(MPI.isMainThread(), "this thread");
    MPI.Finalize();
    Check.that(!MPI.Initialized(), "after the end, for programs that end in a finally block");
    Check.that(MPI.isInitialized() && MPI.isFinalized(), "in the spelling of Open MPI");
    Check.equal(MPI.initThread(MPI.THREAD_MULTIPLE, 0, given), given, "initThread");
    Check.equal(MPI.queryThread(), MPI.THREAD_MULTIPLE, "level");
    MPI.Finalize();
  }

  static void threadsOfARankCommunicate(String[] args) throws Exception {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int me = world.Rank();
    AtomicInteger sum = new AtomicInteger();
    Thread[] threads = new Thread[3];
    for (int t = 0; t < threads.length; t++) {
      int tag = t;
      threads[t] =
          Thread.ofPlatform()
              .start(
                  () -> {
                    int[] in = new int[1];
                    world.Sendrecv(
                        new int[] {me},
                        0,
                        1,
                        MPI.INT,
                        (me + 1) % size,
                        tag,
                        in,
                        0,
                        1,
                        MPI.INT,
                        (me + size - 1) % size,
                        tag);
                    sum.addAndGet(in[0]);
                  });
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Check.equal(sum.get(), 3 * ((me + size - 1) % size), "sum");
    MPI.Finalize();
  }

  static void ronselAndBack(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    org.ronsel.Comm core = world.ronsel();
    Check.equal(core.rank(), world.Rank(), "rank");
    int next = (world.Rank() + 1) % world.Size();
    int previous = (world.Rank() + world.Size() - 1) % world.Size();
    org.ronsel.Request send = core.iSend(new int[] {5, 6}, next, 3);
    int[] in = new int[2];
    world.Recv(in, 0, 2, MPI.INT, previous, 3);
    send.await();
    Check.equal(in, new int[] {5, 6}, "from Ronsel's call to mpiJava's");
    Intracomm again = Intracomm.of(core);
    Check.equal(Comm.Compare(again, world), MPI.IDENT, "back");
    again.Barrier();
    MPI.Finalize();
  }

  static void rankAndSizeAreKnownAfterTheEnd(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    MPI.Finalize();
    Check.equal(MPI.COMM_WORLD.Rank(), rank, "rank");
    Check.equal(MPI.COMM_WORLD.Size(), size, "size");
    Check.equal(MPI.COMM_SELF.Size(), 1, "size of COMM_SELF");
  }
}
