package org.ronsel.conformance;

import org.ronsel.Comm;
import org.ronsel.Comparison;
import org.ronsel.ErrorClass;
import org.ronsel.Group;
import org.ronsel.InterComm;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.Status;

/** Communicators of two groups (MPI-4.1, section 7.6). */
final class InterCommScenarios {
  private static final int TAG = 8;

  private InterCommScenarios() {}

  /** Even ranks on one side, odd ones, in descending order, on the other. */
  static final class Sides implements AutoCloseable {
    final boolean even;
    final Comm side;
    final InterComm inter;

    Sides(Comm world) {
      even = world.rank() % 2 == 0;
      side = world.split(even ? 0 : 1, even ? world.rank() : -world.rank());
      int leader = side.size() - 1; // not the one that comes first
      int remoteLeader = even ? 1 : (world.size() - 1) / 2 * 2;
      inter = side.createInter(leader, world, remoteLeader, TAG);
    }

    @Override
    public void close() {
      inter.close();
      side.close();
    }
  }

  @Ranks(min = 2)
  static void itHasALocalAndARemoteGroup(Comm world) {
    try (Sides sides = new Sides(world)) {
      InterComm inter = sides.inter;
      int evens = (world.size() + 1) / 2;
      int odds = world.size() / 2;
      Check.that(inter.isInter() && !sides.side.isInter(), "only one is an inter-communicator");
      Check.equal(sides.side.rank(), inter.rank(), "rank");
      Check.equal(sides.even ? evens : odds, inter.size(), "local size");
      Check.equal(sides.even ? odds : evens, inter.remoteSize(), "remote size");
      Check.equal(sides.side.group(), inter.group(), "local group");
      Check.equal(
          world.group().difference(sides.side.group()),
          inter.remoteGroup().size() < 2 || !sides.even
              ? inter.remoteGroup()
              : world.group().intersection(inter.remoteGroup()),
          "remote group");
      Check.equal(Comparison.IDENTICAL, inter.compare(inter), "with itself");
      Check.equal(Comparison.UNEQUAL, inter.compare(world), "with the world");
    }
  }

  @Ranks(min = 2)
  static void messagesGoToRanksOfTheRemoteGroup(Comm world) {
    try (Sides sides = new Sides(world)) {
      InterComm inter = sides.inter;
      // Everybody sends its world rank to everybody of the other side.
      Request[] sends = new Request[inter.remoteSize()];
      for (int peer = 0; peer < sends.length; peer++) {
        sends[peer] = inter.iSend(new int[] {world.rank(), inter.rank()}, peer, TAG);
      }
      for (int i = 0; i < inter.remoteSize(); i++) {
        int[] got = new int[2];
        Status status = inter.receive(got, Ronsel.ANY_SOURCE, TAG);
        Check.equal(got[1], status.source(), "source is a rank of the remote group");
        int[] there = inter.remoteGroup().translate(new int[] {got[1]}, world.group());
        Check.equal(got[0], there[0], "world rank of the sender");
      }
      Request.awaitAll(sends);
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.RANK,
          () -> inter.send(new int[1], inter.remoteSize(), TAG),
          "remote ranks");
      inter.barrier();
      inter.iBarrier().await();
    }
  }

  @Ranks(min = 2)
  static void mergingOrdersTheGroupsAsTheyWish(Comm world) {
    try (Sides sides = new Sides(world)) {
      try (Comm merged = sides.inter.merge(sides.even)) {
        Check.equal(world.size(), merged.size(), "size");
        int odds = world.size() / 2;
        int rank = sides.even ? odds + sides.side.rank() : sides.side.rank();
        Check.equal(rank, merged.rank(), "rank where odd ranks come first");
        CommunicatorScenarios.use(merged);
      }
      try (Comm merged = sides.inter.merge(true)) {
        Check.equal(
            merged.rank(), merged.group().rank(world), "rank in an order that is the same for all");
        CommunicatorScenarios.use(merged);
      }
    }
  }

  @Ranks(min = 3)
  static void ranksOfAGroupThatWishDifferentlyAllFail(Comm world) {
    try (Sides sides = new Sides(world)) {
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.ARGUMENT,
          () -> sides.inter.merge(sides.side.rank() == 0 && sides.even),
          "merge",
          "high");
    }
  }

  @Ranks(min = 2)
  static void aDuplicateIsAnInterCommunicatorToo(Comm world) {
    try (Sides sides = new Sides(world);
        InterComm dup = sides.inter.dup()) {
      Check.equal(Comparison.CONGRUENT, dup.compare(sides.inter), "compared");
      int[] got = new int[1];
      int peer = Math.min(dup.rank(), dup.remoteSize() - 1);
      Request send = dup.iSend(new int[] {dup.rank()}, peer, TAG);
      if (dup.rank() < dup.remoteSize()) {
        dup.receive(got, dup.rank(), TAG);
        Check.equal(dup.rank(), got[0], "what the rank of the same number sent");
      }
      for (int rank = dup.size(); rank < dup.remoteSize() && dup.rank() == dup.size() - 1; rank++) {
        dup.receive(got, rank, TAG);
        Check.equal(rank, got[0], "what a rank without a counterpart sent");
      }
      send.await();
    }
  }

  @Ranks(min = 4)
  static void itCanBeSplit(Comm world) {
    try (Sides sides = new Sides(world)) {
      InterComm inter = sides.inter;
      int color = inter.rank() == 0 ? 0 : 1;
      try (Comm part = inter.split(color, -inter.rank())) {
        boolean alone = color == 1 && inter.remoteSize() == 1;
        Check.equal(alone, part == null, "whether the color is on one side only");
        if (part instanceof InterComm half) {
          Check.equal(color == 0 ? 1 : inter.size() - 1, half.size(), "local size");
          Check.equal(color == 0 ? 1 : inter.remoteSize() - 1, half.remoteSize(), "remote size");
          Check.equal(half.size() - 1, color == 0 ? 0 : inter.rank() + half.rank() - 1, "rank");
        }
      }
      Group first = inter.group().include(0);
      try (Comm leaders = inter.create(first)) {
        Check.equal(inter.rank() == 0, leaders != null, "whether there is one");
        if (leaders instanceof InterComm pair) {
          Check.equal(1, pair.remoteSize(), "remote leaders");
          int[] got = new int[1];
          pair.sendReceive(new int[] {world.rank()}, 0, TAG, got, 0, TAG);
          Check.equal(
              inter.remoteGroup().translate(new int[] {0}, world.group())[0], got[0], "leader");
        }
      }
    }
  }

  @Ranks(min = 2)
  static void groupsWithCommonMembersAreRejectedEverywhere(Comm world) {
    // Both leaders lead the world: everybody is in both groups.
    Comm other = world.dup();
    try (Comm pair = world.split(world.rank() < 2 ? 0 : Ronsel.UNDEFINED, 0)) {
      if (pair != null) {
        Check.fails(
            InvalidArgumentException.class,
            ErrorClass.GROUP,
            () -> pair.createInter(0, other, 0, TAG),
            "createInter",
            "in common");
      }
    }
    other.close();
  }

  static void aLeaderIsARankOfItsGroup(Comm world) {
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.RANK,
        () -> world.createInter(world.size(), world, 0, TAG),
        "createInter",
        "localLeader " + world.size() + " is not a rank of world");
  }

  @Ranks(min = 2)
  static void anErrorOfTheLeaderReachesItsGroup(Comm world) {
    Check.fails(
        InvalidArgumentException.class,
        world.rank() == 0 ? ErrorClass.RANK : ErrorClass.ARGUMENT,
        () -> world.createInter(0, world.rank() == 0 ? world : null, -4, TAG),
        "createInter");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.TAG,
        () -> world.createInter(0, world, 1, -1),
        "createInter");
  }

  private static final class Own extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Ranks(min = 2)
  static void whatAHandlerOfTheLeaderThrowsLeavesNobodyWaiting(Comm world) {
    try (Comm comm = world.dup()) {
      if (world.rank() != 0) {
        Check.fails(
            InvalidArgumentException.class,
            ErrorClass.ARGUMENT,
            () -> comm.createInter(0, null, 0, TAG),
            "the leader, rank 0, has failed");
        return;
      }
      comm.errorHandler(
          (from, error) -> {
            throw new Own();
          });
      boolean own = false;
      try {
        comm.createInter(0, null, 0, TAG);
      } catch (Own thrown) {
        own = true;
      }
      Check.that(own, "the call throws what the handler throws");
    }
  }
}
