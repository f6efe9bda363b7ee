package org.ronsel.transport.ring;

/** A peer wrote something into a ring that is not a record. */
public final class MalformedRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong with the record. */
  public MalformedRecordException(String message) {
    super(message);
  }
}
