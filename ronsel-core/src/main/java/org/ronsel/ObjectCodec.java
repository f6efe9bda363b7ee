package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * Turns objects into messages and back. The sender's thread encodes; the receiver's thread decodes,
 * with the receiver's classes. Implementations are used by several threads at once.
 *
 * @see Comm#objectCodec(ObjectCodec)
 */
public interface ObjectCodec {
  /**
   * The object as bytes.
   *
   * @throws RonselException if it cannot be encoded; the message names the class at fault
   */
  byte[] encode(@Nullable Object object);

  /**
   * The object that {@link #encode} made these bytes of.
   *
   * @param classes finds the receiver's classes
   * @throws RonselException if it cannot be decoded; the message names the class at fault
   */
  @Nullable Object decode(byte[] message, ClassLoader classes);

  /** Java serialization behind a filter: the codec of a communicator that was given no other. */
  static ObjectCodec serialization() {
    return SerializationCodec.DEFAULT;
  }
}
