package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.machine.SharedSegment.Backing;
import org.ronsel.memory.NativeWords;

/** What only a second process can show: shared memory, futexes, fences and process memory. */
@Timeout(120)
class TwoProcessTest {
  private static final long BYTES = 1 << 20;
  private static final long LONG = TimeUnit.SECONDS.toNanos(60);
  private static final List<String> WITH_NATIVE = List.of(ForkedJvm.NATIVE);

  @BeforeEach
  void onLinux() {
    assumeTrue(LinuxCalls.AVAILABILITY.usable());
  }

  @ParameterizedTest
  @EnumSource
  void aPeerSeesTheMemoryAndWakesTheWaiter(Backing backing) throws Exception {
    try (SharedSegment segment = SharedSegment.create("peer", BYTES, backing)) {
      segment.commit(0, BYTES);
      try (ForkedJvm peer =
          ForkedJvm.start(Echo.class, WITH_NATIVE, segment.handle(), Long.toString(BYTES))) {
        echo(segment.memory());
        assertThat(peer.finish()).isEqualTo("done");
      }
    }
  }

  @Test
  void aPeerWithoutNativeAccessStillSeesAndAnswers() throws Exception {
    try (SharedSegment segment = SharedSegment.create("peer", BYTES, Backing.FILE)) {
      segment.commit(0, BYTES);
      try (ForkedJvm peer =
          ForkedJvm.start(Echo.class, List.of(), segment.handle(), Long.toString(BYTES))) {
        // It cannot wake: the waiter looks for itself every so often.
        MemorySegment memory = segment.memory();
        for (int round = 1; round <= 20; round++) {
          NativeWords.setIntRelease(memory, 0, round);
          Futex.wake(memory, 0, 1);
          while (NativeWords.getIntAcquire(memory, 64) != round) {
            Futex.await(memory, 64, round - 1, 1_000_000);
          }
        }
        assertThat(peer.finish()).isEqualTo("done");
      }
    }
  }

  private static void echo(MemorySegment memory) {
    for (int round = 1; round <= 20; round++) {
      memory.set(ValueLayout.JAVA_LONG, 4096, round);
      NativeWords.setIntRelease(memory, 0, round);
      Futex.wake(memory, 0, 1);
      while (NativeWords.getIntAcquire(memory, 64) != round) {
        Futex.await(memory, 64, round - 1, LONG);
      }
      assertThat(memory.get(ValueLayout.JAVA_LONG, BYTES - 8)).isEqualTo(round * 1000L);
    }
  }

  /** Answers twenty rounds in a segment that somebody else made. */
  static final class Echo {
    public static void main(String[] args) {
      try (SharedSegment segment = SharedSegment.open(args[0], Long.parseLong(args[1]))) {
        MemorySegment memory = segment.memory();
        for (int round = 1; round <= 20; round++) {
          while (NativeWords.getIntAcquire(memory, 0) != round) {
            Futex.await(memory, 0, round - 1, LONG);
          }
          long value = memory.get(ValueLayout.JAVA_LONG, 4096);
          memory.set(ValueLayout.JAVA_LONG, segment.byteSize() - 8, value * 1000);
          NativeWords.setIntRelease(memory, 64, round);
          Futex.wake(memory, 64, 1);
        }
      }
      System.out.println("done");
    }
  }

  @Test
  void ofTwoStoresAndLoadsWithFencesBetweenAtLeastOneLoadSeesTheOthersStore() throws Exception {
    try (SharedSegment segment = SharedSegment.create("fences", BYTES, Backing.AUTO)) {
      segment.commit(0, BYTES);
      NativeWords.setLong(segment.memory(), Dekker.LAST_ROUND, Dekker.MOST_ROUNDS);
      String bytes = Long.toString(BYTES);
      try (ForkedJvm timed =
              ForkedJvm.start(Dekker.class, WITH_NATIVE, segment.handle(), bytes, "timed");
          ForkedJvm other =
              ForkedJvm.start(Dekker.class, WITH_NATIVE, segment.handle(), bytes, "other")) {
        long rounds = Long.parseLong(timed.finish());
        assertThat(rounds).isEqualTo(Long.parseLong(other.finish())).isPositive();
        for (long round = 0; round < rounds; round++) {
          long timedSaw = segment.memory().get(ValueLayout.JAVA_BYTE, Dekker.SEEN + 2 * round);
          long otherSaw = segment.memory().get(ValueLayout.JAVA_BYTE, Dekker.SEEN + 2 * round + 1);
          assertThat(timedSaw + otherSaw).as("round %d", round).isPositive();
        }
      }
    }
  }

  /** Stores its flag, fences, and loads the other's, round after round. */
  static final class Dekker {
    static final long SEEN = 8192;
    static final long MOST_ROUNDS = 400_000;
    private static final long[] FLAGS = {0, 512};
    private static final long[] READY = {1024, 1536};
    static final long LAST_ROUND = 2048;

    public static void main(String[] args) {
      int me = args[2].equals("timed") ? 0 : 1;
      try (SharedSegment segment = SharedSegment.open(args[0], Long.parseLong(args[1]))) {
        MemorySegment memory = segment.memory();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        long round = 0;
        while (round < NativeWords.getLongAcquire(memory, LAST_ROUND)) {
          round++;
          if (me == 0 && System.nanoTime() > end) {
            NativeWords.setLong(memory, LAST_ROUND, round);
          }
          NativeWords.setLongRelease(memory, READY[me], round);
          for (int spins = 0; NativeWords.getLongAcquire(memory, READY[1 - me]) < round; spins++) {
            if (spins > 10_000) {
              Thread.yield();
            }
          }
          NativeWords.setLongRelease(memory, FLAGS[me], round);
          VarHandle.fullFence();
          boolean saw = NativeWords.getLongAcquire(memory, FLAGS[1 - me]) >= round;
          long slot = SEEN + 2 * (round - 1) + me;
          memory.set(ValueLayout.JAVA_BYTE, slot, (byte) (saw ? 1 : 0));
        }
        System.out.println(round);
      }
    }
  }

  @Test
  void thePeersMemoryIsReadAndWrittenInOneCopy() throws Exception {
    assumeTrue(ProcessMemory.availability().usable());
    try (ForkedJvm peer = ForkedJvm.start(Target.class, WITH_NATIVE);
        Arena arena = Arena.ofConfined()) {
      long address = Long.parseLong(peer.line());
      assumeTrue(ProcessMemory.reachable(peer.pid(), address).usable());
      int bytes = 40 << 20;
      MemorySegment local = arena.allocate(bytes);
      ProcessMemory.read(peer.pid(), address, local, 0, bytes);
      assertThat(local.get(ValueLayout.JAVA_INT, 0)).isEqualTo(1);
      assertThat(local.get(ValueLayout.JAVA_INT, bytes - 4)).isEqualTo(2);
      peer.process().outputWriter().append("go\n").flush();
      assertThat(peer.finish()).isEqualTo("1");
      assertThatThrownBy(() -> ProcessMemory.read(peer.pid(), address, local, 0, 8))
          .isInstanceOfSatisfying(
              RonselException.class,
              e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.PROC_FAILED));
    }
  }

  /** Offers 40 MB, and prints a word of them after a line of input. */
  static final class Target {
    public static void main(String[] args) throws java.io.IOException {
      int bytes = 40 << 20;
      MemorySegment memory = Arena.ofAuto().allocate(bytes);
      memory.set(ValueLayout.JAVA_INT, 0, 1);
      memory.set(ValueLayout.JAVA_INT, bytes - 4, 2);
      System.out.println(memory.address());
      if (System.in.read() >= 0) {
        System.out.println(memory.get(ValueLayout.JAVA_INT, 0));
      }
    }
  }

  @Test
  void memoryThatIsNotThereIsAnErrorAndNotACrash() {
    assumeTrue(ProcessMemory.availability().usable());
    long self = ProcessHandle.current().pid();
    MemorySegment local = Arena.ofAuto().allocate(64);
    assertThatThrownBy(() -> ProcessMemory.read(self, 16, local, 0, 8))
        .isInstanceOfSatisfying(
            RonselException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.BUFFER));
    assertThatThrownBy(() -> ProcessMemory.read(self, local.address(), local, 60, 8))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> ProcessMemory.read(self, local.address(), local.asReadOnly(), 0, 8))
        .isInstanceOf(RonselException.class);
  }
}
