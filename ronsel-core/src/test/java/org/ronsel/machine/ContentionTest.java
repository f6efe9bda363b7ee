package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentionTest {
  private static final Path SCHEDSTAT = Path.of("/proc/thread-self/schedstat");
  private static final long LATELY_NS = LinuxContention.LATELY_NS;
  private static final long LATELY_MS = LATELY_NS / 1_000_000;
  private final Contention system = Contention.ofSystem();

  @Test
  void theDelayIsThatOfTheCallingThread() throws Exception {
    assumeThat(SCHEDSTAT).exists();
    assumeThat(LinuxCalls.AVAILABILITY.usable()).isTrue();
    long before = delay();
    long told = system.delayNs();
    assertThat(told).isBetween(before, delay());

    Thread[] news = new Thread[1];
    long[] toldOther = new long[1];
    news[0] = new Thread(() -> toldOther[0] = system.delayNs());
    news[0].start();
    news[0].join();
    assertThat(toldOther[0]).isNotNegative();
  }

  /** A rank beside busy programs asks every few milliseconds. */
  @Test
  @Tag("allocation")
  void askingAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 200 && least > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 100; i++) {
        system.delayNs();
        system.percentWanted();
        system.isCompiling();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isZero();
  }

  private static long delay() throws Exception {
    return Long.parseLong(Files.readString(SCHEDSTAT).strip().split(" ", -1)[1]);
  }

  /** Numbers as a test gives them. */
  private static final class Scripted extends LinuxContention {
    private static final long START_NS = Math.subtractExact(Long.MAX_VALUE, LATELY_NS);
    long passedNs;
    long compiledMs = 1_000;
    int processors;
    String loads = "/proc/loadavg";

    @Override
    long nowNs() {
      return START_NS + passedNs; // which overflows, as the clock may
    }

    @Override
    long compiledMs() {
      return compiledMs;
    }

    @Override
    int processors() {
      return processors;
    }

    @Override
    MemorySegment loads() {
      return Arena.ofAuto().allocateFrom(loads);
    }

    /** Whether the compilers are busy when they have worked for a part of the time since then. */
    boolean isCompilingAfter(long moreNs, long workedMs) {
      passedNs += moreNs;
      compiledMs += workedMs;
      return isCompiling();
    }
  }

  @Test
  void compilersThatHaveRestedAreNotBusy() {
    Scripted scripted = new Scripted();
    assertThat(scripted.isCompilingAfter(0, 0)).as("at the start").isTrue();
    // The first look counts all that they have worked before.
    assertThat(scripted.isCompilingAfter(LATELY_NS, 0)).isTrue();
    assertThat(scripted.isCompilingAfter(LATELY_NS - 1, 0)).as("too early to say").isTrue();
    assertThat(scripted.isCompilingAfter(1, 0)).isFalse();
    assertThat(scripted.isCompilingAfter(LATELY_NS, LATELY_MS / 20)).as("little").isFalse();
    assertThat(scripted.isCompilingAfter(LATELY_NS, LATELY_MS / 20 + 1)).as("more").isTrue();
  }

  /** Of this JVM, whose compilers are at work in every test. */
  @Test
  void theTimeOfTheCompilersIsThatOfTheJvm() {
    LinuxContention system = new LinuxContention();
    CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
    assumeThat(bean).isNotNull();
    long before = bean.getTotalCompilationTime();
    assertThat(system.compiledMs()).isBetween(before, bean.getTotalCompilationTime());
  }

  @Test
  void threadsThatWantToRunAreCountedForEach100Processors(@TempDir Path folder) throws Exception {
    assumeThat(LinuxCalls.AVAILABILITY.usable()).isTrue();
    Scripted scripted = new Scripted();
    scripted.processors = 4;
    scripted.loads = folder.resolve("loadavg").toString();
    assertThat(scripted.percentWanted()).as("no such file").isEqualTo(Contention.UNKNOWN);
    Files.writeString(Path.of(scripted.loads), "0.52 12.58 0.59 7/467 98765\n");
    assertThat(scripted.percentWanted()).isEqualTo(175);
    scripted.processors = 0;
    assertThat(scripted.percentWanted()).as("some processors").isEqualTo(Contention.UNKNOWN);
  }

  @Test
  void whoAsksWantsToRun() {
    assumeThat(LinuxCalls.AVAILABILITY.usable()).isTrue();
    Scripted scripted = new Scripted();
    scripted.processors = 1;
    assertThat(scripted.percentWanted()).isGreaterThanOrEqualTo(100);
  }
}
