package org.ronsel.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;

/**
 * Waiting on, and waking by, a 4-byte word in memory that several processes share (Linux {@code
 * futex}).
 *
 * <p>A waiter reads the word, decides to sleep, and calls {@link #await} with the value it read; a
 * waker changes the word first and then calls {@link #wake}. If the change comes between the
 * waiter's read and its call, the call returns at once, so no wake-up is lost.
 *
 * <p>The word must lie at a multiple of 4 in native memory that stays mapped during the call. Where
 * the kernel's futex cannot be called, or the system property {@code ronsel.futex} is {@code off},
 * {@link #await} looks at the word at growing intervals of up to a millisecond instead, and {@link
 * #wake} does nothing.
 */
public final class Futex {
  private Futex() {}

  private static final int WAIT = 0;
  private static final int WAKE = 1;
  private static final long POLL_MIN_NANOS = 20_000;
  private static final long POLL_MAX_NANOS = 1_000_000;
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

  /** Why {@link #await} returned. */
  public enum Result {
    /** A call of {@link #wake}, or of the kernel without a reason, woke the thread. */
    WOKEN,
    /** The word does not hold the expected value. */
    CHANGED,
    /** The time is over. */
    TIMED_OUT,
    /** A signal came. (Not {@link Thread#interrupt}, which a futex does not notice.) */
    SIGNALLED
  }

  /** Whether the kernel's futex can be used, or why not. */
  public static Availability availability() {
    return Probe.AVAILABILITY;
  }

  private static final class Probe {
    static final Availability AVAILABILITY = probe();

    private static Availability probe() {
      if (Setting.FUTEX.word().equals("off")) {
        return Availability.unavailable("ronsel.futex=off");
      }
      if (!LinuxCalls.AVAILABILITY.usable()) {
        return LinuxCalls.AVAILABILITY;
      }
      try (Arena arena = Arena.ofConfined()) {
        long word = arena.allocate(ValueLayout.JAVA_INT).address();
        long woken = LinuxCalls.call(LinuxCalls.FUTEX, word, WAKE, 1);
        return woken == 0
            ? Availability.usable("futex")
            : Availability.unavailable("futex is refused: " + LinuxCalls.errorText(woken));
      }
    }
  }

  /**
   * Blocks the calling platform thread until it is woken, as long as the word holds {@code
   * expected}. Never call it on a virtual thread: it would block the carrier.
   *
   * @param memory native memory that holds the word
   * @param offset of the word in bytes, a multiple of 4
   * @param expected the value that the caller has seen
   * @param timeoutNanos the longest time to wait, negative for no limit
   */
  public static Result await(MemorySegment memory, long offset, int expected, long timeoutNanos) {
    long address = address(memory, offset);
    if (!Probe.AVAILABILITY.usable()) {
      return poll(memory, offset, expected, timeoutNanos);
    }
    long result;
    try (Arena arena = Arena.ofConfined()) {
      long timeout = timeoutNanos < 0 ? 0 : timespec(arena, timeoutNanos).address();
      // The non-private operation: the word is known to the kernel by its page, not its address.
      result = LinuxCalls.call(LinuxCalls.FUTEX, address, WAIT, expected, timeout, 0, 0);
    }
    Reference.reachabilityFence(memory);
    return switch ((int) result) {
      case 0 -> Result.WOKEN;
      case -LinuxCalls.EAGAIN -> Result.CHANGED;
      case -LinuxCalls.ETIMEDOUT -> Result.TIMED_OUT;
      case -LinuxCalls.EINTR -> Result.SIGNALLED;
      default ->
          throw new RonselException(
              ErrorClass.INTERN,
              "futex wait at byte " + offset + " failed: " + LinuxCalls.errorText(result));
    };
  }

  private static MemorySegment timespec(Arena arena, long nanos) {
    MemorySegment timespec = arena.allocate(16, 8);
    timespec.set(ValueLayout.JAVA_LONG, 0, nanos / TimeUnit.SECONDS.toNanos(1));
    timespec.set(ValueLayout.JAVA_LONG, 8, nanos % TimeUnit.SECONDS.toNanos(1));
    return timespec;
  }

  /** The longest time of each of many waits. */
  public static final class Timeout {
    private final long nanos;
    private final MemorySegment timespec;

    /** So many nanoseconds, 0 or more. */
    public Timeout(long nanos) {
      this.nanos = nanos;
      this.timespec = timespec(Arena.ofAuto(), nanos);
    }
  }

  /**
   * As {@link #await(MemorySegment, long, int, long)}, for a thread that waits again and again and
   * looks for itself whether it has to. Allocates nothing after many calls.
   */
  public static void await(MemorySegment memory, long offset, int expected, Timeout timeout) {
    long address = address(memory, offset);
    if (!Probe.AVAILABILITY.usable()) {
      var _ = poll(memory, offset, expected, timeout.nanos);
      return;
    }
    var _ =
        LinuxCalls.callQuick(LinuxCalls.FUTEX, address, WAIT, expected, timeout.timespec.address());
    Reference.reachabilityFence(timeout);
    Reference.reachabilityFence(memory);
  }

  private static Result poll(MemorySegment memory, long offset, int expected, long timeoutNanos) {
    long start = System.nanoTime();
    long interval = POLL_MIN_NANOS;
    while ((int) INT.getVolatile(memory, offset) == expected) {
      long sleep = interval;
      if (timeoutNanos >= 0) {
        long left = timeoutNanos - (System.nanoTime() - start);
        if (left <= 0) {
          return Result.TIMED_OUT;
        }
        sleep = Math.min(sleep, left);
      }
      if (Thread.currentThread().isInterrupted()) {
        return Result.SIGNALLED; // parkNanos would return at once and this loop would spin
      }
      LockSupport.parkNanos(sleep);
      interval = Math.min(2 * interval, POLL_MAX_NANOS);
    }
    return Result.CHANGED;
  }

  /**
   * Wakes up to {@code count} threads, of any process, that wait on the word. Call it after
   * changing the word. Allocates nothing; never blocks; any thread, also a virtual one, may call
   * it.
   *
   * @return how many threads were woken
   */
  public static int wake(MemorySegment memory, long offset, int count) {
    long address = address(memory, offset);
    if (!Probe.AVAILABILITY.usable()) {
      return 0;
    }
    long woken = LinuxCalls.callQuick(LinuxCalls.FUTEX, address, WAKE, count, 0);
    Reference.reachabilityFence(memory);
    return (int) Math.max(0, woken);
  }

  private static long address(MemorySegment memory, long offset) {
    Objects.checkFromIndexSize(offset, Integer.BYTES, memory.byteSize());
    long address = memory.address() + offset;
    if (!memory.isNative() || (address & 3) != 0) {
      throw new RonselException(
          ErrorClass.ARGUMENT, "A futex word must lie at a multiple of 4 in native memory");
    }
    if (!memory.scope().isAlive()) {
      throw new IllegalStateException("Already closed");
    }
    return address;
  }
}
