package org.ronsel.npb.mg;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.Timers;

/**
 * The grids, from the finest to one of two points along an axis, and a V-cycle over them. Grids too
 * coarse to give each rank a block of two points along each axis are gathered, and every rank works
 * on all points: no rank idles, and nothing is sent. For use by one thread of each rank.
 */
final class MultiGrid {
  static final String[] PARTS = {"residual", "smooth", "restrict", "correct", "halo", "norm"};

  private static final int RESIDUAL = 0;
  private static final int SMOOTH = 1;
  private static final int RESTRICT = 2;
  private static final int CORRECT = 3;
  private static final int HALO = 4;
  private static final int NORM = 5;

  /** A grid with its solution, or correction of one, and its residual. */
  private static final class Level {
    final BlockLengths block;
    final Halo halo;
    final double[] u;
    final double[] r;

    /** The transfer between blocks and the first gathered grid; null for other grids. */
    final @Nullable Gathered gathered;

    Level(BlockLengths block, Halo halo, @Nullable Gathered gathered) {
      this.block = block;
      this.halo = halo;
      this.gathered = gathered;
      u = new double[block.size()];
      r = new double[block.size()];
    }
  }

  private final Comm comm;
  private final Stencils stencils;
  private final Timers timers;
  private final CubeDivision blocks;
  private final int points;

  /** The grids from the coarsest to the finest. */
  private final Level[] levels;

  private final Level finest;
  private final double[] v;

  /** Creates the grids. Collective over {@code comm}. */
  MultiGrid(Comm comm, int log2, Stencils stencils, Timers timers) {
    this.comm = comm;
    this.stencils = stencils;
    this.timers = timers;
    blocks = CubeDivision.of(comm);
    points = 1 << log2;
    levels = new Level[log2];
    for (int k = log2; k >= 1; k--) {
      levels[k - 1] = level(1 << k);
    }
    finest = levels[log2 - 1];
    v = new double[finest.block.size()];
  }

  private Level level(int n) {
    if (blocks.divide(n)) {
      BlockLengths block = BlockLengths.of(blocks, n);
      return new Level(block, new Halo(comm, blocks, block), null);
    }
    BlockLengths whole = new BlockLengths(n + 2, n + 2, n + 2);
    boolean first = blocks.divide(2 * n);
    return new Level(
        whole,
        new Halo(null, CubeDivision.whole(), whole),
        first ? new Gathered(comm, blocks, n, whole) : null);
  }

  /** The charges' array, whose halo has to be filled. */
  double[] charges() {
    return v;
  }

  /** Lengths of {@link #charges()}. */
  BlockLengths block() {
    return finest.block;
  }

  CubeDivision blocks() {
    return blocks;
  }

  /** Points along an axis of the finest grid. */
  int points() {
    return points;
  }

  /** Fills the halo of the charges. */
  void chargesAreSet() {
    finest.halo.fill(v);
  }

  /** Clears the solution. */
  void restart() {
    Arrays.fill(finest.u, 0);
  }

  /** Computes the residual on the finest grid. */
  void residual() {
    timers.start(RESIDUAL);
    for (int z = 1; z < finest.block.nz() - 1; z++) {
      stencils.residual(finest.block, finest.u, v, finest.r, z);
    }
    timers.stop(RESIDUAL);
    fill(finest.halo, finest.r);
  }

  /** Makes a V-cycle, and computes the residual after it. */
  void cycle() {
    for (int k = levels.length - 1; k > 0; k--) {
      restrict(levels[k], levels[k - 1]);
    }
    Arrays.fill(levels[0].u, 0);
    smooth(levels[0]);
    for (int k = 1; k < levels.length - 1; k++) {
      Arrays.fill(levels[k].u, 0);
      correct(levels[k - 1], levels[k], levels[k].r);
      smooth(levels[k]);
    }
    correct(levels[levels.length - 2], finest, v);
    if (finest.halo.hasWholePlanes()) {
      smoothWithResidual();
    } else {
      smooth(finest);
      residual();
    }
  }

  /**
   * Smooths the finest grid and computes the residual close behind, while the planes that it needs
   * are still in a cache.
   */
  private void smoothWithResidual() {
    BlockLengths block = finest.block;
    int last = block.nz() - 2;
    timers.start(SMOOTH);
    for (int z = 1; z <= last; z++) {
      stencils.smooth(block, finest.r, finest.u, z);
      finest.halo.fillPlane(finest.u, z);
      if (z > 2) {
        stencils.residual(block, finest.u, v, finest.r, z - 1);
        finest.halo.fillPlane(finest.r, z - 1);
      }
    }
    timers.stop(SMOOTH);
    timers.start(HALO);
    finest.halo.fillPlanes(finest.u);
    timers.stop(HALO);
    timers.start(RESIDUAL);
    stencils.residual(block, finest.u, v, finest.r, 1);
    finest.halo.fillPlane(finest.r, 1);
    stencils.residual(block, finest.u, v, finest.r, last);
    finest.halo.fillPlane(finest.r, last);
    timers.stop(RESIDUAL);
    timers.start(HALO);
    finest.halo.fillPlanes(finest.r);
    timers.stop(HALO);
  }

  private void smooth(Level level) {
    timers.start(SMOOTH);
    for (int z = 1; z < level.block.nz() - 1; z++) {
      stencils.smooth(level.block, level.r, level.u, z);
    }
    timers.stop(SMOOTH);
    fill(level.halo, level.u);
  }

  private void restrict(Level fine, Level coarse) {
    timers.start(RESTRICT);
    Gathered gathered = coarse.gathered;
    if (gathered == null) {
      stencils.restrict(fine.block, fine.r, coarse.block, coarse.r);
    } else {
      stencils.restrict(fine.block, fine.r, gathered.block(), gathered.array());
      gathered.gather(coarse.r);
    }
    timers.stop(RESTRICT);
    fill(coarse.halo, coarse.r);
  }

  /** Adds the interpolated correction, and computes the residual of the result, plane by plane. */
  private void correct(Level coarse, Level fine, double[] right) {
    timers.start(CORRECT);
    Gathered gathered = coarse.gathered;
    BlockLengths from = coarse.block;
    double[] correction = coarse.u;
    if (gathered != null) {
      gathered.extract(coarse.u);
      from = gathered.block();
      correction = gathered.array();
    }
    stencils.interpolate(from, correction, fine.block, fine.u, 0);
    for (int z = 1; z < from.nz() - 1; z++) {
      stencils.interpolate(from, correction, fine.block, fine.u, z);
      stencils.residual(fine.block, fine.u, right, fine.r, 2 * z - 1);
      stencils.residual(fine.block, fine.u, right, fine.r, 2 * z);
    }
    timers.stop(CORRECT);
    fill(fine.halo, fine.r);
  }

  private void fill(Halo halo, double[] a) {
    timers.start(HALO);
    halo.fill(a);
    timers.stop(HALO);
  }

  /** The root of the mean square of the residual. */
  double norm() {
    timers.start(NORM);
    double sum = 0;
    for (int z = 1; z < finest.block.nz() - 1; z++) {
      for (int y = 1; y < finest.block.ny() - 1; y++) {
        sum += squares(finest.r, finest.block.row(y, z) + 1, finest.block.nx() - 2);
      }
    }
    double norm = Math.sqrt(comm.allReduce(sum, Op.SUM) / Math.pow(points, 3));
    timers.stop(NORM);
    return norm;
  }

  private static double squares(double[] r, int start, int count) {
    double sum = 0;
    for (int i = start; i < start + count; i++) {
      sum += r[i] * r[i];
    }
    return sum;
  }
}
