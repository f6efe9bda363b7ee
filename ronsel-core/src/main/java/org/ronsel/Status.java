package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * The source, tag and length of a received (or probed) message (MPI-4.1, section 3.2.5). A status
 * can be supplied to a receive to be filled again and again; it is not thread-safe.
 */
public final class Status {
  private int source = Ronsel.ANY_SOURCE;
  private int tag = Ronsel.ANY_TAG;
  private long bytes;
  private int elementBytes = 1;
  private boolean cancelled;
  private int objects = -1;

  /** Creates an empty status: any source, any tag, no data. */
  public Status() {}

  /** Rank of the sender in the communicator of the receive, or {@link Ronsel#PROC_NULL}. */
  public int source() {
    return source;
  }

  /** Tag of the message. */
  public int tag() {
    return tag;
  }

  /**
   * Number of elements received, of the element type the receive named, or of a probed message the
   * sender; bytes of objects and of values of several types.
   */
  public long count() {
    return bytes / elementBytes;
  }

  /**
   * Number of whole elements of a datatype received (MPI-4.1, section 3.2.5), or {@link
   * Ronsel#UNDEFINED} if the data end within an element.
   */
  public long count(Datatype<?> type) {
    long size = checked("count", type).sizeBytes();
    if (size == 0) {
      return bytes == 0 ? 0 : Ronsel.UNDEFINED;
    }
    return bytes % size == 0 ? bytes / size : Ronsel.UNDEFINED;
  }

  /**
   * Number of basic values received, counted by a datatype of which the data may be parts of
   * elements (MPI-4.1, section 5.1.11), or {@link Ronsel#UNDEFINED} if they end within a value.
   */
  public long elements(Datatype<?> type) {
    long values = Ronsel.datatypes().valuesIn(checked("elements", type), bytes);
    return values < 0 ? Ronsel.UNDEFINED : values;
  }

  /**
   * Sets the length of the message: so many basic values of a datatype, which may end within an
   * element (MPI-4.1, section 13.3). Other datatypes count their values in the same bytes.
   */
  public void elements(Datatype<?> type, long values) {
    try {
      if (values >= 0) {
        bytes = Ronsel.datatypes().bytesOf(checked("elements", type), values);
        return;
      }
    } catch (ArithmeticException e) {
      // Said below.
    }
    throw new InvalidArgumentException(
        ErrorClass.COUNT, "Status.elements: no message has " + values + " values of " + type);
  }

  /** Number of bytes received. */
  public long bytes() {
    return bytes;
  }

  /**
   * Number of objects in a probed message that {@link UntypedComm#sendObjects} has sent; else -1.
   */
  public int objects() {
    return objects;
  }

  /** Sets the number of objects; see {@link #set}. */
  public void objects(int number) {
    objects = number;
  }

  /** Whether the request was cancelled; then no other value is meaningful. */
  public boolean isCancelled() {
    return cancelled;
  }

  private static Datatype<?> checked(String call, @Nullable Datatype<?> type) {
    if (type == null) {
      throw new InvalidArgumentException(
          ErrorClass.TYPE, "Status." + call + ": the datatype is null");
    }
    return type;
  }

  /**
   * Fills this status, of which the number of objects becomes -1: for interfaces that are built
   * upon this one (MPI-4.1, section 13.3).
   *
   * @param elementBytes bytes of the elements that {@link #count()} counts
   */
  public void set(int source, int tag, long bytes, int elementBytes, boolean cancelled) {
    this.source = source;
    this.tag = tag;
    this.bytes = bytes;
    this.elementBytes = elementBytes;
    this.cancelled = cancelled;
    this.objects = -1;
  }

  @Override
  public String toString() {
    return cancelled
        ? "Status[cancelled]"
        : "Status[source=" + source + ", tag=" + tag + ", bytes=" + bytes + "]";
  }
}
