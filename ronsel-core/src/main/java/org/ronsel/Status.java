package org.ronsel;

/**
 * What is known of a received (or probed) message: its source, tag and length (MPI-4.1, section
 * 3.2.5). A status can be supplied to a receive to be filled again and again; it is not
 * thread-safe.
 */
public final class Status {
  private int source = Ronsel.ANY_SOURCE;
  private int tag = Ronsel.ANY_TAG;
  private long bytes;
  private int elementBytes = 1;
  private boolean cancelled;

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

  /** Number of elements received, of the element type the receive named (bytes if none). */
  public long count() {
    return bytes / elementBytes;
  }

  /** Number of bytes received. */
  public long bytes() {
    return bytes;
  }

  /** Whether the request was cancelled; then no other value is meaningful. */
  public boolean isCancelled() {
    return cancelled;
  }

  /** Fills this status; called by the library. */
  void set(int source, int tag, long bytes, int elementBytes, boolean cancelled) {
    this.source = source;
    this.tag = tag;
    this.bytes = bytes;
    this.elementBytes = elementBytes;
    this.cancelled = cancelled;
  }

  @Override
  public String toString() {
    return cancelled
        ? "Status[cancelled]"
        : "Status[source=" + source + ", tag=" + tag + ", bytes=" + bytes + "]";
  }
}
