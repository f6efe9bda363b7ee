package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;

/** The source, tag and length of a received or probed message. */
public class Status extends mpjdev.Status implements Freeable {
  private long bytes;

  /** Objects received, or -1 if it is not a message of objects as far as is known. */
  private int objects = -1;

  private boolean cancelled;

  /** Creates an empty status: any source, any tag, no data. */
  public Status() {
    source = MPI.ANY_SOURCE;
    tag = MPI.ANY_TAG;
  }

  /** Creates a status with the fields of another. */
  public Status(mpjdev.Status s) {
    Required.present(s, MPI.ERR_ARG, "the status");
    source = s.source;
    tag = s.tag;
    index = s.index;
    count = s.count;
    numEls = s.numEls;
    if (s instanceof Status known) {
      objects = known.objects;
      cancelled = known.cancelled;
      bytes(known.bytes);
    } else {
      bytes(s.countInBytes);
    }
  }

  private void bytes(long received) {
    bytes = received;
    countInBytes = (int) received;
  }

  /**
   * Makes the status of a receive of {@code type}; null for a probe, which counts in elements of
   * the type that the sender named; objects of which there is no number in bytes.
   */
  Status(org.ronsel.Status core, @Nullable Datatype type) {
    source = core.source();
    tag = core.tag();
    cancelled = core.isCancelled();
    bytes(core.bytes());
    if (type != null && type.core != null) {
      long size = type.core.sizeBytes();
      numEls = (int) (bytes >> type.base.shift() + (type.complex ? 1 : 0));
      count = size == type.base.bytes() ? numEls : size == 0 ? 0 : (int) (bytes / size);
    } else {
      objects = core.objects();
      count = objects < 0 ? (int) core.count() : objects;
      numEls = count;
    }
  }

  /** Makes the status of a matched probe. */
  Status(org.ronsel.Message taken) {
    source = taken.source();
    tag = taken.tag();
    bytes(taken.bytes());
    objects = taken.objects();
    count = objects < 0 ? countInBytes : objects;
    numEls = count;
  }

  /** Makes the status of a receive of {@code type}, a type of objects. */
  Status(org.ronsel.Status core, ObjectLayout type, int objects) {
    this(core, null);
    this.objects = objects;
    count = type.size() == 0 ? 0 : objects / type.size();
    numEls = objects;
  }

  // ---- mpiJava ----

  /** Elements of a type received, or {@code MPI.UNDEFINED} if that is not a whole number. */
  public int Get_count(Datatype datatype) throws MPIException {
    return getCount(datatype);
  }

  /** Basic elements received, or {@code MPI.UNDEFINED}. */
  public int Get_elements(Datatype datatype) throws MPIException {
    return getElements(datatype);
  }

  /** Whether the request was cancelled. */
  public boolean Test_cancelled() throws MPIException {
    return isCancelled();
  }

  // ---- Open MPI ----

  /** Elements of a type received, or {@code MPI.UNDEFINED} if that is not a whole number. */
  public int getCount(Datatype datatype) throws MPIException {
    ObjectLayout layout = Datatype.usable(datatype).objects;
    if (layout != null) {
      return objects < 0 && bytes > 0 ? MPI.UNDEFINED : whole(objects, layout.size());
    }
    return whole(bytes, datatype.core().sizeBytes());
  }

  private static int whole(long length, long of) {
    if (of == 0 || length < 0) {
      return length <= 0 ? 0 : MPI.UNDEFINED;
    }
    return length % of == 0 && length / of <= Integer.MAX_VALUE
        ? (int) (length / of)
        : MPI.UNDEFINED;
  }

  /** Whether the request was cancelled. */
  public boolean isCancelled() throws MPIException {
    return cancelled;
  }

  /** Basic elements received, or {@code MPI.UNDEFINED}. */
  public int getElements(Datatype datatype) throws MPIException {
    long elements = getElementsX(datatype).getCount();
    return elements > Integer.MAX_VALUE ? MPI.UNDEFINED : (int) elements;
  }

  /** Basic elements received, or {@code MPI.UNDEFINED}. */
  public Count getElementsX(Datatype datatype) throws MPIException {
    return new Count(elements(datatype));
  }

  private long elements(Datatype datatype) {
    if (Datatype.isOfObjects(datatype)) {
      return objects < 0 && bytes > 0 ? MPI.UNDEFINED : Math.max(objects, 0);
    }
    org.ronsel.Status message = new org.ronsel.Status();
    message.set(source, tag, bytes, 1, cancelled);
    long parts = message.elements(datatype.core());
    return datatype.complex && parts >= 0 ? half(parts) : parts;
  }

  /** The complex numbers that have so many parts. */
  private static long half(long parts) {
    return parts % 2 == 0 ? parts / 2 : MPI.UNDEFINED;
  }

  /** Sets the number of basic elements of a type; other types count the same bytes. */
  public void setElements(Datatype datatype, int count) throws MPIException {
    setElementsX(datatype, new Count(count));
  }

  /** Sets the number of basic elements of a type; other types count the same bytes. */
  public void setElementsX(Datatype datatype, Count count) throws MPIException {
    Datatype.usable(datatype);
    long elements = Required.present(count, MPI.ERR_COUNT, "the count").getCount();
    if (datatype.objects != null) {
      objects = (int) elements;
      bytes(0);
    } else {
      objects = -1;
      bytes(bytesOf(datatype, elements));
    }
    numEls = (int) elements;
    this.count = getCount(datatype);
  }

  private static long bytesOf(Datatype datatype, long elements) {
    org.ronsel.Status message = new org.ronsel.Status();
    try {
      message.elements(datatype.core(), datatype.complex ? 2 * elements : elements);
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
    return message.bytes();
  }

  /** Says whether the request was cancelled. */
  public void setCancelled(boolean flag) throws MPIException {
    cancelled = flag;
  }

  /** Rank of the sender. */
  public int getSource() {
    return source;
  }

  /** Tag of the message. */
  public int getTag() {
    return tag;
  }

  /** {@code MPI.SUCCESS}: errors are thrown. */
  public int getError() {
    return MPI.SUCCESS;
  }

  /** Which request of an array it was. */
  public int getIndex() {
    return index;
  }

  @Override
  public void free() {
    // There is nothing to free.
  }

  @Override
  public String toString() {
    return "Status[source=" + source + ", tag=" + tag + ", count=" + count + "]";
  }
}
