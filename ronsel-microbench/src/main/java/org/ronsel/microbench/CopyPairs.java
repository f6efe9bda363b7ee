package org.ronsel.microbench;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Compares copies by the C library's {@code memmove} and by the JVM: both in turn, a few hundred
 * microseconds each, and the median of the ratios of neighbours, so that other load affects both.
 * Cache lines are the copying core's own, or another core has just written the source and read the
 * destination, as between a sender and a receiver. A separate program, since JMH measures one
 * method after the other:
 *
 * <pre>java --enable-native-access=ALL-UNNAMED CopyPairs.java</pre>
 */
public final class CopyPairs {
  private static final int MOST = 4 << 20;

  /** Most bytes that one call copies: a few microseconds without a safepoint. */
  private static final int PIECE = 64 << 10;

  private static final int ROUNDS = 201;

  private static final MethodHandle MEMMOVE =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().find("memmove").orElseThrow(),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_LONG,
                  ValueLayout.ADDRESS,
                  ValueLayout.ADDRESS,
                  ValueLayout.JAVA_LONG),
              Linker.Option.critical(true));

  private record Pair(
      MemorySegment from, long fromOffset, MemorySegment to, long toOffset, int bytes) {
    void byTheLibrary() {
      try {
        for (long done = 0; done < bytes; done += PIECE) {
          long n = Math.min(PIECE, bytes - done);
          var _ =
              (long)
                  MEMMOVE.invokeExact(
                      to.asSlice(toOffset + done, n), from.asSlice(fromOffset + done, n), n);
        }
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }

    void byTheJvm() {
      MemorySegment.copy(from, fromOffset, to, toOffset, bytes);
    }
  }

  /** Writes the source and reads the destination on another core, on request. */
  private static final class Neighbour extends Thread {
    private final Pair pair;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile boolean ended;

    Neighbour(Pair pair) {
      this.pair = pair;
      setDaemon(true);
      start();
    }

    @Override
    public void run() {
      long sum = 0;
      while (!ended) {
        if (asked.getAcquire()) {
          pair.from.asSlice(pair.fromOffset, pair.bytes).fill((byte) sum);
          for (long at = 0; at < pair.bytes; at += 64) {
            sum += pair.to.get(ValueLayout.JAVA_BYTE, pair.toOffset + at);
          }
          asked.setRelease(false);
        } else {
          Thread.onSpinWait();
        }
      }
    }

    void touch() {
      asked.setRelease(true);
      while (asked.getAcquire()) {
        Thread.onSpinWait();
      }
    }
  }

  private CopyPairs() {}

  /** Measures all pairs and prints a table. */
  public static void main(String[] arguments) {
    MemorySegment first = Arena.global().allocate(MOST + 8192L, 4096);
    MemorySegment second = Arena.global().allocate(MOST + 8192L, 4096);
    MemorySegment array = MemorySegment.ofArray(new double[MOST / 8]);
    MemorySegment other = MemorySegment.ofArray(new double[MOST / 8 + 64]);
    System.out.println("copy              bytes     lines   JVM's time / memmove's  (quartiles)");
    for (int bytes = 8 << 10; bytes <= MOST; bytes *= 2) {
      // The data of large arrays start 16 bytes after the start of a page: aliased with native
      // memory at 0.
      print("array to native", new Pair(array, 0, first, 256, bytes));
      print("native to array", new Pair(first, 256, array, 0, bytes));
      print("native at a page", new Pair(first, 0, array, 0, bytes));
      print("array to array", new Pair(array, 0, other, 256, bytes));
      print("native to native", new Pair(first, 0, second, 256, bytes));
    }
  }

  private static void print(String what, Pair pair) {
    Neighbour neighbour = new Neighbour(pair);
    for (boolean shared : new boolean[] {false, true}) {
      int times = Math.clamp((1 << 20) / pair.bytes, 1, 20);
      double[] ratios = new double[ROUNDS];
      for (int round = -ROUNDS / 2; round < ROUNDS; round++) { // the first ones warm up
        boolean libraryFirst = (round & 1) == 0;
        long one = nanos(pair, libraryFirst, times, shared ? neighbour : null);
        long two = nanos(pair, !libraryFirst, times, shared ? neighbour : null);
        if (round >= 0) {
          ratios[round] = libraryFirst ? (double) two / one : (double) one / two;
        }
      }
      Arrays.sort(ratios);
      System.out.printf(
          "%-16s %8d  %8s   %.2f  (%.2f..%.2f)%n",
          what,
          pair.bytes,
          shared ? "another's" : "own",
          ratios[ROUNDS / 2],
          ratios[ROUNDS / 4],
          ratios[ROUNDS * 3 / 4]);
    }
    neighbour.ended = true;
  }

  private static long nanos(Pair pair, boolean library, int times, Neighbour touch) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      if (touch != null) {
        touch.touch();
      }
      long start = System.nanoTime();
      if (library) {
        pair.byTheLibrary();
      } else {
        pair.byTheJvm();
      }
      sum += System.nanoTime() - start;
    }
    return sum;
  }
}
