package org.ronsel.conformance;

import org.ronsel.Comm;
import org.ronsel.Comparison;
import org.ronsel.ErrorClass;
import org.ronsel.Group;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;

/** Communicators that are made from others (MPI-4.1, section 7.4). */
final class CommunicatorScenarios {
  private static final int TAG = 3;
  private static final int THREADS = 4;

  private CommunicatorScenarios() {}

  /** Sends around the ring of a communicator and sums up over it. */
  static void use(Comm comm) {
    int size = comm.size();
    int[] got = new int[1];
    comm.sendReceive(
        new int[] {comm.rank()},
        (comm.rank() + 1) % size,
        TAG,
        got,
        (comm.rank() + size - 1) % size,
        TAG);
    Check.equal((comm.rank() + size - 1) % size, got[0], "what the neighbour in the ring sent");
    Check.equal(size, comm.allReduce(1, Op.SUM), "number of ranks of " + comm);
  }

  // ---- split ----

  static void aSplitHasTheRanksOfAColorInTheOrderOfTheirKeys(Comm world) {
    int colors = Math.min(3, world.size());
    int color = world.rank() % colors;
    try (Comm part = world.split(color, -world.rank())) {
      int members = (world.size() - color + colors - 1) / colors;
      Check.equal(members, part.size(), "members of color " + color);
      Check.equal(members - 1 - world.rank() / colors, part.rank(), "rank by descending key");
      int[] there = part.group().translate(new int[] {part.rank()}, world.group());
      Check.equal(world.rank(), there[0], "rank in the world");
      use(part);
    }
  }

  static void equalKeysKeepTheOrderOfRanks(Comm world) {
    try (Comm all = world.split(7, 5)) {
      Check.equal(world.rank(), all.rank(), "rank");
      Check.equal(Comparison.CONGRUENT, world.compare(all), "compared with the world");
    }
  }

  static void aRankWithoutColorGetsNoCommunicator(Comm world) {
    boolean out = world.rank() == 0;
    try (Comm rest = world.split(out ? Ronsel.UNDEFINED : 1, 0)) {
      Check.equal(out, rest == null, "whether there is no communicator");
      if (rest != null) {
        Check.equal(world.size() - 1, rest.size(), "size of the rest");
        use(rest);
      }
    }
  }

  static void partsCanBeSplitAgain(Comm world) {
    Comm part = world.dup();
    while (part.size() > 1) {
      Comm half = part.split(part.rank() < part.size() / 2 ? 0 : 1, 0);
      use(half);
      part.close();
      part = half;
    }
    part.close();
  }

  static void aNegativeColorIsRejected(Comm world) {
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.ARGUMENT,
        () -> world.split(-5, 0),
        "rank " + world.rank(),
        "split",
        "-5",
        "UNDEFINED");
  }

  // ---- create ----

  static void aCreatedCommunicatorHasTheRanksOfItsGroup(Comm world) {
    int[] descending = new int[(world.size() + 1) / 2];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = world.size() - 1 - i;
    }
    Group upper = world.group().include(descending);
    try (Comm made = world.create(upper)) {
      boolean member = upper.rank(world) >= 0;
      Check.equal(member, made != null, "whether there is a communicator");
      if (made != null) {
        Check.equal(world.size() - 1 - world.rank(), made.rank(), "rank");
        Check.equal(upper, made.group(), "group");
        use(made);
      }
    }
  }

  static void severalGroupsMayBeMadeIntoCommunicatorsAtOnce(Comm world) {
    int[][] even = {{0, world.size() - 1, 2}};
    boolean isEven = world.rank() % 2 == 0;
    Group mine = isEven ? world.group().rangeInclude(even) : world.group().rangeExclude(even);
    try (Comm made = world.create(mine)) {
      Check.equal(world.rank() / 2, made.rank(), "rank");
      use(made);
    }
    Check.that(world.create(Group.EMPTY) == null, "nobody gets a communicator without ranks");
  }

  @Ranks(min = 2)
  static void aGroupOfRanksThatAreNotThereIsRejected(Comm world) {
    try (Comm own = world.split(world.rank(), 0)) {
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.GROUP,
          () -> own.create(world.group()),
          "create",
          "members of the group are not in");
    }
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.GROUP,
        () -> world.create(null),
        "group is null");
  }

  // ---- compare and names ----

  static void comparingTellsTheSameFromTheCongruent(Comm world) {
    Check.equal(Comparison.IDENTICAL, world.compare(world), "with itself");
    try (Comm dup = world.dup();
        Comm reversed = world.split(0, -world.rank());
        Comm alone = world.split(world.rank(), 0)) {
      Check.equal(Comparison.CONGRUENT, world.compare(dup), "with a duplicate");
      boolean one = world.size() == 1;
      Check.equal(
          one ? Comparison.CONGRUENT : Comparison.SIMILAR, world.compare(reversed), "reversed");
      Check.equal(one ? Comparison.CONGRUENT : Comparison.UNEQUAL, world.compare(alone), "alone");
    }
  }

  static void aNameIsWhatItWasSetTo(Comm world) {
    try (Comm dup = world.dup()) {
      Check.that(dup.name().startsWith("world"), dup.name() + " is derived from the parent's");
      dup.name("ocean");
      Check.equal("ocean", dup.name(), "name");
      Check.that(dup.toString().contains("ocean"), dup + " says its name");
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.RANK,
          () -> dup.send(new int[1], dup.size(), TAG),
          "ocean");
      Check.fails(
          InvalidArgumentException.class, ErrorClass.ARGUMENT, () -> dup.name(null), "name");
    }
  }

  // ---- making them while other things are under way ----

  static void whatIsUnderWayOnTheParentIsNotDisturbed(Comm world) {
    int[] sum = {world.rank()};
    int[] late = {world.rank()};
    byte[] token = new byte[1];
    int peer = (world.rank() + 1) % world.size();
    Request receive = world.iReceive(token, Ronsel.ANY_SOURCE, TAG);
    Request first = world.iAllReduce(sum, Op.SUM);
    Comm dup = world.dup();
    Request second = world.iAllReduce(late, Op.MAX);
    Comm part = world.split(world.rank() % 2, 0);
    use(dup);
    use(part);
    world.send(new byte[] {5}, peer, TAG);
    Request.awaitAll(second, first, receive);
    Check.equal(world.size() * (world.size() - 1) / 2, sum[0], "sum");
    Check.equal(world.size() - 1, late[0], "maximum");
    Check.equal((byte) 5, token[0], "message");
    dup.close();
    part.close();
  }

  static void threadsMakeCommunicatorsOfDifferentOnesAtTheSameTime(Comm world) throws Exception {
    Comm[] parents = new Comm[THREADS];
    for (int i = 0; i < THREADS; i++) {
      parents[i] = world.dup();
    }
    Together.threads(
        THREADS,
        thread -> {
          // Each rank begins with another one.
          Comm parent = parents[(thread + world.rank()) % THREADS];
          for (int i = 0; i < 10; i++) {
            try (Comm dup = parent.dup();
                Comm part = parent.split(parent.rank() % 2, 0)) {
              use(dup);
              use(part);
            }
          }
        });
    for (Comm parent : parents) {
      parent.close();
    }
  }

  @Ranks(once = true)
  static void aClosedCommunicatorsMessagesReachNoLaterOne(Comm world) {
    int next = (world.rank() + 1) % world.size();
    for (int i = 0; i < 5; i++) {
      Comm dup = world.dup();
      Request lost = dup.iSend(new int[] {-1}, next, TAG);
      lost.await();
      dup.close();
      try (Comm later = world.dup()) {
        use(later);
      }
    }
  }
}
