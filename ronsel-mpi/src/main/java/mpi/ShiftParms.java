package mpi;

/** The ranks that a rank receives from and sends to in a shift along a dimension. */
public class ShiftParms {
  /** Rank to receive from, or PROC_NULL. */
  public int rank_source;

  /** Rank to send to, or PROC_NULL. */
  public int rank_dest;

  /** Creates a shift from and to rank 0. */
  public ShiftParms() {
    this(0, 0);
  }

  ShiftParms(int source, int dest) {
    this.rank_source = source;
    this.rank_dest = dest;
  }

  /** Rank to receive from, or PROC_NULL. */
  public int getRankSource() {
    return rank_source;
  }

  /** Rank to send to, or PROC_NULL. */
  public int getRankDest() {
    return rank_dest;
  }
}
