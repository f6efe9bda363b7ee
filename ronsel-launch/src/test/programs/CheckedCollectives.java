import java.util.LinkedHashMap;
import java.util.Map;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.InterComm;
import org.ronsel.Op;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.UntypedComm;

/** What two ranks call that do not call the same; each says what it has been told. */
interface Call {
  void on(Comm comm);
}

final Map<String, Call[]> rows = new LinkedHashMap<>();

final Datatype<?> INT = Datatype.INT;
final Datatype<?> FLOAT = Datatype.FLOAT;
final int[] ints = new int[8];
final int[] more = new int[8];
final int[] table = {2, 2};
final int[] places = {0, 2};

void main() {
  one();
  combining();
  several();
  making();
  Comm world = Ronsel.world();
  rows.forEach(
      (name, calls) -> {
        Comm comm = world.dup();
        comm.name(name);
        String told = "nothing";
        try {
          calls[world.rank()].on(comm);
        } catch (RonselException error) {
          told = error.errorClass() + " " + error.getMessage().replace("\n", " / ");
        }
        System.out.println(name + "|" + world.rank() + "|" + told);
        comm.close();
      });
}

void row(String name, Call first, Call second) {
  rows.put(name, new Call[] {first, second});
}

UntypedComm any(Comm comm) {
  return comm.untyped();
}

/** Those with a root. */
void one() {
  row("operation", c -> c.broadcast(ints, 0), Comm::barrier);
  row("root", c -> c.broadcast(ints, 0), c -> c.broadcast(ints, 1));
  row("count", c -> c.broadcast(ints, 0, 5, 0), c -> c.broadcast(ints, 0, 6, 0));
  row("element", c -> c.allReduce(ints, Op.SUM), c -> c.allReduce(new float[8], Op.SUM));
  row("operator", c -> c.allReduce(ints, Op.SUM), c -> c.allReduce(ints, Op.MAX));
  row("creation", Comm::dup, Comm::barrier);
  Datatype<?> pair = pair(INT, Datatype.DOUBLE);
  row(
      "struct",
      c -> any(c).broadcast(new byte[96], pair, 0, 4, 0),
      c -> any(c).broadcast(new byte[96], pair(Datatype.DOUBLE, INT), 0, 4, 0));
  row("gather-root", c -> gather(c, INT, 2, 0), c -> gather(c, INT, 2, 1));
  row("gather-count", c -> gather(c, INT, 2, 0), c -> gather(c, INT, 3, 0));
  row("gather-type", c -> gather(c, INT, 2, 0), c -> gather(c, FLOAT, 2, 0));
  row("gatherv-root", c -> gatherv(c, 0), c -> gatherv(c, 1));
  row("gatherv", c -> gatherv(c, 0), c -> gather(c, INT, 2, 0));
  row("scatter-count", c -> scatter(c, 2, 0), c -> scatter(c, 3, 0));
  row("scatter-root", c -> scatter(c, 2, 0), c -> scatter(c, 2, 1));
  row("scatterv-root", c -> scatterv(c, 0), c -> scatterv(c, 1));
  row("objects", c -> c.broadcastObject("text", 0), c -> c.broadcast(new long[1], 0));
  row("object-root", c -> c.gatherObjects("text", 0), c -> c.gatherObjects("text", 1));
  row("all-objects", c -> c.gatherObjects("text", 0), c -> c.allGatherObjects("text"));
}

/** Those with an operator. */
void combining() {
  row("reduce-root", c -> reduce(c, Op.SUM, 0), c -> reduce(c, Op.SUM, 1));
  row("reduce-operator", c -> reduce(c, Op.SUM, 0), c -> reduce(c, Op.MIN, 0));
  row(
      "reduceScatter",
      c -> any(c).reduceScatter(ints, 0, more, 0, INT, new int[] {1, 2}, Op.SUM),
      c -> any(c).reduceScatter(ints, 0, more, 0, INT, new int[] {2, 2}, Op.SUM));
  row("scan", c -> scan(c, ints, INT, Op.SUM), c -> scan(c, ints, INT, Op.PROD));
  row("scan-type", c -> scan(c, ints, INT, Op.SUM), c -> scan(c, new float[8], FLOAT, Op.SUM));
  row(
      "exscan",
      c -> any(c).exscan(ints, 0, more, 0, INT, 4, Op.SUM),
      c -> any(c).exscan(ints, 0, more, 0, INT, 5, Op.SUM));
}

/** Those without a root. */
void several() {
  row(
      "allGather",
      c -> any(c).allGather(ints, INT, 0, 2, more, INT, 0, 2),
      c -> any(c).allGather(ints, INT, 0, 3, more, INT, 0, 3));
  row(
      "allGatherv",
      c -> any(c).allGatherv(ints, INT, 0, 2, more, INT, 0, table, places),
      c -> any(c).allGather(ints, INT, 0, 2, more, INT, 0, 2));
  row(
      "allToAll",
      c -> any(c).allToAll(ints, INT, 0, 2, more, INT, 0, 2),
      c -> any(c).allToAll(ints, INT, 0, 3, more, INT, 0, 3));
  row(
      "allToAllv",
      c -> any(c).allToAllv(ints, INT, 0, table, places, more, INT, 0, table, places),
      c -> any(c).allToAll(ints, INT, 0, 2, more, INT, 0, 2));
  Datatype<?>[] types = {INT, INT};
  row(
      "allToAllw",
      c -> any(c).allToAllw(ints, table, new int[2], types, more, table, new int[] {0, 8}, types),
      c -> any(c).allToAllv(ints, INT, 0, table, places, more, INT, 0, table, places));
  row(
      "typed-scatter",
      c -> c.scatter(ints, 0, more, 0, 2, 0),
      c -> c.scatter(ints, 0, more, 0, 3, 0));
  row("typed-scan", c -> c.scan(ints, more, Op.SUM), c -> c.scan(ints, more, Op.MAX));
  row(
      "typed-reduceScatter",
      c -> c.reduceScatter(ints, 0, more, 0, new int[] {1, 2}, Op.SUM),
      c -> c.reduceScatter(ints, 0, more, 0, new int[] {2, 2}, Op.SUM));
  row(
      "neighbours",
      c -> any(ring(c)).neighborAllGather(ints, INT, 0, 2, more, INT, 0, 2),
      c -> any(ring(c)).neighborAllToAll(ints, INT, 0, 2, more, INT, 0, 2));
}

/** Those that make communicators, and inter-communicators. */
void making() {
  row("createCart", c -> cart(c, 2, false), c -> cart(c, 1, false));
  row("reorder", c -> cart(c, 2, false), c -> cart(c, 2, true));
  row(
      "createGroup",
      c -> c.createGroup(c.group(), 3),
      c -> c.createGroup(c.group().include(1, 0), 3));
  row("inter-barrier", c -> inter(c).barrier(), c -> inter(c).dup());
  row("inter-merge", c -> inter(c).merge(false), c -> inter(c).barrier());
}

void gather(Comm comm, Datatype<?> type, int count, int root) {
  Object from = type == INT ? ints : new float[8];
  Object to = type == INT ? more : new float[8];
  any(comm).gather(from, type, 0, count, to, type, 0, count, root);
}

void gatherv(Comm comm, int root) {
  any(comm).gatherv(ints, INT, 0, 2, more, INT, 0, table, places, root);
}

void scatter(Comm comm, int count, int root) {
  any(comm).scatter(ints, INT, 0, count, more, INT, 0, count, root);
}

void scatterv(Comm comm, int root) {
  any(comm).scatterv(ints, INT, 0, table, places, more, INT, 0, 2, root);
}

void reduce(Comm comm, Op op, int root) {
  any(comm).reduce(ints, 0, more, 0, INT, 4, op, root);
}

void scan(Comm comm, Object from, Datatype<?> type, Op op) {
  any(comm).scan(from, 0, from == ints ? more : new float[8], 0, type, 4, op);
}

CartComm ring(Comm comm) {
  CartComm ring = cart(comm, 2, false);
  ring.name(comm.name());
  return ring;
}

CartComm cart(Comm comm, int cells, boolean reorder) {
  return comm.createCart(new int[] {cells}, new boolean[] {true}, reorder);
}

InterComm inter(Comm comm) {
  Comm own = comm.split(comm.rank(), 0);
  InterComm inter = own.createInter(0, comm, 1 - comm.rank(), 4);
  inter.name(comm.name());
  return inter;
}

Datatype<?> pair(Datatype<?> first, Datatype<?> second) {
  long at = first.sizeBytes();
  return Datatype.struct(new int[] {1, 1}, new long[] {0, at}, first, second);
}
