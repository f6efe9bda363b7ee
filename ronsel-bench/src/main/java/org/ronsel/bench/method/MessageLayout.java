package org.ronsel.bench.method;

/**
 * The layout of a message in memory: contiguous, or in blocks with gaps between them, which a
 * derived datatype describes. The names are those of OSU's option {@code -D}.
 *
 * @param kind of datatype
 * @param stride from block to block, in bytes
 * @param block in bytes
 */
public record MessageLayout(Kind kind, int stride, int block) {
  /** Contiguous bytes, without a derived datatype. */
  public static final MessageLayout DENSE = new MessageLayout(Kind.NONE, 0, 0);

  private static final int DEFAULT_BLOCK = 8;
  private static final int DEFAULT_STRIDE = 16;

  /** Kinds of datatypes. */
  public enum Kind {
    /** No derived datatype. */
    NONE,
    /** Contiguous: a derived type that is dense. */
    CONT,
    /** Vector: blocks at equal distances. */
    VECT,
    /** Indexed: blocks at distances that alternate. */
    INDX
  }

  /** Checks the ranges. */
  public MessageLayout {
    boolean blocks = kind == Kind.VECT || kind == Kind.INDX;
    if (blocks && (block < DEFAULT_BLOCK || stride < block)) {
      throw new IllegalArgumentException(
          "blocks of a datatype are of at least 8 bytes, and their stride is no less, not "
              + stride
              + ":"
              + block);
    }
  }

  /** Whether there is no derived datatype. */
  public boolean isDense() {
    return kind == Kind.NONE;
  }

  /** Whether a message can have this size. */
  public boolean fits(int size) {
    return block == 0 || (size > 0 && size % block == 0);
  }

  /** The offset of a byte, from its offset in the packed message. */
  public long position(long packed) {
    return switch (kind) {
      case NONE, CONT -> packed;
      case VECT -> packed / block * stride + packed % block;
      case INDX -> displacement(packed / block) + packed % block;
    };
  }

  /** The offset of a block's first byte: every second block directly follows the one before. */
  public long displacement(long number) {
    return kind == Kind.INDX ? number / 2 * 2 * stride + number % 2 * block : number * stride;
  }

  /** The number of bytes that a message of {@code size} packed bytes spans. */
  public long extent(int size) {
    return size == 0 ? 0 : position(size - 1L) + 1;
  }

  /**
   * Reads {@code cont}, {@code vect[:STRIDE:BLOCK]} or {@code indx[:STRIDE:BLOCK]}, in bytes.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  public static MessageLayout parse(String text) {
    String[] parts = text.split(":", -1);
    try {
      int stride = parts.length > 1 ? Integer.parseInt(parts[1]) : DEFAULT_STRIDE;
      int block = parts.length > 2 ? Integer.parseInt(parts[2]) : DEFAULT_BLOCK;
      if (parts.length <= 3) {
        switch (parts[0]) {
          case "cont" -> {
            return new MessageLayout(Kind.CONT, 0, 0);
          }
          case "vect" -> {
            return new MessageLayout(Kind.VECT, stride, block);
          }
          case "indx" -> {
            return new MessageLayout(Kind.INDX, stride, block);
          }
          default -> {}
        }
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not a datatype: cont, vect:STRIDE:BLOCK or indx:STRIDE:BLOCK, in bytes");
  }

  @Override
  public String toString() {
    return switch (kind) {
      case NONE -> "none";
      case CONT -> "cont";
      case VECT, INDX ->
          kind.name().toLowerCase(java.util.Locale.ROOT) + ":" + stride + ":" + block;
    };
  }
}
