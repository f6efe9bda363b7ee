package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.conformance.Conformance;
import org.ronsel.machine.ForkedJvm;
import org.ronsel.machine.Futex;
import org.ronsel.machine.MachineReport;
import org.ronsel.machine.SharedSegment;
import org.ronsel.requirements.Requires;

/**
 * What a JVM otherwise decides by what it finds on the host, forced one way and the other: messages
 * arrive, collectives agree and parked ranks are woken either way.
 */
class HostChoicesTest {
  /** No spinning and no yielding: every wait that is not over at once parks. */
  private static final List<String> PARKING =
      List.of("-Dronsel.wait.spins=0", "-Dronsel.wait.yields=0");

  @Test
  void trafficHoldsWithEverythingThatTheHostOffers() throws Exception {
    MachineReport.Facilities host = MachineReport.collect().facilities();
    Requires.sharedMemory();
    List<String> options = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    if (host.processMemory().usable()) {
      options.add("-Dronsel.shm.single-copy=on");
    }
    if (host.stringCopies().usable()) {
      options.add("-Dronsel.copy.string=on");
    }
    expected.add("futex " + host.futex().usable());
    expected.add("memory without a name");
    assertThatTrafficHolds(options, expected);
  }

  @Test
  void trafficHoldsWithNothingThatTheHostOffers(@TempDir Path directory) throws Exception {
    Requires.sharedMemory();
    assertThatTrafficHolds(
        List.of(
            "-Dronsel.shm.single-copy=off",
            "-Dronsel.copy.string=off",
            "-Dronsel.shm.dir=" + directory,
            "-Dronsel.lock.bias=off",
            "-Dronsel.futex=off"),
        List.of("futex false", "memory in a file"));
    assertThat(directory).isEmptyDirectory();
  }

  private static void assertThatTrafficHolds(List<String> options, List<String> expected)
      throws Exception {
    List<String> all = new ArrayList<>(options);
    all.add(ForkedJvm.NATIVE);
    all.addAll(PARKING);
    try (ForkedJvm jvm = ForkedJvm.start(Traffic.class, all)) {
      assertThat(jvm.finish().lines()).containsExactlyElementsOf(expected);
    }
  }

  /** Traffic between ranks that are threads, processes, and both. */
  static final class Traffic {
    private static final Set<String> SCENARIOS =
        Set.of(
            "matching.shortAndLongMessagesDoNotOvertakeEachOther",
            "request.aParkedThreadIsInterrupted",
            "thread.oneThreadWaitsWhileOthersCommunicate");

    private Traffic() {}

    public static void main(String[] arguments) {
      try (SharedSegment segment =
          SharedSegment.create("settings", 4096, SharedSegment.Backing.AUTO)) {
        boolean named = !segment.handle().startsWith("/proc/");
        Ranks.run(2, Traffic::exchange);
        Ranks.run(HostRanks::processes, 3, Traffic::exchange);
        Ranks.run(HostRanks::hybrid, 3, Traffic::exchange);
        System.out.println("futex " + Futex.availability().usable());
        System.out.println("memory " + (named ? "in a file" : "without a name"));
      }
    }

    private static void exchange(Comm world) throws Exception {
      ring(world);
      longMessages(world);
      collectives(world);
      int held = 0;
      for (Conformance.Scenario scenario : Conformance.scenarios()) {
        if (SCENARIOS.contains(scenario.name())) {
          scenario.run(world);
          held++;
        }
      }
      check(held == SCENARIOS.size(), "a scenario has another name now");
    }

    /** A number goes round and round; whoever does not have it is parked. */
    private static void ring(Comm world) {
      int next = (world.rank() + 1) % world.size();
      int before = (world.rank() + world.size() - 1) % world.size();
      long[] number = new long[1];
      for (int lap = 0; lap < 200; lap++) {
        if (world.rank() == 0) {
          number[0]++;
          world.send(number, next, 1);
          world.receive(number, before, 1);
          check(number[0] == lap + 1, "lap " + lap);
        } else {
          world.receive(number, before, 1);
          world.send(number, next, 1);
        }
      }
    }

    /** In fragments, by reference, and, from native memory, in one copy by the kernel. */
    private static void longMessages(Comm world) {
      int next = (world.rank() + 1) % world.size();
      int before = (world.rank() + world.size() - 1) % world.size();
      for (int length : new int[] {1000, 20_000, 300_000}) {
        double[] out = new double[length];
        double[] in = new double[length];
        java.util.Arrays.setAll(out, i -> i * 0.5 + world.rank());
        world.sendReceive(out, next, 2, in, before, 2);
        for (int i = 0; i < length; i++) {
          check(in[i] == i * 0.5 + before, "element " + i);
        }
      }
      long bytes = (1 << 20) + 64;
      try (Arena arena = Arena.ofShared()) {
        MemorySegment out = arena.allocate(bytes, 8).fill((byte) (world.rank() + 1));
        MemorySegment in = arena.allocate(bytes, 8);
        world.sendReceive(out, next, 3, in, before, 3);
        for (long at = 0; at < bytes; at++) {
          check(in.get(ValueLayout.JAVA_BYTE, at) == before + 1, "byte " + at);
        }
      }
    }

    private static void collectives(Comm world) {
      long[] data = new long[5000];
      long sum = world.size() * (world.size() - 1L) / 2;
      for (int call = 0; call < 30; call++) {
        world.barrier();
        check(world.allReduce((long) world.rank(), Op.SUM) == sum, "short allReduce");
        java.util.Arrays.fill(data, world.rank());
        world.allReduce(data, Op.SUM);
        check(data[call] == sum && data[4999] == sum, "long allReduce");
        data[0] = world.rank() == call % world.size() ? call : -1;
        world.broadcast(data, call % world.size());
        check(data[0] == call, "broadcast");
      }
    }

    private static void check(boolean holds, String what) {
      if (!holds) {
        throw new AssertionError(what);
      }
    }
  }
}
