package mpi;

/** A float value and an {@code int} index, as {@code MINLOC} and {@code MAXLOC} combine them. */
public final class FloatInt extends Struct {
  private final int value = addFloat();
  private final int index = addInt();

  FloatInt() {}

  @Override
  Datatype makeType() {
    return Handles.FLOAT_INT;
  }

  @Override
  protected Data newData() {
    return new Data();
  }

  /** One pair in a buffer. */
  public final class Data extends Struct.Data {
    /** Creates a view that the struct places. */
    public Data() {}

    /** The value. */
    public float getValue() {
      return getFloat(value);
    }

    /** The index. */
    public int getIndex() {
      return getInt(index);
    }

    /** Sets the value. */
    public void putValue(float v) {
      putFloat(value, v);
    }

    /** Sets the index. */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
