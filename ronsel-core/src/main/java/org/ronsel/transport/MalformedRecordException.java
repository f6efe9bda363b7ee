package org.ronsel.transport;

/** A peer has sent something that is not a record, or a record that makes no sense. */
public final class MalformedRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what is wrong.
   *
   * @param did what the peer did, as it follows its name: {@code sent a list of calls of 3 bytes}
   */
  public MalformedRecordException(String did) {
    super(did);
  }
}
