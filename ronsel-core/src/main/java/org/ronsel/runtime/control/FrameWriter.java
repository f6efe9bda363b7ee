package org.ronsel.runtime.control;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Writes the fields of a frame, big-endian, lengths before contents. */
public final class FrameWriter {
  private byte[] bytes = new byte[128];
  private int length;

  /** Without anything in it. */
  public FrameWriter() {}

  /** Writes a byte. */
  public FrameWriter int8(int value) {
    room(1);
    bytes[length++] = (byte) value;
    return this;
  }

  /** Four bytes. */
  public FrameWriter int32(int value) {
    return int8(value >>> 24).int8(value >>> 16).int8(value >>> 8).int8(value);
  }

  /** Eight bytes. */
  public FrameWriter int64(long value) {
    return int32((int) (value >>> 32)).int32((int) value);
  }

  /** Writes a byte that is 0 or 1. */
  public FrameWriter bool(boolean value) {
    return int8(value ? 1 : 0);
  }

  /** Bytes behind their number. */
  public FrameWriter blob(byte[] value) {
    int32(value.length);
    room(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    return this;
  }

  /** UTF-8 behind its length in bytes. */
  public FrameWriter text(String value) {
    return blob(value.getBytes(StandardCharsets.UTF_8));
  }

  /** A text, or null. */
  public FrameWriter optionalText(@Nullable String value) {
    bool(value != null);
    return value == null ? this : text(value);
  }

  /** Things behind their number. */
  public <T> FrameWriter list(List<T> values, BiConsumer<T, FrameWriter> element) {
    int32(values.size());
    values.forEach(value -> element.accept(value, this));
    return this;
  }

  /** Texts behind their number. */
  public FrameWriter texts(List<String> values) {
    return list(values, (value, out) -> out.text(value));
  }

  /** Numbers of four bytes behind how many there are. */
  public FrameWriter numbers(List<Integer> values) {
    return list(values, (value, out) -> out.int32(value));
  }

  /** The bytes that have been written. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(length, more)));
    }
  }
}
