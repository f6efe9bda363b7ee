package org.ronsel.engine.failure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorMessage;
import org.ronsel.ErrorText;
import org.ronsel.InvalidArgumentException;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;

/**
 * Which collective operations one rank has called last on one communicator. A rank that waits long
 * sends its log to the rank it waits for, which checks whether the two logs agree. So ranks that
 * wait for each other in different calls, or in calls of different arguments, learn of it without a
 * message in calls that go well: there an entry is one store.
 *
 * <p>Entries are written by the thread that makes the call, as calls of one communicator follow one
 * another, and read by any thread. An entry has its number in it, so one that is read late is only
 * taken for one that is not there yet.
 */
public final class CallLog {
  private static final VarHandle ENTRIES =
      MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();

  /** Calls that are remembered; a power of two. */
  private static final int WINDOW = 64;

  // Bits of an entry: number, whether there is one, operation, what else has to be alike.
  private static final int NUMBER = 0xffff;
  private static final long WRITTEN = 1L << 16;
  private static final int OPERATION_SHIFT = 17;
  private static final int OPERATIONS = 0x7f;
  private static final int HASH_SHIFT = 24;

  private final int context;
  private final int size;
  private final IntUnaryOperator endpoints;
  private final Supplier<String> name;
  private final IntFunction<String> operations;
  private long @Nullable [] entries;
  private int calls;
  private final PersistentCallLog persistent = new PersistentCallLog();

  /**
   * Makes an empty log.
   *
   * @param context matching context of the collective operations of the communicator
   * @param size number of ranks
   * @param endpoints the endpoint of a rank
   * @param name of the communicator
   * @param operations the name of an operation
   */
  public CallLog(
      int context,
      int size,
      IntUnaryOperator endpoints,
      Supplier<String> name,
      IntFunction<String> operations) {
    this.context = context;
    this.size = size;
    this.endpoints = endpoints;
    this.name = name;
    this.operations = operations;
  }

  /**
   * Notes a call that the rank is about to make.
   *
   * @param operation less than 128
   * @param arguments a number in which calls agree that fit together; its upper bits count
   */
  public void note(int operation, long arguments) {
    long[] all = entries;
    if (all == null) {
      all = new long[WINDOW];
      entries = all;
    }
    int number = calls;
    long entry =
        arguments >>> HASH_SHIFT << HASH_SHIFT
            | (long) operation << OPERATION_SHIFT
            | WRITTEN
            | number & NUMBER;
    ENTRIES.setOpaque(all, number & WINDOW - 1, entry);
    calls = number + 1;
  }

  /** Notes a persistent operation that the rank initialises, as {@link #note} does a call. */
  public void noteInitialised(int request, int operation, long arguments) {
    persistent.initialised(request, operation, arguments);
  }

  /** Notes that the rank is about to start a persistent operation. */
  public void noteStart(int request) {
    persistent.started(request);
  }

  int context() {
    return context;
  }

  int size() {
    return size;
  }

  int endpoint(int rank) {
    return endpoints.applyAsInt(rank);
  }

  /** The rank that has an endpoint, or -1. */
  int rankAt(int endpoint) {
    for (int rank = 0; rank < size; rank++) {
      if (endpoints.applyAsInt(rank) == endpoint) {
        return rank;
      }
    }
    return -1;
  }

  /**
   * The numbers to send to another rank: the number of calls, and their entries from the last one
   * on.
   */
  byte[] told(int atMostBytes) {
    long[] all = entries;
    int number = calls;
    int count = Math.min(Math.min(number, WINDOW), atMostBytes / Long.BYTES - 1);
    if (all == null || count <= 0) {
      return new byte[0];
    }
    ByteBuffer bytes = ByteBuffer.allocate((count + 1) * Long.BYTES).order(ByteOrder.nativeOrder());
    bytes.putLong(number);
    for (int i = 1; i <= count; i++) {
      bytes.putLong((long) ENTRIES.getOpaque(all, number - i & WINDOW - 1));
    }
    return bytes.array();
  }

  /**
   * How what another rank has told differs from what this one has called, or null if it does not,
   * as far as is known.
   *
   * @param ended whether this rank will make no more calls
   */
  @Nullable RonselException difference(int rank, byte[] told, int otherRank, boolean ended) {
    ByteBuffer bytes = ByteBuffer.wrap(told).order(ByteOrder.nativeOrder());
    int theirCalls = (int) bytes.getLong();
    long[] all = entries;
    int oldest = theirCalls - bytes.remaining() / Long.BYTES;
    for (int number = oldest; all != null && number != theirCalls; number++) {
      long theirs = bytes.getLong((theirCalls - number) * Long.BYTES);
      long mine = (long) ENTRIES.getOpaque(all, number & WINDOW - 1);
      boolean same = (mine & (NUMBER | WRITTEN)) == (theirs & (NUMBER | WRITTEN));
      if (same && mine != theirs) {
        return new InvalidArgumentException(
            ErrorClass.ARGUMENT, difference(number, rank, mine, otherRank, theirs));
      }
    }
    if (ended && theirCalls - calls > 0) {
      return endedWithout(
          rank,
          "the collective call " + theirCalls,
          otherRank,
          operation(bytes.getLong(Long.BYTES)));
    }
    return null;
  }

  /** The numbers to send to another rank about the persistent operations that were started last. */
  byte[] toldStarts(int atMostBytes) {
    long[] all = persistent.told(atMostBytes / Long.BYTES);
    ByteBuffer bytes = ByteBuffer.allocate(all.length * Long.BYTES).order(ByteOrder.nativeOrder());
    bytes.asLongBuffer().put(all);
    return bytes.array();
  }

  /** As {@link #difference} of persistent operations, which every rank starts as it likes. */
  @Nullable RonselException differenceOfStarts(
      int rank, byte[] told, int otherRank, boolean ended) {
    long[] all = new long[told.length / Long.BYTES];
    ByteBuffer.wrap(told).order(ByteOrder.nativeOrder()).asLongBuffer().get(all);
    OptionalLong different = persistent.different(all).findFirst();
    if (different.isPresent()) {
      long theirs = different.getAsLong();
      String own = operations.apply(PersistentCallLog.operation(persistent.mine(theirs)));
      String other = operations.apply(PersistentCallLog.operation(theirs));
      String which = "persistent collective " + (PersistentCallLog.request(theirs) + 1);
      return new InvalidArgumentException(
          ErrorClass.ARGUMENT, differs(rank, own, otherRank, other, which));
    }
    OptionalLong missing = ended ? persistent.missing(all).findFirst() : OptionalLong.empty();
    if (missing.isPresent()) {
      long theirs = missing.getAsLong();
      return endedWithout(
          rank,
          "start "
              + PersistentCallLog.starts(theirs)
              + " of the persistent collective "
              + (PersistentCallLog.request(theirs) + 1),
          otherRank,
          operations.apply(PersistentCallLog.operation(theirs)));
    }
    return null;
  }

  private ProcessFailedException endedWithout(
      int rank, String which, int otherRank, String operation) {
    String ended = "rank " + rank + " has ended without " + which + " on " + name.get();
    return new ProcessFailedException(
        ErrorMessage.of(
            ErrorText.of(ended + ", in which rank " + otherRank + " waits for it (")
                .withCall(operation)
                .with("); let it make the same calls before its main returns")));
  }

  private ErrorMessage difference(int number, int rank, long mine, int otherRank, long theirs) {
    return differs(
        rank, operation(mine), otherRank, operation(theirs), "collective call " + (number + 1));
  }

  private ErrorMessage differs(int rank, String own, int otherRank, String other, String which) {
    ErrorText calls = ErrorText.of("rank " + otherRank + " calls ").withCall(other);
    ErrorText differing =
        own.equals(other)
            ? calls.with(" with another count, type, operator, root or place than rank " + rank)
            : calls.with(", but rank " + rank + " ").withCall(own);
    return ErrorMessage.of(
        differing.with(
            ", as "
                + which
                + " on "
                + name.get()
                + "; all ranks must make the same collective calls (--check says where they"
                + " differ)"));
  }

  private String operation(long entry) {
    return operations.apply((int) (entry >>> OPERATION_SHIFT) & OPERATIONS);
  }
}
