package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.ronsel.AttributeKey;
import org.ronsel.ClosedException;
import org.ronsel.Comm;
import org.ronsel.Comparison;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorHandler;
import org.ronsel.Group;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.Session;
import org.ronsel.TruncationException;

/** Sessions (MPI-4.1, section 11.3) and error handlers (section 9.3). */
final class SessionScenarios {
  private static final int TAG = 2;

  private SessionScenarios() {}

  // ---- sessions ----

  static void aSessionMakesCommunicatorsOfProcessSets(Comm world) {
    try (Session session = Session.open(world)) {
      for (String set : List.of(Session.WORLD, Session.SELF, Session.SHARED, Session.JVM)) {
        Check.that(session.processSets().contains(set), set + " is a set");
        Group group = session.group(set);
        Check.that(group.rank(world) >= 0, "the calling rank is in " + set);
        Check.equal(
            Integer.toString(group.size()),
            session.processSetInfo(set).get("mpi_size"),
            "size of " + set);
        Comm comm = session.create(group, "test." + set);
        CommunicatorScenarios.use(comm);
        if (set.equals(Session.WORLD)) {
          Check.equal(Comparison.CONGRUENT, world.compare(comm), "compared with the world");
        }
      }
    }
  }

  static void sessionsAreOpenedAndClosedManyTimes(Comm world) {
    Comm last = null;
    for (int i = 0; i < 50; i++) {
      try (Session session = Session.open(world);
          Session other = Session.open(world)) {
        Comm one = session.create(session.group(Session.WORLD), "same");
        Comm two = other.create(session.group(Session.WORLD), "same");
        int next = (world.rank() + 1) % world.size();
        Request late = one.iSend(new int[] {-1}, next, TAG);
        CommunicatorScenarios.use(two);
        last = one;
        late.await();
      }
    }
    Comm closed = last;
    Check.fails(
        ClosedException.class, ErrorClass.COMM, () -> closed.send(new int[1], 0, TAG), "closed");
  }

  static void someRanksMakeACommunicatorWithoutTheOthers(Comm world) {
    try (Session session = Session.open(world)) {
      int[][] even = {{0, world.size() - 1, 2}};
      Group group = session.group(Session.WORLD).rangeInclude(even);
      if (world.rank() % 2 == 0) {
        Comm comm = session.create(group, "even", new Info().set("a", "b"), ErrorHandler.THROW);
        Check.equal(world.rank() / 2, comm.rank(), "rank");
        Check.equal("b", comm.info().get("a"), "hint");
        CommunicatorScenarios.use(comm);
      } else {
        Check.fails(
            InvalidArgumentException.class,
            ErrorClass.GROUP,
            () -> session.create(group, "even"),
            "rank " + world.rank(),
            "not in the group");
      }
    }
  }

  /** The names have the same hash code. */
  static void createsOfDifferentNamesDoNotMeet(Comm world) throws Exception {
    String[] names = {"libAa", "libBB"};
    Comm[] made = new Comm[2];
    int first = world.rank() % 2;
    try (Session session = Session.open(world)) {
      Group all = session.group(Session.WORLD);
      Together.Part create = index -> made[index] = session.create(all, names[index]);
      AtomicReference<Thread> begun = new AtomicReference<>();
      Together.threads(
          2,
          thread -> {
            if (thread == 0) {
              begun.set(Thread.currentThread());
              create.run(first);
            } else {
              Check.eventually(
                  () -> begun.get() != null && begun.get().getState() != Thread.State.RUNNABLE,
                  "the first create waits, or is over");
              create.run(1 - first);
            }
          });
      int next = (world.rank() + 1) % world.size();
      int previous = (world.rank() + world.size() - 1) % world.size();
      for (int i = 0; i < 2; i++) {
        int[] got = new int[1];
        made[i].sendReceive(new int[] {i}, next, TAG, got, previous, TAG);
        Check.equal(i, got[0], "what was sent on " + names[i]);
      }
    }
  }

  static void aSessionClosesAllCommunicatorsAlsoWhereACallbackThrows(Comm world) {
    AttributeKey<String> key =
        AttributeKey.of(
            "fails",
            (from, value) -> value,
            (from, value) -> {
              throw new IllegalStateException(value);
            });
    List<Comm> made = new ArrayList<>();
    Session session = Session.open(world);
    for (int i = 0; i < 3; i++) {
      Comm comm = session.create(session.group(Session.WORLD), "number " + i);
      comm.attribute(key, "not deleted");
      made.add(comm);
    }
    IllegalStateException thrown = Check.throwsOfCallback("not deleted", session::close);
    Check.equal(2, thrown.getSuppressed().length, "what the others have thrown");
    for (Comm comm : made) {
      Check.fails(ClosedException.class, ErrorClass.COMM, () -> comm.barrier(), "closed");
    }
  }

  static void aClosedSessionRefusesCalls(Comm world) {
    Session session = Session.open(world);
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () -> session.group("mpi://MOON"),
        "mpi://MOON",
        "mpi://WORLD");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.GROUP,
        () -> session.create(null, "x"),
        "group is null");
    session.close();
    Check.fails(ClosedException.class, ErrorClass.COMM, session::processSets, "Session");
    Check.fails(
        ClosedException.class,
        ErrorClass.COMM,
        () -> session.create(world.group(), "x"),
        "another");
  }

  // ---- error handlers ----

  private static final class Own extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  static void aHandlerSeesEachErrorOnce(Comm world) {
    List<RonselException> seen = new ArrayList<>();
    ErrorHandler handler =
        (comm, error) -> {
          Check.equal("watched", comm.name(), "the communicator of the error");
          seen.add(error);
        };
    try (Comm comm = world.dup()) {
      comm.name("watched");
      comm.errorHandler(handler);
      Check.that(comm.errorHandler() == handler, "it is the one that was set");
      int own = comm.rank();
      List<Check.Statement> wrong =
          List.of(
              () -> comm.send(new int[1], comm.size(), TAG),
              () -> comm.receive(new int[1], 0, -9),
              () -> comm.iSend(new int[2], 1, 2, own, TAG),
              () -> comm.broadcast(new int[1], -1),
              () -> comm.split(-3, 0),
              () -> comm.sendObject(new Object(), own, TAG),
              () -> comm.createCart(new int[] {-1}, new boolean[1], false),
              () -> {
                Request send = comm.iSend(new int[2], own, TAG);
                try {
                  comm.receive(new int[1], own, TAG);
                } finally {
                  send.await();
                }
              },
              () -> {
                Request receive = comm.iReceive(new int[1], own, TAG);
                comm.send(new int[2], own, TAG);
                receive.await();
              });
      for (int i = 0; i < wrong.size(); i++) {
        RonselException thrown = Check.fails(RonselException.class, null, wrong.get(i));
        Check.equal(i + 1, seen.size(), "errors seen after " + thrown);
        Check.that(seen.get(i) == thrown, "what was seen was thrown: " + thrown);
      }
      Check.that(seen.getLast() instanceof TruncationException, "the last was a truncation");
      try (Comm child = comm.split(0, 0)) {
        Check.that(child.errorHandler() == handler, "a part has its parent's handler");
      }
    }
    Check.that(world.errorHandler() == ErrorHandler.THROW, "the world's handler is as before");
  }

  static void aHandlerMayThrowSomethingElse(Comm world) throws Exception {
    try (Comm comm = world.dup()) {
      comm.errorHandler(
          (from, error) -> {
            throw new Own();
          });
      boolean thrown = false;
      try {
        comm.send(new int[1], -7, TAG);
      } catch (Own own) {
        thrown = true;
      }
      Check.that(thrown, "the call throws what the handler throws");
      comm.errorHandler(ErrorHandler.THROW);
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.RANK,
          () -> comm.send(new int[1], -7, TAG),
          "-7");
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.ARGUMENT,
          () -> comm.errorHandler(null),
          "handler");
    }
  }

  static void anErrorWithoutCommunicatorIsThrown(Comm world) {
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.RANK,
        () -> world.group().include(world.size()),
        "include");
    Check.equal(Ronsel.UNDEFINED, Group.EMPTY.rank(world), "rank in the empty group");
  }
}
