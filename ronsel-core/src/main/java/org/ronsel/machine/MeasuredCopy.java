package org.ronsel.machine;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.ScatteredMemory;

/**
 * Long copies of one kind, such as those of a rank into its fragments, by the JVM's routine or by
 * the processor's string instruction ({@link FastStringCopy}), whichever is faster here and now:
 * that depends on the processor, on who has had the lines before, and on how far away that core is,
 * so it is found out by the copies themselves. From time to time a few of them, in pairs of
 * neighbours, are made by both and timed.
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

  /** Pairs of a comparison, of which the string instruction has to win more than half. */
  private static final int PAIRS = 5;

  /** Copies between two comparisons, at first, when nothing is compiled yet; then twice as many. */
  private static final int FIRST_PAUSE = 32;

  private static final int LONGEST_PAUSE = 2048;

  /** Arrays in use at a time; more of them than most programs send and receive in turn. */
  private static final int VIEWS = 16;

  private static final Mode WANTED = Mode.wanted();

  /** Who decides. */
  enum Mode {
    AUTO,
    ON,
    OFF;

    static Mode wanted() {
      String wanted = System.getProperty("ronsel.copy.string", "auto");
      try {
        return valueOf(wanted.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new RonselException(
            ErrorClass.ARGUMENT,
            "ronsel.copy.string is " + wanted + "; it has to be auto, on or off",
            e);
      }
    }
  }

  /** An array as a segment, kept until either is collected. */
  private record View(WeakReference<Object> array, WeakReference<MemorySegment> segment) {}

  private final Mode mode;
  private final @Nullable View[] views = new View[VIEWS];
  private int nextView;
  private int latestView;

  private boolean prefersString;

  /** Copies left before the next comparison; 0 and less while there is one. */
  private int left = FIRST_PAUSE;

  private int pause = FIRST_PAUSE;
  private int wins;

  /** Nanoseconds for a megabyte of the first copy of the pair. */
  private long firstOfPair;

  /** Copies as {@code ronsel.copy.string} says. */
  public MeasuredCopy() {
    this(WANTED);
  }

  MeasuredCopy(Mode mode) {
    this.mode = mode;
  }

  /**
   * Copies bytes from one base to another, each an array, a segment or scattered memory, as {@link
   * MemoryCopy#copy(Object, long, Object, long, long)} does.
   */
  public void copy(Object from, long fromAt, Object to, long toAt, long bytes) {
    if (bytes >= LEAST_BYTES && mode != Mode.OFF) {
      MemorySegment source = segment(from);
      MemorySegment target = source == null ? null : segment(to);
      if (source != null
          && target != null
          && areApart(from, source, fromAt, to, target, toAt, bytes)) {
        if (mode == Mode.ON) {
          if (FastStringCopy.availability().usable()) {
            FastStringCopy.copy(source, fromAt, target, toAt, bytes);
            return;
          }
        } else {
          copyMeasured(from, source, fromAt, to, target, toAt, bytes);
          return;
        }
      }
    }
    MemoryCopy.copy(from, fromAt, to, toAt, bytes);
  }

  private void copyMeasured(
      Object from,
      MemorySegment source,
      long fromAt,
      Object to,
      MemorySegment target,
      long toAt,
      long bytes) {
    int turn = --left;
    if (turn >= 0) {
      copyBy(prefersString, from, source, fromAt, to, target, toAt, bytes);
      return;
    }
    if (turn == -1 && !FastStringCopy.availability().usable()) {
      left = Integer.MAX_VALUE;
      MemoryCopy.copy(from, fromAt, to, toAt, bytes);
      return;
    }
    // -1 and -2 are a pair; of the next pair the other one is first.
    boolean isFirst = (turn & 1) != 0;
    boolean string = (turn & 3) == 3 || (turn & 3) == 0;
    long start = System.nanoTime();
    copyBy(string, from, source, fromAt, to, target, toAt, bytes);
    long each = ((System.nanoTime() - start) << 20) / bytes;
    if (isFirst) {
      firstOfPair = each;
      return;
    }
    if (string ? each < firstOfPair : firstOfPair < each) {
      wins++;
    }
    if (turn <= -2 * PAIRS) {
      prefersString = wins > PAIRS / 2;
      wins = 0;
      pause = Math.min(2 * pause, LONGEST_PAUSE);
      left = pause;
    }
  }

  private static void copyBy(
      boolean string,
      Object from,
      MemorySegment source,
      long fromAt,
      Object to,
      MemorySegment target,
      long toAt,
      long bytes) {
    if (string) {
      FastStringCopy.copy(source, fromAt, target, toAt, bytes);
    } else {
      MemoryCopy.copy(from, fromAt, to, toAt, bytes);
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
    // Of two segments of heap memory nobody can tell whether it is the same array.
    return source.isNative() != target.isNative() || from != to && from != source && to != target;
  }

  /** The base as a segment; null if it is scattered, or of values that are not any bytes. */
  private @Nullable MemorySegment segment(Object base) {
    if (base instanceof MemorySegment segment) {
      return segment;
    }
    if (base instanceof ScatteredMemory || base instanceof boolean[]) {
      return null;
    }
    int latest = latestView;
    for (int i = 0; i < VIEWS; i++) {
      int at = latest + i & VIEWS - 1; // the latest one first
      View view = views[at];
      if (view != null && view.array().refersTo(base)) {
        MemorySegment segment = view.segment().get();
        if (segment != null) {
          latestView = at;
          return segment;
        }
      }
    }
    MemorySegment segment = MemoryCopy.asSegment(base);
    int at = nextView & VIEWS - 1;
    nextView = at + 1;
    latestView = at;
    views[at] = new View(new WeakReference<>(base), new WeakReference<>(segment));
    return segment;
  }
}
