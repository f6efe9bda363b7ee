package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A struct of fields of several types, defined by extending this class: the fields are added by the
 * {@code add} methods, which answer each field's offset, and a class that extends {@link Data}
 * reads and writes them in a buffer. The buffer's byte order must be the native one to be
 * understood by other datatypes.
 */
public abstract class Struct {
  private record Field(Datatype type, int offset, int length) {}

  private final List<Field> fields = new ArrayList<>();
  private int extent;
  private @Nullable Datatype type;

  /** Creates a struct without fields. */
  public Struct() {}

  /** Bytes from one struct of an array to the next. */
  public final int getExtent() throws MPIException {
    committed();
    return extent;
  }

  /** The datatype of this struct, to which no fields can be added any more. */
  public final Datatype getType() throws MPIException {
    return committed();
  }

  private Datatype committed() {
    Datatype made = type;
    if (made == null) {
      made = makeType();
      type = made;
      extent = made.extentInBytes();
    }
    return made;
  }

  /** The datatype of the fields. */
  Datatype makeType() {
    int[] lengths = new int[fields.size()];
    int[] offsets = new int[fields.size()];
    Datatype[] types = new Datatype[fields.size()];
    for (int i = 0; i < types.length; i++) {
      Field field = fields.get(i);
      lengths[i] = field.length();
      offsets[i] = field.offset();
      types[i] = field.type();
    }
    Datatype made = Datatype.createStruct(lengths, offsets, types);
    made.makeReady();
    return made;
  }

  /** Creates an object of the class that gives access to the fields. */
  protected abstract Data newData();

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private <T extends Data> T place(ByteBuffer buffer, int at) {
    Data data = newData();
    data.buffer = buffer;
    data.at = at;
    return (T) data;
  }

  /** The struct at the start of a buffer. */
  @SuppressWarnings("TypeParameterUnusedInFormals")
  public final <T extends Data> T getData(ByteBuffer buffer) throws MPIException {
    return getData(buffer, 0);
  }

  /** The struct at {@code index} of a buffer of structs. */
  @SuppressWarnings("TypeParameterUnusedInFormals")
  public final <T extends Data> T getData(ByteBuffer buffer, int index) throws MPIException {
    committed();
    return place(buffer, index * extent);
  }

  /** The struct at the start of an array. */
  @SuppressWarnings("TypeParameterUnusedInFormals")
  public final <T extends Data> T getData(byte[] array) throws MPIException {
    return getData(array, 0);
  }

  /** The struct at {@code index} of an array of structs. */
  @SuppressWarnings("TypeParameterUnusedInFormals")
  public final <T extends Data> T getData(byte[] array, int index) throws MPIException {
    return getData(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), index);
  }

  /**
   * Sets the offset of the next field.
   *
   * @param offset in bytes, not before the end of the last field
   */
  public final Struct setOffset(int offset) {
    requireOpen();
    if (offset < extent) {
      throw new IllegalArgumentException(
          "offset " + offset + " lies before the end of the last field, " + extent);
    }
    extent = offset;
    return this;
  }

  private void requireOpen() {
    if (type != null) {
      throw new IllegalStateException(
          "the datatype of this struct has been made: add all fields before it is first used");
    }
  }

  private int add(Datatype field, int bytes, int length) {
    requireOpen();
    int offset = extent;
    extent += bytes * length;
    fields.add(new Field(field, offset, length));
    return offset;
  }

  /** Adds a {@code byte}; answers its offset. */
  public final int addByte() {
    return addByte(1);
  }

  /** Adds an array of {@code byte}; answers its offset. */
  public final int addByte(int length) {
    return add(Handles.BYTE, 1, length);
  }

  /** Adds a {@code char}; answers its offset. */
  public final int addChar() {
    return addChar(1);
  }

  /** Adds an array of {@code char}; answers its offset. */
  public final int addChar(int length) {
    return add(Handles.CHAR, 2, length);
  }

  /** Adds a {@code short}; answers its offset. */
  public final int addShort() {
    return addShort(1);
  }

  /** Adds an array of {@code short}; answers its offset. */
  public final int addShort(int length) {
    return add(Handles.SHORT, 2, length);
  }

  /** Adds a {@code int}; answers its offset. */
  public final int addInt() {
    return addInt(1);
  }

  /** Adds an array of {@code int}; answers its offset. */
  public final int addInt(int length) {
    return add(Handles.INT, 4, length);
  }

  /** Adds a {@code long}; answers its offset. */
  public final int addLong() {
    return addLong(1);
  }

  /** Adds an array of {@code long}; answers its offset. */
  public final int addLong(int length) {
    return add(Handles.LONG, 8, length);
  }

  /** Adds a {@code float}; answers its offset. */
  public final int addFloat() {
    return addFloat(1);
  }

  /** Adds an array of {@code float}; answers its offset. */
  public final int addFloat(int length) {
    return add(Handles.FLOAT, 4, length);
  }

  /** Adds a {@code double}; answers its offset. */
  public final int addDouble() {
    return addDouble(1);
  }

  /** Adds an array of {@code double}; answers its offset. */
  public final int addDouble(int length) {
    return add(Handles.DOUBLE, 8, length);
  }

  /** Adds a struct; answers its offset. */
  public final int addStruct(Struct struct) throws MPIException {
    return addStruct(struct, 1);
  }

  /** Adds an array of structs; answers its offset. */
  public final int addStruct(Struct struct, int length) throws MPIException {
    return add(struct.getType(), struct.getExtent(), length);
  }

  /** Adds an element of any datatype; answers its offset. */
  public final int addData(Datatype type) throws MPIException {
    return addData(type, 1);
  }

  /** Adds an array of elements of any datatype; answers its offset. */
  public final int addData(Datatype type, int length) throws MPIException {
    return add(type, type.extentInBytes(), length);
  }

  /** One struct in a buffer. */
  public abstract class Data {
    /** Set by the struct right after construction. */
    private ByteBuffer buffer = ByteBuffer.allocate(0);

    private int at;

    /** For classes that name the fields. */
    public Data() {}

    /** The buffer that begins with this struct. */
    public final ByteBuffer getBuffer() {
      return at == 0 ? buffer : MPI.slice(buffer, at);
    }

    /** Reads a {@code byte} at the offset {@code field}. */
    protected final byte getByte(int field) {
      return buffer.get(at + field);
    }

    /** Reads an element of an array of {@code byte}. */
    protected final byte getByte(int field, int index) {
      return buffer.get(at + field + index);
    }

    /** Writes a {@code byte} at the offset {@code field}. */
    protected final void putByte(int field, byte v) {
      buffer.put(at + field, v);
    }

    /** Writes an element of an array of {@code byte}. */
    protected final void putByte(int field, int index, byte v) {
      buffer.put(at + field + index, v);
    }

    /** Reads a {@code char} at the offset {@code field}. */
    protected final char getChar(int field) {
      return buffer.getChar(at + field);
    }

    /** Reads an element of an array of {@code char}. */
    protected final char getChar(int field, int index) {
      return buffer.getChar(at + field + index * 2);
    }

    /** Writes a {@code char} at the offset {@code field}. */
    protected final void putChar(int field, char v) {
      buffer.putChar(at + field, v);
    }

    /** Writes an element of an array of {@code char}. */
    protected final void putChar(int field, int index, char v) {
      buffer.putChar(at + field + index * 2, v);
    }

    /** Reads a {@code short} at the offset {@code field}. */
    protected final short getShort(int field) {
      return buffer.getShort(at + field);
    }

    /** Reads an element of an array of {@code short}. */
    protected final short getShort(int field, int index) {
      return buffer.getShort(at + field + index * 2);
    }

    /** Writes a {@code short} at the offset {@code field}. */
    protected final void putShort(int field, short v) {
      buffer.putShort(at + field, v);
    }

    /** Writes an element of an array of {@code short}. */
    protected final void putShort(int field, int index, short v) {
      buffer.putShort(at + field + index * 2, v);
    }

    /** Reads a {@code int} at the offset {@code field}. */
    protected final int getInt(int field) {
      return buffer.getInt(at + field);
    }

    /** Reads an element of an array of {@code int}. */
    protected final int getInt(int field, int index) {
      return buffer.getInt(at + field + index * 4);
    }

    /** Writes a {@code int} at the offset {@code field}. */
    protected final void putInt(int field, int v) {
      buffer.putInt(at + field, v);
    }

    /** Writes an element of an array of {@code int}. */
    protected final void putInt(int field, int index, int v) {
      buffer.putInt(at + field + index * 4, v);
    }

    /** Reads a {@code long} at the offset {@code field}. */
    protected final long getLong(int field) {
      return buffer.getLong(at + field);
    }

    /** Reads an element of an array of {@code long}. */
    protected final long getLong(int field, int index) {
      return buffer.getLong(at + field + index * 8);
    }

    /** Writes a {@code long} at the offset {@code field}. */
    protected final void putLong(int field, long v) {
      buffer.putLong(at + field, v);
    }

    /** Writes an element of an array of {@code long}. */
    protected final void putLong(int field, int index, long v) {
      buffer.putLong(at + field + index * 8, v);
    }

    /** Reads a {@code float} at the offset {@code field}. */
    protected final float getFloat(int field) {
      return buffer.getFloat(at + field);
    }

    /** Reads an element of an array of {@code float}. */
    protected final float getFloat(int field, int index) {
      return buffer.getFloat(at + field + index * 4);
    }

    /** Writes a {@code float} at the offset {@code field}. */
    protected final void putFloat(int field, float v) {
      buffer.putFloat(at + field, v);
    }

    /** Writes an element of an array of {@code float}. */
    protected final void putFloat(int field, int index, float v) {
      buffer.putFloat(at + field + index * 4, v);
    }

    /** Reads a {@code double} at the offset {@code field}. */
    protected final double getDouble(int field) {
      return buffer.getDouble(at + field);
    }

    /** Reads an element of an array of {@code double}. */
    protected final double getDouble(int field, int index) {
      return buffer.getDouble(at + field + index * 8);
    }

    /** Writes a {@code double} at the offset {@code field}. */
    protected final void putDouble(int field, double v) {
      buffer.putDouble(at + field, v);
    }

    /** Writes an element of an array of {@code double}. */
    protected final void putDouble(int field, int index, double v) {
      buffer.putDouble(at + field + index * 8, v);
    }

    /** The struct at the offset {@code field}. */
    @SuppressWarnings("TypeParameterUnusedInFormals")
    protected final <S extends Struct, D extends Data> D getData(S struct, int field) {
      return ((Struct) struct).place(buffer, at + field);
    }

    /** An element of an array of structs. */
    @SuppressWarnings("TypeParameterUnusedInFormals")
    protected final <S extends Struct, D extends Data> D getData(S struct, int field, int index) {
      Struct inner = struct;
      return inner.place(buffer, at + field + index * inner.extent);
    }

    /** The buffer that begins with the element at the offset {@code field}. */
    protected final ByteBuffer getBuffer(Datatype type, int field) {
      int position = at + field;
      return position == 0 ? buffer : MPI.slice(buffer, position);
    }

    /** The buffer that begins with an element of an array. */
    protected final ByteBuffer getBuffer(Datatype type, int field, int index) throws MPIException {
      return getBuffer(type, field + index * type.extentInBytes());
    }
  }
}
