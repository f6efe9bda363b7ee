package mpi;

/** A graph topology: the neighbours of all ranks, one rank after the other. */
public class GraphParms {
  /** For each rank the end of its neighbours in {@link #edges}. */
  public int[] index;

  /** The neighbours. */
  public int[] edges;

  /** Creates a graph without ranks. */
  public GraphParms() {
    this(new int[0], new int[0]);
  }

  GraphParms(int[] index, int[] edges) {
    this.index = index;
    this.edges = edges;
  }

  /** Number of ranks. */
  public int getIndexCount() {
    return index.length;
  }

  /** The end of the neighbours of rank {@code i}. */
  public int getIndex(int i) {
    return index[i];
  }

  /** Number of edges. */
  public int getEdgeCount() {
    return edges.length;
  }

  /** Edge {@code i}. */
  public int getEdge(int i) {
    return edges[i];
  }
}
