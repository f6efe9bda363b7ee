package org.ronsel;

/**
 * Which of the buffers of a call.
 *
 * @hidden
 */
public enum BufferRole {
  /** The only one, an array or something unknown. */
  BUFFER("the buffer"),

  /** The only one, a segment. */
  SEGMENT("the segment"),

  /** That of the data that are given. */
  SEND("the send buffer"),

  /** That of the data that are received. */
  RECEIVE("the receive buffer"),

  /** That of packed elements. */
  PACKED("packed"),

  /** The first operand of a reduction within a rank. */
  LEFT("the left operand"),

  /** The second operand of a reduction within a rank, which gets the result. */
  RIGHT("the right operand");

  private final String words;

  BufferRole(String words) {
    this.words = words;
  }

  /** Its name in messages. */
  @Override
  public String toString() {
    return words;
  }
}
