package org.ronsel;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Messages that are objects. They travel as bytes made by the communicator's {@link ObjectCodec}; a
 * receive sizes itself. All ranks of a collective call use codecs that understand each other.
 */
abstract sealed class ObjectCalls extends ArrayCollectives permits Comm {
  private volatile ObjectCodec codec = ObjectCodec.serialization();
  private int collectiveCalls;

  ObjectCalls() {}

  /** Receives a message of any length, from a user's send or within a collective call. */
  abstract byte[] receiveWhole(boolean collective, int source, int tag, Status status);

  abstract Request startSendWhole(boolean collective, byte[] message, int dest, int tag);

  /** Sets the codec of this rank's object messages in this communicator. */
  public void objectCodec(ObjectCodec codec) {
    this.codec = Objects.requireNonNull(codec, "codec");
  }

  /**
   * Sends an object and returns when the message is on its way; the object may then change.
   *
   * @throws RonselException if the codec cannot encode the object
   */
  public void sendObject(@Nullable Object object, int dest, int tag) {
    startSendWhole(false, codec.encode(object), dest, tag).await();
  }

  /** Starts to send an object. It is encoded at once, so it may change after the call. */
  public Request iSendObject(@Nullable Object object, int dest, int tag) {
    return startSendWhole(false, codec.encode(object), dest, tag);
  }

  /**
   * Receives an object, of any size, that was sent by {@link #sendObject}. Its classes are found
   * through the context class loader of the calling thread.
   *
   * @return the object; null if the sender sent null, or from {@link Ronsel#PROC_NULL}
   * @throws TypeMismatchException if the message is not an object
   */
  public <T> @Nullable T receiveObject(int source, int tag) {
    return receiveObject(source, tag, new Status());
  }

  /** Receives an object and fills {@code status}, whose count is in bytes of its encoded form. */
  public <T> @Nullable T receiveObject(int source, int tag, Status status) {
    if (source == Ronsel.PROC_NULL) {
      status.set(source, Ronsel.ANY_TAG, 0, 1, false);
      return null;
    }
    return decode(receiveWhole(false, source, tag, status));
  }

  /**
   * Gives the root's object to every rank (collective). The root gets the object itself back, the
   * others a copy.
   *
   * @param object the object at the root; ignored elsewhere
   */
  public <T> @Nullable T broadcastObject(@Nullable T object, int root) {
    Comm comm = (Comm) this;
    Arguments.root(comm, "broadcastObject", root);
    boolean isRoot = comm.rank() == root;
    byte[] message = isRoot ? codec.encode(object) : new byte[0];
    message = broadcastBytes(message, root);
    return isRoot ? object : decode(message);
  }

  private byte[] broadcastBytes(byte[] message, int root) {
    long[] length = {message.length};
    broadcast(length, root);
    byte[] whole = ((Comm) this).rank() == root ? message : new byte[(int) length[0]];
    broadcast(whole, root);
    return whole;
  }

  /**
   * Collects one object of every rank at the root (collective).
   *
   * @return at the root the objects by rank; elsewhere an empty list
   */
  public <T> List<@Nullable T> gatherObjects(@Nullable T object, int root) {
    Comm comm = (Comm) this;
    Arguments.root(comm, "gatherObjects", root);
    byte[][] messages = gatherBytes(codec.encode(object), root);
    List<@Nullable T> objects = new ArrayList<>(messages.length);
    for (int i = 0; i < messages.length; i++) {
      objects.add(i == comm.rank() ? object : decode(messages[i]));
    }
    return objects;
  }

  /** Gives one object of every rank, by rank, to every rank (collective). */
  public <T> List<@Nullable T> allGatherObjects(@Nullable T object) {
    Comm comm = (Comm) this;
    byte[][] messages = gatherBytes(codec.encode(object), 0);
    // All messages as one, with their lengths in front.
    int size = comm.size();
    int[] lengths = new int[size];
    long total = 0;
    for (int i = 0; i < messages.length; i++) {
      lengths[i] = messages[i].length;
      total += lengths[i];
    }
    broadcast(lengths, 0);
    byte[] all = new byte[Math.toIntExact(total)];
    int at = 0;
    for (byte[] message : messages) {
      System.arraycopy(message, 0, all, at, message.length);
      at += message.length;
    }
    all = broadcastBytes(all, 0);
    List<@Nullable T> objects = new ArrayList<>(size);
    at = 0;
    for (int i = 0; i < size; i++) {
      byte[] message = java.util.Arrays.copyOfRange(all, at, at + lengths[i]);
      at += lengths[i];
      objects.add(i == comm.rank() ? object : decode(message));
    }
    return objects;
  }

  /** The messages of all ranks by rank at the root; nothing elsewhere. */
  private byte[][] gatherBytes(byte[] mine, int root) {
    Comm comm = (Comm) this;
    int call = nextCollectiveCall();
    if (comm.rank() != root) {
      startSendWhole(true, mine, root, call).await();
      return new byte[0][];
    }
    byte[][] messages = new byte[comm.size()][];
    for (int i = 0; i < messages.length; i++) {
      messages[i] = i == root ? mine : receiveWhole(true, i, call, new Status());
    }
    return messages;
  }

  private synchronized int nextCollectiveCall() {
    collectiveCalls = collectiveCalls + 1 & Integer.MAX_VALUE;
    return collectiveCalls;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private <T> @Nullable T decode(byte[] message) {
    ClassLoader classes = Thread.currentThread().getContextClassLoader();
    return (T)
        codec.decode(message, classes == null ? ClassLoader.getSystemClassLoader() : classes);
  }
}
