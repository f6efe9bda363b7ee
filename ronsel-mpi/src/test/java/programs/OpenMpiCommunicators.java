package programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.CartComm;
import mpi.CartParms;
import mpi.Comm;
import mpi.DistGraphNeighbors;
import mpi.Errhandler;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;

/** Programs in the spelling of Open MPI: groups, communicators, topologies, environment. */
final class OpenMpiCommunicators {
  private OpenMpiCommunicators() {}

  static void groups(String[] args) throws MPIException {
    MPI.Init(args);
    Group world = MPI.COMM_WORLD.getGroup();
    int size = world.getSize();
    Check.equal(world.getRank(), MPI.COMM_WORLD.getRank(), "rank");
    Group first = world.incl(new int[] {0});
    Group rest = world.excl(new int[] {0});
    Check.equal(Group.compare(Group.union(first, rest), world), MPI.IDENT, "union");
    Check.equal(Group.intersection(first, rest).getSize(), 0, "intersection");
    Check.equal(Group.difference(world, rest).getSize(), 1, "difference");
    Check.equal(world.rangeIncl(new int[][] {{0, size - 1, 1}}).getSize(), size, "range");
    Check.equal(world.rangeExcl(new int[][] {{0, size - 1, 1}}).getSize(), 0, "range");
    Check.equal(Group.translateRanks(world, new int[] {0}, first), new int[] {0}, "translated");
    first.free();
    Check.that(first.isNull(), "null after free");
    Check.throwsError(first::getSize, "a freed group");
    MPI.Finalize();
  }

  static void parts(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.getRank();
    int size = world.getSize();
    Intracomm half = world.split(me % 2, me);
    Check.equal(half.getRank(), me / 2, "rank");
    Intracomm none = world.split(me == 0 ? MPI.UNDEFINED : 0, 0);
    Check.equal(none.isNull(), me == 0, "no color: an object that is null");
    Intracomm shared = world.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
    Check.equal(shared.getSize(), size, "one host");
    int type = me == 0 ? MPI.UNDEFINED : Comm.TYPE_SHARED;
    Intracomm others = world.splitType(type, 0, MPI.INFO_NULL);
    Check.equal(others.isNull(), me == 0, "no type: an object that is null");
    Check.equal(me == 0 ? size - 1 : others.getSize(), size - 1, "the others of the host");
    Intracomm created = world.create(world.getGroup().incl(new int[] {0}));
    Check.equal(created.isNull(), me > 0, "outside the group");
    if (me == size - 1) {
      Intracomm alone = world.createGroup(world.getGroup().incl(new int[] {me}), 3);
      Check.equal(alone.getSize(), 1, "createGroup is a call of the group only");
      alone.free();
    }
    half.free();
    Check.that(half.isNull(), "null after free");
    MPI.Finalize();
  }

  static void duplicates(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Intracomm dup = world.dup();
    Check.equal(Comm.compare(world, dup), MPI.CONGRUENT, "congruent");
    Intracomm clone = world.clone();
    Check.equal(Comm.compare(clone, dup), MPI.CONGRUENT, "clone");
    Intracomm later = world.iDup();
    later.getRequest().waitFor();
    later.barrier();
    Check.equal(later.getSize(), world.getSize(), "iDup");
    Check.that(later.getRequest().isNull(), "no request any more");
    Info info = new Info();
    info.set("advice", "none");
    Intracomm advised = world.dupWithInfo(info);
    Check.equal(Comm.compare(advised, world), MPI.CONGRUENT, "dupWithInfo");
    advised.setInfo(info);
    Check.that(advised.getInfo().size() >= 0, "info");
    dup.free();
    clone.free();
    later.disconnect();
    Check.that(later.isNull(), "null after disconnect");
    MPI.Finalize();
  }

  static void namesAndAttributes(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm comm = MPI.COMM_WORLD.dup();
    Check.equal(comm.getName(), "", "no name");
    Intracomm part = comm.split(0, 0);
    Check.equal(part.getName(), "", "no name of a part");
    part.free();
    comm.setName("mine");
    Check.equal(comm.getName(), "mine", "name");
    Check.equal(Comm.of(comm.ronsel()).getName(), "mine", "name of the same communicator");
    comm.setName("");
    Check.equal(comm.getName(), "", "the empty name");
    int key = Comm.createKeyval();
    comm.setAttr(key, 42);
    Check.equal(comm.getAttr(key), 42, "attribute");
    Intracomm copy = comm.dup();
    Check.equal(copy.getAttr(key), 42, "copied");
    comm.deleteAttr(key);
    Check.that(comm.getAttr(key) == null, "deleted");
    Comm.freeKeyval(key);
    Check.equal(copy.getAttr(key), 42, "where it is in use a freed key remains");
    copy.setAttr(key, 43);
    Check.equal(copy.getAttr(key), 43, "another value");
    copy.deleteAttr(key);
    Check.throwsError(() -> copy.getAttr(key), "a freed key without an attribute");
    MPIException freed = Check.throwsError(() -> comm.getAttr(key), "a key that was freed");
    Check.equal(freed.getErrorClass(), MPI.ERR_KEYVAL, "class");
    Check.that((Integer) comm.getAttr(MPI.TAG_UB) > 0, "TAG_UB");
    Check.equal(comm.getAttr(MPI.UNIVERSE_SIZE), MPI.COMM_WORLD.getSize(), "UNIVERSE_SIZE");
    Check.equal(comm.getAttr(MPI.WTIME_IS_GLOBAL), false, "WTIME_IS_GLOBAL");
    Check.equal(comm.Attr_get(MPI.WTIME_IS_GLOBAL), 0, "WTIME_IS_GLOBAL of mpiJava");
    Check.equal(comm.getAttr(MPI.LASTUSEDCODE), MPI.ERR_LASTCODE, "LASTUSEDCODE");
    MPI.Finalize();
  }

  static void handlersOfErrors(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm comm = MPI.COMM_WORLD.dup();
    comm.setErrhandler(MPI.ERRORS_RETURN);
    Check.equal(comm.getErrhandler(), MPI.ERRORS_RETURN, "handler");
    comm.callErrhandler(MPI.ERR_OTHER);
    Check.throwsError(() -> comm.send(new int[1], 1, MPI.INT, -77, 0), "a bad rank");
    comm.setErrhandler(MPI.ERRORS_ARE_FATAL);
    Check.equal(comm.dup().getErrhandler(), MPI.ERRORS_ARE_FATAL, "a duplicate has it too");
    MPI.Finalize();
  }

  static void interCommunicators(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    if (world.getSize() > 1) {
      int side = world.getRank() % 2;
      Intracomm half = world.split(side, 0);
      Intercomm inter = world.createIntercomm(half, 0, 1 - side, 5);
      Check.that(inter.isInter(), "inter");
      Check.equal(inter.getRemoteSize(), world.getSize() - half.getSize(), "remote size");
      Check.equal(inter.getRemoteGroup().getSize(), inter.getRemoteSize(), "remote group");
      Intercomm copy = inter.dup();
      Check.equal(Comm.compare(copy, inter), MPI.CONGRUENT, "duplicate");
      copy.barrier();
      Intracomm merged = copy.merge(side == 1);
      Check.equal(merged.getSize(), world.getSize(), "merged");
      Check.equal(
          merged.getRank(),
          side == 0 ? half.getRank() : (world.getSize() + 1) / 2 + half.getRank(),
          "the low side is first");
      inter.free();
    }
    MPI.Finalize();
  }

  static void grids(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int[] dims = {0, 1};
    CartComm.createDims(world.getSize(), dims);
    Check.equal(dims, new int[] {world.getSize(), 1}, "dims");
    CartComm grid = world.createCart(dims, new boolean[] {true, false}, false);
    Check.equal(grid.getTopology(), MPI.CART, "topology");
    CartParms topo = grid.getTopo();
    Check.equal(topo.getDimCount(), 2, "dimensions");
    Check.equal(topo.getDim(0), world.getSize(), "extent");
    Check.that(topo.getPeriod(0) && !topo.getPeriod(1), "periods");
    Check.equal(topo.getCoord(0), grid.getRank(), "coordinate");
    Check.equal(grid.getRank(new int[] {0, 0}), 0, "rank of coordinates");
    Check.equal(grid.getRank(new int[] {0, 0, 7}), 0, "no coordinate in a third dimension");
    Check.throwsError(() -> grid.getRank(new int[] {0}), "too few coordinates");
    Check.equal(grid.getCoords(grid.getRank())[0], topo.getCoord(0), "coordinates");
    ShiftParms shift = grid.shift(0, 1);
    Check.equal(shift.getRankDest(), (grid.getRank() + 1) % world.getSize(), "dest");
    Check.equal(grid.shift(1, 1).getRankSource(), MPI.PROC_NULL, "the edge");
    CartComm line = grid.sub(new boolean[] {true, false});
    Check.equal(line.getSize(), world.getSize(), "line");
    Check.that(grid.map(dims, new boolean[2]) < world.getSize(), "map");
    CartComm later = grid.iDup();
    later.getRequest().waitFor();
    Check.equal(later.getTopo().getDim(0), world.getSize(), "a duplicate has the grid");
    Check.equal(
        world.createCart(new int[] {1}, new boolean[1], false).isNull(),
        world.getRank() > 0,
        "left over");
    MPI.Finalize();
  }

  static void graphs(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int me = world.getRank();
    int[] index = new int[size];
    int[] edges = new int[size];
    for (int i = 0; i < size; i++) {
      index[i] = i + 1;
      edges[i] = (i + 1) % size;
    }
    GraphComm graph = world.createGraph(index, edges, false);
    Check.equal(graph.getTopology(), MPI.GRAPH, "topology");
    GraphParms parms = graph.getDims();
    Check.equal(parms.getIndexCount(), size, "ranks");
    Check.equal(parms.getEdgeCount(), size, "edges");
    Check.equal(parms.getEdge(0), 1 % size, "edge");
    Check.equal(parms.getIndex(0), 1, "index");
    Check.equal(graph.getNeighbors(me), new int[] {(me + 1) % size}, "neighbours");
    Check.that(graph.map(index, edges) < size, "map");
    GraphComm copy = graph.dup();
    Check.equal(copy.getDims().getEdgeCount(), size, "a duplicate has the graph");
    MPI.Finalize();
  }

  static void distributedGraphs(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int me = world.getRank();
    int next = (me + 1) % size;
    GraphComm graph =
        world.createDistGraph(
            new int[] {me}, new int[] {1}, new int[] {next}, new int[] {7}, MPI.INFO_NULL, false);
    Check.equal(graph.getTopology(), MPI.DIST_GRAPH, "topology");
    DistGraphNeighbors neighbors = graph.getDistGraphNeighbors();
    Check.equal(neighbors.getInDegree(), 1, "in");
    Check.equal(neighbors.getOutDegree(), 1, "out");
    Check.equal(neighbors.getSource(0), (me + size - 1) % size, "source");
    Check.equal(neighbors.getDestination(0), next, "destination");
    Check.that(neighbors.isWeighted(), "weighted");
    Check.equal(neighbors.getSourceWeight(0), 7, "weight");
    Check.equal(neighbors.getDestinationWeight(0), 7, "weight");
    GraphComm plain =
        world.createDistGraph(
            new int[] {me}, new int[] {1}, new int[] {next}, MPI.INFO_NULL, false);
    Check.that(!plain.getDistGraphNeighbors().isWeighted(), "not weighted");
    GraphComm adjacent =
        world.createDistGraphAdjacent(
            new int[] {next},
            new int[] {1},
            new int[] {(me + size - 1) % size},
            new int[] {2},
            MPI.INFO_NULL,
            false);
    Check.equal(adjacent.getDistGraphNeighbors().getDestinationWeight(0), 2, "weight");
    MPI.Finalize();
  }

  static void infos(String[] args) throws MPIException {
    MPI.Init(args);
    Info info = new Info();
    info.set("a", "1");
    info.set("b", "2");
    Check.equal(info.size(), 2, "size");
    Check.equal(info.getKey(1), "b", "key");
    Check.equal(info.get("a"), "1", "value");
    Check.that(info.get("c") == null, "no such key");
    Info copy = info.dup();
    info.delete("a");
    Check.equal(copy.clone().get("a"), "1", "a copy of its own");
    MPIException missing = Check.throwsError(() -> info.delete("a"), "a key that is not there");
    Check.equal(missing.getErrorClass(), MPI.ERR_INFO_NOKEY, "class");
    info.free();
    Check.that(info.isNull(), "null after free");
    Check.that(MPI.INFO_NULL.isNull(), "no info");
    Check.that(MPI.INFO_ENV.size() > 0, "how the program was started");
    MPI.Finalize();
  }

  static void environment(String[] args) throws MPIException {
    Check.equal(MPI.InitThread(args, MPI.THREAD_FUNNELED), MPI.THREAD_MULTIPLE, "level");
    Check.that(MPI.isInitialized() && !MPI.isFinalized(), "initialized");
    Check.equal(MPI.queryThread(), MPI.THREAD_MULTIPLE, "level");
    Check.that(MPI.isThreadMain(), "this thread");
    Check.that(MPI.wtime() > 0, "time");
    Check.that(MPI.wtick() > 0, "tick");
    Check.equal(MPI.getVersion().getVersion(), MPI.VERSION, "version");
    Check.equal(MPI.getVersion().getSubVersion(), MPI.SUBVERSION, "subversion");
    Check.that(MPI.getLibVersion().contains("Ronsel"), "library");
    Check.that(!MPI.getProcessorName().isEmpty(), "name");
    MPI.pControl(1, null);
    MPI.Finalize();
    Check.that(MPI.isFinalized(), "finalized");
  }

  /** MPI-4.1, section 9.3. */
  static void newCommunicatorsInheritTheErrorHandler(String[] args) throws MPIException {
    MPI.Init(args);
    for (Errhandler handler : List.of(MPI.ERRORS_RETURN, MPI.ERRORS_ARE_FATAL)) {
      Intracomm parent = MPI.COMM_WORLD.dup();
      parent.setErrhandler(handler);
      int size = parent.getSize();
      int me = parent.getRank();
      int[] ring = new int[size];
      Arrays.setAll(ring, rank -> rank + 1);
      int[] next = {(me + 1) % size};
      int[] previous = {(me + size - 1) % size};
      int[] edges = new int[size];
      Arrays.setAll(edges, rank -> (rank + 1) % size);
      boolean[] periods = {true};
      List<Comm> made = new ArrayList<>();
      made.add(parent.dup());
      made.add(parent.split(0, me));
      made.add(parent.Split(me % 2, me));
      made.add(parent.splitType(Comm.TYPE_SHARED, me, MPI.INFO_NULL));
      made.add(parent.create(parent.getGroup()));
      made.add(parent.Create(parent.Group()));
      made.add(parent.createGroup(parent.getGroup(), 1));
      CartComm grid = parent.createCart(new int[] {size}, periods, false);
      made.add(grid);
      made.add(grid.sub(periods));
      made.add(parent.Create_cart(new int[] {size}, periods, false));
      made.add(parent.createGraph(ring, edges, false));
      made.add(parent.createDistGraph(new int[] {me}, new int[] {1}, next, MPI.INFO_NULL, false));
      made.add(
          parent.createDistGraph(
              new int[] {me}, new int[] {1}, next, new int[] {1}, MPI.INFO_NULL, false));
      made.add(parent.createDistGraphAdjacent(previous, next, MPI.INFO_NULL, false));
      made.add(
          parent.createDistGraphAdjacent(
              previous, new int[] {1}, next, new int[] {1}, MPI.INFO_NULL, false));
      if (size > 1) {
        Intracomm half = parent.split(me % 2, me);
        // The parent is the communicator of the caller's side, not that of the leaders.
        Intercomm inter = MPI.COMM_WORLD.createIntercomm(half, 0, 1 - me % 2, 2);
        made.add(inter);
        made.add(inter.merge(me % 2 == 0));
      }
      for (int i = 0; i < made.size(); i++) {
        Check.equal(made.get(i).getErrhandler(), handler, "error handler of communicator " + i);
        Check.equal(made.get(i).Errhandler_get(), handler, "that of mpiJava, " + i);
      }
      if (handler == MPI.ERRORS_RETURN) {
        made.forEach(each -> each.callErrhandler(MPI.ERR_OTHER));
      }
      made.forEach(Comm::free);
      parent.free();
    }
    MPI.Finalize();
  }
}
