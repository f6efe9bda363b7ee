package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.NativeWords;

/** A JVM that was started without the permission to call native functions. */
class WithoutNativeAccessTest {
  @TempDir Path directory;

  @Test
  void everythingSaysWhyItIsUnavailableOrFallsBackAndTheJvmPrintsNoWarning() throws Exception {
    assertThatNothingIsPrintedTo(List.of("-Dronsel.shm.dir=" + directory));
  }

  @Test
  void notEvenWhereTheJvmWouldRefuseNativeCallsAltogether() throws Exception {
    assertThatNothingIsPrintedTo(
        List.of("--illegal-native-access=deny", "-Dronsel.shm.dir=" + directory));
  }

  private void assertThatNothingIsPrintedTo(List<String> options) throws Exception {
    try (ForkedJvm jvm = ForkedJvm.start(Everything.class, options)) {
      assertThat(jvm.finish()).isEqualTo("all right");
      assertThat(jvm.errors()).isEmpty();
    }
    assertThat(directory).isEmptyDirectory();
  }

  /** Uses every class of the package. */
  static final class Everything {
    public static void main(String[] args) {
      check("native access", () -> !NativeAccess.ENABLED);
      check("reason", () -> NativeAccess.REASON.contains("--enable-native-access"));
      check("report", () -> MachineReport.collect().memory().totalBytes() > 0);
      MachineReport.Facilities facilities = MachineReport.collect().facilities();
      for (Availability one :
          List.of(
              facilities.nativeAccess(),
              facilities.anonymousMemory(),
              facilities.futex(),
              facilities.affinity(),
              facilities.processMemory(),
              facilities.processArrays())) {
        check("reason of " + one, () -> !one.usable() && one.detail().contains("native access"));
      }
      check("topology", () -> Topology.ofThisHost().cores() > 0);
      copies();
      sharedSegment();
      futex();
      unsupported(
          "anonymous memory", () -> SharedSegment.create("x", 4096, SharedSegment.Backing.MEMORY));
      unsupported("affinity", () -> ThreadAffinity.bindCurrentThread(CpuSet.of(0)));
      unsupported(
          "process memory", () -> ProcessMemory.read(1, 0, Arena.ofAuto().allocate(8), 0, 8));
      System.out.println("all right");
    }

    private static void copies() {
      byte[] from = new byte[200_000];
      from[199_999] = 9;
      byte[] to = new byte[200_000];
      MemorySegment between = Arena.ofAuto().allocate(200_000);
      MemoryCopy.toSegment(from, 0, between, 0, from.length);
      MemoryCopy.fromSegment(between, 0, to, 0, to.length);
      check("copies", () -> to[199_999] == 9);
      MeasuredCopy measured = MeasuredCopy.ofSharedMemory();
      from[1] = 8;
      measured.write(from, 0, between, 0, from.length);
      measured.read(between, 0, to, 0, to.length);
      check("measured copies", () -> to[1] == 8);
    }

    private static void sharedSegment() {
      try (SharedSegment made =
              SharedSegment.create("fallback", 1 << 20, SharedSegment.Backing.AUTO);
          SharedSegment opened = SharedSegment.open(made.handle(), 1 << 20)) {
        made.commit(0, 1 << 20);
        made.commit(0, 1 << 20);
        NativeWords.setLongRelease(made.memory(), 8192, 5);
        made.commit(4096, 8192);
        check("segment", () -> NativeWords.getLongAcquire(opened.memory(), 8192) == 5);
        made.unlink();
      }
      try {
        SharedSegment.open("/proc/1/fd/1", 4096);
        check("foreign segment", () -> false);
      } catch (RonselException e) {
        check("message", () -> String.valueOf(e.getMessage()).contains("/proc/1/fd/1"));
      }
    }

    private static void futex() {
      MemorySegment word = Arena.ofAuto().allocate(8, 8);
      check("futex", () -> Futex.await(word, 0, 1, -1) == Futex.Result.CHANGED);
      check("futex", () -> Futex.await(word, 0, 0, 2_000_000) == Futex.Result.TIMED_OUT);
      check("futex", () -> Futex.wake(word, 0, 1) == 0);
      Thread.currentThread().interrupt();
      check("futex", () -> Futex.await(word, 0, 0, -1) == Futex.Result.SIGNALLED);
      check("futex", Thread::interrupted);
    }

    private static void unsupported(String what, Runnable call) {
      try {
        call.run();
      } catch (UnsupportedFeatureException expected) {
        check(what, () -> String.valueOf(expected.getMessage()).contains("native access"));
        return;
      }
      throw new AssertionError(what + " was not refused");
    }

    private static void check(String what, BooleanSupplier holds) {
      if (!holds.getAsBoolean()) {
        throw new AssertionError(what);
      }
    }
  }
}
