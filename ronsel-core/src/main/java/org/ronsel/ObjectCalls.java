package org.ronsel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.data.ElementType;
import org.ronsel.engine.MatchedMessage;
import org.ronsel.observe.Observation;

/**
 * Messages that are objects. They travel as bytes made by the communicator's {@link ObjectCodec}; a
 * receive sizes itself. All ranks of a collective call use codecs that understand each other.
 *
 * <p>If the object of a rank cannot be encoded, a collective call fails on all ranks that would
 * have got it, and the communicator can be used as before.
 */
abstract sealed class ObjectCalls extends ArrayNeighbours permits ObjectExchanges {
  /** Stands for the length of a message that could not be made. */
  private static final long FAILED = -1;

  private static final byte[] NOTHING = {};

  /** Stands for a message that could not be made. */
  private static final byte[] MISSING = new byte[0];

  /** Arrays cannot be longer. */
  private static final long LONGEST = Integer.MAX_VALUE - 8;

  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private volatile ObjectCodec codec = ObjectCodec.serialization();
  private int collectiveCalls;

  ObjectCalls() {}

  abstract void checkOpen();

  /** Receives a message of any length, from a user's send or within a collective call. */
  abstract byte[] receiveWhole(boolean collective, int source, int tag, Status status);

  /** Starts to receive a message of any length from a user's send. */
  abstract Request startReceiveWhole(int source, int tag);

  abstract void sendWhole(byte[] message, int dest, int tag);

  abstract Request startSendWhole(boolean collective, byte[] message, int dest, int tag);

  /**
   * Sets the codec of this rank's object messages in this communicator, and in those that will be
   * made from it.
   */
  public void objectCodec(ObjectCodec codec) {
    this.codec = Arguments.present(self(), "objectCodec", "codec", codec);
  }

  /** The codec of this rank's object messages in this communicator. */
  public ObjectCodec objectCodec() {
    return codec;
  }

  /**
   * Sends an object and returns when the message is on its way; the object may then change.
   *
   * @throws ObjectMessageException if the codec cannot encode the object
   */
  public void sendObject(@Nullable Object object, int dest, int tag) {
    checkOpen();
    Arguments.destAndTag(self(), "sendObject", dest, tag);
    byte[] message = encode("sendObject", object);
    if (dest != Ronsel.PROC_NULL) {
      sendWhole(message, dest, tag);
    }
  }

  /** Starts to send an object. It is encoded at once, so it may change after the call. */
  public Request iSendObject(@Nullable Object object, int dest, int tag) {
    checkOpen();
    Arguments.destAndTag(self(), "iSendObject", dest, tag);
    return startSendWhole(false, encode("iSendObject", object), dest, tag);
  }

  final void sendObject(SendMode mode, @Nullable Object object, int dest, int tag) {
    checkOpen();
    Arguments.present(self(), "sendObject", "mode", mode);
    Arguments.destAndTag(self(), "sendObject", dest, tag);
    byte[] message = encode("sendObject", object);
    sendBytes(mode, ElementType.OBJECT, message, 0, message.length, dest, tag);
  }

  final Request iSendObject(SendMode mode, @Nullable Object object, int dest, int tag) {
    checkOpen();
    Arguments.present(self(), "iSendObject", "mode", mode);
    Arguments.destAndTag(self(), "iSendObject", dest, tag);
    byte[] message = encode("iSendObject", object);
    return startSendBytes(mode, ElementType.OBJECT, message, 0, message.length, dest, tag);
  }

  /**
   * Receives an object, of any size, that was sent by {@link #sendObject}. Its classes are found
   * through the context class loader of the calling thread, or, in a thread that has only that of
   * the JVM, through the loader of the calling class.
   *
   * @return the object; null if the sender sent null, or from {@link Ronsel#PROC_NULL}
   * @throws TypeMismatchException if the message is not an object
   * @throws ObjectMessageException if the codec cannot decode the message or its filter refuses it;
   *     the message is consumed
   */
  public <T> @Nullable T receiveObject(int source, int tag) {
    return receiveObject(source, tag, new Status());
  }

  /** Receives an object and fills {@code status}, whose count is in bytes of its encoded form. */
  public <T> @Nullable T receiveObject(int source, int tag, Status status) {
    checkOpen();
    Arguments.sourceAndTag(self(), "receiveObject", source, tag);
    Arguments.present(self(), "receiveObject", "status", status);
    if (source == Ronsel.PROC_NULL) {
      status.set(source, Ronsel.ANY_TAG, 0, 1, false);
      return null;
    }
    return decodeReceived(receiveWhole(false, source, tag, status), status);
  }

  /**
   * Starts to receive an object of any size; see {@link #receiveObject(int, int)}.
   *
   * @param <T> what the program takes the object for
   */
  public <T> ObjectRequest<T> iReceiveObject(int source, int tag) {
    checkOpen();
    Arguments.sourceAndTag(self(), "iReceiveObject", source, tag);
    return new ObjectRequest<>(self(), startReceiveWhole(source, tag));
  }

  /** Receives what a matched probe has taken. */
  final <T> @Nullable T receiveObject(MatchedMessage matched, Status probed) {
    return decodeReceived(self().receiveWhole("Message.receiveObject", matched), probed);
  }

  final <T> @Nullable T decodeReceived(byte[] message, Status status) {
    return decode("receiveObject from rank " + status.source() + ", tag " + status.tag(), message);
  }

  /**
   * Gives the root's object to every rank (collective). The root gets the object itself back, the
   * others a copy.
   *
   * @param object the object at the root; ignored elsewhere
   * @throws ObjectMessageException on all ranks if the root's object cannot be encoded; on a rank
   *     that cannot decode it
   */
  public <T> @Nullable T broadcastObject(@Nullable T object, int root) {
    String call = "broadcastObject";
    checkOpen();
    begins(call, root);
    CollectiveArguments.root(self(), call, root);
    if (self().rank() != root) {
      return decode(call + " from rank " + root, broadcastBytes(call, NOTHING, root));
    }
    byte[] message;
    try {
      message = encode(call, object);
    } catch (RonselException failure) {
      broadcast(new long[] {FAILED}, root);
      throw failure;
    }
    broadcastBytes(call, message, root);
    return object;
  }

  final void begins(String call, int root) {
    Arguments.intra(self(), call);
    if (Observation.CHECK) {
      self().begins(CollectiveCall.of(call, root), true);
    }
  }

  private byte[] broadcastBytes(String call, byte[] message, int root) {
    long[] length = {message.length};
    broadcast(length, root);
    if (length[0] == FAILED) {
      throw self().raise(failedElsewhere(call, root));
    }
    byte[] whole = self().rank() == root ? message : buffer(call, length[0]);
    broadcast(whole, root);
    return whole;
  }

  /**
   * Collects one object of every rank at the root (collective).
   *
   * @return at the root the objects by rank; elsewhere an empty list
   * @throws ObjectMessageException on a rank whose object cannot be encoded, and then at the root;
   *     at the root if it cannot decode one
   */
  public <T> List<@Nullable T> gatherObjects(@Nullable T object, int root) {
    String call = "gatherObjects";
    checkOpen();
    begins(call, root);
    CollectiveArguments.root(self(), call, root);
    byte[][] messages = gatherBytes(call, object, root);
    List<@Nullable T> objects = new ArrayList<>(messages.length);
    for (int i = 0; i < messages.length; i++) {
      byte[] message = messages[i];
      if (message == MISSING) {
        throw self().raise(failedElsewhere(call, i));
      }
      objects.add(i == root ? object : decode(call + " from rank " + i, message));
    }
    return objects;
  }

  /**
   * Gives one object of every rank, by rank, to every rank (collective).
   *
   * @throws ObjectMessageException on all ranks if the object of one cannot be encoded; on a rank
   *     that cannot decode one
   */
  public <T> List<@Nullable T> allGatherObjects(@Nullable T object) {
    String call = "allGatherObjects";
    checkOpen();
    begins(call, -1);
    int size = self().size();
    long[] lengths = new long[size];
    byte[][] messages;
    try {
      messages = gatherBytes(call, object, 0);
    } catch (ObjectMessageException | NoMemoryException failure) {
      // This rank's object is at fault; the root tells the others.
      if (self().rank() == 0) {
        lengths[0] = FAILED;
      }
      broadcast(lengths, 0);
      throw failure;
    }
    for (int i = 0; i < messages.length; i++) {
      byte[] message = messages[i];
      lengths[i] = message == MISSING ? FAILED : message.length;
    }
    broadcast(lengths, 0);
    byte[] all = join(messages, buffer(call, total(call, lengths)));
    broadcast(all, 0);
    List<@Nullable T> objects = new ArrayList<>(size);
    int at = 0;
    for (int i = 0; i < size; i++) {
      byte[] message = Arrays.copyOfRange(all, at, at + (int) lengths[i]);
      at += message.length;
      objects.add(i == self().rank() ? object : decode(call + " from rank " + i, message));
    }
    return objects;
  }

  private long total(String call, long[] lengths) {
    long total = 0;
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] == FAILED) {
        throw self().raise(failedElsewhere(call, i));
      }
      total += lengths[i];
    }
    return total;
  }

  private static byte[] join(byte[][] messages, byte[] all) {
    int at = 0;
    for (byte[] message : messages) {
      System.arraycopy(message, 0, all, at, message.length);
      at += message.length;
    }
    return all;
  }

  /**
   * The messages of all ranks by rank at the root, MISSING for those that could not be made; none
   * elsewhere. The tag is the number of the call, and whether the message could be made.
   */
  private byte[][] gatherBytes(String call, @Nullable Object object, int root) {
    Comm comm = self();
    Arguments.intra(comm, call);
    int number = nextCollectiveCall();
    byte[] mine = NOTHING;
    RonselException failure = null;
    try {
      mine = encode(call, object);
    } catch (RonselException e) {
      failure = e;
    }
    byte[][] messages = new byte[comm.rank() == root ? comm.size() : 0][];
    if (comm.rank() != root) {
      int tag = 2 * number + (failure == null ? 0 : 1);
      startSendWhole(true, mine, root, tag).await();
    }
    Status status = new Status();
    for (int i = 0; i < messages.length; i++) {
      messages[i] = i == root ? mine : receiveWhole(true, i, Ronsel.ANY_TAG, status);
      if (i != root && status.tag() != 2 * number) {
        messages[i] = MISSING;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return messages;
  }

  private synchronized int nextCollectiveCall() {
    collectiveCalls = collectiveCalls + 1 & Integer.MAX_VALUE >> 1;
    return collectiveCalls;
  }

  // ---- the codec, and what goes wrong in it ----

  final byte[] encode(String call, @Nullable Object object) {
    try {
      return Objects.requireNonNull(codec.encode(object), "the codec made no message");
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw self().raise(failed(call, "cannot encode the object", e));
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  final <T> @Nullable T decode(String call, byte[] message) {
    try {
      return (T) codec.decode(message, receiverClasses());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw self().raise(failed(call, "cannot decode the object", e));
    }
  }

  private RonselException failed(String call, String what, Throwable e) {
    String prefix = Arguments.prefix(self(), call);
    return switch (e) {
      case InvalidArgumentException bad ->
          new InvalidArgumentException(bad.errorClass(), prefix + bad.getMessage(), bad.getCause());
      case RonselException known ->
          new ObjectMessageException(
              prefix + known.getMessage(), known.getCause() == null ? known : known.getCause());
      case StackOverflowError deep ->
          new ObjectMessageException(
              prefix
                  + "the object is nested too deeply for the stack of this thread; send it in"
                  + " parts, or its data in arrays or lists",
              deep);
      case OutOfMemoryError large ->
          new NoMemoryException(
              prefix
                  + what
                  + ", which does not fit into the heap or is longer than 2 GB: send it in parts,"
                  + " or give the JVM a larger heap (-J-Xmx) ("
                  + large.getMessage()
                  + ")",
              large);
      default -> new ObjectMessageException(prefix + what + ": " + e, e);
    };
  }

  final ObjectMessageException failedElsewhere(String call, int rank) {
    return new ObjectMessageException(
        Arguments.prefix(self(), call)
            + "rank "
            + rank
            + " could not encode its object; the error that it threw says why");
  }

  private byte[] buffer(String call, long length) {
    if (length < 0 || length > LONGEST) {
      throw self()
          .raise(
              new NoMemoryException(
                  Arguments.prefix(self(), call)
                      + "messages of "
                      + length
                      + " bytes are too long for one call; send the objects in parts"));
    }
    try {
      return new byte[(int) length];
    } catch (OutOfMemoryError e) {
      throw self().raise(failed(call, "cannot receive the message of " + length + " bytes", e));
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
