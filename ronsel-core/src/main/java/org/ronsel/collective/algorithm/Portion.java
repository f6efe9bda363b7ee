package org.ronsel.collective.algorithm;

/**
 * The content of one message where the blocks of many ranks pass over an edge of a tree: some
 * blocks, or, where a block is long, a part of one. So an inner node needs room for two messages
 * and not for all that passes it.
 *
 * @param parts into how many units each block is divided
 * @param blocks how many blocks go in a message at most; 1 if they are divided
 */
record Portion(int parts, int blocks) {
  /** All that passes over an edge in one message. */
  static final Portion WHOLE = new Portion(1, 1 << 30);

  /** The most bytes in a message, as long as a block has no more than this many parts. */
  static final int BYTES = 32 << 10;

  /** A schedule has steps for each part of each block. */
  static final int MOST_PARTS = 16;

  /** The number of portions; the first of them are those of 1 to {@link #MOST_PARTS} parts. */
  static final int NUMBERS = MOST_PARTS + 33;

  /** The number of that for blocks of a length; there are few, so that schedules can be kept. */
  static int number(long bytes) {
    if (bytes > BYTES) {
      return (int) Math.min(MOST_PARTS, Math.ceilDiv(bytes, BYTES));
    }
    return bytes == 0
        ? NUMBERS - 1
        : NUMBERS - 1 - Integer.numberOfLeadingZeros((int) (BYTES / bytes));
  }

  /** The portion with a number. */
  static Portion of(int number) {
    if (number <= MOST_PARTS) {
      return new Portion(number, 1);
    }
    return number == NUMBERS - 1 ? WHOLE : new Portion(1, 1 << number - MOST_PARTS - 1);
  }

  /** Units in a message at most. */
  int units() {
    return parts > 1 ? 1 : blocks;
  }

  /** The first unit of the message that a unit is in; they are numbered through all blocks. */
  int start(int unit) {
    return unit / units() * units();
  }

  /** The unit behind the message that a unit is in. */
  int end(int unit) {
    return (int) Math.min(Integer.MAX_VALUE, (long) start(unit) + units());
  }
}
