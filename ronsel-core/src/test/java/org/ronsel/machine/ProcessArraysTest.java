package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.machine.SharedSegment.Backing;
import org.ronsel.memory.NativeWords;

/** Arrays of another process, which its garbage collector moves when it likes. */
@Timeout(120)
class ProcessArraysTest {
  private static final long BYTES = 4096;
  private static final int ROUNDS = 300;

  /** Of so many arrays one is moved before it is read. */
  private static final int MOVED = 20;

  // Words of the shared memory: what is offered, and how far both have come.
  private static final long OFFERED = 0;
  private static final long READ = 128;
  private static final long ADDRESS = 256;
  private static final long COLLECTIONS = 264;
  private static final long LENGTH = 272;

  @BeforeEach
  void whereArraysCanBeRead() {
    assumeTrue(ProcessMemory.arrays().usable(), ProcessMemory.arrays()::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Serial", "Parallel", "G1"})
  void whatCountsAsReadIsWhatWasInTheArray(String collector) throws Exception {
    List<String> options = new ArrayList<>(List.of(ForkedJvm.NATIVE, "-Xmx64m"));
    options.add("-XX:-UseSerialGC");
    options.add("-XX:+Use" + collector + "GC");
    try (SharedSegment shared = SharedSegment.create("arrays", BYTES, Backing.AUTO)) {
      shared.commit(0, BYTES);
      try (ForkedJvm peer = ForkedJvm.start(Offers.class, options, shared.handle())) {
        long countAt = Long.parseLong(peer.line());
        int valid = 0;
        for (int round = 1; round <= ROUNDS; round++) {
          valid += readRound(peer, shared.memory(), countAt, round) ? 1 : 0;
        }
        assertThat(valid).isPositive();
        assertThat(peer.finish()).isEqualTo("done");
      }
    }
  }

  private static boolean readRound(ForkedJvm peer, MemorySegment shared, long countAt, int round) {
    while (NativeWords.getLongAcquire(shared, OFFERED) != round) {
      assertThat(peer.process().isAlive()).isTrue();
      Thread.yield();
    }
    byte[] to = new byte[(int) NativeWords.getLong(shared, LENGTH)];
    boolean valid =
        ProcessMemory.readArray(
            peer.pid(),
            NativeWords.getLong(shared, ADDRESS),
            MemorySegment.ofArray(to),
            0,
            to.length,
            countAt,
            (int) NativeWords.getLong(shared, COLLECTIONS));
    if (valid) {
      assertThat(round % MOVED).isNotZero();
      for (int i = 0; i < to.length; i++) {
        if (to[i] != (byte) (round + i)) {
          throw new AssertionError("round " + round + ", byte " + i + ": " + to[i]);
        }
      }
    }
    NativeWords.setLongRelease(shared, READ, round);
    return valid;
  }

  /** Offers arrays, while another thread fills the heap with others. */
  static final class Offers {
    private static final byte[][] KEPT = new byte[512][];

    public static void main(String[] args) {
      Thread.ofPlatform().daemon().start(Offers::fillTheHeap);
      Random random = new Random(1);
      if (!ProcessMemory.arrays().usable()) {
        throw new AssertionError(ProcessMemory.arrays());
      }
      System.out.println(CollectionCount.address());
      try (SharedSegment segment = SharedSegment.open(args[0], BYTES)) {
        MemorySegment shared = segment.memory();
        for (int round = 1; round <= ROUNDS; round++) {
          byte[] array = new byte[1 + random.nextInt(random.nextInt(10) == 0 ? 1_500_000 : 60_000)];
          for (int i = 0; i < array.length; i++) {
            array[i] = (byte) (round + i);
          }
          offer(array, shared, round);
        }
      }
      System.out.println("done");
    }

    private static void offer(byte[] array, MemorySegment shared, int round) {
      MemorySegment segment = MemorySegment.ofArray(array);
      int collections;
      long address;
      do {
        collections = CollectionCount.value();
        address = ProcessMemory.addressOf(segment, 0);
      } while (collections != CollectionCount.value());
      NativeWords.setLong(shared, ADDRESS, address);
      NativeWords.setLong(shared, COLLECTIONS, collections);
      NativeWords.setLong(shared, LENGTH, array.length);
      if (round % MOVED == 0) {
        System.gc();
      }
      NativeWords.setLongRelease(shared, OFFERED, round);
      while (NativeWords.getLongAcquire(shared, READ) != round) {
        Thread.yield();
      }
      if (array[array.length - 1] != (byte) (round + array.length - 1)) {
        throw new AssertionError("the array has changed");
      }
    }

    private static void fillTheHeap() {
      for (int i = 0; ; i++) {
        KEPT[i % KEPT.length] = new byte[1 + i % 40_000];
      }
    }
  }

  @Test
  void anArrayOfThisProcessIsReadFromTheMiddleToTheMiddle() {
    int[] from = new int[1000];
    int[] to = new int[1000];
    for (int i = 0; i < from.length; i++) {
      from[i] = i;
    }
    boolean valid = false;
    while (!valid) { // this JVM collects garbage as well
      int collections = CollectionCount.value();
      valid =
          ProcessMemory.readArray(
              ProcessHandle.current().pid(),
              ProcessMemory.addressOf(MemorySegment.ofArray(from), 400),
              MemorySegment.ofArray(to),
              800,
              1200,
              CollectionCount.address(),
              collections);
    }
    for (int i = 0; i < to.length; i++) {
      assertThat(to[i]).as("element %d", i).isEqualTo(i >= 200 && i < 500 ? i - 100 : 0);
    }
  }

  @Test
  void aCollectionEndsTheValidityOfAnAddress() {
    byte[] from = new byte[100];
    long pid = ProcessHandle.current().pid();
    int before = CollectionCount.value();
    long address = ProcessMemory.addressOf(MemorySegment.ofArray(from), 0);
    System.gc();
    assertThat(CollectionCount.value()).isNotEqualTo(before);
    MemorySegment to = MemorySegment.ofArray(new byte[100]);
    long countAt = CollectionCount.address();
    assertThat(ProcessMemory.readArray(pid, address, to, 0, 100, countAt, before)).isFalse();
    // Below the least address that the kernel maps: as if the heap had become smaller.
    int now = CollectionCount.value();
    assertThat(ProcessMemory.readArray(pid, 16, to, 0, 100, countAt, now)).isFalse();
  }

  @Test
  void wrongRangesAndReadOnlyMemoryAreRefused() {
    long pid = ProcessHandle.current().pid();
    MemorySegment to = MemorySegment.ofArray(new byte[64]);
    long at = CollectionCount.address();
    assertThatThrownBy(() -> ProcessMemory.readArray(pid, at, to, 60, 8, at, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> ProcessMemory.readArray(pid, at, to.asReadOnly(), 0, 8, at, 0))
        .isInstanceOfSatisfying(
            RonselException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.BUFFER));
  }

  @Test
  void nativeMemoryIsReadIntoAnArray() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(1_000_000);
      from.set(ValueLayout.JAVA_BYTE, 999_999, (byte) 7);
      byte[] to = new byte[1_000_001];
      long pid = ProcessHandle.current().pid();
      ProcessMemory.read(pid, from.address(), MemorySegment.ofArray(to), 1, 1_000_000);
      assertThat(to[1_000_000]).isEqualTo((byte) 7);
      assertThatThrownBy(() -> ProcessMemory.read(pid, 16, MemorySegment.ofArray(to), 0, 8))
          .isInstanceOfSatisfying(
              RonselException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.BUFFER));
    }
  }

  /** The count is looked for once, by whichever thread comes first. */
  @Test
  void anInterruptedThreadFindsTheCount() throws Exception {
    List<String> options = List.of(ForkedJvm.NATIVE);
    try (ForkedJvm jvm = ForkedJvm.start(Interrupted.class, options)) {
      assertThat(jvm.finish()).isEqualTo("true, still interrupted: true");
    }
  }

  static final class Interrupted {
    private Interrupted() {}

    public static void main(String[] arguments) {
      Thread.currentThread().interrupt();
      boolean found = CollectionCount.availability().usable();
      boolean interrupted = Thread.currentThread().isInterrupted();
      System.out.println(found + ", still interrupted: " + interrupted);
    }
  }

  /** The memory behind a mapping is missing, also where what is before it can be read. */
  @Test
  void nativeMemoryThatEndsInTheMiddleIsNotThere() throws Exception {
    long end = endOfAMapping();
    for (boolean toArray : new boolean[] {false, true}) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment to =
            toArray ? MemorySegment.ofArray(new byte[8192]) : arena.allocate(8192, 8);
        ProcessMemory.read(ProcessHandle.current().pid(), end - 4096, to, 0, 4096);
        assertThatThrownBy(
                () -> ProcessMemory.read(ProcessHandle.current().pid(), end - 4096, to, 0, 8192))
            .isInstanceOfSatisfying(
                RonselException.class,
                error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.BUFFER));
      }
    }
  }

  /** The end of readable memory of a file that is mapped for good, where nothing follows. */
  private static long endOfAMapping() throws IOException {
    List<String> maps = Files.readAllLines(Path.of("/proc/self/maps"));
    for (int i = 0; i + 1 < maps.size(); i++) {
      String[] range = maps.get(i).split("[- ]", 3);
      String next = maps.get(i + 1).split("-", 2)[0];
      if (maps.get(i).contains(" r") && maps.get(i).contains(".so") && !range[1].equals(next)) {
        return Long.parseUnsignedLong(range[1], 16);
      }
    }
    throw new TestAbortedException("no mapping with nothing behind it");
  }

  /** The Z collector moves objects while threads run: nothing is read by address there. */
  @Test
  void aCollectorThatMovesArraysBesideTheProgramMakesItUnavailable() throws Exception {
    List<String> options = List.of(ForkedJvm.NATIVE, "-XX:-UseSerialGC", "-XX:+UseZGC");
    try (ForkedJvm jvm = ForkedJvm.start(Asks.class, options)) {
      assertThat(jvm.finish()).startsWith("unavailable").contains("while threads run");
    }
  }

  /** Prints whether arrays can be read, and that nothing can be done if not. */
  static final class Asks {
    public static void main(String[] args) {
      System.out.println(ProcessMemory.arrays());
      try {
        System.out.println(ProcessMemory.addressOf(MemorySegment.ofArray(new byte[8]), 0));
      } catch (UnsupportedFeatureException expected) {
        return;
      }
      throw new AssertionError("an address nevertheless");
    }
  }
}
