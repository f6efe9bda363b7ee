package org.ronsel.npb.cfd;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Request;

/**
 * Solves the systems along all lines of a direction: elimination from cell to cell, then
 * substitution back. While a rank works on a cell the others work on the other cells of the same
 * stage. A rank with one cell finishes one plane after the other, in memory that stays in the cache.
 */
public final class LineSweep {
  /** Message tags from here on are free for others. */
  static final int TAGS = 2;

  private static final int TAG_ELIMINATION = 0;
  private static final int TAG_SUBSTITUTION = 1;

  private final Comm comm;
  private final Partition partition;
  private final Workers workers;

  /** By cell and plane; where there is one cell, by worker. */
  private final LineBatch[][] batches;

  private double[] in = {};
  private double[] out = {};
  private @Nullable Request sending;

  /**
   * Makes the batches.
   *
   * @param newBatch for lines with up to so many points, of which there are up to so many side by
   *     side
   */
  public LineSweep(
      Comm comm, Partition partition, Workers workers, IntFunction<LineBatch> newBatch) {
    this.comm = comm;
    this.partition = partition;
    this.workers = workers;
    batches = new LineBatch[partition.side()][];
    for (int cell = 0; cell < batches.length; cell++) {
      Block block = partition.cells().get(cell);
      int most = Math.max(block.size(0), Math.max(block.size(1), block.size(2)));
      batches[cell] = new LineBatch[batches.length == 1 ? workers.count() : most];
      Arrays.setAll(batches[cell], index -> newBatch.apply(most));
    }
  }

  /** Solves along all lines of a direction. */
  public void run(int direction) {
    if (partition.side() == 1) {
      alone(direction);
      return;
    }
    for (int stage = 0; stage < partition.side(); stage++) {
      eliminate(direction, stage);
    }
    for (int stage = partition.side() - 1; stage >= 0; stage--) {
      substitute(direction, stage);
    }
    awaitSending();
  }

  private void alone(int direction) {
    Block cell = partition.cells().getFirst();
    int across = PlaneOfLines.across(direction);
    workers.share(
        cell.first(across),
        cell.end(across),
        (worker, from, to) -> {
          LineBatch batch = batches[0][worker];
          for (int plane = from; plane < to; plane++) {
            batch.load(new PlaneOfLines(cell, direction, plane));
            batch.eliminate();
            batch.substitute();
            batch.store();
          }
        });
  }

  private void eliminate(int direction, int stage) {
    int index = partition.cellAt(direction, stage);
    Block cell = partition.cells().get(index);
    int across = PlaneOfLines.across(direction);
    if (stage > 0) {
      LineBatch any = batches[index][0];
      receive(cell, direction, any.eliminatedBefore().length, false);
    }
    int at = 0;
    for (int plane = cell.first(across); plane < cell.end(across); plane++) {
      LineBatch batch = batches[index][plane];
      PlaneOfLines lines = new PlaneOfLines(cell, direction, plane);
      batch.load(lines);
      if (stage > 0) {
        at = unpack(batch.eliminatedBefore(), lines.lines(), at);
      }
      batch.eliminate();
    }
    if (stage < partition.side() - 1) {
      awaitSending();
      at = 0;
      for (int plane = cell.first(across); plane < cell.end(across); plane++) {
        LineBatch batch = batches[index][plane];
        int lines = new PlaneOfLines(cell, direction, plane).lines();
        at = pack(batch.eliminatedLast(), lines, at);
      }
      sending = comm.iSend(out, 0, at, partition.successor(direction), TAG_ELIMINATION);
    }
  }

  private void substitute(int direction, int stage) {
    int index = partition.cellAt(direction, stage);
    Block cell = partition.cells().get(index);
    int across = PlaneOfLines.across(direction);
    if (stage < partition.side() - 1) {
      receive(cell, direction, batches[index][0].solvedBehind().length, true);
    }
    int at = 0;
    for (int plane = cell.first(across); plane < cell.end(across); plane++) {
      LineBatch batch = batches[index][plane];
      if (stage < partition.side() - 1) {
        int lines = new PlaneOfLines(cell, direction, plane).lines();
        at = unpack(batch.solvedBehind(), lines, at);
      }
      batch.substitute();
    }
    if (stage > 0) {
      awaitSending();
      at = 0;
      for (int plane = cell.first(across); plane < cell.end(across); plane++) {
        LineBatch batch = batches[index][plane];
        int lines = new PlaneOfLines(cell, direction, plane).lines();
        at = pack(batch.solvedFirst(), lines, at);
      }
      sending = comm.iSend(out, 0, at, partition.predecessor(direction), TAG_SUBSTITUTION);
    }
    for (int plane = cell.first(across); plane < cell.end(across); plane++) {
      batches[index][plane].store();
    }
  }

  private void receive(Block cell, int direction, int rows, boolean behind) {
    int across = PlaneOfLines.across(direction);
    int lines = new PlaneOfLines(cell, direction, 0).lines();
    int length = (cell.end(across) - cell.first(across)) * lines * rows;
    if (in.length < length) {
      in = new double[length];
    }
    int peer = behind ? partition.successor(direction) : partition.predecessor(direction);
    comm.receive(in, 0, length, peer, behind ? TAG_SUBSTITUTION : TAG_ELIMINATION);
  }

  /** All ranks send at the same time, so that no rank may wait before it receives. */
  private void awaitSending() {
    if (sending != null) {
      sending.await();
      sending = null;
    }
  }

  private int pack(double[][] rows, int lines, int offset) {
    int end = offset + rows.length * lines;
    if (out.length < end) {
      out = Arrays.copyOf(out, 2 * end);
    }
    int at = offset;
    for (double[] row : rows) {
      System.arraycopy(row, 0, out, at, lines);
      at += lines;
    }
    return at;
  }

  private int unpack(double[][] rows, int lines, int offset) {
    int at = offset;
    for (double[] row : rows) {
      System.arraycopy(in, at, row, 0, lines);
      at += lines;
    }
    return at;
  }
}
