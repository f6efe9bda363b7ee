package org.ronsel.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads {@code /proc/thread-self/schedstat} and {@code /proc/loadavg}, and asks the JVM. */
class LinuxContention implements Contention {
  private static final int CURRENT_FOLDER = -100;
  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int BYTES = 128;

  /** The second number of {@code schedstat}, and the fourth of {@code loadavg}: {@code 3/120}. */
  private static final int DELAY_AT = 1;

  private static final int RUNNABLE_AT = 3;

  static final long LATELY_NS = 500_000_000;
  private static final long NS_PER_MS = 1_000_000;

  /** Compilers that work for this part of the time are busy. */
  private static final int BUSY_SHARE = 20;

  private static final class Files {
    static final MemorySegment SCHEDSTAT =
        Arena.global().allocateFrom("/proc/thread-self/schedstat");
    static final MemorySegment LOADAVG = Arena.global().allocateFrom("/proc/loadavg");
  }

  /** Processors of the machine, or 0 where this process may use some of them only. */
  private static final class Processors {
    static final int ALL = all();

    private static int all() {
      String text = SmallFile.read(Path.of("/sys/devices/system/cpu/online"));
      @Nullable CpuSet online = text == null ? null : CpuSet.parseList(text);
      int usable = Runtime.getRuntime().availableProcessors();
      return online == null || online.size() > usable ? 0 : online.size();
    }
  }

  /** Loaded when it is asked for the first time, which costs milliseconds. */
  private static final class Compilers {
    static final @Nullable CompilationMXBean BEAN = bean();

    private static @Nullable CompilationMXBean bean() {
      CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
      return bean != null && bean.isCompilationTimeMonitoringSupported() ? bean : null;
    }
  }

  /** Buffer for the content of a file; made when it is needed, as most ranks never ask. */
  private @Nullable MemorySegment text;

  // When the compilers were looked at, how long they had worked by then, and what that meant.
  private long lookedNs = nowNs();
  private long compiledMs;
  private boolean compiling = true;

  // What is asked for the first time needs memory. A rank that waits while a heap is full does not
  // need to know it, and its program may let go of memory.

  @Override
  public long delayNs() {
    try {
      return number(Files.SCHEDSTAT, DELAY_AT);
    } catch (OutOfMemoryError | LinkageError full) {
      return UNKNOWN;
    }
  }

  @Override
  public long percentWanted() {
    try {
      int processors = processors();
      if (processors == 0) {
        return UNKNOWN;
      }
      long runnable = number(loads(), RUNNABLE_AT);
      return runnable == UNKNOWN ? UNKNOWN : 100 * runnable / processors;
    } catch (OutOfMemoryError | LinkageError full) {
      return UNKNOWN;
    }
  }

  @Override
  public boolean isCompiling() {
    try {
      return hasCompiled();
    } catch (OutOfMemoryError | LinkageError full) {
      return true; // then nothing is concluded
    }
  }

  private boolean hasCompiled() {
    long now = nowNs();
    if (now - lookedNs >= LATELY_NS) {
      long compiled = compiledMs();
      compiling = (compiled - compiledMs) * NS_PER_MS > (now - lookedNs) / BUSY_SHARE;
      compiledMs = compiled;
      lookedNs = now;
    }
    return compiling;
  }

  // Where the numbers come from; tests have others.

  /** The clock. */
  long nowNs() {
    return System.nanoTime();
  }

  /** How long the compilers of this JVM have worked, all together. */
  long compiledMs() {
    CompilationMXBean bean = Compilers.BEAN;
    return bean == null ? 0 : bean.getTotalCompilationTime();
  }

  /** The number of processors of the machine; 0 if this process may use some of them only. */
  int processors() {
    return Processors.ALL;
  }

  /** The path of the file in which the system says how many threads want to run. */
  MemorySegment loads() {
    return Files.LOADAVG;
  }

  /** A number of a file, by its place among words that spaces divide. */
  private long number(MemorySegment path, int place) {
    if (!LinuxCalls.AVAILABILITY.usable()) {
      return UNKNOWN;
    }
    long file =
        LinuxCalls.callQuick(LinuxCalls.OPENAT, CURRENT_FOLDER, path.address(), CLOSE_ON_EXEC, 0);
    if (file < 0) {
      return UNKNOWN;
    }
    MemorySegment buffer = buffer();
    long bytes = LinuxCalls.callQuick(LinuxCalls.READ, file, buffer.address(), BYTES, 0);
    var _ = LinuxCalls.callQuick(LinuxCalls.CLOSE, file, 0, 0, 0);
    return parse(buffer, (int) bytes, place);
  }

  private MemorySegment buffer() {
    MemorySegment known = text;
    if (known == null) {
      known = Arena.ofAuto().allocate(BYTES);
      text = known;
    }
    return known;
  }

  private static long parse(MemorySegment text, int bytes, int place) {
    int words = 0;
    int at = 0;
    for (; at < bytes && words < place; at++) {
      if (text.get(ValueLayout.JAVA_BYTE, at) == ' ') {
        words++;
      }
    }
    long number = UNKNOWN;
    for (; at < bytes; at++) {
      int digit = text.get(ValueLayout.JAVA_BYTE, at) - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      number = Math.max(number, 0) * 10 + digit;
    }
    return number;
  }
}
