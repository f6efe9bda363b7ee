package programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import mpi.CartComm;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.Datatype;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.User_function;
import mpi.Win;
import org.junit.jupiter.api.Test;
import org.ronsel.Ronsel;

/** Mistakes of programs that the message of the error has to explain, in one line. */
class MisuseTest {
  /** Other calls are looked at in the same place where each rank has classes of its own. */
  @Test
  void aCallAfterFinalizeIsToldToMoveInFrontOfIt() {
    assertFails(
        "MPI.Finalize has been called before this call, which is perhaps in a finally block: move"
            + " it in front of MPI.Finalize",
        () -> {
          MPI.Finalize();
          MPI.Finalize();
        });
  }

  @Test
  void anArrayOfArraysUnderABasicTypeIsToldWhatToPassInstead() {
    String told =
        "is a double[][], whose rows are arrays of their own; pass one array with all elements, or"
            + " the rows as objects (MPI.OBJECT in the package mpi)";
    double[][] rows = new double[3][3];
    assertFails(told, () -> MPI.COMM_WORLD.Send(rows, 0, 3, MPI.DOUBLE, 0, 5));
    assertFails(told, () -> MPI.COMM_WORLD.recv(rows, 3, MPI.DOUBLE, 0, 5));
    assertFails(told, () -> MPI.COMM_WORLD.Bcast(rows, 0, 3, MPI.DOUBLE, 0));
  }

  @Test
  void anArrayOfObjectsUnderABasicTypeIsToldWhatToPassInstead() {
    String told =
        "is a java.lang.Integer[], whose elements are objects; pass an array of primitive values"
            + " (int[]), or send them as objects (MPI.OBJECT in the package mpi)";
    Integer[] boxed = {1, 2, 3};
    assertFails(told, () -> MPI.COMM_WORLD.Send(boxed, 0, 3, MPI.INT, 0, 5));
    assertFails(told, () -> MPI.COMM_WORLD.send(boxed, 3, MPI.INT, 0, 5));
    assertFails(told, () -> MPI.COMM_WORLD.Bcast(boxed, 0, 3, MPI.INT, 0));
  }

  @Test
  void anArrayOfOtherNumbersThatIsTooShortIsNamed() {
    assertFails(
        "Send: 2 elements of INT do not lie in the buffer, 2 char values of 2 bytes; pass an array of"
            + " the datatype's basic type",
        () -> MPI.COMM_SELF.Send(new char[2], 0, 2, MPI.INT, 0, 5));
    assertFails(
        "allReduce: 3 elements of DOUBLE do not lie in the receive buffer, 5 int values of 4 bytes",
        () -> MPI.COMM_SELF.allReduce(new double[3], new int[5], 3, MPI.DOUBLE, MPI.SUM));
  }

  @Test
  void whatIsNoArrayOfObjectsIsNamedWithTheCall() {
    assertFails(
        "Send: MPI.OBJECT needs an array of objects, not int[]",
        () -> MPI.COMM_SELF.Send(new int[2], 0, 2, MPI.OBJECT, 0, 5));
    assertFails(
        "Allgather: element 2 lies outside the array of 2 objects",
        () ->
            MPI.COMM_SELF.Allgather(
                new Object[2], 1, 2, MPI.OBJECT, new Object[2], 0, 2, MPI.OBJECT));
  }

  @Test
  void whatCannotBeFoundOrDescribesNoDataIsRefusedByItsCall() {
    Object[] objects = {"a"};
    assertFails("getAttr: attribute key 98765 was", () -> MPI.COMM_SELF.getAttr(98765));
    assertFails("Attr_put: attribute key 98765 was", () -> MPI.COMM_SELF.Attr_put(98765, "x"));
    assertFails(
        "deleteAttr: there is no attribute with key 98765", () -> MPI.COMM_SELF.deleteAttr(98765));
    assertFails("free: COMM_WORLD and COMM_SELF cannot", () -> MPI.COMM_SELF.free());
    assertFails("delete: there is no key 'none'", () -> new Info().delete("none"));
    assertFails(
        "iBcast: Datatype[OBJECT] is a type of objects",
        () -> MPI.COMM_SELF.iBcast(objects, 1, MPI.OBJECT, 0));
    assertFails(
        "Allgather: Datatype[INT] is not a type of objects",
        () -> MPI.COMM_SELF.Allgather(objects, 0, 1, MPI.INT, new Object[1], 0, 1, MPI.OBJECT));
    assertFails(
        "createStruct: a struct of 1 types has 2 block lengths",
        () -> Datatype.createStruct(new int[2], new int[1], new Datatype[] {MPI.INT}));
  }

  @Test
  void countsOfObjectsThatNoArrayHasAreRefused() {
    Object[] objects = {"a", "b"};
    assertFails(
        "Send: count -1 is negative", () -> MPI.COMM_SELF.Send(objects, 0, -1, MPI.OBJECT, 0, 0));
    assertFails(
        "Pack: count -1 is negative",
        () -> MPI.COMM_SELF.Pack(objects, 0, -1, MPI.OBJECT, new byte[99], 0));
    assertFails(
        "Vector: ",
        () -> Datatype.Vector(2, 1, Integer.MAX_VALUE, Datatype.Contiguous(2, MPI.OBJECT)));
    Datatype pair = Datatype.Contiguous(2, MPI.OBJECT);
    assertFails(
        "Send: 4294967294 objects are more than an array has",
        () -> MPI.COMM_SELF.Send(objects, 0, Integer.MAX_VALUE, pair, 0, 0));
  }

  @Test
  void aDatatypeAmongSeveralThatIsNullOrFreedIsRefused() {
    int[] one = {1};
    int[] at = {0};
    Datatype[] ints = {MPI.INT};
    MPI.COMM_SELF.allToAllw(MPI.newIntBuffer(1), one, at, ints, MPI.newIntBuffer(1), one, at, ints);
    assertFails(
        "allToAllw: the datatype is null",
        () ->
            MPI.COMM_SELF.allToAllw(
                MPI.newIntBuffer(1), one, at, new Datatype[1], MPI.newIntBuffer(1), one, at, ints));
    assertFails(
        "allToAllw: datatype vector of INT has been freed",
        () ->
            MPI.COMM_SELF.allToAllw(
                MPI.newIntBuffer(1),
                one,
                at,
                ints,
                MPI.newIntBuffer(1),
                one,
                at,
                new Datatype[] {freed()}));
  }

  @Test
  void aFreedDatatypeIsRefused() {
    int[] ints = new int[8];
    assertFails(
        "Send: datatype vector of INT has been freed",
        () -> MPI.COMM_SELF.Send(ints, 0, 1, freed(), 0, 0));
    assertFails("free: datatype INT is predefined and cannot be freed", () -> MPI.INT.free());
    assertFails("recv: datatype", () -> MPI.COMM_SELF.recv(ints, 1, freed(), 0, 0));
    assertFails("Irecv: datatype", () -> MPI.COMM_SELF.Irecv(ints, 0, 1, freed(), 0, 0));
    assertFails("iSend: datatype", () -> MPI.COMM_SELF.iSend(ints, 1, freed(), 0, 0));
    assertFails("sendInit: datatype", () -> MPI.COMM_SELF.sendInit(ints, 1, freed(), 0, 0));
    assertFails("bSend: datatype", () -> MPI.COMM_SELF.bSend(ints, 1, freed(), 0, 0));
    assertFails("Bcast: datatype", () -> MPI.COMM_SELF.Bcast(ints, 0, 1, freed(), 0));
    assertFails(
        "Sendrecv_replace: datatype",
        () -> MPI.COMM_SELF.Sendrecv_replace(ints, 0, 1, freed(), 0, 0, 0, 0));
  }

  @Test
  void whatHasBeenFreedIsNamedWithTheCall() {
    assertFails(
        "Start: the request has been freed",
        () -> {
          Prequest send = MPI.COMM_SELF.Send_init(new int[1], 0, 1, MPI.INT, 0, 5);
          send.free();
          send.Start();
        });
    assertFails(
        "rank 0, fence: the window has been freed",
        () -> {
          Win window = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, MPI.COMM_SELF);
          window.free();
          window.fence(0);
        });
    assertFails(
        "Barrier: the communicator is null or has been freed",
        () -> {
          Comm copy = (Comm) MPI.COMM_SELF.clone();
          copy.free();
          ((mpi.Intracomm) copy).Barrier();
        });
    assertFails(
        "iBcast: datatype NULL cannot be used in this call",
        () -> MPI.COMM_SELF.iBcast(MPI.newIntBuffer(1), 1, MPI.DATATYPE_NULL, 0));
  }

  @Test
  void someThatAreCompleteAreAllToldOfThoughOneHasFailed() {
    Ronsel.run(
        1,
        world -> {
          MPI.Init(new String[0]);
          Object[] in = new Object[1];
          Prequest good = MPI.COMM_SELF.Recv_init(in, 0, 1, MPI.OBJECT, 0, 2);
          good.Start();
          Request[] all = {MPI.COMM_SELF.Irecv(new int[1], 0, 1, MPI.INT, 0, 1), good};
          MPI.COMM_SELF.Isend(new int[5], 0, 5, MPI.INT, 0, 1).Wait();
          MPI.COMM_SELF.Isend(new Object[] {"sent"}, 0, 1, MPI.OBJECT, 0, 2).Wait();
          while (MPI.COMM_SELF.Iprobe(0, MPI.ANY_TAG) != null) {
            Thread.onSpinWait();
          }
          assertThatThrownBy(() -> Request.Waitsome(all))
              .isInstanceOfSatisfying(
                  MPIException.class,
                  error -> assertThat(error.getErrorClass()).isEqualTo(MPI.ERR_IN_STATUS))
              .hasMessageContaining("has failed, request 0: ");
          assertThat(in).containsExactly("sent");
          assertThat(all[0].Is_null()).isTrue();
          good.Start();
        });
  }

  private static Datatype freed() {
    Datatype type = Datatype.Vector(2, 1, 2, MPI.INT);
    type.Commit();
    type.free();
    return type;
  }

  @Test
  void aPersistentRequestStillStartsWhenItsDatatypeIsFreed() {
    Ronsel.run(
        1,
        world -> {
          MPI.Init(new String[0]);
          Datatype pair = Datatype.Contiguous(2, MPI.OBJECT);
          Object[] received = new Object[2];
          Prequest receive = MPI.COMM_SELF.Recv_init(received, 0, 1, pair, 0, 5);
          Prequest send = MPI.COMM_SELF.Send_init(new Object[] {"a", "b"}, 0, 1, pair, 0, 5);
          pair.free();
          receive.Start();
          send.Start();
          receive.Wait();
          send.Wait();
          assertThat(received).containsExactly("a", "b");
        });
  }

  @Test
  void aPersistentRequestIsStartedAgainOnlyWhenTheProgramKnowsOfItsCompletion() {
    for (int length : new int[] {4, 1_000_000}) {
      for (boolean looks : new boolean[] {false, true}) {
        assertFails(
            "Start: the persistent send to rank 0, tag 5 has been started already",
            () -> {
              Request receive = MPI.COMM_SELF.Irecv(new int[length], 0, length, MPI.INT, 0, 5);
              Prequest send = MPI.COMM_SELF.Send_init(new int[length], 0, length, MPI.INT, 0, 5);
              send.Start();
              receive.Wait();
              while (looks && send.getStatus() == null) {
                Thread.onSpinWait();
              }
              send.Start();
            });
      }
    }
  }

  @Test
  void everyWaitAndTestLetsAPersistentRequestStartAgain() {
    List<Function<Request[], Object>> calls =
        List.of(
            r -> r[0].Wait(),
            r -> r[0].Test(),
            r -> r[0].test() ? r : null,
            r -> Request.Waitany(r),
            r -> Request.Testany(r),
            r -> Request.waitAnyStatus(r),
            r -> Request.testAnyStatus(r),
            r -> Request.Waitall(r)[0],
            r -> first(Request.Testall(r)),
            r -> first(Request.testAllStatus(r)),
            r -> Request.Waitsome(r)[0],
            r -> first(Request.testSomeStatus(r)),
            r -> first(Request.waitSomeStatus(r)));
    Ronsel.run(
        1,
        world -> {
          MPI.Init(new String[0]);
          for (Object buffer : new Object[] {new int[1], new Object[1]}) {
            Datatype type = buffer instanceof int[] ? MPI.INT : MPI.OBJECT;
            Prequest receive = MPI.COMM_SELF.Recv_init(buffer, 0, 1, type, 0, 5);
            for (Function<Request[], Object> call : calls) {
              receive.Start();
              MPI.COMM_SELF.Send(buffer, 0, 1, type, 0, 5);
              while (receive.getStatus() == null) {
                Thread.onSpinWait();
              }
              Object answer = null;
              while (answer == null) {
                answer = call.apply(new Request[] {receive});
              }
              if (answer instanceof Status status) {
                assertThat(status.tag).isEqualTo(5);
              }
            }
          }
        });
  }

  private static Status first(Status... statuses) {
    return statuses == null || statuses.length == 0 ? null : statuses[0];
  }

  @Test
  void aNullArgumentIsNamed() {
    int[] ints = new int[4];
    assertFails(
        "rank 0, Send: the datatype is null", () -> MPI.COMM_SELF.Send(ints, 0, 4, null, 0, 0));
    assertFails("bcast: the datatype is null", () -> MPI.COMM_SELF.bcast(ints, 4, null, 0));
    assertFails(
        "gather: the datatype is null",
        () -> MPI.COMM_SELF.gather(ints, 4, MPI.INT, new int[4], 4, null, 0));
    assertFails(
        "Allreduce: the operator is null",
        () -> MPI.COMM_SELF.Allreduce(ints, 0, new int[4], 0, 4, MPI.INT, null));
    assertFails("createGroup: the group is null", () -> MPI.COMM_SELF.createGroup(null, 0));
    assertFails("compare: the communicator is null", () -> Comm.compare(MPI.COMM_SELF, null));
    assertFails("new Op: the function is null", () -> new Op((User_function) null, true));
    assertFails("Waitall: the array of requests is null", () -> Request.Waitall(null));
    assertFails("setName: the name is null", () -> MPI.COMM_SELF.setName(null));
  }

  @Test
  void aNullBufferIsNamed() {
    assertFails(
        "rank 0, Send: the buffer is null; 4 elements of INT are to be sent",
        () -> MPI.COMM_SELF.Send(null, 0, 4, MPI.INT, 0, 0));
    assertFails(
        "rank 0, send: the buffer is null; 4 elements of BYTE are to be sent",
        () -> MPI.COMM_SELF.send(null, 4, MPI.BYTE, 0, 0));
    assertFails(
        "rank 0, iRecv: the buffer is null; 4 elements of INT are to be received",
        () -> MPI.COMM_SELF.iRecv(null, 4, MPI.INT, 0, 0));
    assertFails(
        "rank 0, Bcast: the buffer is null; 4 elements of INT are to be broadcast",
        () -> MPI.COMM_SELF.Bcast(null, 0, 4, MPI.INT, 0));
    assertFails(
        "rank 0, Gather: the receive buffer is null; 4 elements of INT are to be received",
        () -> MPI.COMM_SELF.Gather(new int[4], 0, 4, MPI.INT, null, 0, 4, MPI.INT, 0));
    assertFails(
        "rank 0, scatter: the send buffer is null; 4 elements of INT are to be sent",
        () -> MPI.COMM_SELF.scatter(null, 4, MPI.INT, new int[4], 4, MPI.INT, 0));
  }

  @Test
  void aCallHasItsNameInTheSpellingOfTheProgram() {
    assertFails("rank 0, Bcast: root 9", () -> MPI.COMM_SELF.Bcast(new int[1], 0, 1, MPI.INT, 9));
    assertFails("rank 0, bcast: root 9", () -> MPI.COMM_SELF.bcast(new int[1], 1, MPI.INT, 9));
    assertFails(
        "rank 0, Isend: class java.lang.Object does not implement",
        () -> MPI.COMM_SELF.Isend(new Object[] {new Object()}, 0, 1, MPI.OBJECT, 0, 0));
    assertFails("Group.Excl: rank 9", () -> MPI.COMM_SELF.Group().Excl(new int[] {9}));
    assertFails(
        "Datatype.createVector: count -1 is negative",
        () -> Datatype.createVector(-1, 1, 1, MPI.INT));
    assertFails(
        "rank 0, recv from rank 0, tag 3: class ",
        () -> {
          MPI.COMM_SELF.iSend(new Object[] {new Unreadable()}, 1, MPI.OBJECT, 0, 3);
          MPI.COMM_SELF.recv(new Object[1], 1, MPI.OBJECT, 0, 3);
        });
    assertFails(
        "Pack: offset 0 and count 16 lie outside packed",
        () -> MPI.COMM_SELF.Pack(new int[4], 0, 4, MPI.INT, new byte[3], 0));
  }

  @Test
  void aMessageThatIsTooLongIsToldWithTheCallThatReceives() {
    String told =
        "message of 20 bytes from rank 0, tag 3 is longer than the receive buffer of 4 bytes";
    int[] five = new int[5];
    assertFails(
        "rank 0, Recv: " + told,
        () -> {
          MPI.COMM_SELF.Isend(five, 0, 5, MPI.INT, 0, 3);
          MPI.COMM_SELF.Recv(one(), 0, 1, MPI.INT, 0, 3);
        });
    assertFails(
        "rank 0, Sendrecv: " + told,
        () -> MPI.COMM_SELF.Sendrecv(five, 0, 5, MPI.INT, 0, 3, one(), 0, 1, MPI.INT, 0, 3));
    assertFails(
        "rank 0, sendRecv: " + told,
        () -> MPI.COMM_SELF.sendRecv(five, 5, MPI.INT, 0, 3, one(), 1, MPI.INT, 0, 3));
    assertFails(
        "rank 0, Wait: " + told,
        () -> {
          Request receive = MPI.COMM_SELF.Irecv(one(), 0, 1, MPI.INT, 0, 3);
          MPI.COMM_SELF.Isend(five, 0, 5, MPI.INT, 0, 3);
          receive.Wait();
        });
  }

  @Test
  void whatAWaitIsToldOfHasTheNameOfTheCallThatPreparedIt() {
    Ronsel.run(
        2,
        world -> {
          MPI.Init(new String[0]);
          Intracomm comm = MPI.COMM_WORLD.dup();
          boolean isRoot = comm.getRank() == 0;
          int count = isRoot ? 2 : 3;
          Prequest scatter =
              comm.scatterInit(new int[4], 2, MPI.INT, new int[3], count, MPI.INT, 0);
          scatter.start();
          if (!isRoot) {
            assertThatThrownBy(() -> scatter.waitFor())
                .isInstanceOf(MPIException.class)
                .hasMessageStartingWith("rank 1, scatterInit on ")
                .hasMessageContaining(": rank 0 sent 8 bytes where 12 were expected");
          }
        });
  }

  @Test
  void aRankThatTakesLessThanTheRootBroadcastsIsToldHowLongItIs() {
    Ronsel.run(
        2,
        world -> {
          MPI.Init(new String[0]);
          boolean isRoot = world.rank() == 0;
          int[] data = new int[5];
          if (isRoot) {
            MPI.COMM_WORLD.Bcast(data, 0, 5, MPI.INT, 0);
          } else {
            assertThatThrownBy(() -> MPI.COMM_WORLD.Bcast(data, 0, 3, MPI.INT, 0))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining(
                    "Bcast: rank 0 gives 5 elements, more than the 3 that rank 1 takes;"
                        + " name as many there, in a buffer that holds them");
          }
          MPI.Finalize();
        });
  }

  @Test
  void aPreparedBufferedSendWithoutRoomIsActiveUntilTheProgramKnowsOfItsCompletion() {
    assertFails(
        "Start: the request has been started and is not complete",
        () -> {
          MPI.Buffer_attach(new byte[MPI.BSEND_OVERHEAD]);
          Prequest send = MPI.COMM_SELF.Bsend_init(new int[100], 0, 100, MPI.INT, 0, 5);
          Request receive = MPI.COMM_SELF.Irecv(new int[100], 0, 100, MPI.INT, 0, 5);
          send.Start();
          receive.Wait();
          send.Start();
        });
  }

  @Test
  void callsThatDifferHaveTheirNamesInTheSpellingOfTheProgram() {
    assertDiffer(
        "Barrier", Intracomm::Barrier, "Bcast", world -> world.Bcast(one(), 0, 1, MPI.INT, 0));
    assertDiffer(
        "barrier", Intracomm::barrier, "bcast", world -> world.bcast(one(), 1, MPI.INT, 0));
    assertDiffer(
        "Allgather",
        world -> world.Allgather(one(), 0, 1, MPI.INT, new int[2], 0, 1, MPI.INT),
        "Allreduce",
        world -> world.Allreduce(one(), 0, one(), 0, 1, MPI.INT, MPI.MAX));
  }

  @Test
  void aCallWithoutARankThatHasEndedHasItsNameInTheSpellingOfTheProgram() {
    assertEndedWithout("Barrier", Intracomm::Barrier);
    assertEndedWithout(
        "allReduce", world -> world.allReduce(one(), new int[1], 1, MPI.INT, MPI.MAX));
    assertEndedWithout("Finalize", world -> MPI.Finalize());
    assertEndedWithout("disconnect", Intracomm::disconnect);
  }

  /** Fails unless a call fails, since the other rank has ended, with this name. */
  private static void assertEndedWithout(String name, OnWorld call) {
    Ronsel.run(
        2,
        world -> {
          MPI.Init(new String[0]);
          if (world.rank() == 0) {
            assertThatThrownBy(() -> call.call(MPI.COMM_WORLD))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("in which rank 0 waits for it (" + name + ")");
          }
        });
  }

  private static int[] one() {
    return new int[1];
  }

  @FunctionalInterface
  private interface OnWorld {
    void call(Intracomm world) throws Exception;
  }

  /** Fails unless different calls of two ranks fail with their names, each on the rank itself. */
  private static void assertDiffer(String name, OnWorld first, String other, OnWorld second) {
    Ronsel.run(
        2,
        world -> {
          MPI.Init(new String[0]);
          boolean isFirst = world.rank() == 0;
          Intracomm comm = MPI.COMM_WORLD.dup();
          assertThatThrownBy(() -> (isFirst ? first : second).call(comm))
              .isInstanceOf(MPIException.class)
              .hasMessageContaining(isFirst ? name : other)
              .message()
              .doesNotContainIgnoringCase("broadcast");
          MPI.Finalize();
        });
  }

  /** An object that can be sent and not received. */
  private static final class Unreadable implements Serializable {
    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream in) throws ClassNotFoundException {
      throw new ClassNotFoundException("it is nowhere");
    }
  }

  /** The words are those of the whole message: what {@code org.ronsel} has is not named. */
  @Test
  void adviceNamesWhatThisPackageHas() {
    int[] many = new int[5000];
    assertAdvises(
        "Bsend: no buffer is attached; call MPI.Buffer_attach before",
        () -> MPI.COMM_SELF.Bsend(many, 0, many.length, MPI.INT, 0, 0));
    assertAdvises(
        "bSend: no buffer is attached; call MPI.attachBuffer before",
        () -> MPI.COMM_SELF.bSend(many, many.length, MPI.INT, 0, 0));
    assertAdvises(
        "rank 0, Start: no buffer is attached; call MPI.Buffer_attach before",
        () -> MPI.COMM_SELF.Bsend_init(many, 0, many.length, MPI.INT, 0, 0).Start());
    assertAdvises(
        "rank 0, start: no buffer is attached; call MPI.attachBuffer before",
        () -> MPI.COMM_SELF.bSendInit(many, many.length, MPI.INT, 0, 0).start());
    assertAdvises(
        "; Cartcomm.Dims_create finds dims that fit",
        () -> MPI.COMM_SELF.Create_cart(new int[] {2}, new boolean[1], false));
    assertAdvises(
        "CartComm.createDims finds dims that fit",
        () -> MPI.COMM_SELF.createCart(new int[] {2}, new boolean[1], false));
    assertAdvises("Cartcomm.Dims_create: grids", () -> Cartcomm.Dims_create(6, new int[] {4}));
    assertAdvises("createDims: dimension -1", () -> CartComm.createDims(6, new int[] {-1}));
    String told =
        "; pass an array of the datatype's basic type, a buffer of java.nio, or objects as"
            + " MPI.OBJECT";
    for (Object wrong : new Object[] {"hello", new ArrayList<>()}) {
      assertAdvises(told, () -> MPI.COMM_SELF.Send(wrong, 0, 1, MPI.INT, 0, 0));
      assertAdvises(told, () -> MPI.COMM_SELF.bcast(wrong, 1, MPI.INT, 0));
    }
    assertAdvises(
        "; receive it as MPI.OBJECT",
        () -> {
          MPI.COMM_SELF.Isend(new Object[] {"x"}, 0, 1, MPI.OBJECT, 0, 3);
          MPI.COMM_SELF.Recv(new int[1], 0, 1, MPI.INT, 0, 3);
        });
    assertAdvises(
        "can never complete; post the receive first, or use Isend or Sendrecv",
        () -> MPI.COMM_SELF.Ssend(many, 0, many.length, MPI.INT, 0, 0));
    assertAdvises(
        "can never complete; post the receive first, or use iSend or sendRecv",
        () -> MPI.COMM_SELF.sSend(many, many.length, MPI.INT, 0, 0));
    assertAdvises(
        "rank 0, neighborAllGather: self has no topology; make one with createCart, createGraph or"
            + " createDistGraph",
        () -> MPI.COMM_SELF.neighborAllGather(many, 1, MPI.INT, new int[many.length], 1, MPI.INT));
    assertAdvises(
        "or send it as MPI.OBJECT",
        () -> {
          MPI.COMM_SELF.Isend(new int[1], 0, 1, MPI.INT, 0, 3);
          MPI.COMM_SELF.Recv(new Object[1], 0, 1, MPI.OBJECT, 0, 3);
        });
  }

  @Test
  void aWindowInAnotherEpochIsToldHowToEndIt() {
    assertAdvises(
        "rank 0, lockAll: this rank is in an epoch between fences; fence(MPI.MODE_NOSUCCEED) ends it",
        () -> inEpochOfFences(window -> window.lockAll(0)));
    assertAdvises(
        "rank 0, post: this rank has posted already; call waitFor before",
        () -> inEpochOfFences(window -> window.post(MPI.GROUP_EMPTY, 0)));
    assertAdvises(
        "rank 0, free: this rank has posted; call waitFor before",
        () -> inEpochOfFences(Win::free));
  }

  private interface OnWindow {
    void call(Win window) throws Exception;
  }

  /** Makes a call on a window that is in an epoch of a fence and in one of a post. */
  private static void inEpochOfFences(OnWindow call) throws Exception {
    Win window = new Win(MPI.newIntBuffer(4), 4, 1, MPI.INFO_NULL, MPI.COMM_SELF);
    window.fence(0);
    window.put(MPI.newIntBuffer(1), 1, MPI.INT, 0, 0, 1, MPI.INT);
    window.post(MPI.GROUP_EMPTY, 0);
    call.call(window);
  }

  @Test
  void packedObjectsThatAreNotThereAreRefused() {
    Object[] out = new Object[1];
    assertFails(
        "Unpack: position 0 and 4 bytes of objects lie outside packed of 2 bytes",
        () -> MPI.COMM_SELF.Unpack(new byte[2], 0, out, 0, 1, MPI.OBJECT));
    assertFails(
        "Unpack: position -1", () -> MPI.COMM_SELF.Unpack(new byte[9], -1, out, 0, 1, MPI.OBJECT));
    assertFails(
        "Unpack: at position 0 no objects begin that were packed",
        () -> MPI.COMM_SELF.Unpack(new byte[] {-1, -1, -1, -1, 0}, 0, out, 0, 1, MPI.OBJECT));
    assertFails(
        "unpack: position 0 and 2147483651 bytes of objects lie outside packed of 5 bytes",
        () -> MPI.COMM_SELF.unpack(new byte[] {-1, -1, -1, 127, 0}, 0, out, 1, MPI.OBJECT));
    assertFails(
        "Unpack: position 1 and 12 bytes of objects lie outside packed of 10 bytes",
        () ->
            MPI.COMM_SELF.Unpack(
                new byte[] {0, 8, 0, 0, 0, 0, 0, 0, 0, 0}, 1, out, 0, 1, MPI.OBJECT));
    assertFails(
        "Pack_size: 3072000004 bytes are more than an array has; pack in several parts",
        () -> MPI.COMM_SELF.Pack_size(3_000_000, MPI.OBJECT));
    assertFails("packSize: count -1", () -> MPI.COMM_SELF.packSize(-1, MPI.OBJECT));
  }

  @FunctionalInterface
  private interface Body {
    void run() throws Exception;
  }

  private static void assertFails(String message, Body body) {
    assertThat(failure(body))
        .isInstanceOf(MPIException.class)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }

  private static void assertAdvises(String message, Body body) {
    assertFails(message, body);
    assertThat(failure(body).getMessage())
        .doesNotContain("Ronsel.", "eceiveObject", "endObject", "CartComm.dims", "MemorySegment");
  }

  private static Throwable failure(Body body) {
    return catchThrowable(
            () ->
                Ronsel.run(
                    1,
                    world -> {
                      MPI.Init(new String[0]);
                      body.run();
                    }))
        .getCause();
  }
}
