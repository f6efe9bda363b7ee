package mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.DistGraphComm;
import org.ronsel.GraphComm;

/**
 * One side of an exchange with neighbours as that of an exchange with all ranks: what goes to one
 * rank is one element of a datatype made for it, of all the blocks that belong to that rank, in the
 * order of the neighbours. Ranks that are no neighbours get nothing.
 */
record Neighbourhood(int[] counts, int[] displacements, Datatype<?>[] types) {
  /**
   * Blocks of elements for neighbours.
   *
   * @param neighbours ranks, or PROC_NULL
   * @param lengths elements in each block
   * @param starts of the blocks, in elements
   * @param offset of the buffer's first element, in bytes
   */
  static Neighbourhood of(
      Comm comm, int[] neighbours, int[] lengths, int[] starts, Datatype<?> type, int offset) {
    int size = comm.size();
    long[][] blockLengths = new long[size][0];
    long[][] blockStarts = new long[size][0];
    for (int i = 0; i < neighbours.length; i++) {
      int rank = neighbours[i];
      if (rank >= 0 && lengths[i] > 0) {
        blockLengths[rank] = append(blockLengths[rank], lengths[i]);
        blockStarts[rank] = append(blockStarts[rank], starts[i]);
      }
    }
    int[] counts = new int[size];
    Datatype<?>[] types = new Datatype<?>[size];
    for (int rank = 0; rank < size; rank++) {
      counts[rank] = Math.min(blockLengths[rank].length, 1);
      types[rank] =
          counts[rank] == 0 ? type : Datatype.indexed(blockLengths[rank], blockStarts[rank], type);
    }
    int[] displacements = new int[size];
    Arrays.fill(displacements, offset);
    return new Neighbourhood(counts, displacements, types);
  }

  private static long[] append(long[] values, long value) {
    long[] longer = Arrays.copyOf(values, values.length + 1);
    longer[values.length] = value;
    return longer;
  }

  /** As many times the same number. */
  static int[] all(int[] neighbours, int value) {
    int[] values = new int[neighbours.length];
    Arrays.fill(values, value);
    return values;
  }

  /** The starts of blocks of the same length side by side. */
  static int[] sideBySide(int[] neighbours, int length) {
    int[] starts = new int[neighbours.length];
    Arrays.setAll(starts, i -> i * length);
    return starts;
  }

  static int[] in(Comm comm) {
    return switch (comm) {
      case CartComm grid -> grid.inNeighbours();
      case GraphComm graph -> graph.inNeighbours();
      case DistGraphComm graph -> graph.inNeighbours();
      default -> throw noTopology(comm);
    };
  }

  static int[] out(Comm comm) {
    return switch (comm) {
      case CartComm grid -> grid.outNeighbours();
      case GraphComm graph -> graph.outNeighbours();
      case DistGraphComm graph -> graph.outNeighbours();
      default -> throw noTopology(comm);
    };
  }

  private static MPIException noTopology(@Nullable Comm comm) {
    return new MPIException(
        MPI.ERR_TOPOLOGY, comm + " has no topology that says who is whose neighbour");
  }
}
