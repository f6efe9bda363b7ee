package org.ronsel.data;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which basic values an element of a datatype consists of, in packed order, without their places
 * (MPI-4.1, section 5.1: the type signature). Repetitions are kept as such. Immutable.
 */
public final class Signature {
  /** The signature of an element without data. */
  public static final Signature EMPTY = new Signature(new Part[0]);

  /** Either basic values of one type, or repetitions of a longer signature. */
  private record Part(@Nullable ElementType basic, @Nullable Signature inner, long times) {
    long bytes() {
      return times * (inner == null ? basicBytes() : inner.bytes);
    }

    long values() {
      return inner == null ? times : times * inner.values;
    }

    int basicBytes() {
      return basic == null ? 1 : basic.bytes();
    }

    boolean continues(Part last) {
      return basic == last.basic && Objects.equals(inner, last.inner);
    }
  }

  private final Part[] parts;
  private final long bytes;
  private final long values;

  private Signature(Part[] parts) {
    this.parts = parts;
    this.bytes = Arrays.stream(parts).mapToLong(Part::bytes).sum();
    this.values = Arrays.stream(parts).mapToLong(Part::values).sum();
  }

  /** The signature of one value. */
  public static Signature of(ElementType type) {
    return new Signature(new Part[] {new Part(type, null, 1)});
  }

  /** Bytes of all values, which are also their bytes in the external form. */
  public long bytes() {
    return bytes;
  }

  /** Number of basic values. */
  public long values() {
    return values;
  }

  /** The type of all values, {@link ElementType#MIXED} if there are several or none. */
  public ElementType elementType() {
    return parts.length == 1 && parts[0].basic() instanceof ElementType one
        ? one
        : ElementType.MIXED;
  }

  /** This signature {@code n} times. */
  public Signature repeated(long n) {
    if (n == 1 || parts.length == 0) {
      return this;
    }
    if (n == 0) {
      return EMPTY;
    }
    Part only = parts.length == 1 ? parts[0] : new Part(null, this, 1);
    return new Signature(
        new Part[] {new Part(only.basic(), only.inner(), Math.multiplyExact(only.times(), n))});
  }

  /** Signatures one after the other. */
  public static Signature joined(Iterable<Signature> signatures) {
    List<Part> all = new ArrayList<>();
    for (Signature signature : signatures) {
      for (Part part : signature.parts) {
        if (!all.isEmpty() && part.continues(all.getLast())) {
          Part last = all.removeLast();
          long times = Math.addExact(last.times(), part.times());
          all.add(new Part(part.basic(), part.inner(), times));
        } else {
          all.add(part);
        }
      }
    }
    return new Signature(all.toArray(Part[]::new));
  }

  /**
   * How many basic values the first {@code length} bytes of elements hold, or -1 if these end
   * within a value.
   */
  public long valuesIn(long length) {
    if (bytes == 0) {
      return length == 0 ? 0 : -1;
    }
    long whole = length / bytes;
    long found = whole * values;
    long left = length - whole * bytes;
    for (int i = 0; left > 0; i++) {
      Part part = parts[i];
      long taken = Math.min(left, part.bytes());
      long inPart = part.inner() == null ? basicIn(part, taken) : part.inner().valuesIn(taken);
      if (inPart < 0) {
        return -1;
      }
      found += inPart;
      left -= taken;
    }
    return found;
  }

  /**
   * How many bytes the first {@code n} basic values of elements have.
   *
   * @throws ArithmeticException if they are too many to count, or there are none in an element
   */
  public long bytesOf(long n) {
    if (n == 0) {
      return 0;
    }
    long length = Math.multiplyExact(n / values, bytes);
    long left = n % values;
    for (int i = 0; left > 0; i++) {
      Part part = parts[i];
      long taken = Math.min(left, part.values());
      length += part.inner() == null ? taken * part.basicBytes() : part.inner().bytesOf(taken);
      left -= taken;
    }
    return length;
  }

  private static long basicIn(Part part, long length) {
    return length % part.basicBytes() == 0 ? length / part.basicBytes() : -1;
  }

  /** Told where values of one type lie in packed bytes. */
  @FunctionalInterface
  public interface Visitor {
    /** {@code n} values of one type lie at {@code at} and on. */
    void values(ElementType type, long at, long n);
  }

  /** Names the values of {@code n} elements that are packed from {@code at} on. */
  public void visit(long at, long n, Visitor visitor) {
    if (parts.length == 1 && parts[0].basic() instanceof ElementType type) {
      visitor.values(type, at, parts[0].times() * n);
      return;
    }
    for (long element = 0; element < n; element++) {
      long place = at + element * bytes;
      for (Part part : parts) {
        if (part.inner() instanceof Signature inner) {
          inner.visit(place, part.times(), visitor);
        } else if (part.basic() instanceof ElementType type) {
          visitor.values(type, place, part.times());
        }
        place += part.bytes();
      }
    }
  }

  /**
   * The first values of {@code n} elements, in words: as {@code INT}, or {@code (INT, 3 DOUBLE)}.
   * The same for all signatures with the same values.
   *
   * @param runs how many values of one type in a row are named; of more than that, these
   */
  public String beginning(long n, int runs) {
    List<Run> first = new ArrayList<>();
    // Every element but those of one type begins another run, so more elements say nothing more.
    boolean one = parts.length == 1 && parts[0].basic() != null;
    collect(one ? n : Math.min(n, runs + 1L), first, runs);
    if (first.size() == 1) {
      return String.valueOf(first.getFirst().type());
    }
    String text =
        first.stream()
            .limit(runs)
            .map(run -> (run.times() == 1 ? "" : run.times() + " ") + run.type())
            .collect(Collectors.joining(", "));
    return "(" + text + (first.size() > runs ? ", ...)" : ")");
  }

  /** Adds the runs of {@code n} elements until there are more than {@code limit}. */
  private void collect(long n, List<Run> to, int limit) {
    boolean one = parts.length == 1 && parts[0].basic() != null;
    for (long element = 0; element < (one ? Math.min(n, 1) : n) && to.size() <= limit; element++) {
      for (Part part : parts) {
        if (part.inner() instanceof Signature inner) {
          inner.collect(part.times(), to, limit);
        } else if (part.basic() instanceof ElementType type) {
          boolean goesOn = !to.isEmpty() && to.getLast().type() == type;
          long before = goesOn ? to.removeLast().times() : 0;
          to.add(new Run(type, before + part.times() * (one ? n : 1)));
        }
      }
    }
  }

  // ---- comparing what was sent with what is received ----

  private static final int DEEPEST = 64;

  /** Values of one type in a row. */
  private record Run(ElementType type, long times) {}

  /**
   * Whether messages of {@code length} bytes may be sent as elements of one signature and received
   * as elements of the other (MPI-4.1, section 3.3.1).
   */
  public static boolean agree(Signature sent, Signature received, long length) {
    if (sent.equals(received) || length == 0 || sent.bytes == 0 || received.bytes == 0) {
      return true;
    }
    // Both repeat themselves, so they agree for ever if they do for a multiple of both.
    long period = sent.bytes / gcd(sent.bytes, received.bytes) * received.bytes;
    long compared = Math.min(length, period);
    return sent.runs(compared).equals(received.runs(compared));
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** The values in the first {@code length} bytes of elements. */
  private List<Run> runs(long length) {
    List<Run> runs = new ArrayList<>();
    visit(
        0,
        Math.ceilDiv(length, bytes),
        (type, at, n) -> {
          long values = Math.min(n, (length - at) / type.bytes());
          if (values > 0) {
            boolean goesOn = !runs.isEmpty() && runs.getLast().type() == type;
            long before = goesOn ? runs.removeLast().times() : 0;
            runs.add(new Run(type, before + values));
          }
        });
    return runs;
  }

  /** Writes this signature, if it fits; whether it did. */
  public boolean write(ByteBuffer out) {
    if (out.remaining() < 1 || parts.length > Byte.MAX_VALUE) {
      return false;
    }
    out.put((byte) parts.length);
    for (Part part : parts) {
      if (out.remaining() < 1 + Long.BYTES) {
        return false;
      }
      out.putLong(part.times());
      out.put((byte) (part.basic() == null ? -1 : part.basic().code()));
      if (part.inner() != null && !part.inner().write(out)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @throws IllegalArgumentException if that is not a signature
   * @throws java.nio.BufferUnderflowException if it ends too early
   */
  public static Signature read(ByteBuffer in) {
    return read(in, 0);
  }

  private static Signature read(ByteBuffer in, int depth) {
    int count = in.get();
    if (count < 0 || depth > DEEPEST) {
      throw new IllegalArgumentException("a signature of " + count + " parts at depth " + depth);
    }
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long times = in.getLong();
      int code = in.get();
      if (times <= 0 || code >= 0 && !ElementType.isValid(code)) {
        throw new IllegalArgumentException(times + " values of type " + code);
      }
      Part part =
          code < 0
              ? new Part(null, read(in, depth + 1), times)
              : new Part(ElementType.ofCode(code), null, times);
      parts.add(part);
    }
    Signature signature = new Signature(parts.toArray(Part[]::new));
    if (signature.bytes < 0) {
      throw new IllegalArgumentException("more values than memory can hold");
    }
    return signature;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other == this || other instanceof Signature s && Arrays.equals(parts, s.parts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(parts);
  }

  /** The signature in words, such as {@code INT, 3 DOUBLE, 2 (INT, CHAR)}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      text.append(text.isEmpty() ? "" : ", ");
      text.append(part.times() == 1 ? "" : part.times() + " ");
      text.append(part.inner() == null ? part.basic() : "(" + part.inner() + ")");
    }
    return text.toString();
  }
}
