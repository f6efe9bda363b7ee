package org.ronsel.conformance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import javax.management.BadAttributeValueExpException;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.DeadlockException;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorHandler;
import org.ronsel.InvalidArgumentException;
import org.ronsel.ObjectCodec;
import org.ronsel.ObjectMessageException;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.TypeMismatchException;
import org.ronsel.WaitInterruptedException;

/** Objects that cannot be sent or must not be received: reported, and nothing else is lost. */
final class ObjectErrorScenarios {
  private ObjectErrorScenarios() {}

  /** Has no way to be serialised. */
  record Unsendable(int x) {}

  /** Counts itself among what has been made of messages. */
  private static final class Bomb implements Serializable {
    private static final long serialVersionUID = 1L;
    static final ThreadLocal<Integer> EXPLOSIONS = ThreadLocal.withInitial(() -> 0);

    private void readObject(ObjectInputStream in) {
      EXPLOSIONS.set(EXPLOSIONS.get() + 1);
    }
  }

  /** Fails while it is read. */
  private static final class Sick implements Serializable {
    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream in) {
      throw new IllegalStateException("sick object");
    }
  }

  /** Fails while it is written, with what is not an exception. */
  private static final class Unwritable implements Serializable {
    private static final long serialVersionUID = 1L;

    private void writeObject(ObjectOutputStream out) {
      throw new AssertionError("unwritable");
    }
  }

  private static ObjectMessageException failed(Check.Statement statement, String... words) {
    return Check.fails(ObjectMessageException.class, ErrorClass.TYPE, statement, words);
  }

  static void anObjectThatCannotBeSerialisedIsNamed(Comm world) {
    int me = world.rank();
    Object object = List.of("fine", new Unsendable(1));
    String[] words = {
      "rank " + me, "ObjectErrorScenarios$Unsendable", "does not implement java.io.Serializable"
    };
    failed(() -> world.sendObject(object, me, 1), words);
    failed(() -> world.iSendObject(object, me, 1), "iSendObject", words[1]);
    failed(() -> world.sendObject(object, Ronsel.PROC_NULL, 1), "sendObject", words[1]);
    Check.equal(null, world.iProbe(me, Ronsel.ANY_TAG), "message of a refused call");
  }

  static void anObjectThatIsNestedTooDeeplyIsAnError(Comm world) throws Exception {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      List<Object> outer = new ArrayList<>(1);
      outer.add(list);
      list = outer;
    }
    List<Object> deep = list;
    Together.threads(
        1,
        index ->
            failed(
                () -> world.iSendObject(deep, world.rank(), 1), "nested too deeply", "in parts"));
  }

  static void anObjectOfARefusedClassIsNotMade(Comm world) {
    int me = world.rank();
    // The first step of well-known attacks: reading it calls toString of what it holds.
    Object gadget = new BadAttributeValueExpException("x");
    Object[] forms = {gadget, List.of(gadget), new Object[] {gadget}};
    for (Object object : forms) {
      Request send = world.iSendObject(object, me, 3);
      Request behind = world.iSendObject("behind", me, 3);
      failed(
          () -> world.receiveObject(me, 3),
          "rank " + me,
          "receiveObject from rank " + me + ", tag 3",
          "class javax.management.BadAttributeValueExpException",
          "refused",
          "ronsel.object.filter");
      Check.equal("behind", world.receiveObject(me, 3), "the next message");
      Request.awaitAll(send, behind);
    }
  }

  static void theProgramsFilterDecides(Comm world) {
    int me = world.rank();
    try (Comm comm = world.dup()) {
      comm.objectCodec(
          ObjectCodec.serialization(
              ObjectInputFilter.Config.createFilter("java.base/*;!*;maxdepth=3")));
      Request send = comm.iSendObject(new Bomb(), me, 1);
      Bomb.EXPLOSIONS.set(0);
      failed(() -> comm.receiveObject(me, 1), "class", "ObjectErrorScenarios$Bomb", "refused");
      Check.equal(0, Bomb.EXPLOSIONS.get(), "nothing was made of the refused message");
      send.await();
      send = comm.iSendObject(List.of(List.of(List.of(List.of(1)))), me, 1);
      failed(() -> comm.receiveObject(me, 1), "refused");
      send.await();
      send = comm.iSendObject(List.of(1, 2), me, 1);
      Check.equal(List.of(1, 2), comm.receiveObject(me, 1), "what the filter allows");
      send.await();
      comm.objectCodec(ObjectCodec.serialization());
      send = comm.iSendObject(new Bomb(), me, 1);
      Check.that(comm.receiveObject(me, 1) instanceof Bomb, "the default lets the program's pass");
      Check.equal(1, Bomb.EXPLOSIONS.get(), "objects made");
      send.await();
      Together.barrier(world);
    }
  }

  /** Sends bytes that are not what serialisation makes. */
  private record Raw() implements ObjectCodec {
    @Override
    public byte[] encode(@Nullable Object object) {
      return (byte[]) java.util.Objects.requireNonNull(object);
    }

    @Override
    public @Nullable Object decode(byte[] message, ClassLoader classes) {
      return message;
    }
  }

  static void bytesThatAreNoObjectAreAnError(Comm world) {
    int me = world.rank();
    byte[] list = ObjectCodec.serialization().encode(new byte[10]);
    byte[] huge = list.clone();
    // The length of the array stands in front of its ten bytes.
    huge[huge.length - 14] = 0x7f;
    String bomb = new String(ObjectCodec.serialization().encode(new Bomb()), ISO_8859_1);
    byte[] unknown = bomb.replace("$Bomb", "$Bulb").getBytes(ISO_8859_1);
    byte[] cut = java.util.Arrays.copyOf(list, list.length - 3);
    byte[][] messages = {new byte[0], {1, 2, 3, 4, 5}, cut, huge, unknown};
    String[] why = {"EOF", "StreamCorrupted", "EOF", "an array of 21307", "$Bulb is not known"};
    try (Comm comm = world.dup()) {
      for (int i = 0; i < messages.length; i++) {
        comm.objectCodec(new Raw());
        Request send = comm.iSendObject(messages[i], me, 1);
        comm.objectCodec(ObjectCodec.serialization());
        failed(() -> comm.receiveObject(me, 1), "rank " + me, "tag 1", why[i]);
        send.await();
      }
      Together.barrier(world);
    }
  }

  static void aClassThatFailsWhileItIsReadIsReported(Comm world) {
    int me = world.rank();
    Request send = world.iSendObject(new Sick(), me, 1);
    Throwable cause = failed(() -> world.receiveObject(me, 1), "rank " + me, "sick").getCause();
    Check.that(
        cause instanceof IllegalStateException, "the cause is what the class threw: " + cause);
    send.await();
  }

  static void aMessageThatIsNoObjectIsAnError(Comm world) {
    int me = world.rank();
    for (int length : new int[] {0, 1, 1000, 300_000}) {
      Request send = world.iSend(new int[length], me, 1);
      Request behind = world.iSendObject("behind", me, 1);
      Check.fails(
          TypeMismatchException.class,
          ErrorClass.TYPE,
          () -> world.receiveObject(me, 1),
          "rank " + me,
          "OBJECT",
          "INT",
          "tag 1",
          "sendObject");
      Check.equal("behind", world.receiveObject(me, 1), "the next message");
      Request.awaitAll(send, behind);
    }
  }

  static void anObjectIsNotReceivedAsAnArray(Comm world) {
    int next = (world.rank() + 1) % world.size();
    for (String text : new String[] {"short", "v".repeat(200_000)}) {
      Request send = world.iSendObject(text, next, 1);
      byte[] in = new byte[300_000];
      Check.fails(
          TypeMismatchException.class,
          ErrorClass.TYPE,
          () -> world.receive(in, Ronsel.ANY_SOURCE, 1),
          "BYTE",
          "OBJECT",
          "use receiveObject");
      Check.equal(new byte[300_000], in, "buffer");
      send.await();
    }
    Together.barrier(world);
  }

  @Ranks(once = true)
  static void aLargeObjectToItselfIsADeadlock(Comm world) {
    byte[] large = new byte[5 << 20];
    Check.fails(
        DeadlockException.class,
        ErrorClass.DEADLOCK,
        () -> world.sendObject(large, world.rank(), 1),
        "rank " + world.rank(),
        "to itself");
    Together.barrier(world);
  }

  /** How a rank says that another one has failed, in front of its reason. */
  private static String elsewhere(Comm comm, int bad) {
    return comm.rank() == bad ? "" : "rank " + bad + " could not encode its object: ";
  }

  static void aBroadcastThatCannotBeEncodedFailsOnAllRanks(Comm world) {
    for (int root = 0; root < world.size(); root++) {
      int from = root;
      failed(
          () -> world.broadcastObject(new Unsendable(1), from),
          "rank " + world.rank() + ", broadcastObject: " + elsewhere(world, root) + "class ",
          "Unsendable does not implement java.io.Serializable");
      Check.equal("next", world.broadcastObject("next", root), "the next broadcast");
    }
  }

  static void aGatherThatCannotBeEncodedFailsAtItsRankAndTheRoot(Comm world) {
    for (int root = 0; root < world.size(); root++) {
      for (int bad = 0; bad < world.size(); bad++) {
        Object object = world.rank() == bad ? new Unsendable(1) : "good";
        int to = root;
        if (world.rank() == bad) {
          failed(() -> world.gatherObjects(object, to), "gatherObjects", "Serializable");
        } else if (world.rank() == root) {
          failed(
              () -> world.gatherObjects(object, to),
              "rank " + root + ", gatherObjects: " + elsewhere(world, bad) + "class ",
              "Unsendable does not implement java.io.Serializable");
        } else {
          Check.equal(List.of(), world.gatherObjects(object, root), "elsewhere");
        }
        int expected = world.rank() == root ? world.size() : 0;
        Check.equal(expected, world.gatherObjects("next", root).size(), "the next gather");
      }
    }
  }

  /** Refuses texts that are short, with an error of Ronsel. */
  private record OnlyLong() implements ObjectCodec {
    @Override
    public byte[] encode(@Nullable Object object) {
      if (object instanceof String text && text.length() < 4) {
        throw new InvalidArgumentException(ErrorClass.ARGUMENT, "the text is too short");
      }
      return ObjectCodec.serialization().encode(object);
    }

    @Override
    public @Nullable Object decode(byte[] message, ClassLoader classes) {
      return ObjectCodec.serialization().decode(message, classes);
    }
  }

  static void anArgumentThatACodecRefusesFailsAnAllGatherOnAllRanks(Comm world) {
    int me = world.rank();
    try (Comm comm = world.dup()) {
      comm.objectCodec(new OnlyLong());
      for (int bad = 0; bad < comm.size(); bad++) {
        if (me == bad) {
          Check.fails(
              InvalidArgumentException.class,
              ErrorClass.ARGUMENT,
              () -> comm.allGatherObjects("bad"),
              "too short");
          Check.fails(
              InvalidArgumentException.class,
              ErrorClass.ARGUMENT,
              () -> comm.allReduceObject("bad", (a, b) -> a),
              "too short");
        } else {
          String why = elsewhere(comm, bad) + "the text is too short";
          failed(() -> comm.allGatherObjects("good"), why);
          failed(() -> comm.allReduceObject("good", (a, b) -> a), why);
        }
        Check.equal(comm.size(), comm.allGatherObjects("next").size(), "the next one");
      }
    }
  }

  static void anAllGatherThatCannotBeEncodedFailsOnAllRanks(Comm world) {
    for (int bad = 0; bad < world.size(); bad++) {
      boolean isBad = world.rank() == bad;
      Object object = isBad ? new Unsendable(1) : "good";
      failed(
          () -> world.allGatherObjects(object),
          "rank " + world.rank() + ", allGatherObjects: " + elsewhere(world, bad) + "class ",
          "Unsendable does not implement java.io.Serializable");
      Check.equal(world.size(), world.allGatherObjects("next").size(), "the next one");
    }
  }

  private static final class Own extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Ranks(min = 2)
  static void whatAHandlerThrowsLeavesNobodyWaiting(Comm world) throws Exception {
    try (Comm comm = world.dup()) {
      for (int rank = 0; rank < world.size(); rank++) {
        int bad = rank;
        boolean isBad = world.rank() == bad;
        Object object = isBad ? new Unsendable(1) : "good";
        List<Object> objects = Collections.nCopies(world.size(), object);
        List<Check.Statement> calls =
            List.of(
                () -> comm.broadcastObject(object, bad),
                () -> comm.gatherObjects(object, bad),
                () -> comm.gatherObjects(object, (bad + 1) % comm.size()),
                () -> comm.allGatherObjects(object),
                () -> comm.scatterObjects(objects, bad),
                () -> comm.allToAllObjects(objects));
        for (Check.Statement call : calls) {
          if (isBad) {
            comm.errorHandler(
                (from, error) -> {
                  throw new Own();
                });
          }
          boolean own = false;
          try {
            call.run();
          } catch (Own thrown) {
            own = true;
          } catch (ObjectMessageException told) {
            Check.that(!isBad, "told of another rank: " + told);
          }
          Check.equal(isBad, own, "throws what its handler throws");
          comm.errorHandler(ErrorHandler.THROW);
          Check.equal(world.size(), comm.allGatherObjects("next").size(), "the next one");
        }
      }
    }
  }

  /** Also an error is told to all before it is thrown: no rank takes a later message for this. */
  @Ranks(min = 2)
  static void anErrorThatAnObjectThrowsFailsTheCallOnAllRanks(Comm world) throws Exception {
    int size = world.size();
    List<Integer> ranks = IntStream.range(0, size).boxed().toList();
    for (int rank = 0; rank < size; rank++) {
      int bad = rank;
      boolean isBad = world.rank() == bad;
      Object object = isBad ? new Unwritable() : "good";
      List<Object> objects = Collections.nCopies(size, object);
      List<Check.Statement> calls =
          List.of(
              () -> world.broadcastObject(object, bad),
              () -> world.allGatherObjects(object),
              () -> world.allReduceObject(object, (a, b) -> a),
              () -> world.scatterObjects(objects, bad),
              () -> world.allToAllObjects(objects));
      for (Check.Statement call : calls) {
        throwsError(isBad, call, elsewhere(world, bad) + "java.lang.AssertionError: unwritable");
        Check.equal(ranks, world.allGatherObjects(world.rank()), "the next one");
      }
      for (int root = 0; root < size; root++) {
        int to = root;
        if (isBad || world.rank() == root) {
          throwsError(
              isBad,
              () -> world.gatherObjects(object, to),
              elsewhere(world, bad) + "java.lang.AssertionError: unwritable");
        } else {
          Check.equal(List.of(), world.gatherObjects(object, root), "elsewhere");
        }
        Check.equal(ranks, world.allGatherObjects(world.rank()), "the next one");
      }
    }
  }

  private static void throwsError(boolean itself, Check.Statement call, String told)
      throws Exception {
    if (!itself) {
      failed(call, told);
      return;
    }
    try {
      call.run();
    } catch (AssertionError thrown) {
      Check.equal("unwritable", thrown.getMessage(), "what the object threw");
      return;
    }
    throw new AssertionError("the error of the object was not thrown");
  }

  /** What was sent to a root that had left arrives late, and is not taken for what is sent next. */
  @Ranks(min = 2)
  static void aRootThatWasInterruptedInAGatherGathersWhatIsSentNext(Comm world) {
    int me = world.rank();
    try (Comm comm = world.dup()) {
      for (int root = 0; root < comm.size(); root++) {
        for (int length : new int[] {1, 200_000}) { // by one message, and by one that waits
          int to = root;
          if (me == root) {
            Thread.currentThread().interrupt();
            Check.fails(
                WaitInterruptedException.class,
                ErrorClass.OTHER,
                () -> comm.gatherObjects("late", to),
                "interrupted");
            for (int other = 0; other < comm.size(); other++) {
              if (other != me) {
                Together.signal(world, other);
              }
            }
          } else {
            Together.await(world, root);
            Check.equal(List.of(), comm.gatherObjects("late".repeat(length), root), "elsewhere");
          }
          for (int repeat = 0; repeat < 2; repeat++) {
            List<Integer> ranks = IntStream.range(0, comm.size()).boxed().toList();
            List<Integer> expected = me == root ? ranks : List.of();
            Check.equal(expected, comm.gatherObjects(me, root), "what is sent next");
          }
        }
      }
    }
  }
}
