package org.ronsel.runtime.rendezvous;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Names and values that JVMs have given, and their form on the way: JVM, name, value. */
final class Values {
  private final Map<String, byte[]> values = new HashMap<>();

  /** Adds a value. */
  void put(int jvm, String key, String value) {
    values.put(jvm + " " + key, value.getBytes(StandardCharsets.UTF_8));
  }

  /** The value that a JVM has given. */
  String get(int jvm, String key) throws RendezvousException {
    byte[] value = values.get(jvm + " " + key);
    if (value == null) {
      throw new RendezvousException("JVM " + jvm + " has given nothing for " + key);
    }
    return new String(value, StandardCharsets.UTF_8);
  }

  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(values.size());
      for (Map.Entry<String, byte[]> each : values.entrySet()) {
        out.writeUTF(each.getKey());
        out.writeInt(each.getValue().length);
        out.write(each.getValue());
      }
    } catch (IOException e) {
      throw new AssertionError("memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  /** Adds what {@link #encode} has made elsewhere, of which nothing is believed. */
  void add(byte[] encoded, String from) throws RendezvousException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded))) {
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        String key = in.readUTF();
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
          throw new IOException("a value of " + length + " bytes");
        }
        values.put(key, in.readNBytes(length));
      }
      if (count < 0 || in.available() > 0) {
        throw new IOException("it has another end");
      }
    } catch (IOException e) {
      RendezvousException damaged =
          new RendezvousException("what " + from + " has given arrives damaged");
      damaged.initCause(e);
      throw damaged;
    }
  }

  void clear() {
    values.clear();
  }
}
