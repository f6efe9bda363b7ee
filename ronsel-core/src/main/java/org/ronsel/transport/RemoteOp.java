package org.ronsel.transport;

/** What an atomic operation does with a word of a peer's memory; it yields the word as it was. */
public enum RemoteOp {
  /** Nothing: the word is read atomically. */
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
