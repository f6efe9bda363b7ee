package org.ronsel.comm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;
import org.ronsel.JobAbortedException;
import org.ronsel.NoMemoryException;
import org.ronsel.ObjectCodec;
import org.ronsel.ObjectMessageException;
import org.ronsel.ObjectRequest;
import org.ronsel.ProcessFailedException;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.SendMode;
import org.ronsel.Status;
import org.ronsel.WaitInterruptedException;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.data.ElementType;
import org.ronsel.engine.matching.MatchedMessage;
import org.ronsel.observe.FailureText;
import org.ronsel.observe.Observation;

/**
 * Messages that are objects. They travel as bytes made by the communicator's {@link ObjectCodec}; a
 * receive sizes itself. All ranks of a collective call use codecs that understand each other.
 *
 * <p>If the object of a rank cannot be encoded, a collective call fails on all ranks that would
 * have got it, and the communicator can be used as before.
 */
final class ObjectCalls {
  private final Communicator comm;

  /** Stands for the length of a message that could not be made. */
  private static final long FAILED = -1;

  /** Stands for the length of the message of a rank that could not receive those of others. */
  private static final long NOT_RECEIVED = -2;

  /** Calls are numbered from 1; after this number, from 0 again. */
  private static final int LARGEST_NUMBER = Integer.MAX_VALUE >> 1;

  private static final byte[] NOTHING = {};

  /** Of a message that could not be made, if there is no memory to tell why. */
  private static final byte[] NO_REASON = {};

  private static final String NOT_ENCODED = "cannot encode the object";

  /** Of a reason that other ranks are told; the rank itself throws all of it. */
  private static final int LONGEST_REASON = 1000;

  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private volatile ObjectCodec codec = ObjectCodec.serialization();
  private int collectiveCalls;

  /**
   * The number of the last call that this rank has left, as the root, before it had the messages of
   * all: those that come late are dropped.
   */
  private int lastLeft;

  ObjectCalls(Communicator comm) {
    this.comm = comm;
  }

  void objectCodec(ObjectCodec codec) {
    this.codec = Arguments.present(comm, "objectCodec", "codec", codec);
  }

  ObjectCodec objectCodec() {
    return codec;
  }

  void sendObject(@Nullable Object object, int dest, int tag) {
    comm.checkOpen();
    Arguments.destAndTag(comm, "sendObject", dest, tag);
    byte[] message = encode("sendObject", object);
    if (dest != Ronsel.PROC_NULL) {
      comm.messages.sendWhole(message, dest, tag);
    }
  }

  Request iSendObject(@Nullable Object object, int dest, int tag) {
    comm.checkOpen();
    Arguments.destAndTag(comm, "iSendObject", dest, tag);
    return comm.messages.startSendWhole(false, encode("iSendObject", object), dest, tag);
  }

  void sendObjects(SendMode mode, @Nullable Object[] objects, int dest, int tag) {
    comm.checkOpen();
    Arguments.present(comm, "sendObject", "mode", mode);
    Arguments.destAndTag(comm, "sendObject", dest, tag);
    byte[] message = encode("sendObject", objects);
    comm.messages.sendObjects(mode, objects.length, message, dest, tag);
  }

  Request iSendObjects(SendMode mode, @Nullable Object[] objects, int dest, int tag) {
    comm.checkOpen();
    Arguments.present(comm, "iSendObject", "mode", mode);
    Arguments.destAndTag(comm, "iSendObject", dest, tag);
    byte[] message = encode("iSendObject", objects);
    return comm.messages.startSendObjects(mode, objects.length, message, dest, tag);
  }

  <T> @Nullable T receiveObject(int source, int tag) {
    return receiveObject(source, tag, new Status());
  }

  <T> @Nullable T receiveObject(int source, int tag, Status status) {
    comm.checkOpen();
    Arguments.sourceAndTag(comm, "receiveObject", source, tag);
    Arguments.present(comm, "receiveObject", "status", status);
    if (source == Ronsel.PROC_NULL) {
      status.set(source, Ronsel.ANY_TAG, 0, 1, false);
      return null;
    }
    return decodeReceived(comm.messages.receiveWhole(false, source, tag, status), status);
  }

  <T> ObjectRequest<T> iReceiveObject(int source, int tag) {
    comm.checkOpen();
    Arguments.sourceAndTag(comm, "iReceiveObject", source, tag);
    return new ObjectReceive<>(comm, comm.messages.startReceiveWhole(source, tag));
  }

  /** Receives what a matched probe has taken. */
  <T> @Nullable T receiveObject(MatchedMessage matched, Status probed) {
    return decodeReceived(comm.probes.receiveWhole("Message.receiveObject", matched), probed);
  }

  <T> @Nullable T decodeReceived(byte[] message, Status status) {
    return decode("receiveObject", status.source(), status.tag(), message);
  }

  <T> @Nullable T broadcastObject(@Nullable T object, int root) {
    String call = "broadcastObject";
    comm.checkOpen();
    begins(call, root);
    CollectiveArguments.root(comm, call, root);
    if (comm.rank() != root) {
      return decode(call, root, Ronsel.ANY_TAG, broadcastBytes(call, NOTHING, root));
    }
    Encoded mine = encoded(call, object);
    if (mine.failure != null) {
      comm.broadcast(new long[] {FAILED}, root);
      broadcastReason(call, mine.message, root);
      throw thrown(mine.failure);
    }
    broadcastBytes(call, mine.message, root);
    return object;
  }

  void begins(String call, int root) {
    Arguments.intra(comm, call);
    if (Observation.CHECK) {
      comm.collectives.begins(CollectiveCall.of(call, root), true);
    }
  }

  private byte[] broadcastBytes(String call, byte[] message, int root) {
    long[] length = {message.length};
    comm.broadcast(length, root);
    if (length[0] == FAILED) {
      throw comm.raise(failedElsewhere(call, root, broadcastReason(call, NO_REASON, root)));
    }
    byte[] whole = comm.rank() == root ? message : buffer(call, length[0]);
    comm.messages.contributes(whole.length);
    comm.broadcast(whole, root);
    return whole;
  }

  /** Tells all ranks why a message could not be made. */
  private byte[] broadcastReason(String call, byte[] reason, int root) {
    int[] length = {reason.length};
    comm.broadcast(length, root);
    byte[] whole = comm.rank() == root ? reason : buffer(call, length[0]);
    comm.broadcast(whole, root);
    return whole;
  }

  <T> List<@Nullable T> gatherObjects(@Nullable T object, int root) {
    String call = "gatherObjects";
    comm.checkOpen();
    begins(call, root);
    CollectiveArguments.root(comm, call, root);
    Encoded mine = encoded(call, object);
    Gathered[] all = gatherBytes(mine, root);
    throwIfFailed(mine);
    List<@Nullable T> objects = new ArrayList<>(all.length);
    for (int i = 0; i < all.length; i++) {
      byte[] message = all[i].message;
      if (!all[i].made) {
        throw comm.raise(failedElsewhere(call, i, message));
      }
      objects.add(i == root ? object : decode(call, i, Ronsel.ANY_TAG, message));
    }
    return objects;
  }

  <T> List<@Nullable T> allGatherObjects(@Nullable T object) {
    String call = "allGatherObjects";
    comm.checkOpen();
    begins(call, -1);
    int size = comm.size();
    long[] lengths = new long[size];
    Encoded mine = encoded(call, object);
    Gathered[] gathered;
    try {
      gathered = gatherBytes(mine, 0);
    } catch (WaitInterruptedException | JobAbortedException left) {
      throw left;
    } catch (RuntimeException | Error failure) { // what a handler throws, too
      if (comm.rank() == 0) {
        lengths[0] = NOT_RECEIVED;
        comm.broadcast(lengths, 0);
      }
      throw failure;
    }
    for (int i = 0; i < gathered.length; i++) {
      lengths[i] = gathered[i].made ? gathered[i].message.length : FAILED;
    }
    comm.broadcast(lengths, 0);
    int bad = firstFailed(lengths);
    if (bad >= 0) {
      byte[] known = comm.rank() == 0 ? gathered[bad].message : NO_REASON;
      byte[] reason = broadcastReason(call, known, 0);
      throwIfFailed(mine);
      throw comm.raise(failedElsewhere(call, bad, reason));
    }
    throwIfFailed(mine); // where rank 0 has not received what this rank has sent
    byte[] all = join(gathered, buffer(call, total(call, lengths)));
    comm.broadcast(all, 0);
    List<@Nullable T> objects = new ArrayList<>(size);
    int at = 0;
    for (int i = 0; i < size; i++) {
      byte[] message = Arrays.copyOfRange(all, at, at + (int) lengths[i]);
      at += message.length;
      objects.add(i == comm.rank() ? object : decode(call, i, Ronsel.ANY_TAG, message));
    }
    return objects;
  }

  private static int firstFailed(long[] lengths) {
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] == FAILED) {
        return i;
      }
    }
    return -1;
  }

  private long total(String call, long[] lengths) {
    long total = 0;
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] == NOT_RECEIVED) {
        throw comm.raise(elsewhere(call, i, "receive the objects of the others", NO_REASON));
      }
      total += lengths[i];
    }
    return total;
  }

  private static byte[] join(Gathered[] gathered, byte[] all) {
    int at = 0;
    for (Gathered each : gathered) {
      System.arraycopy(each.message, 0, all, at, each.message.length);
      at += each.message.length;
    }
    return all;
  }

  /** The message of this rank; if it could not be made, what the others are told, and why. */
  private record Encoded(byte[] message, @Nullable Throwable failure) {}

  /** The message of a rank, or why it could not be made. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Gathered(byte[] message, boolean made) {}

  private Encoded encoded(String call, @Nullable Object object) {
    try {
      return new Encoded(encodeUnseen(call, object), null);
    } catch (RuntimeException | Error failure) {
      return new Encoded(reason(failure), failure); // the others are told first
    }
  }

  private void throwIfFailed(Encoded mine) {
    if (mine.failure != null) {
      throw thrown(mine.failure);
    }
  }

  /**
   * What a call throws for which this rank could not make its messages: an error of Ronsel goes to
   * the handler; others are the program's.
   */
  RuntimeException thrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RonselException known
        ? comm.raise(known)
        : (RuntimeException) failure;
  }

  /**
   * What the ranks have sent, by rank, at the root; nothing elsewhere. The tag is the number of the
   * call, and whether the message could be made.
   *
   * <p>A root that cannot receive one of them receives the others, whose senders would wait; unless
   * a sender has failed: of those that live some may never send.
   */
  private Gathered[] gatherBytes(Encoded mine, int root) {
    int number = nextCollectiveCall();
    comm.messages.contributes(mine.message.length);
    Gathered[] gathered = new Gathered[comm.rank() == root ? comm.size() : 0];
    if (comm.rank() != root) {
      int tag = 2 * number + (mine.failure == null ? 0 : 1);
      comm.messages.startSendWhole(true, mine.message, root, tag).await();
    }
    Throwable failure = null;
    for (int i = 0; i < gathered.length; i++) {
      try {
        gathered[i] =
            i == root ? new Gathered(mine.message, mine.failure == null) : receiveOf(number, i);
      } catch (WaitInterruptedException | JobAbortedException | ProcessFailedException left) {
        lastLeft = number;
        throw left;
      } catch (RuntimeException | Error failed) { // what a handler throws, too
        lastLeft = number; // it may have been a message of an earlier call
        failure = failure == null ? failed : failure;
      }
    }
    if (failure != null) {
      throw thrown(failure);
    }
    return gathered;
  }

  /** What a rank has sent in a call; without a reason if it is of another call. */
  private Gathered receiveOf(int number, int from) {
    Status status = new Status();
    while (true) {
      byte[] message = comm.messages.receiveWhole(true, from, Ronsel.ANY_TAG, status);
      int of = status.tag() >> 1;
      boolean isLate = of != number && (lastLeft - of & LARGEST_NUMBER) < LARGEST_NUMBER / 2;
      if (!isLate) {
        return new Gathered(of == number ? message : NO_REASON, status.tag() == 2 * number);
      }
    }
  }

  private synchronized int nextCollectiveCall() {
    collectiveCalls = collectiveCalls + 1 & LARGEST_NUMBER;
    return collectiveCalls;
  }

  // ---- the codec, and what goes wrong in it ----

  private byte[] encode(String call, @Nullable Object object) {
    try {
      return encodeUnseen(call, object);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /**
   * As {@link #encode}, but the error handler, which may throw anything, has not seen the error.
   */
  byte[] encodeUnseen(String call, @Nullable Object object) {
    try {
      return Objects.requireNonNull(codec.encode(object), "the codec made no message");
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw failed(comm.place(call), NOT_ENCODED, e);
    }
  }

  /**
   * The object of a message.
   *
   * @param tag of the message, or {@link Ronsel#ANY_TAG} if it has none
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  <T> @Nullable T decode(String call, int source, int tag, byte[] message) {
    try {
      return (T) codec.decode(message, receiverClasses());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      String from = " from rank " + source + (tag == Ronsel.ANY_TAG ? "" : ", tag " + tag);
      throw comm.raise(failed(comm.place(call).with(from), "cannot decode the object", e));
    }
  }

  private static RonselException failed(ErrorPlace place, String what, Throwable e) {
    return switch (e) {
      case InvalidArgumentException bad ->
          new InvalidArgumentException(
              bad.errorClass(), place.message(String.valueOf(bad.getMessage())), bad.getCause());
      case RonselException known ->
          new ObjectMessageException(
              place.message(String.valueOf(known.getMessage())),
              known.getCause() == null ? known : known.getCause());
      case StackOverflowError deep ->
          new ObjectMessageException(
              place.message(
                  "the object is nested too deeply for the stack of this thread; send it in"
                      + " parts, or its data in arrays or lists"),
              deep);
      case OutOfMemoryError large ->
          new NoMemoryException(
              place.message(
                  what
                      + ", which does not fit into the heap or is longer than 2 GiB: send it in"
                      + " parts, or give the JVM a larger heap (-J-Xmx) ("
                      + large.getMessage()
                      + ")"),
              large);
      default -> new ObjectMessageException(place.message(what + ": " + e), e);
    };
  }

  /** What other ranks are told of the failure to make a message; this itself never fails. */
  static byte[] reason(Throwable failure) {
    try {
      String text =
          failure instanceof RonselException known ? known.reason() : FailureText.of(failure);
      String why = text.replace(NOT_ENCODED + ": ", "");
      return why.substring(0, Math.min(why.length(), LONGEST_REASON)).getBytes(UTF_8);
    } catch (OutOfMemoryError full) {
      return NO_REASON;
    }
  }

  ObjectMessageException failedElsewhere(String call, int rank, byte[] reason) {
    return elsewhere(call, rank, "encode its object", reason);
  }

  private ObjectMessageException elsewhere(String call, int rank, String what, byte[] reason) {
    String why =
        reason.length == 0
            ? "; the error that it threw says why"
            : ": " + new String(reason, UTF_8);
    return new ObjectMessageException(
        comm.place(call).message("rank " + rank + " could not " + what + why), null);
  }

  /** Memory for the messages of others, without which the call fails on all ranks. */
  private byte[] buffer(String call, long length) {
    if (length < 0 || length > ElementType.LONGEST_ARRAY) {
      throw comm.raise(
          new NoMemoryException(
              comm.place(call)
                  .message(
                      "messages of "
                          + length
                          + " bytes are too long for one call; send the objects in parts"),
              null));
    }
    try {
      return new byte[(int) length];
    } catch (OutOfMemoryError e) {
      RonselException failure =
          failed(comm.place(call), "cannot receive the message of " + length + " bytes", e);
      comm.collectives.unchecked().failAll(call, failure); // before a handler is called
      throw comm.raise(failure);
    }
  }

  /** The loader that knows the classes of the receiving program. */
  static ClassLoader receiverClasses() {
    ClassLoader ofJvm = ClassLoader.getSystemClassLoader();
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (context != null && context != ofJvm) {
      return context;
    }
    // A pool of the JVM: its threads know no rank, but the task they run does.
    ClassLoader own = ObjectCalls.class.getClassLoader();
    return WALKER.walk(
        frames ->
            frames
                .map(frame -> frame.getDeclaringClass().getClassLoader())
                .filter(each -> each != null && each != own && each != ofJvm)
                .filter(each -> each != ClassLoader.getPlatformClassLoader())
                .findFirst()
                .orElse(ofJvm));
  }
}
