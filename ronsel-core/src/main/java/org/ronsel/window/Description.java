package org.ronsel.window;

import java.nio.ByteBuffer;
import org.ronsel.Datatype;
import org.ronsel.Window;
import org.ronsel.comm.Communicator;

/**
 * The description of a rank's part of a window, for the other ranks.
 *
 * @param offset of its memory in the memory that {@code key} exposes
 * @param controlOffset of its control block in the memory that {@code controlKey} exposes
 * @param gateOffset of the gate of all its memory in the memory that {@code gateKey} exposes
 * @param key empty for a part of the memory of rank 0
 */
record Description(
    Window.Kind kind,
    int unitBytes,
    long bytes,
    long offset,
    long controlOffset,
    long gateOffset,
    byte[] controlKey,
    byte[] gateKey,
    byte[] key) {
  private static final int HEAD = 1 + Integer.BYTES + 4 * Long.BYTES + 3 * Short.BYTES;

  private byte[] encode() {
    return ByteBuffer.allocate(HEAD + controlKey.length + gateKey.length + key.length)
        .put((byte) kind.ordinal())
        .putInt(unitBytes)
        .putLong(bytes)
        .putLong(offset)
        .putLong(controlOffset)
        .putLong(gateOffset)
        .putShort((short) controlKey.length)
        .putShort((short) gateKey.length)
        .putShort((short) key.length)
        .put(controlKey)
        .put(gateKey)
        .put(key)
        .array();
  }

  private static Description decode(ByteBuffer from) {
    Window.Kind kind = Window.Kind.values()[from.get()];
    int unitBytes = from.getInt();
    long bytes = from.getLong();
    long offset = from.getLong();
    long controlOffset = from.getLong();
    long gateOffset = from.getLong();
    byte[] controlKey = new byte[from.getShort()];
    byte[] gateKey = new byte[from.getShort()];
    byte[] key = new byte[from.getShort()];
    from.get(controlKey).get(gateKey).get(key);
    return new Description(
        kind, unitBytes, bytes, offset, controlOffset, gateOffset, controlKey, gateKey, key);
  }

  /** The descriptions of all ranks; collective. */
  static Description[] exchange(Communicator comm, Description own) {
    byte[][] all = (byte[][]) comm.untyped().allGatherv(own.encode(), Datatype.BYTE);
    Description[] found = new Description[comm.size()];
    for (int rank = 0; rank < found.length; rank++) {
      found[rank] = decode(ByteBuffer.wrap(all[rank]));
    }
    return found;
  }
}
