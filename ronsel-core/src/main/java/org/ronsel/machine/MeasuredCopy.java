package org.ronsel.machine;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.memory.MemoryCopy;

/**
 * Long copies of one kind, such as those of a rank into its fragments, by the JVM's routine or by
 * the processor's string instruction ({@link FastStringCopy}), whichever is faster here and now:
 * that depends on the processor, on the core that had the lines before, and on its distance, so it
 * is found out by the copies themselves. From time to time a few of them, in pairs of neighbours,
 * are made by both and timed.
 *
 * <p>The system property {@code ronsel.copy.string} decides instead: {@code on}, {@code off}, or
 * {@code auto}.
 *
 * <p>Any thread; if several copy at the same time a comparison may come out wrong, which the next
 * one mends. Nothing is allocated but an object for an array that is not among the last ones.
 */
public final class MeasuredCopy {
  /** The shortest for which there is a choice. */
  private static final int LEAST_BYTES = 16 << 10;

  private static final int LEAST_BYTES_SHARED = 4 << 10;

  /** Pairs of a comparison, of which the string instruction has to win more than half. */
  private static final int PAIRS = 5;

  /** Copies between two comparisons, at first, when nothing is compiled yet; then twice as many. */
  private static final int FIRST_PAUSE = 32;

  private static final int LONGEST_PAUSE = 2048;

  private static final CopyMode WANTED = CopyMode.wanted(Setting.COPY_STRING);

  private final CopyMode mode;
  private final int leastBytes;
  private final boolean ofShared;
  private final ArraySegments segments = new ArraySegments();

  /** The shared memory that was copied to or from last. */
  private @Nullable Unregistered known;

  /** Whether there is a choice, as far as is known; asking the processor takes a while. */
  private boolean usable;

  private boolean prefersString;

  /** Copies left before the next comparison; 0 and less while there is one. */
  private int left = FIRST_PAUSE;

  private int pause = FIRST_PAUSE;
  private int wins;

  /** Nanoseconds for a megabyte of the first copy of the pair. */
  private long firstOfPair;

  /** By the JVM alone; for memory of a file of the program. */
  public static final MeasuredCopy NEVER = new MeasuredCopy(CopyMode.OFF);

  /** Copies as {@code ronsel.copy.string} says. */
  public MeasuredCopy() {
    this(WANTED);
  }

  MeasuredCopy(CopyMode mode) {
    this(mode, false);
  }

  private MeasuredCopy(CopyMode mode, boolean ofShared) {
    this.mode = mode;
    this.ofShared = ofShared;
    this.leastBytes = ofShared ? LEAST_BYTES_SHARED : LEAST_BYTES;
    this.usable = mode != CopyMode.OFF;
  }

  /**
   * Copies to or from memory that ranks in several JVMs share, of which shorter ones are measured
   * too. The program cannot close that memory, and it is not unmapped before the ranks of the JVM
   * have ended.
   */
  public static MeasuredCopy ofSharedMemory() {
    return new MeasuredCopy(WANTED, true);
  }

  /**
   * Copies bytes from one base of the program to another, each an array, a segment or scattered
   * memory, as {@link MemoryCopy#copy(Object, long, Object, long, long)} does.
   */
  public void copy(Object from, long fromAt, Object to, long toAt, long bytes) {
    boolean mayChoose = bytes >= leastBytes && usable;
    MemorySegment source = mayChoose ? segments.of(from) : null;
    MemorySegment target = source == null ? null : segments.of(to);
    copy(from, source, fromAt, to, target, toAt, bytes);
  }

  /** Whether copies are made by the string instruction, as far as is known. */
  public boolean usesString() {
    return usable && (mode == CopyMode.ON || prefersString);
  }

  /** The same as {@code copy} to memory of a transport. */
  public void write(Object from, long fromAt, MemorySegment to, long toAt, long bytes) {
    if (bytes < leastBytes || !usable) {
      MemoryCopy.toSegment(from, fromAt, to, toAt, bytes);
    } else {
      MemorySegment source = segments.of(from);
      MemorySegment target = source == null ? to : unregistered(to);
      copy(from, source, fromAt, to, target, toAt, bytes);
    }
  }

  /** The same as {@code copy} from memory of a transport. */
  public void read(MemorySegment from, long fromAt, Object to, long toAt, long bytes) {
    if (bytes < leastBytes || !usable) {
      MemoryCopy.fromSegment(from, fromAt, to, toAt, bytes);
    } else {
      MemorySegment target = segments.of(to);
      MemorySegment source = target == null ? from : unregistered(from);
      copy(from, source, fromAt, to, target, toAt, bytes);
    }
  }

  /**
   * Shared memory as a segment of no arena. A native function that gets memory of a shared arena is
   * registered there while it runs, by two atomic instructions, of which the second one waits until
   * all stores of the copy are done.
   */
  private MemorySegment unregistered(MemorySegment memory) {
    if (!ofShared || !NativeAccess.ENABLED) {
      return memory;
    }
    Unregistered latest = known;
    if (latest == null || latest.memory != memory) {
      MemorySegment all = MemorySegment.ofAddress(memory.address());
      latest = new Unregistered(memory, all.reinterpret(memory.byteSize()));
      known = latest;
    }
    if (!memory.scope().isAlive()) {
      throw new IllegalStateException("Already closed");
    }
    return latest.all;
  }

  private record Unregistered(MemorySegment memory, MemorySegment all) {}

  /** Copies; there is no choice if one of the segments is not known. */
  private void copy(
      Object from,
      @Nullable MemorySegment source,
      long fromAt,
      Object to,
      @Nullable MemorySegment target,
      long toAt,
      long bytes) {
    if (source == null
        || target == null
        || !areApart(from, source, fromAt, to, target, toAt, bytes)) {
      MemoryCopy.copy(from, fromAt, to, toAt, bytes);
      return;
    }
    int turn = mode == CopyMode.ON ? 0 : --left;
    if (turn < 0 || mode == CopyMode.ON) {
      usable = FastStringCopy.availability().usable();
    }
    boolean string =
        usable && (turn < 0 ? isStringsTurn(turn) : mode == CopyMode.ON || prefersString);
    long start = turn < 0 ? System.nanoTime() : 0;
    if (string) {
      FastStringCopy.copy(source, fromAt, target, toAt, bytes);
    } else {
      MemoryCopy.copy(from, fromAt, to, toAt, bytes);
    }
    if (turn < 0) {
      compare(turn, string, (System.nanoTime() - start << 20) / bytes);
    }
  }

  /** Turns -1 and -2 are a pair; of the next pair the other one is first. */
  private static boolean isStringsTurn(int turn) {
    return (turn & 3) == 3 || (turn & 3) == 0;
  }

  /** Takes note of the copy of a comparison, of which a megabyte would have taken so long. */
  private void compare(int turn, boolean string, long nanos) {
    if ((turn & 1) != 0) {
      firstOfPair = nanos;
      return;
    }
    if (string ? nanos < firstOfPair : firstOfPair < nanos) {
      wins++;
    }
    if (turn <= -2 * PAIRS) {
      prefersString = wins > PAIRS / 2;
      wins = 0;
      pause = Math.min(2 * pause, LONGEST_PAUSE);
      left = pause;
    }
  }

  /** Whether ranges surely do not overlap: the string instruction copies forwards. */
  private static boolean areApart(
      Object from,
      MemorySegment source,
      long fromAt,
      Object to,
      MemorySegment target,
      long toAt,
      long bytes) {
    if (target.isReadOnly()) {
      return false;
    }
    if (source.isNative() && target.isNative()) {
      long distance = source.address() + fromAt - target.address() - toAt;
      return Math.abs(distance) >= bytes;
    }
    // For two segments of heap memory it cannot be told whether they are of the same array.
    return source.isNative() != target.isNative() || from != to && from != source && to != target;
  }
}
