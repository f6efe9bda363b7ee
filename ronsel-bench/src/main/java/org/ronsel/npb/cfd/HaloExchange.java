package org.ronsel.npb.cfd;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.Comm;
import org.ronsel.Request;

/**
 * Fills the ghost points of the cells of a rank: two layers at each face that another cell adjoins,
 * in one message to each side.
 */
final class HaloExchange {
  private static final int SIDES = 6;

  private final Comm comm;
  private final MultiPartition partition;
  private final double[][] out = new double[SIDES][];
  private final double[][] in = new double[SIDES][];

  HaloExchange(Comm comm, MultiPartition partition) {
    this.comm = comm;
    this.partition = partition;
    for (int side = 0; side < SIDES; side++) {
      int length = 0;
      for (Block cell : partition.cells()) {
        if (hasNeighbour(cell, side)) {
          length += Faces.length(cell, side / 2, Block.GHOSTS);
        }
      }
      out[side] = new double[length];
      in[side] = new double[length];
    }
  }

  /** Sides are low and high x, low and high y, low and high z. */
  private static boolean isHigh(int side) {
    return side % 2 == 1;
  }

  private static boolean hasNeighbour(Block cell, int side) {
    return isHigh(side) ? !cell.isLast(side / 2) : !cell.isFirst(side / 2);
  }

  private int peer(int side) {
    return isHigh(side) ? partition.successor(side / 2) : partition.predecessor(side / 2);
  }

  void run() {
    if (partition.side() == 1) {
      return;
    }
    List<Request> receives = new ArrayList<>();
    for (int side = 0; side < SIDES; side++) {
      receives.add(comm.iReceive(in[side], peer(side), LineSweep.TAGS + (side ^ 1)));
    }
    for (int side = 0; side < SIDES; side++) {
      pack(side);
      comm.send(out[side], peer(side), LineSweep.TAGS + side);
    }
    receives.forEach(Request::await);
    for (int side = 0; side < SIDES; side++) {
      unpack(side);
    }
  }

  private void pack(int side) {
    int at = 0;
    int direction = side / 2;
    for (Block cell : partition.cells()) {
      if (hasNeighbour(cell, side)) {
        int from = isHigh(side) ? cell.size(direction) - Block.GHOSTS : 0;
        at = Faces.pack(cell, direction, from, Block.GHOSTS, out[side], at);
      }
    }
  }

  private void unpack(int side) {
    int at = 0;
    int direction = side / 2;
    for (Block cell : partition.cells()) {
      if (hasNeighbour(cell, side)) {
        int from = isHigh(side) ? cell.size(direction) : -Block.GHOSTS;
        at = Faces.unpack(cell, direction, from, Block.GHOSTS, in[side], at);
      }
    }
  }
}
