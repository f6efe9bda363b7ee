package org.ronsel.onesided;

import org.ronsel.transport.Envelope;

/**
 * The kinds of records of one-sided operations, and the bits of their tags; {@code
 * docs/wire-format.md} has the other fields. {@link RecordMemory} and {@link RecordTransfer} write
 * them, {@link MemoryServer} and {@link GhostClients} read them and answer by {@link Replies},
 * which {@link ExpectedReplies} reads.
 */
final class OneSidedRecords {
  static final int PUT = Envelope.FIRST_ONE_SIDED_KIND;
  static final int GET = Envelope.FIRST_ONE_SIDED_KIND + 1;
  static final int ATOMIC = Envelope.FIRST_ONE_SIDED_KIND + 2;

  /** A second operand of the next ATOMIC record of its sender. */
  static final int OPERAND = Envelope.FIRST_ONE_SIDED_KIND + 3;

  static final int REPLY = Envelope.FIRST_ONE_SIDED_KIND + 4;

  /** The places of the data of the next PUT, GET or ACCUMULATE of its sender. */
  static final int BLOCKS = Envelope.FIRST_ONE_SIDED_KIND + 5;

  static final int ACCUMULATE = Envelope.FIRST_ONE_SIDED_KIND + 6;

  /** Operands of the next ACCUMULATE of its sender, where they do not fit into it. */
  static final int DATA = Envelope.FIRST_ONE_SIDED_KIND + 7;

  /** A rank asks a ghost to serve the memory whose key is the payload. */
  static final int SERVE = Envelope.FIRST_ONE_SIDED_KIND + 8;

  static final int SERVICE_OVER = Envelope.FIRST_ONE_SIDED_KIND + 9;

  /** The place of the gate of all memory of a rank that is served. */
  static final int GATE = Envelope.FIRST_ONE_SIDED_KIND + 10;

  // In the tag of PUT, GET and ACCUMULATE.
  static final int IN_BLOCKS = 1;
  static final int FETCHES = 2;
  static final int COMBINATION_AT = 8;

  /** In the tag of ATOMIC, beside the operation and the width of the word. */
  static final int COMPARES = 1 << 16;

  static final int WIDTH_AT = 8;

  /** The tag of REPLY: no memory is attached at the address. */
  static final int REFUSED = 1;

  /** The tag of REPLY: a rank has died in the middle of an accumulate on the memory. */
  static final int LEFT = 2;

  /** The tag of REPLY: the program has closed the arena of the memory. */
  static final int CLOSED = 3;

  /** In the tag of REPLY, of a ghost: the owner of the memory mostly waits in calls. */
  static final int OWNER_WAITS = 1 << 8;

  /** Mask of the tag of REPLY: {@link #REFUSED}, {@link #LEFT}, {@link #CLOSED} or 0. */
  static final int OUTCOME = 0xff;

  /** Most bytes that one record requests. */
  static final int LONGEST_GET = 1 << 20;

  private OneSidedRecords() {}
}
