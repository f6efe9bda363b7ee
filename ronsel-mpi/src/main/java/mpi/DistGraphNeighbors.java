package mpi;

/** The calling rank's neighbours in a distributed graph. */
public final class DistGraphNeighbors {
  private final int[] sources;
  private final int[] sourceWeights;
  private final int[] destinations;
  private final int[] destinationWeights;
  private final boolean weighted;

  DistGraphNeighbors(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean weighted) {
    this.sources = sources;
    this.sourceWeights = sourceWeights;
    this.destinations = destinations;
    this.destinationWeights = destinationWeights;
    this.weighted = weighted;
  }

  /** Number of ranks that send to this one. */
  public int getInDegree() {
    return sources.length;
  }

  /** Number of ranks that this one sends to. */
  public int getOutDegree() {
    return destinations.length;
  }

  /** Whether the edges have weights. */
  public boolean isWeighted() {
    return weighted;
  }

  /** Rank {@code i} of those that send to this one. */
  public int getSource(int i) {
    return sources[i];
  }

  /** Weight of the edge from {@link #getSource}. */
  public int getSourceWeight(int i) {
    return sourceWeights[i];
  }

  /** Rank {@code i} of those that this one sends to. */
  public int getDestination(int i) {
    return destinations[i];
  }

  /** Weight of the edge to {@link #getDestination}. */
  public int getDestinationWeight(int i) {
    return destinationWeights[i];
  }
}
