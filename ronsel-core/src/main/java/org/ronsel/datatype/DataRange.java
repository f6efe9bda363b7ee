package org.ronsel.datatype;

import org.ronsel.data.ElementType;

/**
 * Data of a call as the engine takes them, checked.
 *
 * @param type what travels with the message
 * @param base a primitive array, a segment, or a pattern of one
 * @param offset in bytes, of packed bytes for a pattern
 * @param bytes of data
 */
public record DataRange(ElementType type, Object base, long offset, long bytes) {}
