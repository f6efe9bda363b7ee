package org.ronsel.runtime.control;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a frame that may be hostile: nothing is allocated before the bytes that fill
 * it are known to be there.
 */
public final class FrameReader {
  private final ByteBuffer bytes;

  /** Reads one thing of a list. */
  @FunctionalInterface
  public interface Element<T> {
    /** The next one. */
    T read(FrameReader in) throws MalformedFrameException;
  }

  /** Reads these bytes. */
  public FrameReader(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  /** Reads a signed byte. */
  public int int8() throws MalformedFrameException {
    need(1);
    return bytes.get();
  }

  /** Four bytes. */
  public int int32() throws MalformedFrameException {
    need(4);
    return bytes.getInt();
  }

  /** Eight bytes. */
  public long int64() throws MalformedFrameException {
    need(8);
    return bytes.getLong();
  }

  /** Reads a byte that is 0 or 1. */
  public boolean bool() throws MalformedFrameException {
    int value = int8();
    if (value != 0 && value != 1) {
      throw new MalformedFrameException("neither true nor false: " + value);
    }
    return value == 1;
  }

  /** A number of things that follow, each of at least {@code leastBytes} bytes. */
  public int count(int leastBytes) throws MalformedFrameException {
    int count = int32();
    if (count < 0 || (long) count * leastBytes > bytes.remaining()) {
      throw new MalformedFrameException(
          "a count of " + count + " with " + bytes.remaining() + " bytes left");
    }
    return count;
  }

  /** Bytes behind their number. */
  public byte[] blob() throws MalformedFrameException {
    byte[] value = new byte[count(1)];
    bytes.get(value);
    return value;
  }

  /** UTF-8 behind its length in bytes. */
  public String text() throws MalformedFrameException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(blob()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new MalformedFrameException("text that is not UTF-8");
    }
  }

  /** A text, or null. */
  public @Nullable String optionalText() throws MalformedFrameException {
    return bool() ? text() : null;
  }

  /** Things behind their number, each of at least {@code leastBytes} bytes. */
  public <T> List<T> list(int leastBytes, Element<T> element) throws MalformedFrameException {
    int count = count(leastBytes);
    List<T> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(element.read(this));
    }
    return values;
  }

  /** Texts behind their number. */
  public List<String> texts() throws MalformedFrameException {
    return list(4, FrameReader::text);
  }

  /** Numbers of four bytes behind how many there are. */
  public List<Integer> numbers() throws MalformedFrameException {
    return list(4, FrameReader::int32);
  }

  /** The constant of the name that follows. */
  public <T extends Enum<T>> T choice(Class<T> type) throws MalformedFrameException {
    String name = text();
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw new MalformedFrameException("no such " + type.getSimpleName());
    }
  }

  /** The constant of the ordinal that follows. */
  public <T extends Enum<T>> T numbered(Class<T> type) throws MalformedFrameException {
    T[] all = type.getEnumConstants();
    int number = int8();
    if (number < 0 || number >= all.length) {
      throw new MalformedFrameException("no " + type.getSimpleName() + " of number " + number);
    }
    return all[number];
  }

  /** Checks that nothing follows. */
  public void end() throws MalformedFrameException {
    if (bytes.hasRemaining()) {
      throw new MalformedFrameException(bytes.remaining() + " bytes too many");
    }
  }

  private void need(int more) throws MalformedFrameException {
    if (bytes.remaining() < more) {
      throw new MalformedFrameException("ends too early");
    }
  }
}
