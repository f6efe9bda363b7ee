package org.ronsel.data;

/** The element type that travels with a message; the constant's {@link #code()} is on the wire. */
public enum ElementType {
  /** Untyped bytes: {@code byte[]}, buffers, and segments without a datatype. */
  BYTE(1, 1, byte.class),
  /** {@code boolean}, one byte each: 0 or 1. */
  BOOLEAN(2, 1, boolean.class),
  /** {@code char}. */
  CHAR(3, 2, char.class),
  /** {@code short}. */
  SHORT(4, 2, short.class),
  /** {@code int}. */
  INT(5, 4, int.class),
  /** {@code long}. */
  LONG(6, 8, long.class),
  /** {@code float}. */
  FLOAT(7, 4, float.class),
  /** {@code double}. */
  DOUBLE(8, 8, double.class),
  /** A serialised object graph. */
  OBJECT(9, 1, Object.class),
  /** Values of several types, as a record or a struct has them; counted in bytes. */
  MIXED(10, 1, byte.class),
  /** Packed values of any types: matches every type but OBJECT on the other side. */
  PACKED(11, 1, byte.class);

  /** The most elements of an array; the JVM needs the rest of an int's range for itself. */
  public static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private static final ElementType[] BY_CODE = new ElementType[12];

  static {
    for (ElementType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final byte code;
  private final int bytes;
  private final int shift;
  private final Class<?> carrier;
  private final Class<?> arrayClass;

  ElementType(int code, int bytes, Class<?> carrier) {
    this.code = (byte) code;
    this.bytes = bytes;
    this.shift = Integer.numberOfTrailingZeros(bytes);
    this.carrier = carrier;
    this.arrayClass = carrier.arrayType();
  }

  /** The number that stands for this type on the wire. */
  public byte code() {
    return code;
  }

  /** Size of one element in bytes. */
  public int bytes() {
    return bytes;
  }

  /** Base-2 logarithm of {@link #bytes()}. */
  public int shift() {
    return shift;
  }

  /** The Java type of one element. */
  public Class<?> carrier() {
    return carrier;
  }

  /**
   * The type of the arrays in which elements are kept that are moved from and to memory of a call:
   * bytes for booleans, unless one of the two is a {@code boolean[]}, which keeps no more than
   * whether a byte is 0.
   */
  public ElementType keeping(Object from, Object to) {
    return this == BOOLEAN && !(from instanceof boolean[] || to instanceof boolean[]) ? BYTE : this;
  }

  /** The class of arrays of such elements. */
  public Class<?> arrayClass() {
    return arrayClass;
  }

  /**
   * Sets the first element of an array of this type, which is a primitive one.
   *
   * @param bits the value; of a float or double its raw bits, of a boolean 0 or 1
   */
  public void store(Object array, long bits) {
    switch (this) {
      case DOUBLE -> ((double[]) array)[0] = Double.longBitsToDouble(bits);
      case LONG -> ((long[]) array)[0] = bits;
      case INT -> ((int[]) array)[0] = (int) bits;
      case FLOAT -> ((float[]) array)[0] = Float.intBitsToFloat((int) bits);
      case BOOLEAN -> ((boolean[]) array)[0] = bits != 0;
      case BYTE -> ((byte[]) array)[0] = (byte) bits;
      case SHORT -> ((short[]) array)[0] = (short) bits;
      case CHAR -> ((char[]) array)[0] = (char) bits;
      default -> throw new IllegalStateException(this + " is no primitive type");
    }
  }

  /** The first element of an array of this type, as {@link #store} takes it. */
  public long load(Object array) {
    return switch (this) {
      case DOUBLE -> Double.doubleToRawLongBits(((double[]) array)[0]);
      case LONG -> ((long[]) array)[0];
      case INT -> ((int[]) array)[0];
      case FLOAT -> Float.floatToRawIntBits(((float[]) array)[0]);
      case BOOLEAN -> ((boolean[]) array)[0] ? 1 : 0;
      case BYTE -> ((byte[]) array)[0];
      case SHORT -> ((short[]) array)[0];
      case CHAR -> ((char[]) array)[0];
      default -> throw new IllegalStateException(this + " is no primitive type");
    };
  }

  /** The type with a code that {@link #isValid}. */
  public static ElementType ofCode(int code) {
    return BY_CODE[code];
  }

  /** Name of the type with code {@code code}, also for codes that no type has. */
  public static String nameOf(int code) {
    return isValid(code) ? BY_CODE[code].name() : "type " + code;
  }

  /** Whether {@code code} stands for a type. */
  public static boolean isValid(int code) {
    return code > 0 && code < BY_CODE.length;
  }
}
