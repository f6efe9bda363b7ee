package mpjdev;

/**
 * The fields of a status. MPJ Express declares them here, and programs may name the class.
 * Communication fills objects of {@code mpi.Status} only.
 */
public class Status {
  /** Rank of the sender. */
  public int source = -1;

  /** Tag of the message. */
  public int tag;

  /** Which request of an array it was. */
  public int index;

  /** Elements received, of the datatype that the receive named. */
  public int count;

  /** Bytes received, as far as an int can tell. */
  public int countInBytes;

  /** Basic elements received. */
  public int numEls;

  /** Creates a status without a source. */
  public Status() {}
}
