package org.ronsel.engine.check;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.ronsel.data.Signature;

/**
 * The note of a checked sender about its next message, in a record before it ({@code
 * docs/wire-format.md}).
 *
 * @param ready whether the sender says that the receive is posted
 * @param place where the program sends
 * @param signature of an element, if the elements consist of values of several types
 */
record MessageNote(boolean ready, String place, @Nullable Signature signature) {
  /** Records carry that much on every transport. */
  private static final int LONGEST = 1024;

  private static final int LONGEST_PLACE = 200;

  byte[] toBytes() {
    byte[] where = place.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(where.length, LONGEST_PLACE);
    ByteBuffer out = ByteBuffer.allocate(LONGEST);
    out.put((byte) (ready ? 1 : 0)).put((byte) length).put(where, 0, length);
    if (signature != null) {
      // One that is longer than a record is not compared.
      int at = out.position();
      if (!signature.write(out)) {
        out.position(at);
      }
    }
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }

  /**
   * The note of these bytes.
   *
   * @throws IllegalArgumentException if they are none
   */
  static MessageNote of(byte[] bytes) {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      boolean ready = in.get() == 1;
      byte[] where = new byte[in.get() & 0xff];
      in.get(where);
      Signature signature = in.hasRemaining() ? Signature.read(in) : null;
      return new MessageNote(ready, new String(where, StandardCharsets.UTF_8), signature);
    } catch (java.nio.BufferUnderflowException cut) {
      throw new IllegalArgumentException("a note that ends too early", cut);
    }
  }
}
