package programs;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.DoubleInt;
import mpi.Group;
import mpi.Info;
import mpi.Int2;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;
import mpi.Win;

/** Programs in the spelling of Open MPI: windows. */
final class OpenMpiWindows {
  private OpenMpiWindows() {}

  private static int me() {
    return MPI.COMM_WORLD.getRank();
  }

  private static int size() {
    return MPI.COMM_WORLD.getSize();
  }

  private static int next() {
    return (me() + 1) % size();
  }

  private static int previous() {
    return (me() + size() - 1) % size();
  }

  private static Win window(Buffer base, int size) throws MPIException {
    return new Win(base, size, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
  }

  private static IntBuffer ints(int... values) {
    return MPI.newIntBuffer(values.length).put(0, values);
  }

  private static void errorClass(int expected, Runnable call, String what) {
    Check.equal(Check.throwsError(call, what).getErrorClass(), expected, "class of " + what);
  }

  /** The message of an error says which rank is in which call. */
  private static void names(String place, Runnable call) {
    String message = String.valueOf(Check.throwsError(call, place).getMessage());
    Check.that(message.startsWith(place + ": "), message);
  }

  // ---- epochs of fences ----

  static void fencesMoveDataOfEveryType(String[] args) throws MPIException {
    MPI.Init(args);
    byte me = (byte) me();
    byte p = (byte) previous();
    ByteBuffer memory = MPI.newByteBuffer(64);
    Win win = new Win(memory, 64, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
    Buffer[] origins = {
      MPI.newByteBuffer(1).put(0, me),
      MPI.newCharBuffer(1).put(0, (char) me),
      MPI.newShortBuffer(1).put(0, me),
      MPI.newIntBuffer(1).put(0, me),
      MPI.newLongBuffer(1).put(0, me),
      MPI.newFloatBuffer(1).put(0, me),
      MPI.newDoubleBuffer(1).put(0, me),
      MPI.newByteBuffer(1).put(0, (byte) 1)
    };
    Datatype[] types = {
      MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE, MPI.BOOLEAN
    };
    win.fence(MPI.MODE_NOPRECEDE);
    for (int i = 0; i < types.length; i++) {
      win.put(origins[i], 1, types[i], next(), i, 1, types[i]);
    }
    win.fence(0);
    Check.equal(memory.get(0), p, "byte");
    Check.equal(memory.getChar(8), (char) p, "char");
    Check.equal(memory.getShort(16), (short) p, "short");
    Check.equal(memory.getInt(24), (int) p, "int");
    Check.equal(memory.getLong(32), (long) p, "long");
    Check.equal(memory.getFloat(40), (float) p, "float");
    Check.equal(memory.getDouble(48), (double) p, "double");
    Check.equal(memory.get(56), (byte) 1, "boolean");
    LongBuffer back = MPI.newLongBuffer(1);
    win.get(back, 1, MPI.LONG, next(), 4, 1, MPI.LONG);
    win.fence(MPI.MODE_NOSUCCEED | MPI.MODE_NOPUT | MPI.MODE_NOSTORE);
    Check.equal(back.get(0), (long) me, "read back");
    win.free();
    MPI.Finalize();
  }

  static void displacementsCountUnitsOfTheTarget(String[] args) throws MPIException {
    MPI.Init(args);
    int unit = me() % 2 + 1;
    CharBuffer chars = MPI.newCharBuffer(4);
    Win win = new Win(chars, 4, unit, MPI.INFO_NULL, MPI.COMM_WORLD);
    Check.equal(win.getAttr(MPI.WIN_SIZE), 8, "bytes");
    Check.equal(win.getAttr(MPI.WIN_DISP_UNIT), 2 * unit, "bytes of a unit");
    Check.that(win.getAttr(MPI.WIN_BASE) instanceof Long, "an address");
    win.fence(0);
    win.put(MPI.newCharBuffer(1).put(0, 'x'), 1, MPI.CHAR, next(), 1, 1, MPI.CHAR);
    win.fence(0);
    Check.equal(chars.get(unit), 'x', "one unit behind the beginning");
    win.free();
    MPI.Finalize();
  }

  static void buffersMayBeSlicesAndHaveArrays(String[] args) throws MPIException {
    MPI.Init(args);
    int[] memory = new int[5];
    Win win = window(MPI.slice(memory, 1), 4);
    IntBuffer origin = IntBuffer.wrap(new int[] {7, 8, 9});
    origin.position(2);
    IntBuffer direct = ints(1, 2, 3);
    direct.position(1).limit(2);
    win.fence(0);
    win.put(origin, 2, MPI.INT, next(), 0, 2, MPI.INT);
    win.put(MPI.slice(direct, 1), 2, MPI.INT, next(), 2, 2, MPI.INT);
    win.fence(0);
    Check.equal(memory, new int[] {0, 7, 8, 2, 3}, "behind the first element of the array");
    float[] floats = new float[3];
    win.get(MPI.slice(floats, 1), 2, MPI.INT, next(), 0, 2, MPI.INT);
    win.fence(0);
    Check.equal(Float.floatToRawIntBits(floats[1]), 7, "an array is memory");
    win.free();
    MPI.Finalize();
  }

  static void derivedTypesAtBothSides(String[] args) throws MPIException {
    MPI.Init(args);
    DoubleBuffer memory = MPI.newDoubleBuffer(9);
    Datatype column = Datatype.createVector(3, 1, 3, MPI.DOUBLE);
    Datatype backwards = Datatype.createVector(3, 1, -1, MPI.DOUBLE);
    column.commit();
    backwards.commit();
    Win win = window(memory, 9);
    DoubleBuffer origin = MPI.newDoubleBuffer(3).put(0, new double[] {1, 2, 3});
    win.fence(0);
    win.put(MPI.slice(origin, 2), 1, backwards, next(), 1, 1, column);
    win.fence(0);
    double[] is = new double[9];
    memory.get(0, is);
    Check.equal(is, new double[] {0, 3, 0, 0, 2, 0, 0, 1, 0}, "a column");
    DoubleBuffer into = MPI.newDoubleBuffer(3);
    win.get(into, 3, MPI.DOUBLE, next(), 1, 1, column);
    win.fence(0);
    win.accumulate(into, 3, MPI.DOUBLE, next(), 1, 1, column, MPI.SUM);
    win.fence(0);
    memory.get(0, is);
    Check.equal(is, new double[] {0, 6, 0, 0, 4, 0, 0, 2, 0}, "twice the column");
    win.free();
    column.free();
    backwards.free();
    MPI.Finalize();
  }

  // ---- epochs of some ranks ----

  static void postStartCompleteWait(String[] args) throws MPIException {
    MPI.Init(args);
    IntBuffer memory = ints(-1);
    Win win = window(memory, 1);
    Group all = win.getGroup();
    Check.equal(all.getSize(), size(), "ranks");
    Group origins = all.incl(new int[] {previous()});
    Group targets = all.incl(new int[] {next()});
    for (int round = 0; round < 3; round++) {
      win.post(origins, round == 0 ? MPI.MODE_NOSTORE : 0);
      win.start(targets, 0);
      win.put(ints(me() + round), 1, MPI.INT, next(), 0, 1, MPI.INT);
      win.complete();
      if (round == 0) {
        win.waitFor();
      } else {
        boolean over = win.test();
        while (!over) {
          over = win.test();
        }
      }
      Check.equal(memory.get(0), previous() + round, "round " + round);
      MPI.COMM_WORLD.barrier();
    }
    win.free();
    MPI.Finalize();
  }

  // ---- locks ----

  static void exclusiveLocksKeepOthersAway(String[] args) throws MPIException {
    MPI.Init(args);
    LongBuffer memory = MPI.newLongBuffer(1);
    Win win = window(memory, 1);
    LongBuffer value = MPI.newLongBuffer(1);
    for (int i = 0; i < 20; i++) {
      win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
      win.get(value, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
      win.flush(0);
      value.put(0, value.get(0) + 1);
      win.put(value, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
      win.unlock(0);
    }
    MPI.COMM_WORLD.barrier();
    win.lock(MPI.LOCK_SHARED, 0, MPI.MODE_NOCHECK);
    win.get(value, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
    win.unlock(0);
    Check.equal(value.get(0), 20L * size(), "no increment is lost");
    win.free();
    MPI.Finalize();
  }

  static void flushesCompleteWithinALockOfAll(String[] args) throws MPIException {
    MPI.Init(args);
    IntBuffer memory = MPI.newIntBuffer(4);
    Win win = window(memory, 4);
    IntBuffer into = ints(0);
    win.lockAll(0);
    for (int i = 0; i < 4; i++) {
      win.put(ints(10 * me() + i), 1, MPI.INT, next(), i, 1, MPI.INT);
      switch (i) {
        case 0 -> win.flush(next());
        case 1 -> win.flushAll();
        case 2 -> win.flushLocal(next());
        default -> win.flushLocalAll();
      }
      win.flush(next());
      win.get(into, 1, MPI.INT, next(), i, 1, MPI.INT);
      win.flush(next());
      Check.equal(into.get(0), 10 * me() + i, "read back");
    }
    win.unlockAll();
    MPI.COMM_WORLD.barrier();
    win.lock(MPI.LOCK_SHARED, me(), 0);
    win.sync();
    Check.equal(memory.get(3), 10 * previous() + 3, "seen by its owner");
    win.unlock(me());
    win.free();
    MPI.Finalize();
  }

  /** The owner sees, without any other call, what others did before they freed the window. */
  static void freeWaitsForAllRanks(String[] args) throws MPIException {
    MPI.Init(args);
    IntBuffer memory = MPI.newIntBuffer(1);
    for (int round = 1; round <= 5; round++) {
      Win win = window(memory, 1);
      win.lock(MPI.LOCK_SHARED, 0, 0);
      win.accumulate(ints(1), 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.SUM);
      win.unlock(0);
      win.free();
      Check.equal(memory.get(0), me() == 0 ? round * size() : 0, "sum");
    }
    MPI.Finalize();
  }

  /** The others are not told: they have freed it, and one that has not would wait for them. */
  static void aFreeThatReportsAnErrorHasFreedTheWindow(String[] args) throws MPIException {
    MPI.Init(args);
    Win win = new Win(MPI.INFO_NULL, MPI.COMM_WORLD);
    win.setErrhandler(MPI.ERRORS_RETURN);
    win.fence(0);
    if (me() == 0) {
      win.put(ints(1), 1, MPI.INT, next(), 1 << 20, 1, MPI.INT);
      errorClass(MPI.ERR_RMA_RANGE, win::free, "an operation that has failed");
    } else {
      win.free();
    }
    errorClass(MPI.ERR_WIN, win::getGroup, "a window that was freed");
    MPI.Finalize();
  }

  // ---- accumulates ----

  static void accumulatesWithEveryOperator(String[] args) throws MPIException {
    MPI.Init(args);
    int n = size();
    IntBuffer memory = ints(0, 1, 0, 100, 0xff, 0, 5, 0, 1, 1, 0);
    Win win = window(memory, 11);
    Op[] ops = {
      MPI.SUM,
      MPI.PROD,
      MPI.MAX,
      MPI.MIN,
      MPI.BAND,
      MPI.BOR,
      MPI.LXOR,
      MPI.LOR,
      MPI.LAND,
      MPI.BXOR,
      MPI.REPLACE
    };
    int[] operands = {me() + 1, 2, me(), me() + 50, 0x0f, 1 << me(), 9, 1, 1, 0, 3};
    int[] expected = {
      n * (n + 1) / 2, 1 << n, n - 1, 50, 0x0f, (1 << n) - 1, (n + 1) % 2, 1, 1, 1, 3
    };
    win.fence(0);
    for (int i = 0; i < ops.length; i++) {
      win.accumulate(ints(operands[i]), 1, MPI.INT, 0, i, 1, MPI.INT, ops[i]);
    }
    win.fence(0);
    if (me() == 0) {
      int[] is = new int[11];
      memory.get(0, is);
      Check.equal(is, expected, "combined");
    }
    win.lockAll(0);
    errorClass(
        MPI.ERR_OP,
        () -> win.accumulate(memory, 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.NO_OP),
        "an operator that only reads");
    errorClass(
        MPI.ERR_OP,
        () -> win.rAccumulate(memory, 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.NO_OP),
        "the same with a request");
    win.unlockAll();
    win.free();
    MPI.Finalize();
  }

  static void complexNumbersHaveASumButNoProduct(String[] args) throws MPIException {
    MPI.Init(args);
    int n = size();
    DoubleBuffer memory = MPI.newDoubleBuffer(2);
    DoubleBuffer number = MPI.newDoubleBuffer(2).put(0, 1).put(1, -2);
    Win win = window(memory, 2);
    win.fence(0);
    win.accumulate(number, 1, MPI.DOUBLE_COMPLEX, 0, 0, 1, MPI.DOUBLE_COMPLEX, MPI.SUM);
    win.fence(0);
    if (me() == 0) {
      Check.equal(memory.get(0), (double) n, "real part");
      Check.equal(memory.get(1), -2.0 * n, "imaginary part");
    }
    for (Op op : new Op[] {MPI.PROD, MPI.MAX}) {
      errorClass(
          MPI.ERR_OP,
          () -> win.accumulate(number, 1, MPI.DOUBLE_COMPLEX, 0, 0, 1, MPI.DOUBLE_COMPLEX, op),
          op + " of complex numbers");
    }
    win.fence(0);
    win.free();
    MPI.Finalize();
  }

  static void pairsKnowWhereTheGreatestIs(String[] args) throws MPIException {
    MPI.Init(args);
    int n = size();
    ByteBuffer memory = MPI.newByteBuffer(24);
    Int2.Data least = MPI.int2.getData(memory, 0);
    DoubleInt.Data greatest = MPI.doubleInt.getData(MPI.slice(memory, 8), 0);
    least.putValue(1000);
    greatest.putValue(-1);
    ByteBuffer ofInt = MPI.newByteBuffer(8);
    ByteBuffer ofDouble = MPI.newByteBuffer(16);
    Int2.Data small = MPI.int2.getData(ofInt, 0);
    small.putValue(100 - me());
    small.putIndex(me());
    DoubleInt.Data large = MPI.doubleInt.getData(ofDouble, 0);
    large.putValue(0.5 * me());
    large.putIndex(me());
    Win win = window(memory, 24);
    win.fence(0);
    win.accumulate(ofInt, 1, MPI.INT2, 0, 0, 1, MPI.INT2, MPI.MINLOC);
    win.accumulate(ofDouble, 1, MPI.DOUBLE_INT, 0, 8, 1, MPI.DOUBLE_INT, MPI.MAXLOC);
    win.fence(0);
    if (me() == 0) {
      Check.equal(least.getValue(), 101 - n, "least");
      Check.equal(least.getIndex(), n - 1, "its rank");
      Check.equal(greatest.getValue(), 0.5 * (n - 1), "greatest");
      Check.equal(greatest.getIndex(), n - 1, "its rank");
    }
    win.free();
    MPI.Finalize();
  }

  static void everyRankDrawsAnotherTicket(String[] args) throws MPIException {
    MPI.Init(args);
    LongBuffer counter = MPI.newLongBuffer(2);
    Win win = window(counter, 2);
    LongBuffer one = MPI.newLongBuffer(1).put(0, 1);
    LongBuffer[] drawn = {MPI.newLongBuffer(1), MPI.newLongBuffer(1), MPI.newLongBuffer(1)};
    win.lockAll(0);
    win.fetchAndOp(one, drawn[0], MPI.LONG, 0, 1, MPI.SUM);
    win.getAccumulate(one, 1, MPI.LONG, drawn[1], 1, MPI.LONG, 0, 1, 1, MPI.LONG, MPI.SUM);
    win.rGetAccumulate(one, 1, MPI.LONG, drawn[2], 1, MPI.LONG, 0, 1, 1, MPI.LONG, MPI.SUM)
        .waitFor();
    win.flush(0);
    win.unlockAll();
    long[] tickets = new long[3 * size()];
    long[] own = Arrays.stream(drawn).mapToLong(each -> each.get(0)).toArray();
    MPI.COMM_WORLD.allGather(own, 3, MPI.LONG, tickets, 3, MPI.LONG);
    Arrays.sort(tickets);
    for (int i = 0; i < tickets.length; i++) {
      Check.equal(tickets[i], (long) i, "ticket");
    }
    LongBuffer last = MPI.newLongBuffer(1);
    win.lock(MPI.LOCK_SHARED, 0, 0);
    win.fetchAndOp(null, last, MPI.LONG, 0, 1, MPI.NO_OP);
    win.unlock(0);
    Check.equal(last.get(0), 3L * size(), "NO_OP reads");
    win.free();
    MPI.Finalize();
  }

  /** The arguments of the origin are not looked at then (MPI-4.1, section 12.3.4). */
  static void noOpNeedsNoOrigin(String[] args) throws MPIException {
    MPI.Init(args);
    IntBuffer memory = ints(10 + me(), 20 + me());
    Win win = window(memory, 2);
    IntBuffer into = ints(-1, -1);
    MPI.COMM_WORLD.barrier();
    win.lock(MPI.LOCK_SHARED, next(), 0);
    win.getAccumulate(
        null, 0, MPI.DATATYPE_NULL, into, 1, MPI.INT, next(), 0, 1, MPI.INT, MPI.NO_OP);
    IntBuffer second = MPI.slice(into, 1);
    win.rGetAccumulate(
            null, -1, MPI.DATATYPE_NULL, second, 1, MPI.INT, next(), 1, 1, MPI.INT, MPI.NO_OP)
        .waitFor();
    win.unlock(next());
    Check.equal(into.get(0), 10 + next(), "read");
    Check.equal(into.get(1), 20 + next(), "read with a request");
    win.free();
    MPI.Finalize();
  }

  static void oneRankIsElected(String[] args) throws MPIException {
    MPI.Init(args);
    ShortBuffer leader = MPI.newShortBuffer(1).put(0, (short) -1);
    Win win = window(leader, 1);
    ShortBuffer none = MPI.newShortBuffer(1).put(0, (short) -1);
    ShortBuffer found = MPI.newShortBuffer(1).put(0, (short) 77);
    ShortBuffer mine = MPI.newShortBuffer(1).put(0, (short) me());
    win.lock(MPI.LOCK_SHARED, 0, 0);
    win.compareAndSwap(mine, none, found, MPI.SHORT, 0, 0);
    win.unlock(0);
    int[] elected = {found.get(0) == -1 ? 1 : 0};
    MPI.COMM_WORLD.allReduce(elected, 1, MPI.INT, MPI.SUM);
    Check.equal(elected[0], 1, "leaders");
    win.fence(0);
    win.get(none, 1, MPI.SHORT, 0, 0, 1, MPI.SHORT);
    win.fence(0);
    Check.equal(found.get(0) == -1, none.get(0) == me(), "the one that found nobody");
    win.free();
    MPI.Finalize();
  }

  // ---- requests ----

  static void operationsWithRequests(String[] args) throws MPIException {
    MPI.Init(args);
    IntBuffer memory = MPI.newIntBuffer(2);
    Win win = window(memory, 2);
    win.lockAll(0);
    Request put = win.rPut(ints(me()), 1, MPI.INT, next(), 0, 1, MPI.INT);
    put.waitFor();
    Check.that(put.isNull(), "a request is null after its end");
    win.flush(next());
    IntBuffer into = ints(-1, -1);
    win.rGet(into, 1, MPI.INT, next(), 0, 1, MPI.INT).waitFor();
    Check.equal(into.get(0), me(), "read back");
    Request[] several = {
      win.rAccumulate(ints(3), 1, MPI.INT, next(), 1, 1, MPI.INT, MPI.SUM),
      win.rAccumulate(ints(4), 1, MPI.INT, next(), 1, 1, MPI.INT, MPI.SUM),
      win.rPut(ints(1), 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT)
    };
    Request.waitAll(several);
    IntBuffer before = ints(-1);
    Request swap =
        win.rGetAccumulate(
            ints(5), 1, MPI.INT, before, 1, MPI.INT, next(), 1, 1, MPI.INT, MPI.REPLACE);
    while (!swap.test()) {
      Thread.onSpinWait();
    }
    Check.equal(before.get(0), 7, "in the order of the calls");
    win.unlockAll();
    win.fence(0);
    Check.equal(memory.get(0), previous(), "put");
    Check.equal(memory.get(1), 5, "replaced");
    win.free();
    MPI.Finalize();
  }

  // ---- kinds of windows ----

  static void memoryIsAttachedAndDetached(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Win win = new Win(MPI.INFO_NULL, world);
    IntBuffer first = ints(0, 0);
    FloatBuffer second = FloatBuffer.wrap(new float[3]);
    win.attach(first, 2);
    win.attach(second, 3);
    int[] places = new int[2 * size()];
    int[] own = {win.getDisplacement(first), win.getDisplacement(second)};
    world.allGather(own, 2, MPI.INT, places, 2, MPI.INT);
    win.fence(0);
    win.put(ints(me()), 1, MPI.INT, next(), places[2 * next()] + 4, 1, MPI.INT);
    FloatBuffer half = MPI.newFloatBuffer(1).put(0, 0.5f);
    win.accumulate(half, 1, MPI.FLOAT, 0, places[1] + 8, 1, MPI.FLOAT, MPI.SUM);
    win.fence(0);
    Check.equal(first.get(1), previous(), "in the second element");
    Check.equal(second.get(2), me() == 0 ? 0.5f * size() : 0, "sum");
    win.detach(first);
    errorClass(MPI.ERR_RMA_ATTACH, () -> win.detach(first), "detaching twice");
    errorClass(MPI.ERR_RMA_ATTACH, () -> win.getDisplacement(first), "what is not attached");
    errorClass(MPI.ERR_RMA_ATTACH, () -> win.attach(second, 1), "what is attached");
    win.detach(second);
    win.free();
    MPI.Finalize();
  }

  static void allocatedMemoryBelongsToItsRank(String[] args) throws MPIException {
    MPI.Init(args);
    LongBuffer address = MPI.newLongBuffer(1);
    Win win = new Win(3, 1, MPI.INFO_NULL, MPI.COMM_WORLD, address, Win.FLAVOR_PRIVATE);
    Check.equal(win.getAttr(MPI.WIN_SIZE), 24, "bytes");
    Check.equal(win.getAttr(MPI.WIN_DISP_UNIT), 8, "bytes of a long");
    Check.equal(win.getAttr(MPI.WIN_BASE), address.get(0), "the buffer has the address");
    win.fence(0);
    win.put(MPI.newLongBuffer(1).put(0, me()), 1, MPI.LONG, next(), 2, 1, MPI.LONG);
    win.fence(0);
    LongBuffer memory =
        win.ronsel().memory().asByteBuffer().order(java.nio.ByteOrder.nativeOrder()).asLongBuffer();
    Check.equal(memory.get(2), (long) previous(), "put");
    win.free();
    Win small = new Win(5, 2, new Info(), MPI.COMM_WORLD, MPI.newCharBuffer(0), 0);
    Check.equal(small.getAttr(MPI.WIN_SIZE), 10, "a buffer without room says the type");
    small.free();
    MPI.Finalize();
  }

  static void ranksOfAHostShareMemory(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm host = (Intracomm) MPI.COMM_WORLD.splitType(mpi.Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
    int rank = host.getRank();
    int ranks = host.getSize();
    Win win = new Win(1, 1, MPI.INFO_NULL, host, MPI.newIntBuffer(2), Win.FLAVOR_SHARED);
    win.fence(0);
    win.ronsel().memory().set(java.lang.foreign.ValueLayout.JAVA_INT, 0, 40 + rank);
    win.fence(0);
    int neighbour = (rank + 1) % ranks;
    IntBuffer got = ints(0);
    win.get(got, 1, MPI.INT, neighbour, 0, 1, MPI.INT);
    win.fence(0);
    Check.equal(got.get(0), 40 + neighbour, "got");
    int loaded = win.ronsel().sharedQuery(neighbour).get(java.lang.foreign.ValueLayout.JAVA_INT, 0);
    Check.equal(loaded, 40 + neighbour, "loaded");
    win.free();
    host.free();
    MPI.Finalize();
  }

  /** Such programs exist: they name more than they have on ranks that nobody operates on. */
  static void aWindowEndsWithItsBuffer(String[] args) throws MPIException {
    MPI.Init(args);
    IntBuffer memory = MPI.newIntBuffer(me() == 0 ? 2 : 0);
    Win win = window(memory, 2);
    win.fence(0);
    win.accumulate(ints(1), 1, MPI.INT, 0, 1, 1, MPI.INT, MPI.SUM);
    if (size() > 1) {
      errorClass(
          MPI.ERR_RMA_RANGE,
          () -> win.put(ints(1), 1, MPI.INT, 1, 0, 1, MPI.INT),
          "an operation on what is not there");
    }
    win.fence(0);
    Check.equal(me() == 0 ? memory.get(1) : size(), size(), "sum");
    win.free();
    MPI.Finalize();
  }

  // ---- the rest ----

  static void namesAttributesAndAdvice(String[] args) throws MPIException {
    MPI.Init(args);
    Info info = new Info();
    info.set("no_locks", "true");
    Win win = new Win(ints(1), 1, 1, info, MPI.COMM_WORLD);
    Check.equal(win.getInfo().get("no_locks"), "true", "advice");
    errorClass(MPI.ERR_RMA_SYNC, () -> win.lock(MPI.LOCK_SHARED, 0, 0), "a lock without locks");
    info.set("no_locks", "false");
    win.setInfo(info);
    win.lock(MPI.LOCK_SHARED, 0, 0);
    win.unlock(0);
    info.free();
    Check.equal(win.getName(), "", "no name");
    win.setName("mine");
    Check.equal(win.getName(), "mine", "name");
    int key = Win.createKeyval();
    Check.that(win.getAttr(key) == null, "nothing yet");
    win.setAttr(key, "kept");
    Check.equal(win.getAttr(key), "kept", "attribute");
    win.deleteAttr(key);
    Check.that(win.getAttr(key) == null, "deleted");
    Win.freeKeyval(key);
    errorClass(MPI.ERR_KEYVAL, () -> win.setAttr(key, "x"), "a key that was freed");
    errorClass(MPI.ERR_KEYVAL, () -> win.getAttr(key), "a key that was freed");
    errorClass(MPI.ERR_KEYVAL, () -> win.getAttr(MPI.KEYVAL_INVALID), "no key");
    Check.equal(win.getErrhandler(), MPI.ERRORS_ARE_FATAL, "Open MPI's default");
    win.setErrhandler(MPI.ERRORS_RETURN);
    Check.equal(win.getErrhandler(), MPI.ERRORS_RETURN, "as it was set");
    win.callErrhandler(MPI.ERR_OTHER);
    Win same = Win.of(win.ronsel());
    Check.equal(same.getName(), "mine", "the same window");
    win.free();
    MPI.Finalize();
  }

  /** Adds one to each, and is refused. */
  private static final class Added extends UserFunction {
    @Override
    public void call(Object in, Object inout, int count, Datatype type) {
      throw new AssertionError("not called");
    }
  }

  static void errorsSayWhatIsWrong(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    IntBuffer memory = MPI.newIntBuffer(2);
    Win win = window(memory, 2);
    win.setErrhandler(MPI.ERRORS_RETURN);
    IntBuffer one = ints(1);
    int me = me();
    errorClass(
        MPI.ERR_RMA_SYNC, () -> win.put(one, 1, MPI.INT, me, 0, 1, MPI.INT), "a put in no epoch");
    errorClass(MPI.ERR_RMA_SYNC, () -> win.unlock(me), "an unlock without a lock");
    errorClass(MPI.ERR_RMA_SYNC, win::complete, "a complete without a start");
    errorClass(MPI.ERR_LOCKTYPE, () -> win.lock(3, me, 0), "a type of locks");
    errorClass(MPI.ERR_ASSERT, () -> win.lock(MPI.LOCK_SHARED, me, MPI.MODE_NOPUT), "no lock's");
    errorClass(MPI.ERR_ASSERT, () -> win.fence(64), "no assertion");
    errorClass(MPI.ERR_RANK, () -> win.lock(MPI.LOCK_SHARED, size(), 0), "a rank too far");
    errorClass(MPI.ERR_RMA_FLAVOR, () -> win.attach(one, 1), "attaching to it");
    win.lock(MPI.LOCK_SHARED, me, 0);
    errorClass(
        MPI.ERR_RANK, () -> win.put(one, 1, MPI.INT, size(), 0, 1, MPI.INT), "a target too far");
    errorClass(MPI.ERR_RMA_RANGE, () -> win.put(one, 1, MPI.INT, me, 2, 1, MPI.INT), "outside it");
    errorClass(
        MPI.ERR_BUFFER, () -> win.put(one, 2, MPI.INT, me, 0, 2, MPI.INT), "outside the buffer");
    errorClass(MPI.ERR_TYPE, () -> win.put(one, 1, MPI.INT, me, 0, 1, MPI.FLOAT), "other types");
    errorClass(MPI.ERR_TYPE, () -> win.put(one, 1, MPI.OBJECT, me, 0, 1, MPI.OBJECT), "objects");
    Op own = new Op(new Added(), true);
    errorClass(
        MPI.ERR_OP,
        () -> win.accumulate(one, 1, MPI.INT, me, 0, 1, MPI.INT, own),
        "an operator of the program");
    errorClass(
        MPI.ERR_OP, () -> win.accumulate(one, 1, MPI.INT, me, 0, 1, MPI.INT, null), "no operator");
    errorClass(MPI.ERR_RMA_SYNC, win::free, "freeing a window with a lock");
    win.unlock(me);
    win.free();
    errorClass(MPI.ERR_WIN, () -> win.fence(0), "a window that was freed");
    errorClass(MPI.ERR_WIN, () -> win.put(one, 1, MPI.INT, me, 0, 1, MPI.INT), "a freed target");
    errorClass(MPI.ERR_WIN, win::free, "freeing twice");
    errorClass(MPI.ERR_SIZE, () -> window(memory, -1), "a negative size");
    errorClass(MPI.ERR_BASE, () -> window(null, 0), "no buffer");
    names("rank " + me + ", new Win", () -> window(memory, -1));
    names("rank " + me + ", new Win", () -> window(null, 0));
    names("rank " + me + ", new Win", () -> new Win(2, 1, MPI.INFO_NULL, world, one, 2));
    Win dynamic = new Win(MPI.INFO_NULL, world);
    names("rank " + me + ", attach", () -> dynamic.attach(memory, -1));
    names("rank " + me + ", detach", () -> dynamic.detach(null));
    dynamic.free();
    errorClass(
        MPI.ERR_DISP, () -> new Win(memory, 2, 0, MPI.INFO_NULL, world), "a unit of nothing");
    errorClass(
        MPI.ERR_RMA_FLAVOR, () -> new Win(2, 1, MPI.INFO_NULL, world, one, 2), "a third flavor");
    errorClass(
        MPI.ERR_OP,
        () -> world.allReduce(new int[1], new int[1], 1, MPI.INT, MPI.NO_OP),
        "an operator of windows in a reduction");
    MPI.Finalize();
  }
}
