package programs;

import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Programs in the spelling of mpiJava: point-to-point communication. */
final class MpiJavaTransfers {
  private MpiJavaTransfers() {}

  private static int next(Comm comm) {
    return (comm.Rank() + 1) % comm.Size();
  }

  private static int previous(Comm comm) {
    return (comm.Rank() + comm.Size() - 1) % comm.Size();
  }

  static void ringOfEveryPrimitiveType(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    Object[] sent = {
      new byte[] {0, (byte) me, 2},
      new char[] {'a', (char) ('b' + me), 'c'},
      new short[] {0, (short) me, 2},
      new boolean[] {false, me % 2 == 0, true},
      new int[] {0, me, 2},
      new long[] {0, me, 2},
      new float[] {0, me, 2},
      new double[] {0, me, 2}
    };
    Datatype[] types = {
      MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE
    };
    for (int i = 0; i < types.length; i++) {
      Object received = java.lang.reflect.Array.newInstance(sent[i].getClass().componentType(), 5);
      Request send = world.Isend(sent[i], 1, 2, types[i], next(world), i);
      Status status = world.Recv(received, 3, 2, types[i], previous(world), i);
      send.Wait();
      Check.equal(status.Get_count(types[i]), 2, types[i] + " count");
      Check.equal(status.source, previous(world), "source");
      Check.equal(status.tag, i, "tag");
      Object first = java.lang.reflect.Array.get(received, 3);
      Object expected =
          switch (types[i].getType()) {
            case 1 -> (byte) previous(world);
            case 2 -> (char) ('b' + previous(world));
            case 3 -> (short) previous(world);
            case 4 -> previous(world) % 2 == 0;
            case 5 -> previous(world);
            case 6 -> (long) previous(world);
            case 7 -> (float) previous(world);
            default -> (double) previous(world);
          };
      Check.equal(first, expected, types[i] + " value");
    }
    MPI.Finalize();
  }

  static void modesOfBlockingSends(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    MPI.Buffer_attach(new byte[1000 + 2 * MPI.BSEND_OVERHEAD]);
    int[] got = new int[4];
    Request receive = world.Irecv(got, 3, 1, MPI.INT, previous(world), 3);
    world.Bsend(new int[] {me}, 0, 1, MPI.INT, next(world), 0);
    world.Recv(got, 0, 1, MPI.INT, previous(world), 0);
    if (me % 2 == 0 && next(world) != me) {
      world.Send(new int[] {me + 1}, 0, 1, MPI.INT, next(world), 1);
      world.Recv(got, 1, 1, MPI.INT, previous(world), 1);
    } else {
      Request send = world.Isend(new int[] {me + 1}, 0, 1, MPI.INT, next(world), 1);
      world.Recv(got, 1, 1, MPI.INT, previous(world), 1);
      send.Wait();
    }
    Request synchronous = world.Issend(new int[] {me + 2}, 0, 1, MPI.INT, next(world), 2);
    world.Recv(got, 2, 1, MPI.INT, previous(world), 2);
    synchronous.Wait();
    world.Barrier();
    world.Rsend(new int[] {me + 3}, 0, 1, MPI.INT, next(world), 3);
    receive.Wait();
    int p = previous(world);
    Check.equal(got, new int[] {p, p + 1, p + 2, p + 3}, "received");
    byte[] buffer = MPI.Buffer_detach();
    Check.equal(buffer.length, 1000 + 2 * MPI.BSEND_OVERHEAD, "the attached array comes back");
    MPI.Buffer_attach(ByteBuffer.allocateDirect(100));
    Check.that(MPI.Buffer_detach() == null, "memory outside the heap has no array");
    MPI.Finalize();
  }

  static void modesOfStartedSends(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    MPI.Buffer_attach(new byte[1000]);
    double[] got = new double[4];
    Request[] receives = new Request[4];
    for (int i = 0; i < 4; i++) {
      receives[i] = world.Irecv(got, i, 1, MPI.DOUBLE, previous(world), i);
    }
    world.Barrier();
    Request[] sends = {
      world.Isend(new double[] {me}, 0, 1, MPI.DOUBLE, next(world), 0),
      world.Ibsend(new double[] {me + 1}, 0, 1, MPI.DOUBLE, next(world), 1),
      world.Issend(new double[] {me + 2}, 0, 1, MPI.DOUBLE, next(world), 2),
      world.Irsend(new double[] {me + 3}, 0, 1, MPI.DOUBLE, next(world), 3)
    };
    Request.Waitall(sends);
    Status[] statuses = Request.Waitall(receives);
    int p = previous(world);
    Check.equal(got, new double[] {p, p + 1, p + 2, p + 3}, "received");
    for (int i = 0; i < 4; i++) {
      Check.equal(statuses[i].tag, i, "tag of receive " + i);
      Check.that(receives[i].Is_null(), "a request is null after its end");
    }
    MPI.Buffer_detach();
    MPI.Finalize();
  }

  static void waitAnyTellsEachRequestOnce(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    int[] got = new int[size];
    Request[] receives = new Request[size];
    for (int i = 0; i < size; i++) {
      receives[i] = world.Irecv(got, i, 1, MPI.INT, i, 7);
    }
    for (int i = 0; i < size; i++) {
      world.Send(new int[] {world.Rank() * 100 + i}, 0, 1, MPI.INT, i, 7);
    }
    boolean[] told = new boolean[size];
    for (int i = 0; i < size; i++) {
      Status status = Request.Waitany(receives);
      Check.that(!told[status.index], "told twice");
      told[status.index] = true;
      Check.equal(status.source, status.index, "source");
    }
    for (int i = 0; i < size; i++) {
      Check.equal(got[i], i * 100 + world.Rank(), "from " + i);
    }
    Check.equal(Request.Waitany(receives).index, MPI.UNDEFINED, "nothing left");
    MPI.Finalize();
  }

  static void waitSomeAndTestSome(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    long[] got = new long[size];
    Request[] receives = new Request[size];
    for (int i = 0; i < size; i++) {
      receives[i] = world.Irecv(got, i, 1, MPI.LONG, i, 9);
    }
    Request[] sends = new Request[size];
    for (int i = 0; i < size; i++) {
      sends[i] = world.Isend(new long[] {world.Rank()}, 0, 1, MPI.LONG, i, 9);
    }
    int done = 0;
    while (done < size) {
      Status[] some = done % 2 == 0 ? Request.Waitsome(receives) : Request.Testsome(receives);
      for (Status status : some) {
        Check.equal(got[status.index], (long) status.index, "value");
      }
      done += some.length;
    }
    Request.Waitall(sends);
    Check.equal(Request.Waitsome(receives).length, 0, "nothing left");
    MPI.Finalize();
  }

  static void testsAnswerNullUntilTheMessageIsThere(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int[] got = new int[2];
    Request[] requests = {
      world.Irecv(got, 0, 1, MPI.INT, previous(world), 1),
      world.Irecv(got, 1, 1, MPI.INT, previous(world), 2)
    };
    Check.that(requests[0].Test() == null, "Test before the message");
    Check.that(Request.Testall(requests) == null, "Testall before the messages");
    Check.that(Request.Testany(requests) == null, "Testany before the messages");
    world.Barrier();
    world.Send(new int[] {5}, 0, 1, MPI.INT, next(world), 2);
    Status any;
    do {
      any = Request.Testany(requests);
    } while (any == null);
    Check.equal(any.index, 1, "which");
    world.Barrier();
    world.Send(new int[] {6}, 0, 1, MPI.INT, next(world), 1);
    Status[] all;
    do {
      all = Request.Testall(requests);
    } while (all == null);
    Check.equal(all.length, 2, "statuses");
    Check.equal(got, new int[] {6, 5}, "received");
    MPI.Finalize();
  }

  static void persistentRequestsAreStartedAgainAndAgain(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    MPI.Buffer_attach(new byte[1000]);
    int[] out = new int[4];
    int[] in = new int[4];
    Prequest[] receives = new Prequest[4];
    for (int i = 0; i < 4; i++) {
      receives[i] = world.Recv_init(in, i, 1, MPI.INT, previous(world), i);
    }
    Prequest[] sends = {
      world.Send_init(out, 0, 1, MPI.INT, next(world), 0),
      world.Bsend_init(out, 1, 1, MPI.INT, next(world), 1),
      world.Ssend_init(out, 2, 1, MPI.INT, next(world), 2),
      world.Rsend_init(out, 3, 1, MPI.INT, next(world), 3)
    };
    for (int round = 0; round < 3; round++) {
      Arrays.fill(out, 10 * round + world.Rank());
      Prequest.Startall(receives);
      world.Barrier();
      for (Prequest send : sends) {
        send.Start();
      }
      Request.Waitall(sends);
      Status[] statuses = Request.Waitall(receives);
      Check.equal(statuses[2].tag, 2, "tag");
      int expected = 10 * round + previous(world);
      Check.equal(in, new int[] {expected, expected, expected, expected}, "round " + round);
    }
    Check.equal(receives[0].Wait().source, MPI.ANY_SOURCE, "an inactive request is empty");
    MPI.Buffer_detach();
    MPI.Finalize();
  }

  static void sendrecvWithItself(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    float[] out = {world.Rank(), 1, 2};
    float[] in = new float[4];
    Status status =
        world.Sendrecv(
            out, 0, 2, MPI.FLOAT, next(world), 1, in, 1, 3, MPI.FLOAT, previous(world), 1);
    Check.equal(status.Get_count(MPI.FLOAT), 2, "count");
    Check.equal(in, new float[] {0, previous(world), 1, 0}, "received");
    MPI.Finalize();
  }

  static void sendrecvWhereTheOtherIsReceived(String[] args) {
    if (Boolean.getBoolean("ronsel.check")) {
      return; // refuses that
    }
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    for (int length : new int[] {4, 200_000}) {
      long[] data = new long[length + 1];
      Arrays.setAll(data, at -> 1000L * world.Rank() + at);
      world.Sendrecv(
          data, 0, length, MPI.LONG, next(world), 5, data, 1, length, MPI.LONG, previous(world), 5);
      Check.equal(data[0], 1000L * world.Rank(), "beside what was received");
      for (int at = 0; at < length; at++) {
        Check.equal(data[1 + at], 1000L * previous(world) + at, "received");
      }
    }
    MPI.Finalize();
  }

  static void sendrecvReplace(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int[] data = {0, world.Rank(), 0};
    world.Sendrecv_replace(data, 1, 1, MPI.INT, next(world), 4, previous(world), 4);
    Check.equal(data, new int[] {0, previous(world), 0}, "replaced");
    Object[] objects = {"of " + world.Rank()};
    world.Sendrecv_replace(objects, 0, 1, MPI.OBJECT, next(world), 4, previous(world), 4);
    Check.equal(objects[0], "of " + previous(world), "replaced object");
    MPI.Finalize();
  }

  static void probeTellsTheLength(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Check.that(world.Iprobe(MPI.ANY_SOURCE, 99) == null, "no such message");
    Request send = world.Isend(new short[7], 0, 7, MPI.SHORT, next(world), 3);
    Status status = world.Probe(previous(world), MPI.ANY_TAG);
    Check.equal(status.Get_count(MPI.SHORT), 7, "count");
    Check.equal(status.tag, 3, "tag");
    Check.equal(status.count, 7, "elements of the type that the sender named");
    Check.equal(status.numEls, 7, "elements of the type that the sender named");
    Status seen = world.Iprobe(previous(world), 3);
    while (seen == null) {
      Thread.onSpinWait();
      seen = world.Iprobe(previous(world), 3);
    }
    Check.equal(seen.count, 7, "count of Iprobe");
    world.Recv(new short[7], 0, 7, MPI.SHORT, status.source, status.tag);
    send.Wait();
    MPI.Finalize();
  }

  static void statusCountsInElementsOfTheReceive(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Datatype pair = Datatype.Contiguous(2, MPI.INT);
    pair.Commit();
    Request send = world.Isend(new int[6], 0, 6, MPI.INT, next(world), 0);
    Status status = world.Recv(new int[8], 0, 4, pair, previous(world), 0);
    send.Wait();
    Check.equal(status.count, 3, "field count");
    Check.equal(status.numEls, 6, "field numEls");
    Check.equal(status.Get_count(pair), 3, "Get_count");
    Check.equal(status.Get_elements(pair), 6, "Get_elements");
    Check.equal(status.Get_count(Datatype.Contiguous(4, MPI.INT)), MPI.UNDEFINED, "no whole");
    Check.that(!status.Test_cancelled(), "cancelled");
    MPI.Finalize();
  }

  static void cancelOfAReceive(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Request receive = world.Irecv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 55);
    receive.Cancel();
    Status status = receive.Wait();
    Check.that(status.Test_cancelled(), "a receive that nothing matches can be cancelled");
    Check.that(receive.Is_null(), "null after its end");
    MPI.Finalize();
  }

  static void nobodyIsSentNothing(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    world.Send(new int[] {1}, 0, 1, MPI.INT, MPI.PROC_NULL, 0);
    int[] in = {7};
    Status status = world.Recv(in, 0, 1, MPI.INT, MPI.PROC_NULL, 0);
    Check.equal(status.source, MPI.PROC_NULL, "source");
    Check.equal(status.Get_count(MPI.INT), 0, "count");
    Check.equal(in[0], 7, "untouched");
    Object[] objects = {"same"};
    world.Send(objects, 0, 1, MPI.OBJECT, MPI.PROC_NULL, 0);
    world.Recv(objects, 0, 1, MPI.OBJECT, MPI.PROC_NULL, 0);
    Check.equal(objects[0], "same", "untouched object");
    MPI.Finalize();
  }

  /** As in MPJ Express the message has to fit, not the count of the receive. */
  static void aReceiveMayNameMoreElementsThanItsArrayHolds(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int to = next(world);
    int from = previous(world);
    int me = world.Rank();
    int[] three = {1, 2, 3};
    int[] ten = new int[10];
    Request send = world.Isend(three, 0, 3, MPI.INT, to, 0);
    Status status = world.Recv(ten, 7, 4, MPI.INT, from, 0);
    send.Wait();
    Check.equal(status.Get_count(MPI.INT), 3, "count of Recv");
    Check.equal(ten, new int[] {0, 0, 0, 0, 0, 0, 0, 1, 2, 3}, "Recv");

    Request receive = world.Irecv(new int[0], 0, 1, MPI.INT, from, 1);
    world.Send(new int[0], 0, 0, MPI.INT, to, 1);
    Check.equal(receive.Wait().Get_count(MPI.INT), 0, "count of Irecv");

    int[] replies = new int[2];
    status = world.Sendrecv(three, 0, 2, MPI.INT, to, 2, replies, 0, 100, MPI.INT, from, 2);
    Check.equal(status.Get_count(MPI.INT), 2, "count of Sendrecv");
    Check.equal(replies, new int[] {1, 2}, "Sendrecv");

    double[] doubles = new double[3];
    Prequest prepared = world.Recv_init(doubles, 1, 5, MPI.DOUBLE, from, 3);
    for (int i = 1; i <= 2; i++) {
      prepared.Start();
      world.Send(new double[] {i, -i}, 0, 2, MPI.DOUBLE, to, 3);
      Check.equal(prepared.Wait().Get_count(MPI.DOUBLE), 2, "count of Recv_init");
      Check.equal(doubles, new double[] {0, i, -i}, "Recv_init");
    }

    Datatype everyOther = Datatype.Vector(2, 1, 2, MPI.INT); // three elements from end to end
    int[] places = new int[6];
    send = world.Isend(three, 0, 2, MPI.INT, to, 4);
    world.Recv(places, 0, 9, everyOther, from, 4);
    send.Wait();
    Check.equal(places, new int[] {1, 0, 2, 0, 0, 0}, "a derived type");

    ByteBuffer direct = ByteBuffer.allocateDirect(8);
    send = world.Isend(three, 0, 2, MPI.INT, to, 5);
    status = world.Recv(direct, 0, 3, MPI.INT, from, 5);
    send.Wait();
    Check.equal(status.Get_count(MPI.INT), 2, "count of a receive into a direct buffer");

    MPIException longer =
        Check.throwsError(
            () -> world.Sendrecv(three, 0, 3, MPI.INT, me, 6, replies, 0, 3, MPI.INT, me, 6),
            "a message that is longer than the array");
    Check.equal(longer.getErrorClass(), MPI.ERR_TRUNCATE, "its class");
    Check.throwsError(
        () -> world.Recv(replies, 3, 1, MPI.INT, me, 7), "an offset outside the array");
    Check.throwsError(() -> world.Recv(replies, 0, -1, MPI.INT, me, 7), "a negative count");
    Check.throwsError(() -> world.recv(replies, 3, MPI.INT, me, 7), "Open MPI's spelling");
    Check.throwsError(() -> world.Send(replies, 0, 3, MPI.INT, me, 7), "a send");
    MPI.Finalize();
  }

  static void probesTellTheNumberOfObjects(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    MPI.Buffer_attach(new byte[2_000_000]);
    Object[] out = new Object[20_000];
    Arrays.setAll(out, i -> "object " + i);
    int turn = 0;
    for (int count : new int[] {0, 1, 7, 300, out.length}) {
      for (int mode = 0; mode < 4; mode++) {
        int tag = turn++;
        Request send =
            switch (mode) {
              case 0 -> world.Isend(out, 0, count, MPI.OBJECT, next(world), tag);
              case 1 -> world.Issend(out, 0, count, MPI.OBJECT, next(world), tag);
              case 2 -> world.Ibsend(out, 0, count, MPI.OBJECT, next(world), tag);
              default -> {
                Prequest prepared = world.Send_init(out, 0, count, MPI.OBJECT, next(world), tag);
                prepared.Start();
                yield prepared;
              }
            };
        Status status = world.Probe(previous(world), tag);
        Check.equal(status.Get_count(MPI.OBJECT), count, "Get_count after Probe");
        Check.equal(status.Get_elements(MPI.OBJECT), count, "Get_elements");
        Check.equal(status.count, count, "count");
        Check.equal(status.numEls, count, "numEls");
        Status again = world.Iprobe(MPI.ANY_SOURCE, tag);
        Check.equal(again.Get_count(MPI.OBJECT), count, "Get_count after Iprobe");
        Check.equal(again.source, previous(world), "source");
        String[] in = new String[again.Get_count(MPI.OBJECT)];
        Status got = world.Recv(in, 0, in.length, MPI.OBJECT, again.source, again.tag);
        Check.equal(got.Get_count(MPI.OBJECT), count, "Get_count of the receive");
        Check.equal(in, Arrays.copyOf(out, count, String[].class), "objects");
        send.Wait();
      }
    }
    MPI.Buffer_detach();
    if (me == world.Size() - 1) {
      world.Send(out, 3, 5, MPI.OBJECT, 0, 1000);
    }
    if (me == 0) {
      Check.equal(world.Probe(MPI.ANY_SOURCE, MPI.ANY_TAG).Get_count(MPI.OBJECT), 5, "Send");
      Object[] in = new Object[5];
      world.Recv(in, 0, 5, MPI.OBJECT, MPI.ANY_SOURCE, MPI.ANY_TAG);
      Check.equal(in[0], "object 3", "the first of them");
      // One object that knows of no others.
      org.ronsel.Request single = world.ronsel().iSendObject("single", 0, 1001);
      Status status = world.Probe(0, 1001);
      Check.equal(status.Get_count(MPI.OBJECT), MPI.UNDEFINED, "a number that is not known");
      world.Recv(in, 0, 1, MPI.OBJECT, 0, 1001);
      single.await();
      Check.equal(in[0], "single", "one object");
    }
    world.Barrier();
    MPI.Finalize();
  }

  static void wildcards(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int size = world.Size();
    if (world.Rank() == 0) {
      boolean[] seen = new boolean[size];
      for (int i = 1; i < size; i++) {
        int[] in = new int[1];
        Status status = world.Recv(in, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Check.equal(in[0], status.source, "value");
        Check.equal(status.tag, 10 + status.source, "tag");
        Check.that(!seen[status.source], "seen twice");
        seen[status.source] = true;
      }
    } else {
      world.Send(new int[] {world.Rank()}, 0, 1, MPI.INT, 0, 10 + world.Rank());
    }
    world.Barrier();
    MPI.Finalize();
  }

  /** They are one number with MPJ Express. */
  static void wildcardsMayBeExchanged(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    int[] in = new int[1];
    Object[] object = new Object[1];
    Prequest prepared = world.Recv_init(in, 0, 1, MPI.INT, MPI.ANY_TAG, MPI.ANY_SOURCE);
    for (int way = 0; way < 6; way++) {
      int[] out = {10 * me + way};
      Request send = world.Isend(out, 0, 1, MPI.INT, next(world), 5);
      int from = way % 2 == 0 ? MPI.ANY_TAG : previous(world);
      int tag = way % 3 == 0 ? 5 : MPI.ANY_SOURCE;
      Check.equal(world.Probe(from, tag).source, previous(world), "Probe");
      Check.equal(world.Iprobe(from, tag).tag, 5, "Iprobe");
      Status status;
      if (way < 2) {
        status = world.Recv(in, 0, 1, MPI.INT, from, tag);
      } else if (way < 4) {
        status = world.Irecv(in, 0, 1, MPI.INT, from, tag).Wait();
      } else {
        prepared.Start();
        status = prepared.Wait();
      }
      send.Wait();
      Check.equal(in[0], 10 * previous(world) + way, "received");
      Check.equal(status.source, previous(world), "source");
      Check.equal(status.tag, 5, "tag");
      world.Barrier();
      int[] both = {me};
      int any = MPI.ANY_SOURCE;
      Status other =
          way % 2 == 0
              ? world.Sendrecv(both, 0, 1, MPI.INT, next(world), 6, in, 0, 1, MPI.INT, from, any)
              : world.Sendrecv_replace(both, 0, 1, MPI.INT, next(world), 6, from, any);
      Check.equal(other.source, previous(world), "source of an exchange");
      Check.equal(way % 2 == 0 ? in[0] : both[0], previous(world), "exchanged");
      world.Barrier();
      send = world.Isend(new String[] {"from " + me}, 0, 1, MPI.OBJECT, next(world), 7);
      world.Recv(object, 0, 1, MPI.OBJECT, MPI.ANY_TAG, MPI.ANY_SOURCE);
      Check.equal(object[0], "from " + previous(world), "object");
      send.Wait();
      world.Barrier();
    }
    for (int tag : new int[] {MPI.ANY_SOURCE, MPI.ANY_TAG}) {
      MPIException wildcard =
          Check.throwsError(
              () -> world.Send(in, 0, 1, MPI.INT, next(world), tag), "a wildcard in a send");
      Check.equal(wildcard.getErrorClass(), MPI.ERR_TAG, "its class");
    }
    MPI.Finalize();
  }

  static void objects(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Object[] out = {"skipped", "rank " + world.Rank(), new int[] {world.Rank()}, null};
    Object[] in = new Object[5];
    Request send = world.Isend(out, 1, 3, MPI.OBJECT, next(world), 0);
    Status status = world.Recv(in, 2, 3, MPI.OBJECT, previous(world), 0);
    send.Wait();
    Check.equal(status.Get_count(MPI.OBJECT), 3, "count");
    Check.equal(
        in,
        new Object[] {null, null, "rank " + previous(world), new int[] {previous(world)}, null},
        "received");
    String[] strings = new String[1];
    Request again = world.Isend(new String[] {"typed"}, 0, 1, MPI.OBJECT, next(world), 0);
    world.Recv(strings, 0, 1, MPI.OBJECT, previous(world), 0);
    again.Wait();
    Check.equal(strings[0], "typed", "typed array");
    MPI.Finalize();
  }

  static void objectsInEveryMode(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    MPI.Buffer_attach(new byte[10000]);
    String[] in = new String[5];
    Request[] receives = new Request[4];
    for (int i = 0; i < 4; i++) {
      receives[i] = world.Irecv(in, i, 1, MPI.OBJECT, previous(world), i);
    }
    world.Barrier();
    Object[] out = {"m" + world.Rank()};
    Request[] sends = {
      world.Isend(out, 0, 1, MPI.OBJECT, next(world), 0),
      world.Ibsend(out, 0, 1, MPI.OBJECT, next(world), 1),
      world.Issend(out, 0, 1, MPI.OBJECT, next(world), 2),
      world.Irsend(out, 0, 1, MPI.OBJECT, next(world), 3)
    };
    Request.Waitall(receives);
    Request.Waitall(sends);
    String expected = "m" + previous(world);
    Check.equal(in, new String[] {expected, expected, expected, expected, null}, "received");
    Prequest receive = world.Recv_init(in, 4, 1, MPI.OBJECT, previous(world), 8);
    Prequest send = world.Send_init(out, 0, 1, MPI.OBJECT, next(world), 8);
    for (int round = 0; round < 2; round++) {
      out[0] = "round " + round;
      receive.Start();
      send.Start();
      Check.equal(receive.Wait().Get_count(MPI.OBJECT), 1, "count");
      send.Wait();
      Check.equal(in[4], "round " + round, "persistent");
    }
    MPI.Buffer_detach();
    MPI.Finalize();
  }

  static void objectsOfDerivedTypes(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    Datatype column = Datatype.Vector(3, 1, 2, MPI.OBJECT);
    column.Commit();
    Check.equal(column.Extent(), 5, "extent");
    Check.equal(column.Size(), 3, "size");
    Integer[] out = {0, 1, 2, 3, 4, 5};
    Integer[] in = new Integer[6];
    Request send = world.Isend(out, 1, 1, column, next(world), 0);
    Status status = world.Recv(in, 0, 1, column, previous(world), 0);
    send.Wait();
    Check.equal(in, new Integer[] {1, null, 3, null, 5, null}, "received");
    Check.equal(status.Get_elements(column), 3, "elements");
    MPI.Finalize();
  }

  static void packAndUnpack(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    byte[] packed = new byte[world.Pack_size(2, MPI.INT) + world.Pack_size(1, MPI.DOUBLE) + 200];
    int at = world.Pack(new int[] {0, 4, 5}, 1, 2, MPI.INT, packed, 0);
    at = world.Pack(new double[] {world.Rank()}, 0, 1, MPI.DOUBLE, packed, at);
    Request send = world.Isend(packed, 0, at, MPI.PACKED, next(world), 0);
    byte[] received = new byte[packed.length];
    Status status =
        world.Recv(received, 0, received.length, MPI.PACKED, previous(world), MPI.ANY_TAG);
    send.Wait();
    Check.equal(status.Get_count(MPI.PACKED), at, "bytes");
    int[] ints = new int[3];
    double[] doubles = new double[1];
    int from = world.Unpack(received, 0, ints, 1, 2, MPI.INT);
    from = world.Unpack(received, from, doubles, 0, 1, MPI.DOUBLE);
    Check.equal(from, at, "position");
    Check.equal(ints, new int[] {0, 4, 5}, "ints");
    Check.equal(doubles[0], (double) previous(world), "double");
    byte[] objects = new byte[5000];
    int end = world.Pack(new Object[] {"x", "y"}, 0, 2, MPI.OBJECT, objects, 3);
    Object[] unpacked = new Object[2];
    Check.equal(world.Unpack(objects, 3, unpacked, 0, 2, MPI.OBJECT), end, "objects' end");
    Check.equal(unpacked, new Object[] {"x", "y"}, "objects");
    MPI.Finalize();
  }

  static void nullRequestsAndEmptyStatuses(String[] args) {
    MPI.Init(args);
    Status status = MPI.REQUEST_NULL.Wait();
    Check.equal(status.source, MPI.ANY_SOURCE, "source");
    Check.equal(status.tag, MPI.ANY_TAG, "tag");
    Check.equal(status.Get_count(MPI.INT), 0, "count");
    Check.that(MPI.REQUEST_NULL.Is_null(), "null");
    Check.equal(MPI.EMPTY_STATUS.Get_count(MPI.BYTE), 0, "empty");
    Check.equal(Request.Waitall(new Request[] {null, MPI.REQUEST_NULL}).length, 2, "statuses");
    Check.equal(Request.Waitany(new Request[] {null}).index, MPI.UNDEFINED, "index");
    MPI.Finalize();
  }

  static void errorsAreThrownWithTheirClass(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    MPIException rank =
        Check.throwsError(
            () -> world.Send(new int[1], 0, 1, MPI.INT, world.Size(), 0), "a rank too far");
    Check.equal(rank.getErrorClass(), MPI.ERR_RANK, "class");
    MPIException buffer =
        Check.throwsError(
            () -> world.Send(new int[1], 0, 2, MPI.INT, 0, 0), "more than the array has");
    Check.equal(buffer.getErrorClass(), MPI.ERR_BUFFER, "class");
    Request send = world.Isend(new int[4], 0, 4, MPI.INT, next(world), 0);
    MPIException truncated =
        Check.throwsError(
            () -> world.Recv(new int[2], 0, 2, MPI.INT, previous(world), 0), "a short buffer");
    send.Wait();
    Check.equal(truncated.getErrorClass(), MPI.ERR_TRUNCATE, "class");
    Check.equal(truncated.getErrorCode(), MPI.ERR_TRUNCATE, "code");
    MPI.Finalize();
  }

  static void startallPassesOverMissingRequests(String[] args) {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int[] in = new int[1];
    Prequest[] requests = {
      null,
      world.Recv_init(in, 0, 1, MPI.INT, previous(world), 1),
      null,
      world.Send_init(new int[] {5}, 0, 1, MPI.INT, next(world), 1)
    };
    Prequest.Startall(requests);
    Request.Waitall(requests);
    Check.equal(in[0], 5, "what was sent");
    MPI.Finalize();
  }
}
