package org.ronsel.onesided;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A key by which a rank opens memory of another rank.
 *
 * @param number of the memory at its rank
 * @param bytes its length
 * @param readOnly whether nothing may be written
 * @param alignment of its start, in bytes
 * @param services ghosts that carry out records about it; may be empty
 * @param regions the keys of transports that operate on it themselves, by their names
 */
record RemoteKey(
    int number,
    long bytes,
    boolean readOnly,
    long alignment,
    List<Service> services,
    Map<String, Long> regions) {
  private static final int HEAD = Integer.BYTES + 2 * Long.BYTES + 3;

  byte[] encode() {
    int length = HEAD + services.size() * 2 * Integer.BYTES;
    for (Map.Entry<String, Long> each : regions.entrySet()) {
      length += 1 + name(each).length + Long.BYTES;
    }
    ByteBuffer key = ByteBuffer.allocate(length);
    key.putInt(number).putLong(bytes).put((byte) (readOnly ? 1 : 0)).putLong(alignment);
    key.put((byte) services.size());
    services.forEach(each -> key.putInt(each.ghost()).putInt(each.number()));
    key.put((byte) regions.size());
    for (Map.Entry<String, Long> each : regions.entrySet()) {
      put(key, name(each));
      key.putLong(each.getValue());
    }
    return key.array();
  }

  private static byte[] name(Map.Entry<String, Long> region) {
    return region.getKey().getBytes(StandardCharsets.UTF_8);
  }

  private static void put(ByteBuffer key, byte[] part) {
    if (part.length > 0xff) {
      throw new IllegalStateException("a key of " + part.length + " bytes");
    }
    key.put((byte) part.length).put(part);
  }

  /** Decodes a key; null if the bytes are not one. */
  static @Nullable RemoteKey decode(byte[] bytes) {
    try {
      ByteBuffer key = ByteBuffer.wrap(bytes);
      int number = key.getInt();
      long length = key.getLong();
      boolean readOnly = key.get() != 0;
      long alignment = key.getLong();
      List<Service> services = new ArrayList<>();
      for (int left = key.get() & 0xff; left > 0; left--) {
        services.add(new Service(key.getInt(), key.getInt()));
      }
      int count = key.get() & 0xff;
      Map<String, Long> regions = new HashMap<>();
      for (int i = 0; i < count; i++) {
        regions.put(new String(part(key), StandardCharsets.UTF_8), key.getLong());
      }
      boolean sound = number > 0 && length >= 0 && alignment > 0 && !key.hasRemaining();
      return sound ? new RemoteKey(number, length, readOnly, alignment, services, regions) : null;
    } catch (BufferUnderflowException tooShort) {
      return null;
    }
  }

  private static byte[] part(ByteBuffer key) {
    byte[] part = new byte[key.get() & 0xff];
    key.get(part);
    return part;
  }
}
