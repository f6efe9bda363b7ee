package org.ronsel.conformance;

import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.PendingComm;
import org.ronsel.RonselException;

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
}
