package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.AttributeKey;
import org.ronsel.ClosedException;
import org.ronsel.Comm;
import org.ronsel.Comparison;
import org.ronsel.ErrorClass;
import org.ronsel.Group;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.PendingComm;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.SplitType;

/** Communicators made by some ranks alone, or later, or by place; what duplicates take over. */
final class GroupCreationScenarios {
  private static final int TAG = 4;
  private static final int THREADS = 4;

  private GroupCreationScenarios() {}

  // ---- createGroup ----

  static void onlyTheMembersOfAGroupMakeItsCommunicator(Comm world) {
    int[][] odd = {{1, Math.max(1, world.size() - 1), 2}};
    if (world.size() > 1 && world.rank() % 2 == 1) {
      try (Comm made = world.createGroup(world.group().rangeInclude(odd), TAG)) {
        Check.equal(world.rank() / 2, made.rank(), "rank");
        CommunicatorScenarios.use(made);
      }
    }
  }

  static void threadsMakeCommunicatorsOfOneWithDifferentTags(Comm world) throws Exception {
    Group reversed = world.group().rangeInclude(new int[] {world.size() - 1, 0, -1});
    Together.threads(
        THREADS,
        thread -> {
          int tag = (thread + world.rank()) % THREADS;
          for (int i = 0; i < 10; i++) {
            try (Comm made = world.createGroup(reversed, tag)) {
              Check.equal(world.size() - 1 - world.rank(), made.rank(), "rank");
              CommunicatorScenarios.use(made);
            }
          }
        });
  }

  static void whoIsNotInTheGroupMustNotMakeIt(Comm world) {
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.GROUP,
        () -> world.createGroup(world.group().exclude(world.rank()), 0),
        "rank " + world.rank(),
        "createGroup",
        "not in the group");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.TAG,
        () -> world.createGroup(world.group(), -1),
        "createGroup");
  }

  // ---- iDup ----

  static void aDuplicateComesWhileTheRankDoesOtherThings(Comm world) {
    PendingComm first = world.iDup();
    int[] sum = {1};
    Request reduce = world.iAllReduce(sum, Op.SUM);
    PendingComm second = world.iDup();
    Comm split = world.split(0, 0);
    world.barrier();
    Request.awaitAll(second.request(), reduce, first.request());
    Check.equal(world.size(), sum[0], "sum");
    Comm made = first.comm();
    Check.that(made == first.comm(), "it is one object");
    Check.equal(Comparison.CONGRUENT, first.comm().compare(world), "compared with the parent");
    CommunicatorScenarios.use(second.comm());
    CommunicatorScenarios.use(first.comm());
    CommunicatorScenarios.use(split);
    first.comm().close();
    second.comm().close();
    split.close();
  }

  static void pendingDuplicatesOfSeveralCommunicatorsMayBeAwaitedInAnyOrder(Comm world) {
    List<Comm> parents = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      parents.add(world.dup());
    }
    PendingComm[] pending = new PendingComm[parents.size()];
    for (int i = 0; i < pending.length; i++) {
      int which = (i + world.rank()) % pending.length;
      pending[which] = parents.get(which).iDup();
    }
    for (int i = 0; i < pending.length; i++) {
      int which = (i + 2 * world.rank()) % pending.length;
      pending[which].request().await();
    }
    for (int i = 0; i < pending.length; i++) {
      CommunicatorScenarios.use(pending[i].comm());
      pending[i].comm().close();
      parents.get(i).close();
    }
  }

  // ---- splitType ----

  static void ranksOfAHostAreSplitByPlace(Comm world) {
    try (Comm host = world.splitType(SplitType.SHARED, 0);
        Comm reversed = world.splitType(SplitType.SHARED, -world.rank());
        Comm jvm = world.splitType(SplitType.JVM, 0);
        Comm named =
            world.splitType(
                SplitType.HARDWARE_GUIDED,
                0,
                new Info().set("mpi_hw_resource_type", "ronsel://jvm"))) {
      Check.equal(host.size() - 1 - host.rank(), reversed.rank(), "rank by descending key");
      Check.equal(jvm.size(), host.group().intersection(jvm.group()).size(), "a JVM has one host");
      int counted = host.rank() == 0 ? host.size() : 0;
      Check.equal(world.size(), world.allReduce(counted, Op.SUM), "each rank has one host");
      Check.equal(Comparison.CONGRUENT, jvm.compare(named), "the JVM by its name");
      CommunicatorScenarios.use(jvm);
      for (SplitType type :
          List.of(SplitType.PACKAGE, SplitType.NUMA, SplitType.LAST_CACHE, SplitType.CORE)) {
        try (Comm place = world.splitType(type, 0)) {
          if (place != null) {
            CommunicatorScenarios.use(place);
          }
        }
      }
      try (Comm smaller = world.splitType(SplitType.HARDWARE_UNGUIDED, 0)) {
        Check.that(smaller == null || smaller.size() < world.size(), "unguided parts are smaller");
      }
    }
  }

  static void anUnknownPlaceGivesNoCommunicator(Comm world) {
    Info unknown = new Info().set("mpi_hw_resource_type", "hwloc://Volcano");
    Check.that(
        world.splitType(SplitType.HARDWARE_GUIDED, 0, unknown) == null, "nobody is in a volcano");
    Check.that(
        world.splitType(SplitType.HARDWARE_GUIDED, 0) == null, "nobody is in an unnamed place");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () -> world.splitType(null, 0),
        "splitType",
        "type");
  }

  static void aRankThatNamesNoPlaceIsInNoPart(Comm world) {
    boolean leaves = world.rank() == world.size() - 1;
    for (SplitType type : SplitType.values()) {
      try (Comm part = world.splitType(leaves ? SplitType.UNDEFINED : type, -world.rank())) {
        if (leaves || type == SplitType.UNDEFINED) {
          Check.equal(null, part, "in no part");
        } else if (part != null) {
          Check.that(part.size() < world.size(), "a part of those that name a place");
          CommunicatorScenarios.use(part);
        } else {
          Check.that(type != SplitType.SHARED && type != SplitType.JVM, "all have a " + type);
        }
      }
    }
    Check.equal(null, world.splitType(SplitType.UNDEFINED, 0), "nobody is in a part");
  }

  @Ranks(min = 2)
  static void ranksThatMakeDifferentThingsAllFail(Comm world) {
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () -> {
          if (world.rank() == world.size() - 1) {
            world.create(world.group());
          } else {
            world.dup();
          }
        },
        "rank " + world.rank(),
        "do not make the same communicator");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () -> world.splitType(world.rank() == 0 ? SplitType.JVM : SplitType.SHARED, 0),
        "rank " + world.rank(),
        "splitType",
        "SHARED and JVM");
  }

  // ---- hints and attributes ----

  static void hintsBelongToOneCommunicator(Comm world) {
    try (Comm parent = world.dup(new Info().set("colour", "blue"))) {
      parent.info(new Info().set("size", "large"));
      Check.equal("blue", parent.info().get("colour"), "hint given when it was made");
      Check.equal("large", parent.info().get("size"), "hint given later");
      try (Comm plain = parent.dup()) {
        Check.equal(0, plain.info().size(), "hints of a duplicate");
      }
      Info copy = parent.info();
      copy.remove("colour");
      Check.equal(2, parent.info().size(), "hints after a change to a copy");
    }
  }

  static void attributesAreCopiedAndDeletedByTheirCallbacks(Comm world) {
    List<String> deleted = new ArrayList<>();
    AttributeKey<Integer> counted =
        AttributeKey.of(
            "counted", (from, value) -> value + 1, (from, value) -> deleted.add("c" + value));
    AttributeKey<String> kept = AttributeKey.of("kept");
    AttributeKey<String> shared = AttributeKey.shared("shared");
    Comm parent = world.dup();
    parent.attribute(counted, 1);
    parent.attribute(kept, "here");
    parent.attribute(shared, "both");
    Comm child = parent.dup();
    PendingComm pending = child.iDup();
    child.attribute(counted, 10);
    Comm grandchild = pending.comm();
    Comm part = parent.split(0, 0);
    Check.equal(1, parent.attribute(counted), "value of the parent");
    Check.equal(10, child.attribute(counted), "value that was set");
    Check.equal(3, grandchild.attribute(counted), "value at the start of the duplication");
    Check.equal(null, child.attribute(kept), "value that is not copied");
    Check.equal("both", grandchild.attribute(shared), "value that is shared");
    Check.equal(null, part.attribute(shared), "value of a part");
    Check.equal(List.of("c2"), deleted, "deleted when replaced");
    Check.that(child.removeAttribute(counted), "a value was removed");
    Check.that(!child.removeAttribute(counted), "no value was removed");
    grandchild.close();
    parent.close();
    child.close();
    part.close();
    Check.equal(List.of("c2", "c10", "c3", "c1"), deleted, "deleted");
  }

  /** What a callback throws is thrown when the others have been called, and all is done. */
  static void aCommunicatorIsClosedAlsoWhereACallbackThrows(Comm world) {
    List<String> deleted = new ArrayList<>();
    AttributeKey<String> first =
        AttributeKey.of("first", (from, value) -> null, (from, value) -> deleted.add(value));
    AttributeKey<String> last =
        AttributeKey.of(
            "last",
            (from, value) -> null,
            (from, value) -> {
              throw new IllegalStateException(value);
            });
    Comm comm = world.dup();
    comm.attribute(first, "deleted");
    comm.attribute(last, "not deleted");
    Check.throwsOfCallback("not deleted", comm::close);
    Check.equal(List.of("deleted"), deleted, "deleted");
    Check.fails(ClosedException.class, ErrorClass.COMM, () -> comm.barrier(), "closed");
    comm.close();
  }

  @Ranks(min = 2)
  static void nobodyWaitsForADuplicateOfWhichACallbackThrows(Comm world) {
    AttributeKey<Integer> key =
        AttributeKey.of(
            "fails at rank 1",
            (from, value) -> {
              if (value == 1) {
                throw new IllegalStateException("no copy");
              }
              return value;
            },
            (from, value) -> {});
    try (Comm parent = world.dup()) {
      parent.attribute(key, world.rank());
      if (world.rank() == 1) {
        Check.throwsOfCallback("no copy", () -> parent.iDup().comm());
      } else {
        try (Comm made = parent.iDup().comm()) {
          Check.equal(world.rank(), made.attribute(key), "attribute of the duplicate");
        }
      }
      Check.equal(world.size(), parent.allReduce(1, Op.SUM), "sum, on the parent");
    }
  }

  static void anAttributeNeedsAKeyAndAValue(Comm world) {
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.KEYVAL,
        () -> world.attribute(null),
        "attribute",
        "key");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () -> world.attribute(AttributeKey.of("x"), null),
        "value");
  }

  // ---- closing ----

  static void aCommunicatorMayBeClosedWhileItsMessagesAreOnTheirWay(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int before = (world.rank() + world.size() - 1) % world.size();
    byte[] large = new byte[300_000];
    large[large.length - 1] = 7;
    byte[] got = new byte[large.length];
    Comm dup = world.dup();
    Request receive = dup.iReceive(got, before, TAG);
    Request send = dup.iSend(large, next, TAG);
    int[] sum = {1};
    Request reduce = dup.iAllReduce(sum, Op.SUM);
    dup.close();
    Request.awaitAll(send, receive, reduce);
    Check.equal((byte) 7, got[got.length - 1], "last byte");
    Check.equal(world.size(), sum[0], "sum");
    Check.equal(Ronsel.UNDEFINED, world.group().exclude(world.rank()).rank(world), "no member");
  }
}
