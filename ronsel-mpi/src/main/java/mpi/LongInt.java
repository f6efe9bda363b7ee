package mpi;

/** A long value and an {@code int} index, as {@code MINLOC} and {@code MAXLOC} combine them. */
public final class LongInt extends Struct {
  private final int value = addLong();
  private final int index = addInt();

  LongInt() {}

  @Override
  Datatype makeType() {
    return Handles.LONG_INT;
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
    public long getValue() {
      return getLong(value);
    }

    /** The index. */
    public int getIndex() {
      return getInt(index);
    }

    /** Sets the value. */
    public void putValue(long v) {
      putLong(value, v);
    }

    /** Sets the index. */
    public void putIndex(int v) {
      putInt(index, v);
    }
  }
}
