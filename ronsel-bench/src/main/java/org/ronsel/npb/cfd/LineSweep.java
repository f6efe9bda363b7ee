package org.ronsel.npb.cfd;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Request;

/**
 * Solves the systems along all lines of a direction: elimination from cell to cell, then
 * substitution back. While a rank works on a cell, the other ranks work on the other cells of the
 * same stage. A rank with one cell finishes one plane after the other, in memory that stays in the
 * cache.
 */
public final class LineSweep {
  /** Number of message tags in use; higher tags are free. */
  static final int TAGS = 2;

  private static final int TAG_ELIMINATION = 0;
  private static final int TAG_SUBSTITUTION = 1;

  /** Number of lines in a batch, or a few more: shorter loops lose more time at their ends. */
  private static final int LINES = 200;

  /** Makes a batch for up to {@code width} lines of up to {@code most} points. */
  @FunctionalInterface
  public interface NewBatch {
    /** Makes the batch. */
    LineBatch make(int most, int width);
  }

  private final Comm comm;
  private final MultiPartition partition;
  private final Workers workers;
  private final int planes;

  /** The batches by cell and group of planes; where there is one cell, by worker. */
  private final LineBatch[][] batches;

  private double[] in = {};
  private double[] out = {};
  private @Nullable Request sending;

  /**
   * Makes the batches.
   *
   * @param newBatch makes a batch for a number of lines and of points
   */
  public LineSweep(Comm comm, MultiPartition partition, Workers workers, NewBatch newBatch) {
    this.comm = comm;
    this.partition = partition;
    this.workers = workers;
    int most = 0;
    for (Block block : partition.cells()) {
      most = Math.max(most, Math.max(block.size(0), Math.max(block.size(1), block.size(2))));
    }
    int points = most;
    planes = (LINES + most - 1) / most;
    int groups = (most + planes - 1) / planes;
    batches = new LineBatch[partition.side()][partition.side() == 1 ? workers.count() : groups];
    for (LineBatch[] ofCell : batches) {
      Arrays.setAll(ofCell, index -> newBatch.make(points, points * planes));
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
    int across = GridLines.across(direction);
    workers.share(
        cell.first(across),
        cell.end(across),
        (worker, from, to) -> {
          LineBatch batch = batches[0][worker];
          for (int plane = from; plane < to; plane += planes) {
            int count = Math.min(planes, to - plane);
            batch.load(new GridLines(cell, direction, plane, count));
            batch.eliminate();
            batch.substitute();
            batch.store();
          }
        });
  }

  private void eliminate(int direction, int stage) {
    int cell = partition.cellAt(direction, stage);
    List<GridLines> groups = groups(cell, direction);
    if (stage > 0) {
      receive(groups, batches[cell][0].eliminatedBefore().length, false);
    }
    int at = 0;
    for (int group = 0; group < groups.size(); group++) {
      LineBatch batch = batches[cell][group];
      batch.load(groups.get(group));
      if (stage > 0) {
        at = unpack(batch.eliminatedBefore(), groups.get(group).lines(), at);
      }
      batch.eliminate();
    }
    if (stage < partition.side() - 1) {
      awaitSending();
      at = 0;
      for (int group = 0; group < groups.size(); group++) {
        at = pack(batches[cell][group].eliminatedLast(), groups.get(group).lines(), at);
      }
      sending = comm.iSend(out, 0, at, partition.successor(direction), TAG_ELIMINATION);
    }
  }

  private void substitute(int direction, int stage) {
    int cell = partition.cellAt(direction, stage);
    List<GridLines> groups = groups(cell, direction);
    if (stage < partition.side() - 1) {
      receive(groups, batches[cell][0].solvedBehind().length, true);
    }
    int at = 0;
    for (int group = 0; group < groups.size(); group++) {
      LineBatch batch = batches[cell][group];
      if (stage < partition.side() - 1) {
        at = unpack(batch.solvedBehind(), groups.get(group).lines(), at);
      }
      batch.substitute();
    }
    if (stage > 0) {
      awaitSending();
      at = 0;
      for (int group = 0; group < groups.size(); group++) {
        at = pack(batches[cell][group].solvedFirst(), groups.get(group).lines(), at);
      }
      sending = comm.iSend(out, 0, at, partition.predecessor(direction), TAG_SUBSTITUTION);
    }
    for (int group = 0; group < groups.size(); group++) {
      batches[cell][group].store();
    }
  }

  private List<GridLines> groups(int index, int direction) {
    Block cell = partition.cells().get(index);
    int across = GridLines.across(direction);
    List<GridLines> groups = new ArrayList<>();
    for (int plane = cell.first(across); plane < cell.end(across); plane += planes) {
      int count = Math.min(planes, cell.end(across) - plane);
      groups.add(new GridLines(cell, direction, plane, count));
    }
    return groups;
  }

  private void receive(List<GridLines> groups, int rows, boolean behind) {
    int lines = groups.stream().mapToInt(GridLines::lines).sum();
    int direction = groups.getFirst().direction();
    int length = lines * rows;
    if (in.length < length) {
      in = new double[length];
    }
    int peer = behind ? partition.successor(direction) : partition.predecessor(direction);
    comm.receive(in, 0, length, peer, behind ? TAG_SUBSTITUTION : TAG_ELIMINATION);
  }

  /**
   * Awaits the sending of the previous rows. All ranks send at the same time, so a rank must not
   * wait before it receives.
   */
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
