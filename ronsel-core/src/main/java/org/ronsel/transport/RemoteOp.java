package org.ronsel.transport;

/** The kind of an atomic operation on a word of a peer's memory; it yields the previous value. */
public enum RemoteOp {
  /** Does nothing: the word is read atomically. */
  READ,
  /** Writes the operand. */
  REPLACE,
  /** Adds the operand. */
  ADD,
  /** Bitwise and. */
  AND,
  /** Bitwise or. */
  OR,
  /** Bitwise exclusive or. */
  XOR
}
