package org.ronsel.data;

/**
 * The checked range of a call's data, in the form that the engine and collective operations take.
 *
 * @param type what travels with the message
 * @param base a primitive array, a segment, or a pattern of one
 * @param offset in bytes, of packed bytes for a pattern
 * @param bytes of data
 */
public record DataRange(ElementType type, Object base, long offset, long bytes) {
  /** No data. */
  public static final DataRange NOTHING = new DataRange(ElementType.BYTE, new byte[0], 0, 0);

  /** Whether two ranges begin at the same place of the same memory. */
  public boolean beginsWith(DataRange other) {
    return base == other.base && offset == other.offset;
  }
}
