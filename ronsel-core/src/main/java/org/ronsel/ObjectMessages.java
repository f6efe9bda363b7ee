package org.ronsel;

import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Messages that are objects. They travel as bytes made by the communicator's {@link ObjectCodec}; a
 * receive sizes itself. All ranks of a collective call use codecs that understand each other.
 *
 * <p>If the object of a rank cannot be encoded, a collective call fails on all ranks that would
 * have got it, and the communicator can be used as before.
 */
public interface ObjectMessages {
  /**
   * Sets the codec of this rank's object messages in this communicator, and in those that will be
   * made from it.
   */
  void objectCodec(ObjectCodec codec);

  /** The codec of this rank's object messages in this communicator. */
  ObjectCodec objectCodec();

  /**
   * Sends an object and returns when the message is on its way; the object may then change.
   *
   * @throws ObjectMessageException if the codec cannot encode the object
   */
  void sendObject(@Nullable Object object, int dest, int tag);

  /** Starts to send an object. It is encoded at once, so it may change after the call. */
  Request iSendObject(@Nullable Object object, int dest, int tag);

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
  <T> @Nullable T receiveObject(int source, int tag);

  /** Receives an object and fills {@code status}, whose count is in bytes of its encoded form. */
  <T> @Nullable T receiveObject(int source, int tag, Status status);

  /**
   * Starts to receive an object of any size; see {@link #receiveObject(int, int)}.
   *
   * @param <T> what the program takes the object for
   */
  <T> ObjectRequest<T> iReceiveObject(int source, int tag);

  /**
   * Gives the root's object to every rank (collective). The root gets the object itself back, the
   * others a copy.
   *
   * @param object the object at the root; ignored elsewhere
   * @throws ObjectMessageException on all ranks if the root's object cannot be encoded; on a rank
   *     that cannot decode it
   */
  <T> @Nullable T broadcastObject(@Nullable T object, int root);

  /**
   * Collects one object of every rank at the root (collective).
   *
   * @return at the root the objects by rank; elsewhere an empty list
   * @throws ObjectMessageException on a rank whose object cannot be encoded, and then at the root;
   *     at the root if it cannot decode one
   */
  <T> List<@Nullable T> gatherObjects(@Nullable T object, int root);

  /**
   * Gives one object of every rank, by rank, to every rank (collective).
   *
   * @throws ObjectMessageException on all ranks if the object of one cannot be encoded; on a rank
   *     that cannot decode one
   */
  <T> List<@Nullable T> allGatherObjects(@Nullable T object);

  // ---- objects for each rank, and objects that are combined ----

  /**
   * Gives each rank the object of its number of those that the root has (collective). The root gets
   * its own itself, the others a copy.
   *
   * @param objects one for each rank; used at the root only
   * @throws ObjectMessageException on all ranks if the root cannot encode one; on a rank that
   *     cannot decode its own
   */
  <T> @Nullable T scatterObjects(@Nullable List<? extends @Nullable T> objects, int root);

  /**
   * Gives each rank the object of its number of those that every rank has (collective).
   *
   * @param objects one for each rank
   * @return that of each rank, by rank; the calling rank's own is not a copy
   * @throws ObjectMessageException on all ranks if one cannot encode an object; on a rank that
   *     cannot decode one
   */
  <T> List<@Nullable T> allToAllObjects(List<? extends @Nullable T> objects);

  /**
   * Combines one object of every rank, in the order of ranks, at the root (collective).
   *
   * @param op associative; called at the root only, and leaves its arguments as they are
   * @return the combination at the root; null elsewhere
   * @throws ObjectMessageException as {@link #gatherObjects} does
   */
  <T> @Nullable T reduceObject(@Nullable T object, BinaryOperator<@Nullable T> op, int root);

  /**
   * Combines one object of every rank, in the order of ranks; every rank gets the result
   * (collective).
   *
   * @param op associative; called on every rank, and leaves its arguments as they are
   * @throws ObjectMessageException as {@link #allGatherObjects} does
   */
  <T> @Nullable T allReduceObject(@Nullable T object, BinaryOperator<@Nullable T> op);
}
