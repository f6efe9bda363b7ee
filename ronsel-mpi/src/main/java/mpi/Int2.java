package mpi;

/** A int value and an {@code int} index, as {@code MINLOC} and {@code MAXLOC} combine them. */
public final class Int2 extends Struct {
  private final int value = addInt();
  private final int index = addInt();

  Int2() {}

  @Override
  Datatype makeType() {
    return Handles.INT2;
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
    public int getValue() {
      return getInt(value);
    }

    /** The index. */
    public int getIndex() {
      return getInt(index);
    }

    /** Sets the value. */
    public void putValue(int v) {
      putInt(value, v);
    }

    /** Sets the index. */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
