package org.ronsel;

/**
 * What to do about an error, where that is a call or a type of this interface. Interfaces that are
 * built upon this one have other names for it. The words follow a semicolon.
 *
 * @hidden
 */
public enum Advice {
  /** No buffer is attached. */
  ATTACH_BUFFER("call Ronsel.attachBuffer(bytes) before"),

  /** The attached buffer is full. */
  ATTACH_LARGER_BUFFER("attach a larger buffer, or use iSend"),

  /** A blocking send to oneself waits for its receive. */
  POST_RECEIVE("post the receive first, or use iSend or sendReceive"),

  /** The message is an object. */
  RECEIVE_OBJECT("use receiveObject"),

  /** The message is no object. */
  RECEIVE_ARRAY("receive into an array of that type, or send with sendObject"),

  /** A message has elements of another type than its receive. */
  NAME_SAME_TYPE("name the same element type on both sides"),

  /** A buffer is none. */
  PASS_BUFFER("pass a primitive array or a MemorySegment"),

  /** A buffer is an array of another type. */
  PASS_ARRAY_OF_TYPE("pass an array of these, a byte[] or a MemorySegment"),

  /** A grid has another size than its communicator. */
  FIND_DIMS("CartComm.dims finds dims that fit"),

  /** A communicator has no topology. */
  MAKE_TOPOLOGY("make one with createCart or createDistGraph"),

  /** An inter-communicator has no such operation. */
  MERGE("merge() makes an intra-communicator of both groups"),

  /** A rank is in an epoch between fences. */
  END_FENCES("fence(Assertion.NO_SUCCEED) ends it"),

  /** A rank has posted, and has not awaited the end of the epoch. */
  AWAIT_COMPLETION("call await before");

  private final String words;

  Advice(String words) {
    this.words = words;
  }

  /** The words, in the names of this interface. */
  @Override
  public String toString() {
    return words;
  }
}
