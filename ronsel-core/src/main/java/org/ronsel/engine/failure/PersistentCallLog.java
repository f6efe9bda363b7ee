package org.ronsel.engine.failure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link CallLog} about persistent operations, which ranks start in different orders:
 * of each of the last that the rank has initialised, what it is and how often it has been started.
 * Only an initialisation allocates.
 *
 * <p>An entry is written by the thread that initialises or starts its operation and read by any;
 * all of it is one word.
 */
final class PersistentCallLog {
  private static final VarHandle ENTRIES =
      MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();
  private static final VarHandle RECENT =
      MethodHandles.arrayElementVarHandle(int[].class).withInvokeExactBehavior();

  /** Operations that are remembered; a power of two. */
  private static final int MOST = 1024;

  /** Number of starts that are remembered for comparison with other ranks; a power of two. */
  private static final int WINDOW = 32;

  // Bits of an entry: how often it has been started, whether there is one, operation, how many have
  // been initialised before it, what else has to be alike.
  private static final int STARTS = 0xffff;
  private static final long WRITTEN = 1L << 16;
  private static final int OPERATION_SHIFT = 17;
  private static final int OPERATIONS = 0x7f;
  private static final int REQUEST_SHIFT = 24;
  private static final int REQUESTS = 0xffff;
  private static final int HASH_SHIFT = 40;

  private volatile long[] entries = {};
  private volatile int initialised;
  private int @Nullable [] recent;
  private int starts;

  /** Notes an operation that the rank initialises. */
  void initialised(int request, int operation, long arguments) {
    long[] known = entries;
    if (request >= known.length && known.length < MOST) {
      known = Arrays.copyOf(known, Math.max(8, 2 * known.length));
      entries = known;
    }
    if (recent == null) {
      recent = new int[WINDOW];
    }
    long entry =
        arguments >>> HASH_SHIFT << HASH_SHIFT
            | (long) (request & REQUESTS) << REQUEST_SHIFT
            | (long) operation << OPERATION_SHIFT
            | WRITTEN;
    ENTRIES.setOpaque(known, request & known.length - 1, entry);
    initialised = request + 1;
  }

  /** Notes that an operation is started. */
  void started(int request) {
    long[] known = entries;
    int index = request & known.length - 1;
    long entry = (long) ENTRIES.getOpaque(known, index);
    int[] window = recent;
    if (request(entry) == (request & REQUESTS) && window != null) {
      ENTRIES.setOpaque(known, index, entry & ~STARTS | entry + 1 & STARTS);
      RECENT.setOpaque(window, starts++ & WINDOW - 1, request);
    }
  }

  /** The entries of the last starts, to be sent to another rank. */
  long[] told(int most) {
    int[] window = recent;
    int number = starts;
    if (window == null) {
      return new long[0];
    }
    long[] known = entries;
    return IntStream.rangeClosed(1, Math.min(number, Math.min(WINDOW, most)))
        .map(back -> (int) RECENT.getOpaque(window, number - back & WINDOW - 1))
        .distinct()
        .mapToLong(request -> (long) ENTRIES.getOpaque(known, request & known.length - 1))
        .filter(entry -> (entry & WRITTEN) != 0)
        .toArray();
  }

  /** The entries of another rank that contradict this rank's. */
  LongStream different(long... told) {
    return LongStream.of(told)
        .filter(theirs -> mine(theirs) != 0 && (mine(theirs) ^ theirs) >>> OPERATION_SHIFT != 0);
  }

  /** The entries of another rank that it has started more often than this one. */
  LongStream missing(long... told) {
    return LongStream.of(told)
        .filter(
            theirs -> {
              long mine = mine(theirs);
              return mine == 0
                  ? (short) (request(theirs) - initialised) >= 0
                  : (short) (theirs - mine) > 0;
            });
  }

  /** This rank's entry about the same operation, or 0. */
  long mine(long theirs) {
    long[] known = entries;
    if (known.length == 0) {
      return 0;
    }
    long mine = (long) ENTRIES.getOpaque(known, request(theirs) & known.length - 1);
    return (mine & WRITTEN) != 0 && request(mine) == request(theirs) ? mine : 0;
  }

  /** How many operations have been initialised before that of an entry. */
  static int request(long entry) {
    return (int) (entry >>> REQUEST_SHIFT) & REQUESTS;
  }

  /** How often the operation of an entry has been started. */
  static int starts(long entry) {
    return (int) entry & STARTS;
  }

  /** The operation of an entry. */
  static int operation(long entry) {
    return (int) (entry >>> OPERATION_SHIFT) & OPERATIONS;
  }
}
