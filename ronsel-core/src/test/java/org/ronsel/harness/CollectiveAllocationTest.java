package org.ronsel.harness;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.PersistentRequest;
import org.ronsel.Ronsel;
import org.ronsel.Status;
import org.ronsel.harness.SteadyCalls.Kind;
import org.ronsel.harness.SteadyCalls.Step;
import org.ronsel.requirements.Requires;

/** Blocking and persistent collectives allocate nothing once they have been called a few times. */
@Tag("allocation")
class CollectiveAllocationTest {
  private static final int RANKS = 3;

  /** By messages only: a rule for every operation of these tests. */
  private static final String MESSAGES = "messages";

  private static final Map<String, String> BY_MESSAGES =
      Map.of("barrier", "binomial", "allReduce", "rabenseifner", "reduce", "ordered-binomial");

  private static final Op DIFFERENCE = Op.ofDouble((a, b) -> a - b, false);
  private static final Op SUM_OF_LONGS = Op.ofLong(Long::sum, true);
  private static final Op SUM_OF_ALL =
      Op.ofDoubles(
          (in, inout, offset, count) -> {
            for (int i = offset; i < offset + count; i++) {
              inout[i] += in[i];
            }
          },
          true);

  @BeforeAll
  static void needsSharedMemory() {
    Requires.sharedMemory();
  }

  @AfterEach
  void selectNothing() {
    BY_MESSAGES.keySet().forEach(each -> System.clearProperty("ronsel.collective." + each));
  }

  private static final List<Named<Kind>> KINDS =
      List.of(
          Named.of("typed calls", CollectiveAllocationTest::typed),
          Named.of("blocks of any length", CollectiveAllocationTest::blocks),
          Named.of("types in turn", CollectiveAllocationTest::typesInTurn),
          Named.of("operators of the program", CollectiveAllocationTest::operators),
          Named.of("persistent calls", CollectiveAllocationTest::persistent),
          Named.of("several persistent calls at once", CollectiveAllocationTest::several),
          Named.of("persistent calls on segments", CollectiveAllocationTest::staged),
          Named.of("more than is kept in any case", CollectiveAllocationTest::longOnes));

  private static Step typed(Comm world) {
    double[] data = new double[300];
    double[] all = new double[900];
    double[] other = new double[900];
    return () -> {
      world.barrier();
      world.allReduce(1.0, Op.SUM);
      world.broadcast(data, 1);
      world.reduce(data, other, Op.MAX, 2);
      world.allReduce(data, Op.MAX);
      world.gather(data, all, 0);
      world.allGather(data, all);
      world.scatter(all, data, 1);
      world.allToAll(all, other);
      world.reduceScatterBlock(all, data, Op.SUM);
      world.scan(data, Op.MIN);
      world.exscan(data, Op.MIN);
    };
  }

  private static Step blocks(Comm world) {
    double[] data = new double[300];
    double[] all = new double[900];
    double[] other = new double[900];
    int[] counts = {100, 300, 200};
    int[] places = {500, 0, 300};
    int[] each = {100, 100, 100};
    int own = counts[world.rank()];
    return () -> {
      world.gatherv(data, 0, own, all, 0, counts, places, 1);
      world.allGatherv(data, 0, own, all, 0, counts, places);
      world.scatterv(all, 0, counts, places, data, 0, own, 1);
      world.allToAllv(all, 0, each, null, other, 0, each, places);
      world.reduceScatter(all, 0, data, 0, counts, Op.SUM);
    };
  }

  private static Step typesInTurn(Comm world) {
    double[] doubles = new double[2000];
    int[] ints = new int[2000];
    long[] longs = new long[1];
    return () -> {
      world.allReduce(doubles, Op.MAX);
      world.allReduce(ints, Op.MAX);
      world.allReduce(longs, Op.MAX);
    };
  }

  private static Step operators(Comm world) {
    double[] data = new double[300];
    double[] result = new double[300];
    long[] one = {1};
    Op reproducible = DIFFERENCE.reproducible();
    return () -> {
      world.allReduce(data, result, SUM_OF_ALL);
      world.allReduce(data, result, DIFFERENCE);
      world.allReduce(data, result, reproducible);
      world.reduce(data, result, DIFFERENCE, 1);
      world.allReduce(one, SUM_OF_LONGS);
      world.allReduce(2L, SUM_OF_LONGS);
      world.scan(data, result, DIFFERENCE);
    };
  }

  private static Step persistent(Comm world) {
    double[] all = new double[900];
    double[] other = new double[900];
    int[] each = {100, 100, 100};
    PersistentRequest blocks = world.persistentAllToAllv(all, 0, each, null, other, 0, each, null);
    PersistentRequest sum = world.persistentAllReduce(all, 0, other, 0, 9, SUM_OF_ALL);
    Status status = new Status();
    return () -> {
      blocks.start();
      blocks.await(status);
      sum.start();
      sum.await(status);
    };
  }

  private static Step several(Comm world) {
    PersistentRequest[] requests = new PersistentRequest[8];
    for (int i = 0; i < requests.length; i++) {
      double[] data = new double[100 * (i + 1)];
      requests[i] =
          world.persistentAllReduce(data, 0, data, 0, data.length, i < 4 ? Op.SUM : DIFFERENCE);
    }
    Status status = new Status();
    return () -> {
      PersistentRequest.startAll(requests);
      for (int i = requests.length; i-- > 0; ) {
        requests[i].await(status);
      }
    };
  }

  private static Step staged(Comm world) {
    MemorySegment in = Ronsel.allocate(800);
    MemorySegment out = Ronsel.allocate(800);
    var calls = world.untyped().persistent();
    PersistentRequest broadcast = calls.broadcast(in, Datatype.DOUBLE, 0, 100, 0);
    PersistentRequest sum = calls.allReduce(in, 0, out, 0, Datatype.DOUBLE, 100, Op.SUM);
    Status status = new Status();
    return () -> {
      broadcast.start();
      broadcast.await(status);
      sum.start();
      sum.await(status);
    };
  }

  private static Step longOnes(Comm world) {
    double[] data = new double[100_000];
    return () -> world.allReduce(data, DIFFERENCE);
  }

  static List<Arguments> kinds() {
    List<Named<RankGroup.Placement>> placements =
        List.of(
            Named.of("threads", ThreadRanks::start), Named.of("processes", HostRanks::processes));
    List<Arguments> all = new ArrayList<>();
    for (Named<RankGroup.Placement> placement : placements) {
      for (Named<Kind> kind : KINDS) {
        all.add(Arguments.of(placement, kind, "what the table says"));
        all.add(Arguments.of(placement, kind, MESSAGES));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void steadyCallsAllocateNothing(RankGroup.Placement placement, Kind kind, String by) {
    if (by.equals(MESSAGES)) {
      BY_MESSAGES.forEach((call, name) -> System.setProperty("ronsel.collective." + call, name));
    }
    SteadyCalls.allocateNothing(placement, RANKS, kind);
  }

  @ParameterizedTest
  @CsvSource({"direct", "dissemination", "flat", "copy"})
  void steadyBarriersAllocateNothing(String barrier) {
    System.setProperty("ronsel.collective.barrier", barrier);
    RankGroup.Placement placement =
        barrier.equals("direct") ? ThreadRanks::start : HostRanks::processes;
    steadyCallsAllocateNothing(placement, world -> world::barrier, "the rule");
  }
}
