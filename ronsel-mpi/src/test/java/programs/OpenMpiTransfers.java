package programs;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Count;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Programs in the spelling of Open MPI: point-to-point communication. */
final class OpenMpiTransfers {
  private OpenMpiTransfers() {}

  private static int next() {
    Comm comm = MPI.COMM_WORLD;
    return (comm.getRank() + 1) % comm.getSize();
  }

  private static int previous() {
    Comm comm = MPI.COMM_WORLD;
    return (comm.getRank() + comm.getSize() - 1) % comm.getSize();
  }

  static void arrays(String[] args) throws MPIException {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.getRank();
    double[] in = new double[3];
    Request receive = MPI.COMM_WORLD.iRecv(in, 3, MPI.DOUBLE, previous(), 1);
    MPI.COMM_WORLD.send(new double[] {me, 1.5}, 2, MPI.DOUBLE, next(), 1);
    Status status = receive.waitStatus();
    Check.equal(status.getCount(MPI.DOUBLE), 2, "count");
    Check.equal(status.getSource(), previous(), "source");
    Check.equal(status.getTag(), 1, "tag");
    Check.equal(in, new double[] {previous(), 1.5, 0}, "received");
    MPI.Finalize();
  }

  static void directBuffersOfEveryType(String[] args) throws MPIException {
    MPI.Init(args);
    byte me = (byte) MPI.COMM_WORLD.getRank();
    byte p = (byte) previous();
    ByteBuffer bytes = MPI.newByteBuffer(2);
    CharBuffer chars = MPI.newCharBuffer(2);
    ShortBuffer shorts = MPI.newShortBuffer(2);
    IntBuffer ints = MPI.newIntBuffer(2);
    LongBuffer longs = MPI.newLongBuffer(2);
    FloatBuffer floats = MPI.newFloatBuffer(2);
    DoubleBuffer doubles = MPI.newDoubleBuffer(2);
    bytes.put(0, me);
    chars.put(0, (char) me);
    shorts.put(0, me);
    ints.put(0, me);
    longs.put(0, me);
    floats.put(0, me);
    doubles.put(0, me);
    Comm world = MPI.COMM_WORLD;
    Request[] sends = {
      world.iSend(bytes, 1, MPI.BYTE, next(), 0),
      world.iSend(chars, 1, MPI.CHAR, next(), 1),
      world.iSend(shorts, 1, MPI.SHORT, next(), 2),
      world.iSend(ints, 1, MPI.INT, next(), 3),
      world.iSend(longs, 1, MPI.LONG, next(), 4),
      world.iSend(floats, 1, MPI.FLOAT, next(), 5),
      world.iSend(doubles, 1, MPI.DOUBLE, next(), 6)
    };
    world.recv(MPI.slice(bytes, 1), 1, MPI.BYTE, previous(), 0);
    world.recv(MPI.slice(chars, 1), 1, MPI.CHAR, previous(), 1);
    world.recv(MPI.slice(shorts, 1), 1, MPI.SHORT, previous(), 2);
    world.recv(MPI.slice(ints, 1), 1, MPI.INT, previous(), 3);
    world.recv(MPI.slice(longs, 1), 1, MPI.LONG, previous(), 4);
    world.recv(MPI.slice(floats, 1), 1, MPI.FLOAT, previous(), 5);
    world.recv(MPI.slice(doubles, 1), 1, MPI.DOUBLE, previous(), 6);
    Request.waitAll(sends);
    Check.equal(bytes.get(1), p, "byte");
    Check.equal(chars.get(1), (char) p, "char");
    Check.equal(shorts.get(1), (short) p, "short");
    Check.equal(ints.get(1), (int) p, "int");
    Check.equal(longs.get(1), (long) p, "long");
    Check.equal(floats.get(1), (float) p, "float");
    Check.equal(doubles.get(1), (double) p, "double");
    MPI.Finalize();
  }

  static void positionsOfBuffersDoNotMatter(String[] args) throws MPIException {
    MPI.Init(args);
    IntBuffer out = MPI.newIntBuffer(4);
    out.put(0, 1).put(1, 2);
    out.position(3).limit(3);
    IntBuffer in = MPI.newIntBuffer(2);
    in.position(1);
    Request receive = MPI.COMM_WORLD.iRecv(in, 2, MPI.INT, previous(), 0);
    MPI.COMM_WORLD.send(out, 2, MPI.INT, next(), 0);
    receive.waitFor();
    Check.equal(in.get(0), 1, "first");
    Check.equal(in.get(1), 2, "second");
    Check.equal(in.position(), 1, "the position stays");
    MPI.Finalize();
  }

  static void slicesOfArraysAndHeapBuffers(String[] args) throws MPIException {
    MPI.Init(args);
    int[] out = {0, 1, 2, 3};
    int[] in = new int[4];
    Request send = MPI.COMM_WORLD.iSend(MPI.slice(out, 2), 2, MPI.INT, next(), 0);
    MPI.COMM_WORLD.recv(MPI.slice(in, 1), 2, MPI.INT, previous(), 0);
    send.waitFor();
    Check.equal(in, new int[] {0, 2, 3, 0}, "received");
    LongBuffer heap = LongBuffer.wrap(new long[] {5, 6});
    Request again = MPI.COMM_WORLD.iSend(heap, 2, MPI.LONG, next(), 0);
    long[] longs = new long[2];
    MPI.COMM_WORLD.recv(longs, 2, MPI.LONG, previous(), 0);
    again.waitFor();
    Check.equal(longs, new long[] {5, 6}, "from a heap buffer");
    ByteBuffer slice = MPI.slice(new byte[] {1, 2, 3, 4, 5}, 1);
    Check.equal(slice.capacity(), 4, "the rest of an array");
    Check.equal(slice.order(), java.nio.ByteOrder.nativeOrder(), "native order");
    MPI.Finalize();
  }

  static void modes(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    byte[] attached = new byte[1000];
    MPI.attachBuffer(attached);
    int[] in = new int[6];
    Request[] receives = new Request[6];
    for (int i = 0; i < 6; i++) {
      receives[i] = world.iRecv(MPI.slice(in, i), 1, MPI.INT, previous(), i);
    }
    world.barrier();
    int[] out = {world.getRank()};
    world.bSend(out, 1, MPI.INT, next(), 0);
    world.sSend(out, 1, MPI.INT, next(), 1);
    world.rSend(out, 1, MPI.INT, next(), 2);
    Request[] sends = {
      world.ibSend(out, 1, MPI.INT, next(), 3),
      world.isSend(out, 1, MPI.INT, next(), 4),
      world.irSend(out, 1, MPI.INT, next(), 5)
    };
    Request.waitAll(sends);
    Request.waitAll(receives);
    for (int value : in) {
      Check.equal(value, previous(), "received");
    }
    Check.that(MPI.detachBuffer() == attached, "the attached array comes back");
    MPI.Finalize();
  }

  static void sendRecv(String[] args) throws MPIException {
    MPI.Init(args);
    int[] in = new int[2];
    Status status =
        MPI.COMM_WORLD.sendRecv(
            new int[] {MPI.COMM_WORLD.getRank()},
            1,
            MPI.INT,
            next(),
            7,
            in,
            2,
            MPI.INT,
            previous(),
            MPI.ANY_TAG);
    Check.equal(status.getTag(), 7, "tag");
    Check.equal(in[0], previous(), "received");
    MPI.COMM_WORLD.sendRecvReplace(in, 1, MPI.INT, previous(), 8, next(), 8);
    int size = MPI.COMM_WORLD.getSize();
    Check.equal(in[0], (next() + size - 1) % size, "replaced");
    MPI.Finalize();
  }

  static void sendRecvWhereTheOtherIsReceived(String[] args) throws MPIException {
    if (Boolean.getBoolean("ronsel.check")) {
      return; // refuses that
    }
    MPI.Init(args);
    for (int length : new int[] {4, 200_000}) {
      double[] data = new double[length];
      Arrays.fill(data, MPI.COMM_WORLD.getRank());
      MPI.COMM_WORLD.sendRecv(
          data, length, MPI.DOUBLE, next(), 7, data, length, MPI.DOUBLE, previous(), 7);
      for (double each : data) {
        Check.equal((int) each, previous(), "received");
      }
    }
    LongBuffer buffer = MPI.newLongBuffer(1);
    buffer.put(0, MPI.COMM_WORLD.getRank());
    MPI.COMM_WORLD.sendRecv(buffer, 1, MPI.LONG, next(), 7, buffer, 1, MPI.LONG, previous(), 7);
    Check.equal((int) buffer.get(0), previous(), "in direct memory");
    MPI.Finalize();
  }

  static void persistentRequests(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    MPI.attachBuffer(new byte[1000]);
    IntBuffer out = MPI.newIntBuffer(1);
    IntBuffer in = MPI.newIntBuffer(4);
    Prequest[] all = {
      world.recvInit(in, 1, MPI.INT, previous(), 0),
      world.recvInit(MPI.slice(in, 1), 1, MPI.INT, previous(), 1),
      world.recvInit(MPI.slice(in, 2), 1, MPI.INT, previous(), 2),
      world.recvInit(MPI.slice(in, 3), 1, MPI.INT, previous(), 3)
    };
    Prequest[] sends = {
      world.sendInit(out, 1, MPI.INT, next(), 0),
      world.bSendInit(out, 1, MPI.INT, next(), 1),
      world.sSendInit(out, 1, MPI.INT, next(), 2),
      world.rSendInit(out, 1, MPI.INT, next(), 3)
    };
    for (int round = 0; round < 3; round++) {
      out.put(0, round);
      Prequest.startAll(all);
      world.barrier();
      Prequest.startAll(sends);
      Request.waitAll(sends);
      Request.waitAll(all);
      for (int i = 0; i < 4; i++) {
        Check.equal(in.get(i), round, "round " + round);
      }
      Check.that(!sends[0].isNull(), "a persistent request stays");
    }
    sends[0].free();
    Check.that(sends[0].isNull(), "until it is freed");
    MPI.detachBuffer();
    MPI.Finalize();
  }

  static void testsAnswerFalseUntilTheMessageIsThere(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    IntBuffer in = MPI.newIntBuffer(2);
    Request[] requests = {
      world.iRecv(in, 1, MPI.INT, previous(), 1),
      world.iRecv(MPI.slice(in, 1), 1, MPI.INT, previous(), 2)
    };
    Check.that(!requests[0].test(), "test");
    Check.that(requests[0].testStatus() == null, "testStatus");
    Check.that(requests[0].getStatus() == null, "getStatus");
    Check.equal(Request.testAny(requests), MPI.UNDEFINED, "testAny");
    Check.that(Request.testAnyStatus(requests) == null, "testAnyStatus");
    Check.that(!Request.testAll(requests), "testAll");
    Check.that(Request.testAllStatus(requests) == null, "testAllStatus");
    Check.equal(Request.testSome(requests).length, 0, "testSome");
    world.barrier();
    world.send(new int[] {1}, 1, MPI.INT, next(), 1);
    while (requests[0].getStatus() == null) {
      requests[1].test();
    }
    Check.that(!requests[0].isNull(), "getStatus leaves the request");
    Check.that(requests[0].test(), "test");
    Check.that(requests[0].isNull(), "a request is null after its end");
    world.barrier();
    world.send(new int[] {2}, 1, MPI.INT, next(), 2);
    Check.equal(Request.waitAny(requests), 1, "waitAny");
    Check.equal(Request.waitAny(requests), MPI.UNDEFINED, "nothing left");
    MPI.Finalize();
  }

  static void waitForSome(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    int size = world.getSize();
    Request[] receives = new Request[size];
    int[] in = new int[size];
    for (int i = 0; i < size; i++) {
      receives[i] = world.iRecv(MPI.slice(in, i), 1, MPI.INT, i, 0);
    }
    for (int i = 0; i < size; i++) {
      world.send(new int[] {world.getRank() + 1}, 1, MPI.INT, i, 0);
    }
    int done = 0;
    while (done < size) {
      for (Status status : Request.waitSomeStatus(receives)) {
        Check.equal(in[status.getIndex()], status.getSource() + 1, "value");
        done++;
      }
      int[] more = Request.testSome(receives);
      done += more == null ? 0 : more.length;
    }
    Check.that(Request.waitSome(receives) == null, "nothing left");
    Request last = world.iRecv(in, 1, MPI.INT, previous(), 7);
    world.send(new int[] {7}, 1, MPI.INT, next(), 7);
    Status known = last.getStatus();
    while (known == null) {
      known = last.getStatus();
    }
    Check.equal(known.getSource(), previous(), "getStatus makes progress");
    last.waitFor();
    Check.that(Request.testSomeStatus(receives) == null, "nothing left to test");
    Check.equal(Request.testAnyStatus(receives).getIndex(), MPI.UNDEFINED, "none of them");
    MPI.Finalize();
  }

  static void probes(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    Check.that(world.iProbe(MPI.ANY_SOURCE, 1000) == null, "no such message");
    Request send = world.iSend(new long[3], 3, MPI.LONG, next(), 5);
    Status status = world.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
    Check.equal(status.getCount(MPI.LONG), 3, "count");
    Check.equal(status.getElements(MPI.LONG), 3, "elements");
    Check.equal(status.getElementsX(MPI.LONG).getCount(), 3L, "elementsX");
    Check.equal(status.getError(), MPI.SUCCESS, "error");
    world.recv(new long[3], 3, MPI.LONG, status.getSource(), status.getTag());
    send.waitFor();
    MPI.Finalize();
  }

  static void matchedProbes(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    Message message = new Message();
    Check.that(message.isNull(), "nothing yet");
    Check.that(message.imProbe(MPI.ANY_SOURCE, 1000, world) == null, "no such message");
    Request a = world.iSend(new int[] {1}, 1, MPI.INT, next(), 0);
    Request b = world.iSend(new int[] {2}, 1, MPI.INT, next(), 0);
    Status status = message.mProbe(previous(), 0, world);
    Check.equal(status.getCount(MPI.INT), 1, "count");
    Check.that(!message.isNull(), "taken");
    int[] second = new int[1];
    world.recv(second, 1, MPI.INT, previous(), 0);
    int[] first = new int[1];
    Status received = message.mRecv(first, 1, MPI.INT);
    Check.equal(received.getSource(), previous(), "source");
    Check.equal(first[0], 1, "the message that was taken");
    Check.equal(second[0], 2, "the other one");
    Check.that(message.isNull(), "received once");
    Request.waitAll(new Request[] {a, b});
    Status none = message.mProbe(MPI.PROC_NULL, 0, world);
    Check.equal(none.getSource(), MPI.PROC_NULL, "nobody");
    Check.that(message.isNoProc(), "the message of nobody");
    message.imRecv(first, 1, MPI.INT).waitFor();
    Check.equal(first[0], 1, "untouched");
    interruptedMatch(world, message);
    refusedMatch(world, message);
    matchOfFreed(world, message);
    MPI.Finalize();
  }

  /** Freeing a communicator leaves what is pending in it, as a message that was taken. */
  private static void matchOfFreed(Comm world, Message message) throws MPIException {
    for (boolean blocking : new boolean[] {true, false}) {
      Comm other = world.dup();
      Request send = other.isSend(new int[] {4}, 1, MPI.INT, next(), 0);
      message.mProbe(previous(), 0, other);
      other.free();
      int[] in = new int[1];
      if (blocking) {
        message.mRecv(in, 1, MPI.INT);
      } else {
        message.imRecv(in, 1, MPI.INT).waitFor();
      }
      Check.equal(in[0], 4, "received after the communicator was freed");
      send.waitFor();
    }
  }

  /** A receive that is refused leaves the message to another one. */
  private static void refusedMatch(Comm world, Message message) throws MPIException {
    world.setErrhandler(MPI.ERRORS_RETURN);
    Request send = world.iSend(new int[] {3}, 1, MPI.INT, next(), 0);
    message.mProbe(previous(), 0, world);
    for (Object invalid : new Object[] {null, new int[0], "text"}) {
      Check.that(isRefused(() -> message.mRecv(invalid, 1, MPI.INT)), "mRecv");
      Check.that(isRefused(() -> message.imRecv(invalid, 1, MPI.INT)), "imRecv");
    }
    int[] in = new int[1];
    message.mRecv(in, 1, MPI.INT);
    Check.equal(in[0], 3, "received after all");
    send.waitFor();
  }

  private interface Call {
    Object make() throws MPIException;
  }

  private static boolean isRefused(Call call) {
    try {
      call.make();
      return false;
    } catch (MPIException expected) {
      return true;
    }
  }

  /** They are one number with Open MPI. */
  static void wildcardsMayBeExchanged(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    int me = world.getRank();
    IntBuffer in = MPI.newIntBuffer(1);
    Message message = new Message();
    for (int way = 0; way < 4; way++) {
      Request send = world.iSend(new int[] {10 * me + way}, 1, MPI.INT, next(), 5);
      int from = way % 2 == 0 ? MPI.ANY_TAG : previous();
      Check.equal(world.probe(from, MPI.ANY_SOURCE).getSource(), previous(), "probe");
      Status status;
      if (way == 0) {
        status = world.recv(in, 1, MPI.INT, from, MPI.ANY_SOURCE);
      } else if (way == 1) {
        status = world.iRecv(in, 1, MPI.INT, from, MPI.ANY_SOURCE).waitStatus();
      } else {
        status =
            way == 2
                ? message.mProbe(from, MPI.ANY_SOURCE, world)
                : message.imProbe(from, MPI.ANY_SOURCE, world);
        message.mRecv(in, 1, MPI.INT);
      }
      Check.equal(status.getSource(), previous(), "source");
      Check.equal(status.getTag(), 5, "tag");
      Check.equal(in.get(0), 10 * previous() + way, "received");
      send.waitFor();
      MPI.COMM_WORLD.barrier();
    }
    MPI.Finalize();
  }

  static void matchedProbesTellTheNumberOfObjects(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    Message message = new Message();
    Object[] out = new Object[20_000];
    Arrays.setAll(out, i -> "object " + i);
    for (int count : new int[] {1, 300, out.length}) {
      Request send = world.iSend(out, count, MPI.OBJECT, next(), count);
      Check.equal(world.probe(previous(), count).getCount(MPI.OBJECT), count, "probe");
      Status status = message.mProbe(previous(), count, world);
      Check.equal(status.getCount(MPI.OBJECT), count, "mProbe");
      Object[] in = new Object[count];
      Check.equal(message.mRecv(in, count, MPI.OBJECT).getCount(MPI.OBJECT), count, "mRecv");
      Check.equal(in, Arrays.copyOf(out, count), "objects");
      send.waitFor();
    }
    MPI.Finalize();
  }

  /** Nobody else could receive the message, so it is received, and the interrupt kept. */
  private static void interruptedMatch(Comm world, Message message) throws MPIException {
    int[] large = new int[500_000];
    large[large.length - 1] = world.getRank();
    Request send = world.iSend(large, large.length, MPI.INT, next(), 0);
    message.mProbe(previous(), 0, world);
    int[] received = new int[large.length];
    Thread.currentThread().interrupt();
    Status status = message.mRecv(received, received.length, MPI.INT);
    Check.that(Thread.interrupted(), "the interrupt is kept");
    Check.equal(status.getCount(MPI.INT), received.length, "count");
    Check.equal(received[received.length - 1], previous(), "data");
    send.waitFor();
  }

  static void cancelledReceive(String[] args) throws MPIException {
    MPI.Init(args);
    Request receive = MPI.COMM_WORLD.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, MPI.ANY_SOURCE, 77);
    receive.cancel();
    Check.that(receive.waitStatus().isCancelled(), "cancelled");
    MPI.Finalize();
  }

  static void statusesCanBeSet(String[] args) throws MPIException {
    MPI.Init(args);
    Status status = MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, MPI.PROC_NULL, MPI.ANY_TAG);
    Check.equal(status.getCount(MPI.INT), 0, "count");
    status.setElements(MPI.INT, 4);
    Check.equal(status.getElements(MPI.INT), 4, "elements");
    Check.equal(status.getCount(MPI.INT), 4, "count that was set");
    status.setElementsX(MPI.INT, new Count(5));
    Check.equal(status.getElementsX(MPI.INT), new Count(5), "elementsX");
    status.setCancelled(true);
    Check.that(status.isCancelled(), "cancelled");
    Check.equal(new Count(3).compareTo(new Count(4)), -1, "counts are ordered");
    MPI.Finalize();
  }

  static void packing(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    byte[] packed = new byte[world.packSize(2, MPI.INT) + world.packSize(1, MPI.DOUBLE)];
    int at = world.pack(new int[] {3, 4}, 2, MPI.INT, packed, 0);
    at = world.pack(new double[] {0.5}, 1, MPI.DOUBLE, packed, at);
    byte[] in = new byte[packed.length];
    Request send = world.iSend(packed, at, MPI.PACKED, next(), 0);
    world.recv(in, in.length, MPI.PACKED, previous(), 0);
    send.waitFor();
    int[] ints = new int[2];
    double[] doubles = new double[1];
    int from = world.unpack(in, 0, ints, 2, MPI.INT);
    world.unpack(in, from, doubles, 1, MPI.DOUBLE);
    Check.equal(ints, new int[] {3, 4}, "ints");
    Check.equal(doubles[0], 0.5, "double");
    MPI.Finalize();
  }

  static void objectsAsAnExtension(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    Request send = world.iSend(new Object[] {"x", 1}, 2, MPI.OBJECT, next(), 0);
    Object[] in = new Object[2];
    Status status = world.recv(in, 2, MPI.OBJECT, previous(), 0);
    send.waitFor();
    Check.equal(in, new Object[] {"x", 1}, "received");
    Check.equal(status.getCount(MPI.OBJECT), 2, "count");
    MPI.Finalize();
  }

  static void nullRequests(String[] args) throws MPIException {
    MPI.Init(args);
    Check.that(MPI.REQUEST_NULL.isNull(), "null");
    MPI.REQUEST_NULL.waitFor();
    Check.that(MPI.REQUEST_NULL.test(), "complete");
    Request.waitAll(new Request[] {MPI.REQUEST_NULL, null});
    Check.equal(Request.waitAny(new Request[] {MPI.REQUEST_NULL}), MPI.UNDEFINED, "none");
    Request send = MPI.COMM_WORLD.iSend(new int[1], 1, MPI.INT, next(), 0);
    send.free();
    Check.that(send.isNull(), "freed");
    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, previous(), 0);
    MPI.Finalize();
  }

  static void errors(String[] args) throws MPIException {
    MPI.Init(args);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    try {
      MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, next(), -5);
      Check.that(false, "a negative tag is an error");
    } catch (MPIException e) {
      Check.equal(e.getErrorClass(), MPI.ERR_TAG, "class");
      Check.equal(e.getErrorCode(), MPI.ERR_TAG, "code");
      Check.that(e.getMessage().contains("rank"), "the message names the rank");
    }
    MPI.Finalize();
  }

  static void aMatchedProbeCountsElementsOfTheDatatype(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    Datatype pair =
        Datatype.createStruct(
            new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
    pair.commit();
    ByteBuffer out = MPI.newByteBuffer(16);
    Request send = world.iSend(out, 1, pair, next(), 0);
    Message message = new Message();
    Status status = message.mProbe(previous(), 0, world);
    Check.equal(status.getElements(pair), 2, "elements");
    Check.equal(status.getElementsX(MPI.INT).getCount(), 3L, "elements of another type");
    Check.equal(status.getElements(MPI.DOUBLE), MPI.UNDEFINED, "which end within a value");
    Check.equal(status.getCount(pair), 1, "count");
    status = message.mRecv(MPI.newByteBuffer(16), 1, pair);
    Check.equal(status.getElements(pair), 2, "elements received");
    send.waitFor();
    send = world.iSend(out, 4, MPI.BYTE, next(), 1);
    while ((status = message.imProbe(previous(), 1, world)) == null) {
      Thread.onSpinWait();
    }
    Check.equal(status.getElements(pair), 1, "a part of one");
    message.mRecv(MPI.newByteBuffer(16), 1, pair);
    send.waitFor();
    pair.free();
    MPI.Finalize();
  }

  /** As Open MPI does, which keeps the bytes. */
  static void aStatusThatIsSetIsReadByOtherDatatypes(String[] args) throws MPIException {
    MPI.Init(args);
    Status status = new Status();
    status.setElements(MPI.INT, 4);
    Check.equal(status.getCount(MPI.INT), 4, "the same type");
    Check.equal(status.getCount(MPI.BYTE), 16, "bytes");
    Check.equal(status.getCount(MPI.DOUBLE), 2, "a longer type");
    Check.equal(status.getElements(MPI.SHORT), 8, "elements of a shorter type");
    status.setElements(MPI.INT, 3);
    Check.equal(status.getCount(MPI.DOUBLE), MPI.UNDEFINED, "not a whole number");
    Datatype pair =
        Datatype.createStruct(
            new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
    status.setElements(pair, 2);
    Check.equal(status.getCount(pair), 1, "one struct");
    Check.equal(status.getCount(MPI.BYTE), 12, "its bytes");
    status.setElementsX(pair, new Count(7));
    Check.equal(status.getElements(pair), 7, "three structs and an int");
    Check.equal(status.getCount(pair), MPI.UNDEFINED, "not a whole number of structs");
    Check.equal(status.getCount(MPI.INT), 10, "their bytes");
    status.setElements(MPI.DOUBLE_COMPLEX, 2);
    Check.equal(status.getElements(MPI.DOUBLE_COMPLEX), 2, "complex numbers");
    Check.equal(status.getElements(MPI.DOUBLE), 4, "their parts");
    status.setElements(MPI.OBJECT, 3);
    Check.equal(status.getCount(MPI.OBJECT), 3, "objects");
    status.setElements(MPI.INT, 1);
    Check.equal(status.getCount(MPI.OBJECT), MPI.UNDEFINED, "no objects");
    MPIException negative =
        Check.throwsError(() -> status.setElements(MPI.INT, -1), "a negative number");
    Check.equal(negative.getErrorClass(), MPI.ERR_COUNT, "its class");
    MPI.Finalize();
  }

  /** MPI-4.1, section 3.7.5. */
  static void anErrorAmongSeveralRequestsIsThatOfAStatus(String[] args) throws MPIException {
    MPI.Init(args);
    Comm self = MPI.COMM_SELF;
    int[] one = new int[1];
    int[] another = new int[1];
    Request[] requests = {
      self.iRecv(new int[1], 1, MPI.INT, 0, 1),
      self.iRecv(one, 1, MPI.INT, 0, 2),
      null,
      self.iRecv(new int[1], 1, MPI.INT, 0, 3),
      self.iRecv(another, 1, MPI.INT, 0, 4),
      self.iSend(new int[5], 5, MPI.INT, 0, 1),
      self.iSend(new int[] {6}, 1, MPI.INT, 0, 2),
      self.iSend(new int[2], 2, MPI.INT, 0, 3),
      self.iSend(new int[] {7}, 1, MPI.INT, 0, 4),
    };
    MPIException error =
        Check.throwsError(() -> Request.waitAll(requests), "two messages that are too long");
    Check.equal(error.getErrorClass(), MPI.ERR_IN_STATUS, "class");
    Check.that(
        error.getMessage().startsWith("2 of 9 requests have failed, request 0: "),
        error.getMessage());
    Check.equal(((MPIException) error.getCause()).getErrorClass(), MPI.ERR_TRUNCATE, "cause");
    MPIException further = (MPIException) error.getSuppressed()[0];
    Check.equal(further.getErrorClass(), MPI.ERR_TRUNCATE, "the other one");
    Check.equal(one[0], 6, "a message that fits");
    Check.equal(another[0], 7, "another one");
    for (Request request : requests) {
      Check.that(request == null || request.isNull(), "all are complete");
    }
    MPI.Finalize();
  }

  static void requestsThatAreMadeAnewStayUntilTheyAreFreed(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    Object[] in = new Object[1];
    Prequest[] requests = {
      world.recvInit(in, 1, MPI.OBJECT, previous(), 3),
      world.recvInit(new int[1], 1, MPI.INT, MPI.PROC_NULL, 3),
      world.bSendInit(new int[1], 1, MPI.INT, MPI.PROC_NULL, 3),
      world.sendInit(new Object[] {"sent"}, 1, MPI.OBJECT, next(), 3)
    };
    for (int round = 0; round < 2; round++) {
      for (Prequest request : requests) {
        Check.that(!request.isNull(), "before a start it is not null");
        request.start();
      }
      Request.waitAll(requests);
      Check.equal(in[0], "sent", "round " + round);
      in[0] = null;
    }
    for (Prequest request : requests) {
      Check.that(!request.isNull(), "after its end it is not null");
      request.free();
      Check.that(request.isNull(), "null after free");
      MPIException error = Check.throwsError(request::start, "a request that was freed");
      Check.equal(error.getErrorClass(), MPI.ERR_REQUEST, "class");
    }
    MPI.Finalize();
  }

  static void getStatusPutsObjectsInTheirPlacesOnce(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    Object[] in = new Object[1];
    Request receive = world.iRecv(in, 1, MPI.OBJECT, previous(), 4);
    Request send = world.iSend(new Object[] {"sent"}, 1, MPI.OBJECT, next(), 4);
    Status status = receive.getStatus();
    while (status == null) {
      status = receive.getStatus();
    }
    Check.equal(in[0], "sent", "the object");
    in[0] = "of the program";
    Check.equal(receive.getStatus().getCount(MPI.OBJECT), 1, "count");
    Check.equal(receive.waitStatus().getSource(), previous(), "source");
    Check.equal(in[0], "of the program", "what the program has put there since");
    send.waitFor();
    MPI.Finalize();
  }
}
