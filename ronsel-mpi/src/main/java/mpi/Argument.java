package mpi;

import mpi.ObjectCollectives.Part;
import org.jspecify.annotations.Nullable;
import org.ronsel.UntypedComm;

/**
 * A buffer as a program passes it to a collective call, and what Ronsel sees of it. Where only the
 * root's call means something, it may be missing.
 *
 * @param buffer an array, a buffer of {@code java.nio}, or null
 * @param offset where the data begin, in basic elements of {@code type}
 * @param count of elements, or of those of a block; not 0 where a table has the counts
 */
record Argument(@Nullable Object buffer, int offset, int count, @Nullable Datatype type) {
  private static final int AS_IN_TABLE = -1;

  /** A buffer whose blocks have the lengths of a table. */
  Argument(@Nullable Object buffer, int offset, @Nullable Datatype type) {
    this(buffer, offset, AS_IN_TABLE, type);
  }

  /** The array or the segment in which the data lie. */
  Object base() {
    return Memory.base(buffer, count, type);
  }

  /** The offset of the first element: in elements of an array, in bytes of a segment. */
  long start() {
    return Memory.start(buffer, offset, type);
  }

  org.ronsel.Datatype<?> core() {
    return CollectiveForm.core(type);
  }

  boolean isInPlace() {
    return buffer == UntypedComm.IN_PLACE;
  }

  // ---- of a type of objects ----

  ObjectLayout layout() {
    Datatype known = type == null ? Handles.OBJECT : Datatype.usable(type);
    ObjectLayout layout = known.objects;
    if (layout == null) {
      throw Required.refused(
          MPI.ERR_TYPE, known + " is not a type of objects, as that of the other buffer is");
    }
    return layout;
  }

  Object[] gather(int count) {
    return layout().gather(buffer, offset, count);
  }

  Object[] gather(Part part, int rank) {
    return layout().gather(buffer, startOf(part, rank), part.count(rank));
  }

  void scatter(@Nullable Object[] packed, int count) {
    layout().scatter(packed, buffer, offset, count);
  }

  void scatter(@Nullable Object[] packed, Part part, int rank) {
    layout().scatter(packed, buffer, startOf(part, rank), part.count(rank));
  }

  private long startOf(Part part, int rank) {
    // Where a part without elements would lie is not looked at.
    return part.count(rank) == 0 ? offset : offset + part.start(rank) * layout().extent();
  }
}
