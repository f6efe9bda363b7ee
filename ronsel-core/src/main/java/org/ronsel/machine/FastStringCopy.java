package org.ronsel.machine;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ronsel.UnsupportedFeatureException;

/**
 * Copies with the string instruction of x86 processors ({@code rep movsb}), which those with
 * "enhanced rep movsb" carry out by whole cache lines. A line that it overwrites from end to end is
 * taken from the cores that have it without being read first, which ordinary stores, the JVM's and
 * most of the C library's, have to wait for: a copy to memory that another core has read, as that
 * between ranks is, takes a third of the time. From other memory it is about as fast as they are.
 *
 * <p>The C library's {@code memmove} uses the instruction too, on some processors, but wants
 * addresses: for a part of an array that is an object for each call. Here base and offset are
 * apart, by a function of six instructions of our own, in a page that may be executed and not
 * written. (docs/decisions/0042-string-copies-where-they-measure-faster.md)
 *
 * <p>Any thread may call. Nothing is allocated.
 */
public final class FastStringCopy {
  /** {@code copy(char *from, long fromAt, char *to, long toAt, long bytes)} of the System V ABI. */
  private static final String CODE =
      """
      f3 0f 1e fa ; endbr64
      48 01 fe    ; add rsi, rdi ; from + fromAt
      48 8d 3c 0a ; lea rdi, [rdx+rcx] ; to + toAt
      4c 89 c1    ; mov rcx, r8 ; bytes
      f3 a4       ; rep movsb
      c3          ; ret
      """;

  /** The most that is copied by one call, during which the JVM reaches no safepoint. */
  private static final int PIECE = 128 << 10;

  private static final Pattern FLAG = Pattern.compile("(?m)^flags\\s*:.*\\serms(\\s|$)");

  private FastStringCopy() {}

  /** Whether it works here; the first to ask waits some 20 ms. */
  public static Availability availability() {
    return Code.AVAILABILITY;
  }

  /**
   * Copies bytes of memory that does not overlap.
   *
   * @param from native, or of an array
   * @param to native, or of an array; not read-only
   * @throws IndexOutOfBoundsException if a range is outside its memory
   * @throws UnsupportedFeatureException if {@link #availability} says so
   */
  public static void copy(
      MemorySegment from, long fromAt, MemorySegment to, long toAt, long bytes) {
    Objects.checkFromIndexSize(fromAt, bytes, from.byteSize());
    Objects.checkFromIndexSize(toAt, bytes, to.byteSize());
    MethodHandle copy = Code.COPY;
    if (copy == null) {
      throw new UnsupportedFeatureException("String copies are " + Code.AVAILABILITY);
    }
    try {
      for (long done = 0; done < bytes; done += PIECE) {
        long n = Math.min(PIECE, bytes - done);
        var _ = (long) copy.invokeExact(from, fromAt + done, to, toAt + done, n, 0L, 0L);
      }
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      throw new AssertionError("a downcall throws no checked exception", thrown);
    }
  }

  /** The function, made when it is first asked for. */
  private static final class Code {
    static final Availability AVAILABILITY;
    static final @Nullable MethodHandle COPY;

    static {
      Availability found = processor();
      MethodHandle made = null;
      if (found.usable()) {
        made = NativeCode.function(CODE);
        if (made == null) {
          found = Availability.unavailable("the system gives no memory for code");
        }
      }
      AVAILABILITY = found;
      COPY = made;
    }

    private static Availability processor() {
      Availability calls = LinuxCalls.AVAILABILITY;
      if (!calls.usable()) {
        return calls;
      }
      String cpu = LinuxCalls.X86 ? SmallFile.read(Path.of("/proc/cpuinfo")) : null;
      return cpu != null && FLAG.matcher(cpu).find()
          ? Availability.usable("erms")
          : Availability.unavailable("the processor has no enhanced rep movsb (erms)");
    }
  }
}
