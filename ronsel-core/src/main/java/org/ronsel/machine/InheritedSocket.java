package org.ronsel.machine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A socket that this process has from the one that started it, known by its number. Java has no way
 * to it: the file of its number under {@code /proc} cannot be opened, as it could for a pipe. So
 * the system is called.
 *
 * <p>One thread reads at a time, and one writes.
 */
public final class InheritedSocket {
  private static final int CHUNK = 8 << 10;

  private static final short POLLIN = 1;
  private static final short POLLOUT = 4;
  private static final short POLLERR = 8;
  private static final short POLLHUP = 16;
  private static final short POLLNVAL = 32;

  private final int number;

  private InheritedSocket(int number) {
    this.number = number;
  }

  /**
   * Whether a number is that of an open socket. Also where native functions cannot be called, and
   * false on systems that do not tell.
   */
  public static boolean isOpen(int number) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/" + number))
          .toString()
          .startsWith("socket:");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The socket of this number.
   *
   * @throws IOException if native functions cannot be called
   */
  public static InheritedSocket of(int number) throws IOException {
    try {
      WantedNativeAccess.insist();
    } catch (IllegalCallerException refused) {
      throw new IOException(NativeAccess.REASON, refused);
    }
    if (!LinuxCalls.AVAILABILITY.usable()) {
      throw new IOException(LinuxCalls.AVAILABILITY.detail());
    }
    return new InheritedSocket(number);
  }

  /**
   * Reads some bytes, at least one.
   *
   * @param deadlineNs how long to wait for the first, by {@link System#nanoTime}
   * @return their number, or -1 if the other end is gone
   * @throws InterruptedIOException if none has come in time
   */
  public int read(byte[] into, int from, int count, long deadlineNs) throws IOException {
    int most = Math.min(count, CHUNK);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(most);
      while (true) {
        await(arena, POLLIN, deadlineNs);
        long got = LinuxCalls.call(LinuxCalls.READ, number, buffer.address(), most);
        if (got > 0) {
          MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, into, from, (int) got);
          return (int) got;
        }
        if (got == 0) {
          return -1;
        }
        retryOrThrow("read", got);
      }
    }
  }

  /**
   * Writes all bytes.
   *
   * @param deadlineNs as for {@link #read}
   */
  public void write(byte[] bytes, long deadlineNs) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment all = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
      long done = 0;
      while (done < bytes.length) {
        await(arena, POLLOUT, deadlineNs);
        long put =
            LinuxCalls.call(LinuxCalls.WRITE, number, all.address() + done, bytes.length - done);
        if (put < 0) {
          retryOrThrow("write", put);
        } else {
          done += put;
        }
      }
    }
  }

  /** Whether the other end is gone. Does not wait. */
  public boolean isLost() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment asked = asked(arena, (short) 0);
      return poll(arena, asked, 0) > 0 && (events(asked) & (POLLERR | POLLHUP | POLLNVAL)) != 0;
    }
  }

  private void await(Arena arena, short event, long deadlineNs) throws IOException {
    MemorySegment asked = asked(arena, event);
    while (true) {
      long leftNs = deadlineNs - System.nanoTime();
      if (leftNs <= 0) {
        throw new InterruptedIOException("nothing comes");
      }
      long result = poll(arena, asked, Math.min(leftNs, TimeUnit.HOURS.toNanos(1)));
      if (result > 0) {
        return; // an error shows when the call is made
      }
      if (result < 0) {
        retryOrThrow("ppoll", result);
      }
    }
  }

  /** A {@code struct pollfd}. */
  private MemorySegment asked(Arena arena, short event) {
    MemorySegment asked = arena.allocate(8, 4);
    asked.set(ValueLayout.JAVA_INT, 0, number);
    asked.set(ValueLayout.JAVA_SHORT, 4, event);
    return asked;
  }

  private static int events(MemorySegment asked) {
    return asked.get(ValueLayout.JAVA_SHORT, 6);
  }

  private static long poll(Arena arena, MemorySegment asked, long ns) {
    MemorySegment time = arena.allocate(16, 8);
    time.set(ValueLayout.JAVA_LONG, 0, ns / 1_000_000_000);
    time.set(ValueLayout.JAVA_LONG, 8, ns % 1_000_000_000);
    return LinuxCalls.call(LinuxCalls.PPOLL, asked.address(), 1, time.address());
  }

  private void retryOrThrow(String call, long error) throws IOException {
    if (error != -LinuxCalls.EINTR && error != -LinuxCalls.EAGAIN) {
      throw new IOException(call + " of descriptor " + number + ": " + LinuxCalls.errorText(error));
    }
  }
}
