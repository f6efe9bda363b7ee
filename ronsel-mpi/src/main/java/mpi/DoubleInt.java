package mpi;

/** A double value and an {@code int} index, as {@code MINLOC} and {@code MAXLOC} combine them. */
public final class DoubleInt extends Struct {
  private final int value = addDouble();
  private final int index = addInt();

  DoubleInt() {}

  @Override
  Datatype makeType() {
    return Handles.DOUBLE_INT;
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
    public double getValue() {
      return getDouble(value);
    }

    /** The index. */
    public int getIndex() {
      return getInt(index);
    }

    /** Sets the value. */
    public void putValue(double v) {
      putDouble(value, v);
    }

    /** Sets the index. */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
