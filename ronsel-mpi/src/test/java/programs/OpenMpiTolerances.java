package programs;

import java.nio.ByteBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.DoubleInt;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.ronsel.AttributeKey;

/** Programs in the spelling of Open MPI that rely on what the standard does not promise. */
final class OpenMpiTolerances {
  private OpenMpiTolerances() {}

  private static int next() {
    return (MPI.COMM_WORLD.getRank() + 1) % MPI.COMM_WORLD.getSize();
  }

  private static int previous() {
    int size = MPI.COMM_WORLD.getSize();
    return (MPI.COMM_WORLD.getRank() + size - 1) % size;
  }

  static void anArrayOfNumbersIsMemoryForEveryBasicType(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    Datatype[] types = {
      MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE, MPI.PACKED
    };
    int[] bytes = {1, 2, 2, 4, 8, 4, 8, 1};
    for (int i = 0; i < types.length; i++) {
      int[] out = {1, -2, 3, -4, 5, -6};
      int[] in = new int[6];
      int count = 16 / bytes[i];
      Request send = world.iSend(out, count, types[i], next(), 0);
      Status status = world.recv(in, count, types[i], previous(), 0);
      send.waitFor();
      Check.equal(in, new int[] {1, -2, 3, -4, 0, 0}, "sixteen bytes as " + types[i]);
      Check.equal(status.getCount(types[i]), count, "count");
    }
    int[] sum = new int[2];
    int[] given = {Float.floatToIntBits(0.5f), Float.floatToIntBits(2f)};
    world.allReduce(given, sum, 2, MPI.FLOAT, MPI.SUM);
    Check.equal(Float.intBitsToFloat(sum[0]), 0.5f * world.getSize(), "sum of floats in ints");
    short[] gathered = new short[4 * world.getSize()];
    long[] own = {0x0004_0003_0002_0001L + world.getRank()};
    world.allGather(own, 1, MPI.LONG, gathered, 1, MPI.LONG);
    Check.equal(gathered[4 * previous()], (short) (1 + previous()), "gathered into shorts");
    MPI.Finalize();
  }

  static void aReceiveTakesMessagesOfAnyTypes(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    int me = world.getRank();
    int extent = MPI.DOUBLE_INT.getExtent();
    byte[] pair = new byte[extent];
    DoubleInt.Data values = MPI.doubleInt.getData(pair);
    values.putValue(0.25);
    values.putIndex(7);
    byte[] bytes = new byte[12];
    Status status = world.sendRecv(pair, 1, MPI.DOUBLE_INT, me, 0, bytes, 12, MPI.BYTE, me, 0);
    Check.equal(status.getCount(MPI.BYTE), 12, "values of several types as bytes");
    byte[] back = new byte[extent];
    Request receive = world.iRecv(back, 1, MPI.DOUBLE_INT, previous(), 1);
    world.send(bytes, 12, MPI.BYTE, next(), 1);
    status = receive.waitStatus();
    Check.equal(status.getCount(MPI.DOUBLE_INT), 1, "bytes as values of several types");
    values = MPI.doubleInt.getData(back);
    Check.equal(values.getValue(), 0.25, "value");
    Check.equal(values.getIndex(), 7, "index");
    status = world.sendRecv(bytes, 9, MPI.BYTE, me, 2, back, 1, MPI.DOUBLE_INT, me, 2);
    Check.equal(status.getElements(MPI.DOUBLE_INT), MPI.UNDEFINED, "a value and a part of one");

    float[] floats = new float[1];
    Prequest prepared = world.recvInit(floats, 1, MPI.FLOAT, previous(), 3);
    prepared.start();
    world.send(new int[] {Float.floatToIntBits(1.5f)}, 1, MPI.INT, next(), 3);
    prepared.waitFor();
    prepared.free();
    Check.equal(floats[0], 1.5f, "an int as a float");
    Request send = world.iSend(new float[] {2.5f}, 1, MPI.FLOAT, next(), 4);
    Message message = new Message();
    message.mProbe(previous(), 4, world);
    int[] bits = new int[1];
    message.mRecv(bits, 1, MPI.INT);
    send.waitFor();
    Check.equal(bits[0], Float.floatToIntBits(2.5f), "a float as an int");
    Check.throwsError(
        () -> world.Sendrecv(bits, 0, 1, MPI.INT, me, 5, floats, 0, 1, MPI.FLOAT, me, 5),
        "a receive in the spelling of mpiJava");
    MPI.Finalize();
  }

  static void typesReachBackFromTheBeginningOfASlice(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    Datatype backwards = Datatype.createVector(3, 1, -2, MPI.SHORT);
    backwards.commit();
    ShortBuffer direct = MPI.newShortBuffer(10);
    short[] array = new short[10];
    for (short i = 0; i < 10; i++) {
      direct.put(i, i);
      array[i] = i;
    }
    short[] in = new short[3];
    for (Object from : new Object[] {MPI.slice(direct, 6), MPI.slice(array, 6)}) {
      Request send = world.iSend(from, 1, backwards, next(), 0);
      world.recv(in, 3, MPI.SHORT, previous(), 0);
      send.waitFor();
      Check.equal(in, new short[] {6, 4, 2}, "sent backwards");
    }
    byte[] packed = new byte[6];
    world.pack(MPI.slice(direct, 5), 1, backwards, packed, 0);
    ByteBuffer whole = MPI.newByteBuffer(20);
    world.unpack(packed, 0, MPI.slice(whole, 8), 1, backwards);
    Check.equal(whole.asShortBuffer().get(0), direct.get(1), "the lowest");
    Check.equal(whole.asShortBuffer().get(4), direct.get(5), "the highest");
    Check.throwsError(
        () -> world.pack(MPI.slice(direct, 3), 1, backwards, packed, 0), "outside the buffer");
    backwards.free();
    MPI.Finalize();
  }

  static void buffersWithoutElementsMayBeAnyObject(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.getRank();
    int[] zeros = new int[world.getSize()];
    for (Object any : new Object[] {null, 7, "text", new Integer[] {1}, new int[1][1]}) {
      Status status = world.sendRecv(any, 0, MPI.INT, next(), 0, any, 0, MPI.INT, previous(), 0);
      Check.equal(status.getCount(MPI.INT), 0, "received");
      Request send = world.iSend(any, 0, MPI.INT, me, 1);
      world.recv(any, 0, MPI.INT, me, 1);
      send.waitFor();
      Prequest prepared = world.recvInit(any, 0, MPI.INT, me, 2);
      prepared.start();
      world.send(any, 0, MPI.OBJECT, me, 3);
      world.sSend(any, 0, MPI.INT, me, 2);
      prepared.waitFor();
      prepared.free();
      world.recv(any, 0, MPI.OBJECT, me, 3);
      world.gather(any, 0, MPI.INT, any, 0, MPI.INT, 0);
      world.scatter(any, 0, MPI.INT, any, 0, MPI.INT, 0);
      world.allGather(any, 0, MPI.INT, any, 0, MPI.INT);
      world.allToAll(any, 0, MPI.INT, any, 0, MPI.INT);
      world.allGatherv(any, 0, MPI.INT, new int[0], zeros, zeros, MPI.INT);
      world.allReduce(any, any, 0, MPI.INT, MPI.SUM);
      world.iReduce(any, any, 0, MPI.INT, MPI.MAX, 0).waitFor();
      world.scan(any, any, 0, MPI.INT, MPI.SUM);
      Check.equal(world.pack(any, 0, MPI.INT, new byte[4], 2), 2, "packed");
    }
    Check.throwsError(() -> world.send("text", 1, MPI.CHAR, me, 0), "one element");
    MPI.Finalize();
  }

  static void bytesHaveNoSign(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.getRank();
    byte[] given = {(byte) (me == 0 ? 200 : 100), 1};
    byte highest = (byte) 200;
    byte lowest = (byte) (world.getSize() == 1 ? 200 : 100);
    byte[] result = new byte[2];
    world.allReduce(given, result, 2, MPI.BYTE, MPI.MAX);
    Check.equal(result, new byte[] {highest, 1}, "highest");
    world.iAllReduce(given, result, 2, MPI.BYTE, MPI.MIN).waitFor();
    Check.equal(result, new byte[] {lowest, 1}, "lowest");
    world.scan(given, result, 2, MPI.BYTE, MPI.MAX);
    Check.equal(result[0], highest, "highest so far");
    byte[] sum = given.clone();
    Comm.reduceLocal(new byte[] {-1, 2}, sum, 2, MPI.BYTE, MPI.MAX);
    Check.equal(sum, new byte[] {-1, 2}, "combined here");
    world.Allreduce(given, 0, result, 0, 2, MPI.BYTE, MPI.MAX);
    byte signed = (byte) (world.getSize() == 1 ? 200 : 100);
    Check.equal(result, new byte[] {signed, 1}, "in the spelling of mpiJava");
    MPI.Finalize();
  }

  /** Each rank gives two numbers, which are received with room for three. */
  static void aBlockMayBeShorterThanAllExpectIt(String[] args) throws MPIException {
    if (Boolean.getBoolean("ronsel.check")) {
      return; // refuses them
    }
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int me = world.getRank();
    int[] own = {me, -me};
    int[] counts = new int[size];
    int[] places = new int[size];
    int[] expected = new int[3 * size];
    for (int i = 0; i < size; i++) {
      counts[i] = 3;
      places[i] = 3 * i;
      expected[3 * i] = i;
      expected[3 * i + 1] = -i;
      expected[3 * i + 2] = 9;
    }
    int[] nines = new int[3 * size];
    Arrays.fill(nines, 9);
    int root = size - 1;
    int[] all = nines.clone();
    world.gather(own, 2, MPI.INT, all, 3, MPI.INT, root);
    Check.equal(all, me == root ? expected : nines, "gathered");
    all = nines.clone();
    world.iGather(own, 2, MPI.INT, all, 3, MPI.INT, 0).waitFor();
    Check.equal(all, me == 0 ? expected : nines, "gathered, nonblocking");
    all = nines.clone();
    Prequest prepared = world.gatherInit(own, 2, MPI.INT, all, 3, MPI.INT, 0);
    prepared.start();
    prepared.waitFor();
    prepared.free();
    Check.equal(all, me == 0 ? expected : nines, "gathered, prepared");
    all = nines.clone();
    world.allGather(own, 2, MPI.INT, all, 3, MPI.INT);
    Check.equal(all, expected, "gathered by all");
    all = nines.clone();
    world.allGatherv(own, 2, MPI.INT, all, counts, places, MPI.INT);
    Check.equal(all, expected, "gathered by all, by tables");
    all = nines.clone();
    world.iAllGather(own, 2, MPI.INT, all, 3, MPI.INT).waitFor();
    Check.equal(all, expected, "gathered by all, nonblocking");
    all = nines.clone();
    world.iAllGatherv(own, 2, MPI.INT, all, counts, places, MPI.INT).waitFor();
    Check.equal(all, expected, "gathered by all, by tables, nonblocking");
    ByteBuffer direct = MPI.newByteBuffer(12 * size);
    direct.asIntBuffer().put(nines);
    world.allGather(MPI.newIntBuffer(2).put(own), 2, MPI.INT, direct, 3, MPI.INT);
    direct.asIntBuffer().get(all);
    Check.equal(all, expected, "gathered in direct memory");
    MPI.Finalize();
  }

  /** The root deals out two numbers each, and names more of its own receive buffer. */
  static void theRootMayExpectALongerBlockThanItScatters(String[] args) throws MPIException {
    if (Boolean.getBoolean("ronsel.check")) {
      return; // refuses it
    }
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int me = world.getRank();
    int root = size - 1;
    int[] dealt = new int[2 * size];
    Arrays.setAll(dealt, i -> i);
    int count = me == root ? 3 : 2;
    int[] expected = {2 * me, 2 * me + 1, 9};
    int[] own = {9, 9, 9};
    world.scatter(dealt, 2, MPI.INT, own, count, MPI.INT, root);
    Check.equal(own, expected, "scattered");
    own = new int[] {9, 9, 9};
    world.iScatter(dealt, 2, MPI.INT, own, count, MPI.INT, root).waitFor();
    Check.equal(own, expected, "nonblocking");
    own = new int[] {9, 9, 9};
    Prequest prepared = world.scatterInit(dealt, 2, MPI.INT, own, count, MPI.INT, root);
    prepared.start();
    prepared.waitFor();
    prepared.free();
    Check.equal(own, expected, "prepared");
    own = new int[] {9, 9, 9};
    world.Scatter(dealt, 0, 2, MPI.INT, own, 0, count, MPI.INT, root);
    Check.equal(own, expected, "in the spelling of mpiJava");
    MPI.Finalize();
  }

  /** Each rank gives its number and the next one; the blocks lie one number apart. */
  static void blocksThatAreReceivedMayOverlap(String[] args) throws MPIException {
    if (Boolean.getBoolean("ronsel.check")) {
      return; // refuses them
    }
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int me = world.getRank();
    int[] counts = new int[size];
    int[] places = new int[size];
    int[] expected = new int[size + 1];
    for (int i = 0; i < size; i++) {
      counts[i] = 2;
      places[i] = i;
      expected[i + 1] = i + 1;
    }
    int[] own = {me, me + 1};
    int[] all = new int[size + 1];
    world.gatherv(own, 2, MPI.INT, all, counts, places, MPI.INT, 0);
    Check.equal(all, me == 0 ? expected : new int[size + 1], "gathered at rank 0");
    Arrays.fill(all, 0);
    world.iGatherv(own, 2, MPI.INT, all, counts, places, MPI.INT, size - 1).waitFor();
    Check.equal(all, me == size - 1 ? expected : new int[size + 1], "gathered, nonblocking");
    Arrays.fill(all, 0);
    int[] given = new int[2 * size];
    int[] apart = new int[size];
    for (int i = 0; i < size; i++) {
      given[2 * i] = me;
      given[2 * i + 1] = me + 1;
      apart[i] = 2 * i;
    }
    world.allToAllv(given, counts, apart, MPI.INT, all, counts, places, MPI.INT);
    Check.equal(all, expected, "exchanged");
    MPI.Finalize();
  }

  /** The blocks that are given lie at other places than those that are received. */
  static void anExchangeInOneArrayGivesWhatWasThereBefore(String[] args) throws MPIException {
    if (Boolean.getBoolean("ronsel.check")) {
      return; // refuses them
    }
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.getSize();
    int me = world.getRank();
    int[] data = new int[size + 1];
    int[] counts = new int[size];
    int[] given = new int[size];
    int[] taken = new int[size];
    int[] expected = new int[size + 1];
    for (int i = 0; i < size; i++) {
      data[i] = 100 * me + i;
      counts[i] = 1;
      given[i] = i;
      taken[i] = i + 1;
      expected[i + 1] = 100 * i + me;
    }
    expected[0] = data[0];
    world.allToAllv(data, counts, given, MPI.INT, data, counts, taken, MPI.INT);
    Check.equal(data, expected, "exchanged");
    MPI.Finalize();
  }

  static void booleansAreNumbersOfOneBit(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    boolean isFirst = world.getRank() == 0;
    boolean isOdd = world.getSize() % 2 == 1;
    boolean[] given = {true, isFirst, false};
    boolean isAlone = world.getSize() == 1;
    boolean[] any = {true, true, false};
    boolean[] all = {true, isAlone, false};
    for (Op op : new Op[] {MPI.MAX, MPI.SUM, MPI.BOR, MPI.LOR}) {
      Check.equal(combined(given, op), any, "any");
    }
    for (Op op : new Op[] {MPI.MIN, MPI.PROD, MPI.BAND, MPI.LAND}) {
      Check.equal(combined(given, op), all, "all");
    }
    for (Op op : new Op[] {MPI.BXOR, MPI.LXOR}) {
      Check.equal(combined(given, op), new boolean[] {isOdd, true, false}, "an odd number");
    }
    MPI.Finalize();
  }

  private static boolean[] combined(boolean[] given, Op op) throws MPIException {
    boolean[] result = new boolean[given.length];
    MPI.COMM_WORLD.allReduce(given, result, given.length, MPI.BOOLEAN, op);
    return result;
  }

  static void shortBufferedSendsNeedNoBuffer(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    int[] out = {1, 2};
    int[] in = new int[2];
    Datatype second = Datatype.createIndexed(new int[] {1}, new int[] {1}, MPI.INT);
    second.commit();
    world.bSend(out, 2, MPI.INT, next(), 0);
    Request started = world.ibSend(out, 1, second, next(), 1);
    out[1] = 9;
    started.waitFor();
    Prequest prepared = world.bSendInit(out, 2, MPI.INT, next(), 2);
    prepared.start();
    prepared.waitFor();
    prepared.free();
    world.recv(in, 2, MPI.INT, previous(), 0);
    Check.equal(in, new int[] {1, 2}, "what was sent");
    world.recv(in, 1, MPI.INT, previous(), 1);
    Check.equal(in[0], 2, "what was there at the call");
    world.recv(in, 2, MPI.INT, previous(), 2);
    Check.equal(in, new int[] {1, 9}, "what was there at the start");
    second.free();
    Check.throwsError(
        () -> world.ibSend(new byte[100_000], 100_000, MPI.BYTE, next(), 3), "a long one");
    MPI.Finalize();
  }

  /** Nothing is received before all is sent. */
  static void shortBufferedSendsNeedNoRoom(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    MPI.attachBuffer(new byte[5000 + MPI.BSEND_OVERHEAD]);
    int[] out = new int[1000];
    Prequest prepared = world.bSendInit(out, 1000, MPI.INT, next(), 0);
    Prequest ofMpiJava = world.Bsend_init(out, 999, 1, MPI.INT, next(), 0);
    for (int i = 0; i < 900; i += 5) {
      out[999] = i;
      world.bSend(out, 1000, MPI.INT, next(), 0);
      out[999] = i + 1;
      world.Bsend(out, 999, 1, MPI.INT, next(), 0);
      out[999] = i + 2;
      world.ibSend(out, 1000, MPI.INT, next(), 0).waitFor();
      out[999] = i + 3;
      prepared.start();
      Check.equal(prepared.isNull(), false, "it is prepared");
      prepared.waitFor();
      out[999] = i + 4;
      ofMpiJava.Start();
      ofMpiJava.Wait();
    }
    prepared.free();
    ofMpiJava.free();
    Check.throwsError(
        () -> world.bSend(new byte[100_000], 100_000, MPI.BYTE, next(), 0), "a long one");
    world.barrier();
    int[] in = new int[1000];
    for (int i = 0; i < 900; i++) {
      Status status = world.recv(in, 1000, MPI.INT, previous(), 0);
      Check.equal(in[status.getCount(MPI.INT) - 1], i, "received in their order");
    }
    MPI.detachBuffer();
    MPI.Finalize();
  }

  static void errorsAreFatalByNameUntilAHandlerIsSet(String[] args) throws MPIException {
    MPI.Init(args);
    // Another program may have set a handler on COMM_WORLD, which its parts would inherit.
    Intracomm fresh = Intracomm.of(MPI.COMM_WORLD.ronsel().dup());
    Check.equal(fresh.getErrhandler(), MPI.ERRORS_ARE_FATAL, "Open MPI's default");
    Check.equal(fresh.Errhandler_get(), MPI.ERRORS_RETURN, "that of mpiJava");
    Check.throwsError(() -> fresh.send(new int[1], 1, MPI.INT, 99, 0), "and yet an error");
    fresh.setErrhandler(MPI.ERRORS_RETURN);
    Check.equal(fresh.getErrhandler(), MPI.ERRORS_RETURN, "as it was set");
    fresh.callErrhandler(MPI.ERR_COMM);
    fresh.free();
    MPI.Finalize();
  }

  static void predefinedCommunicatorsHaveTheirNames(String[] args) throws MPIException {
    MPI.Init(args);
    Check.equal(MPI.COMM_WORLD.getName(), "MPI_COMM_WORLD", "name");
    Check.equal(MPI.COMM_SELF.getName(), "MPI_COMM_SELF", "name");
    MPI.Finalize();
  }

  static void nobodySendsDataOfAnyType(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    for (Datatype type : List.of(MPI.DATATYPE_NULL, MPI.INT, MPI.OBJECT, MPI.DOUBLE_INT)) {
      Status status = world.recv(null, 3, type, MPI.PROC_NULL, 0);
      Check.equal(status.getSource(), MPI.PROC_NULL, "source");
      Check.equal(status.getTag(), MPI.ANY_TAG, "tag");
      Check.equal(status.getCount(MPI.INT), 0, "count");
      status = world.iRecv((Object) null, 3, type, MPI.PROC_NULL, 0).waitStatus();
      Check.equal(status.getSource(), MPI.PROC_NULL, "source of a started receive");
      Prequest prepared = world.recvInit((Object) null, 3, type, MPI.PROC_NULL, 0);
      prepared.start();
      Check.equal(prepared.waitStatus().getSource(), MPI.PROC_NULL, "of a prepared one");
      prepared.free();
      status = world.Recv(null, 0, 3, type, MPI.PROC_NULL, 0);
      Check.equal(status.source, MPI.PROC_NULL, "in the spelling of mpiJava");
      int me = world.getRank();
      Request receive = world.iRecv(new int[1], 1, MPI.INT, me, 1);
      world.sendRecv(new int[1], 1, MPI.INT, me, 1, new byte[48], 3, type, MPI.PROC_NULL, 0);
      receive.waitFor();
    }
    MPI.Finalize();
  }

  static void finalizeDeletesWhatIsKeptWithCommSelf(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    int size = world.getSize();
    List<String> deleted = new ArrayList<>();
    for (String name : List.of("first", "second")) {
      AttributeKey<String> key =
          AttributeKey.of(
              name,
              (from, value) -> null,
              (from, value) -> {
                int[] sum = {1};
                MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
                deleted.add(value + " of " + sum[0]);
              });
      MPI.COMM_SELF.ronsel().attribute(key, name);
    }
    int key = Comm.createKeyval();
    MPI.COMM_SELF.setAttr(key, "kept");
    Check.equal(deleted, List.of(), "before the end");
    MPI.Finalize();
    Check.equal(deleted, List.of("second of " + size, "first of " + size), "in reverse order");
    MPI.Init(args);
    Check.that(MPI.COMM_SELF.getAttr(key) == null, "gone with the others");
    Comm.freeKeyval(key);
    MPI.Finalize();
  }
}
