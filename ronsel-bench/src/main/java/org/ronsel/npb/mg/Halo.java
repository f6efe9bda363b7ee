package org.ronsel.npb.mg;

import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Request;

/**
 * Fills the halo of a block with the neighbours' points, axis after axis, so that edges and corners
 * are right too. For use by one thread.
 */
final class Halo {
  private static final int Z = 2;

  private final @Nullable Comm comm;
  private final CubeDivision blocks;
  private final BlockLengths block;

  /** Buffers of planes that are not contiguous: two to send, two received. */
  private final double[] packed;

  private final int face;

  /** Creates the halo of a block; without a communicator, the block is the whole cube. */
  Halo(@Nullable Comm comm, CubeDivision blocks, BlockLengths block) {
    this.comm = comm;
    this.blocks = blocks;
    this.block = block;
    boolean packs = comm != null && (blocks.ranks()[0] > 1 || blocks.ranks()[1] > 1);
    face = packs ? block.nz() * Math.max(block.nx(), block.ny()) : 0;
    packed = new double[4 * face];
  }

  /** Fills the halo. Collective over all ranks with blocks. */
  void fill(double[] a) {
    for (int axis = 0; axis < Z; axis++) {
      if (comm == null || blocks.ranks()[axis] == 1) {
        wrap(a, axis);
      } else {
        exchangePacked(comm, a, axis);
      }
    }
    fillPlanes(a);
  }

  /**
   * Whether this rank has whole planes across the last axis, so that their halo can be filled
   * without messages.
   */
  boolean hasWholePlanes() {
    return comm == null || (blocks.ranks()[0] == 1 && blocks.ranks()[1] == 1);
  }

  /** Fills the halo in a plane that this rank has as a whole. */
  void fillPlane(double[] a, int z) {
    int nx = block.nx();
    int start = block.row(0, z);
    for (int row = start + nx; row < start + block.plane() - nx; row += nx) {
      a[row] = a[row + nx - 2];
      a[row + nx - 1] = a[row + 1];
    }
    int last = start + block.plane() - nx;
    System.arraycopy(a, last - nx, a, start, nx);
    System.arraycopy(a, start + nx, a, last, nx);
  }

  /** Fills the planes of the halo that lie before and behind all others. */
  void fillPlanes(double[] a) {
    if (comm == null || blocks.ranks()[Z] == 1) {
      wrap(a, Z);
    } else {
      exchangePlanes(comm, a);
    }
  }

  private int length(int axis) {
    return axis == 0 ? block.nx() : axis == 1 ? block.ny() : block.nz();
  }

  private void wrap(double[] a, int axis) {
    int end = length(axis) - 1;
    copy(a, axis, end - 1, 0);
    copy(a, axis, 1, end);
  }

  private void copy(double[] a, int axis, int from, int to) {
    switch (axis) {
      case 0 -> {
        for (int row = 0; row < a.length; row += block.nx()) {
          a[row + to] = a[row + from];
        }
      }
      case 1 -> {
        for (int z = 0; z < block.nz(); z++) {
          System.arraycopy(a, block.row(from, z), a, block.row(to, z), block.nx());
        }
      }
      default -> System.arraycopy(a, from * block.plane(), a, to * block.plane(), block.plane());
    }
  }

  /** Exchanges planes across the last axis, which are sent without a copy. */
  private void exchangePlanes(Comm comm, double[] a) {
    int plane = block.plane();
    int last = block.nz() - 1;
    exchange(comm, Z, a, plane, (last - 1) * plane, 0, last * plane, plane);
  }

  private void exchangePacked(Comm comm, double[] a, int axis) {
    int count = axis == 0 ? block.ny() * block.nz() : block.nx() * block.nz();
    int end = length(axis) - 1;
    pack(a, axis, 1, 0);
    pack(a, axis, end - 1, face);
    exchange(comm, axis, packed, 0, face, 2 * face, 3 * face, count);
    unpack(a, axis, 0, 2 * face);
    unpack(a, axis, end, 3 * face);
  }

  /** Sends the first plane down and the last one up, and receives theirs. */
  private void exchange(
      Comm comm, int axis, double[] a, int first, int last, int below, int above, int count) {
    int down = blocks.neighbour(axis, -1);
    int up = blocks.neighbour(axis, 1);
    int tag = 2 * axis;
    Request fromBelow = comm.iReceive(a, below, count, down, tag);
    Request fromAbove = comm.iReceive(a, above, count, up, tag + 1);
    Request upwards = comm.iSend(a, last, count, up, tag);
    Request downwards = comm.iSend(a, first, count, down, tag + 1);
    fromBelow.await();
    fromAbove.await();
    upwards.await();
    downwards.await();
  }

  private void pack(double[] a, int axis, int at, int offset) {
    if (axis == 0) {
      int k = offset;
      for (int row = at; row < a.length; row += block.nx()) {
        packed[k++] = a[row];
      }
    } else {
      for (int z = 0; z < block.nz(); z++) {
        System.arraycopy(a, block.row(at, z), packed, offset + z * block.nx(), block.nx());
      }
    }
  }

  private void unpack(double[] a, int axis, int at, int offset) {
    if (axis == 0) {
      int k = offset;
      for (int row = at; row < a.length; row += block.nx()) {
        a[row] = packed[k++];
      }
    } else {
      for (int z = 0; z < block.nz(); z++) {
        System.arraycopy(packed, offset + z * block.nx(), a, block.row(at, z), block.nx());
      }
    }
  }
}
