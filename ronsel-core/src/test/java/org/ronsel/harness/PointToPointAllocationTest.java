package org.ronsel.harness;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Comm;
import org.ronsel.Ronsel;
import org.ronsel.Status;
import org.ronsel.harness.SteadyCalls.Kind;
import org.ronsel.harness.SteadyCalls.Step;
import org.ronsel.requirements.Requires;

/**
 * Blocking calls allocate nothing once there have been a few, whichever way their messages take: in
 * a record, in fragments, or by reference.
 */
@Tag("allocation")
class PointToPointAllocationTest {
  private static final List<Named<Kind>> KINDS =
      List.of(
          Named.of("arrays of double", PointToPointAllocationTest::doubles),
          Named.of("arrays of other types", PointToPointAllocationTest::otherTypes),
          Named.of("segments", PointToPointAllocationTest::segments),
          Named.of("wildcards and synchronous sends", PointToPointAllocationTest::wildcards));

  @BeforeAll
  static void needsSharedMemory() {
    Requires.sharedMemory();
  }

  /** One rank sends and the other receives, then the other way round. */
  private static Step inTurn(Comm world, Step send, Step receive) {
    boolean first = world.rank() == 0;
    return () -> {
      (first ? send : receive).run();
      (first ? receive : send).run();
    };
  }

  private static Step doubles(Comm world) {
    int peer = 1 - world.rank();
    Status status = new Status();
    double[][] buffers = {
      new double[0],
      new double[1],
      new double[100],
      new double[1500],
      new double[10_000],
      new double[100_000]
    };
    return inTurn(
        world,
        () -> {
          for (double[] each : buffers) {
            world.send(each, peer, 1);
          }
        },
        () -> {
          for (double[] each : buffers) {
            world.receive(each, peer, 1, status);
          }
        });
  }

  private static Step otherTypes(Comm world) {
    int peer = 1 - world.rank();
    Status status = new Status();
    byte[] bytes = new byte[40_001];
    boolean[] booleans = new boolean[20_000];
    char[] chars = new char[20_000];
    short[] shorts = new short[20_000];
    int[] ints = new int[20_000];
    long[] longs = new long[2];
    float[] floats = new float[20_000];
    return inTurn(
        world,
        () -> {
          world.send(bytes, peer, 1);
          world.send(booleans, peer, 1);
          world.send(chars, peer, 1);
          world.send(shorts, peer, 1);
          world.send(ints, peer, 1);
          world.send(longs, peer, 1);
          world.send(floats, peer, 1);
        },
        () -> {
          world.receive(bytes, peer, 1, status);
          world.receive(booleans, peer, 1, status);
          world.receive(chars, peer, 1, status);
          world.receive(shorts, peer, 1, status);
          world.receive(ints, peer, 1, status);
          world.receive(longs, peer, 1, status);
          world.receive(floats, peer, 1, status);
        });
  }

  private static Step segments(Comm world) {
    int peer = 1 - world.rank();
    Status status = new Status();
    MemorySegment shortOne = Arena.ofAuto().allocate(80);
    MemorySegment longOne = Arena.ofAuto().allocate(100_000);
    MemorySegment heap = MemorySegment.ofArray(new long[5000]);
    return inTurn(
        world,
        () -> {
          world.send(shortOne, peer, 1);
          world.send(longOne, peer, 1);
          world.send(heap, peer, 1);
        },
        () -> {
          world.receive(shortOne, peer, 1, status);
          world.receive(longOne, peer, 1, status);
          world.receive(heap, peer, 1, status);
        });
  }

  private static Step wildcards(Comm world) {
    int peer = 1 - world.rank();
    Status status = new Status();
    int[] data = new int[100];
    int[] many = new int[50_000];
    return inTurn(
        world,
        () -> {
          world.sendSynchronous(data, peer, 1);
          world.sendSynchronous(many, peer, 1);
        },
        () -> {
          world.receive(data, Ronsel.ANY_SOURCE, 1, status);
          world.receive(many, peer, Ronsel.ANY_TAG, status);
        });
  }

  static List<Arguments> kinds() {
    List<Named<RankGroup.Placement>> placements =
        List.of(
            Named.of("threads", ThreadRanks::start),
            Named.of("processes", HostRanks::processes),
            Named.of("hosts", HostRanks::onTwoHosts));
    List<Arguments> all = new ArrayList<>();
    for (Named<RankGroup.Placement> placement : placements) {
      for (Named<Kind> kind : KINDS) {
        all.add(Arguments.of(placement, kind));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void steadyCallsAllocateNothing(RankGroup.Placement placement, Kind kind) {
    SteadyCalls.allocateNothing(placement, 2, kind);
  }
}
