package mpi;

/** A short value and an {@code int} index, as {@code MINLOC} and {@code MAXLOC} combine them. */
public final class ShortInt extends Struct {
  private final int value = addShort();
  private final int index = setOffset(4).addInt();

  ShortInt() {}

  @Override
  Datatype makeType() {
    return Handles.SHORT_INT;
  }

  @Override
  protected Data newData() {
    return new Data();
  }

  /** A view of one pair in a buffer. */
  public final class Data extends Struct.Data {
    /** Creates a view that the struct places. */
    public Data() {}

    /** The value. */
    public short getValue() {
      return getShort(value);
    }

    /** The index. */
    public int getIndex() {
      return getInt(index);
    }

    /** Sets the value. */
    public void putValue(short v) {
      putShort(value, v);
    }

    /** Sets the index. */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
