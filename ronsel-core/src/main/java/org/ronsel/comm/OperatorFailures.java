package org.ronsel.comm;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ObjectMessageException;
import org.ronsel.RonselException;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.observe.FailureText;

/**
 * Encodes the exception of a program's operator: serialised, if that is possible, and as the class,
 * message and stack trace of it and its causes, for ranks that cannot deserialise it.
 */
final class OperatorFailures implements FailureCodec {
  /** Causes of causes; a chain may be a circle. */
  private static final int DEEPEST = 50;

  private static final int MOST_FRAMES = 1000;

  @Override
  public byte[] encode(Throwable thrown) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      byte[] serialised = serialised(thrown);
      out.writeInt(serialised.length);
      out.write(serialised);
      describe(thrown, out, DEEPEST);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not in memory
    }
    return bytes.toByteArray();
  }

  private static byte[] serialised(Throwable thrown) {
    try {
      return SerializationCodec.DEFAULT.encode(thrown);
    } catch (RuntimeException | StackOverflowError notSerialisable) {
      return new byte[0]; // then the description has to do
    }
  }

  private static void describe(Throwable thrown, DataOutputStream out, int depth)
      throws IOException {
    write(FailureText.of(thrown), out);
    StackTraceElement[] frames = thrown.getStackTrace();
    int count = Math.min(frames.length, MOST_FRAMES);
    out.writeInt(count);
    for (int i = 0; i < count; i++) {
      write(frames[i].getClassName(), out);
      write(frames[i].getMethodName(), out);
      write(String.valueOf(frames[i].getFileName()), out);
      out.writeInt(frames[i].getLineNumber());
    }
    Throwable cause = depth == 0 ? null : thrown.getCause();
    out.writeBoolean(cause != null);
    if (cause != null) {
      describe(cause, out, depth - 1);
    }
  }

  private static void write(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  @Override
  public Throwable decode(byte[] message, int rank) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(message))) {
      byte[] serialised = in.readNBytes(in.readInt());
      Throwable thrown = serialised.length == 0 ? null : read(serialised);
      if (thrown == null) {
        return described(in, "the operator threw on rank " + rank + ": ");
      }
      thrown.addSuppressed(
          new RonselException(ErrorClass.OTHER, "the operator threw this on rank " + rank));
      return thrown;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not in memory
    }
  }

  private static @Nullable Throwable read(byte[] serialised) {
    try {
      Object object = SerializationCodec.DEFAULT.decode(serialised, ObjectCalls.receiverClasses());
      return object instanceof Throwable thrown ? thrown : null;
    } catch (ObjectMessageException unknown) {
      return null; // a class that this rank does not have; the description has to do
    }
  }

  private static RonselException described(DataInputStream in, String prefix) throws IOException {
    String text = prefix + readText(in);
    StackTraceElement[] frames = new StackTraceElement[in.readInt()];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = new StackTraceElement(readText(in), readText(in), readText(in), in.readInt());
    }
    RonselException cause = in.readBoolean() ? described(in, "") : null;
    RonselException made = new RonselException(ErrorClass.OTHER, text, cause);
    made.setStackTrace(frames);
    return made;
  }

  private static String readText(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }
}
