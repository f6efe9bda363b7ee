package org.ronsel.conformance;

import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.PendingComm;
import org.ronsel.PersistentRequest;
import org.ronsel.RonselException;
import org.ronsel.UntypedComm;

/** Hints that name the algorithms of a communicator's collective operations. */
final class AlgorithmHintScenarios {
  private static final String ALL_REDUCE = "ronsel.collective.allReduce";

  private AlgorithmHintScenarios() {}

  private static void sums(Comm comm) {
    int size = comm.size();
    for (int count : new int[] {1, 40, 3000}) {
      int[] data = new int[count];
      data[count - 1] = comm.rank();
      comm.allReduce(data, Op.SUM);
      Check.equal(size * (size - 1) / 2, data[count - 1], "sum of " + count);
    }
    Check.equal(size, comm.allReduce(1, Op.SUM), "scalar sum");
    comm.iBarrier().await();
    comm.barrier();
  }

  static void aDuplicateUsesTheAlgorithmsItsHintsName(Comm world) {
    for (String name : new String[] {"ring", "rabenseifner", "direct", "auto"}) {
      Info hints = new Info().set(ALL_REDUCE, name).set("ronsel.collective.barrier", "flat");
      try (Comm comm = world.dup(hints)) {
        sums(comm);
        Check.equal(name, comm.info().get(ALL_REDUCE), "the hint");
      }
    }
    sums(world);
  }

  static void aPendingDuplicateUsesThemToo(Comm world) {
    PendingComm pending = world.iDup(new Info().set(ALL_REDUCE, "flat"));
    pending.request().await();
    try (Comm comm = pending.comm()) {
      sums(comm);
    }
  }

  static void theAlgorithmsOfACommunicatorChangeBetweenCalls(Comm world) {
    try (Comm comm = world.dup()) {
      for (String name : new String[] {"ring", "chain", "auto", "direct"}) {
        comm.info(new Info().set(ALL_REDUCE, name));
        sums(comm);
      }
    }
  }

  /**
   * A start has no order among the calls of the communicator, so ranks could choose differently.
   */
  static void aStartBesideNewHintsUsesTheAlgorithmOfAllRanks(Comm world) {
    int size = world.size();
    for (String name : new String[] {"ring", "chain", "flat"}) {
      try (Comm comm = world.dup()) {
        int[] given = new int[100];
        Arrays.setAll(given, i -> comm.rank() + i);
        int[] sums = new int[100];
        PersistentRequest sum =
            comm.untyped().persistent().allReduce(given, 0, sums, 0, Datatype.INT, 100, Op.SUM);
        Info hints = new Info().set(ALL_REDUCE, name);
        if (comm.rank() == 0) {
          sum.start();
          comm.info(hints);
        } else {
          comm.info(hints);
          sum.start();
        }
        sum.await();
        for (int i = 0; i < 100; i++) {
          Check.equal(size * i + size * (size - 1) / 2, sums[i], name + ", element " + i);
        }
      }
    }
  }

  static void anAlgorithmThatLosesTheOrderOfRanksIsNotForced(Comm world) {
    Op last = Op.ofInt((a, b) -> b, false);
    try (Comm comm = world.dup(new Info().set(ALL_REDUCE, "ring"))) {
      int[] data = {comm.rank()};
      comm.allReduce(data, last);
      Check.equal(comm.size() - 1, data[0], "the last rank's value");
    }
  }

  static void unknownNamesAreRefusedWithThoseThereAre(Comm world) {
    String names =
        Check.fails(
                InvalidArgumentException.class,
                ErrorClass.INFO_VALUE,
                () -> world.dup(new Info().set(ALL_REDUCE, "magic")))
            .getMessage();
    Check.that(names.contains("ring") && names.contains("magic"), names);
    String operations =
        Check.fails(
                InvalidArgumentException.class,
                ErrorClass.INFO_KEY,
                () -> world.info(new Info().set("ronsel.collective.allreduction", "ring")))
            .getMessage();
    Check.that(operations.contains("reduceScatterBlock"), operations);
    sums(world);
  }

  static void ranksThatGiveDifferentHintsAllFail(Comm world) {
    if (world.size() == 1) {
      return;
    }
    try (Comm comm = world.dup()) {
      Info hints = new Info().set(ALL_REDUCE, comm.rank() == 0 ? "ring" : "flat");
      Check.fails(RonselException.class, null, () -> comm.info(hints));
      sums(comm);
    }
  }

  /** Whose two buffers may be one array, as in a call in place. */
  static void aRankWithoutBlocksExchangesByTheSameAlgorithm(Comm world) {
    int size = world.size();
    int me = world.rank();
    for (String name : new String[] {"linear", "linear-one-send", "pairwise", "auto"}) {
      try (Comm comm = world.dup(new Info().set("ronsel.collective.allToAllv", name))) {
        long[] in = new long[me == 0 ? 0 : size];
        Arrays.fill(in, me);
        long[] out = me == 0 ? in : new long[size];
        int[] counts = new int[size];
        int[] places = new int[size];
        for (int peer = 1; peer < size && me > 0; peer++) {
          counts[peer] = 1;
          places[peer] = peer;
        }
        comm.allToAllv(in, 0, counts, places, out, 0, counts, places);
        for (int peer = 1; peer < size && me > 0; peer++) {
          Check.equal((long) peer, out[peer], name + ", from " + peer);
        }
        long[] swapped = new long[me == 0 ? 0 : size];
        Arrays.fill(swapped, me);
        comm.untyped()
            .allToAllv(
                UntypedComm.IN_PLACE,
                Datatype.LONG,
                0,
                counts,
                places,
                swapped,
                Datatype.LONG,
                0,
                counts,
                places);
        for (int peer = 1; peer < size && me > 0; peer++) {
          Check.equal((long) peer, swapped[peer], name + " in place, from " + peer);
        }
      }
    }
  }
}
