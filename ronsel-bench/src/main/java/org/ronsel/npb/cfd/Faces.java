package org.ronsel.npb.cfd;

/** Copies layers of a block next to its faces into messages and back. */
public final class Faces {
  private Faces() {}

  /** The number of values in {@code layers} layers of all five variables. */
  public static int length(Block block, int direction, int layers) {
    int area = 1;
    for (int other = 0; other < 3; other++) {
      if (other != direction) {
        area *= block.size(other);
      }
    }
    return area * layers * Flow.VARIABLES;
  }

  /**
   * Copies layers of the solution out of a block.
   *
   * @param from the first layer
   * @param layers number of layers
   * @param message array to copy to
   * @param offset of the first value in the message
   * @return offset behind the last value that was written
   */
  public static int pack(
      Block block, int direction, int from, int layers, double[] message, int offset) {
    return copy(block, direction, from, layers, message, offset, true);
  }

  /** Copies layers of the solution into a block; as {@link #pack}. */
  public static int unpack(
      Block block, int direction, int from, int layers, double[] message, int offset) {
    return copy(block, direction, from, layers, message, offset, false);
  }

  private static int copy(
      Block block,
      int direction,
      int from,
      int layers,
      double[] message,
      int offset,
      boolean pack) {
    int[] low = new int[3];
    int[] count = {block.size(0), block.size(1), block.size(2)};
    low[direction] = from;
    count[direction] = layers;
    return copy(block, low, count, message, offset, pack);
  }

  /** The number of values in a layer without its outermost points. */
  public static int innerLength(Block block, int direction) {
    int length = Flow.VARIABLES;
    for (int other = 0; other < 3; other++) {
      length *= other == direction ? 1 : block.size(other) - 2;
    }
    return length;
  }

  /** Copies a layer without its outermost points out of a block. */
  public static int packInner(Block block, int direction, int layer, double[] message, int offset) {
    return copyInner(block, direction, layer, message, offset, true);
  }

  /** Copies a layer without its outermost points into a block. */
  public static int unpackInner(
      Block block, int direction, int layer, double[] message, int offset) {
    return copyInner(block, direction, layer, message, offset, false);
  }

  private static int copyInner(
      Block block, int direction, int layer, double[] message, int offset, boolean pack) {
    int[] low = {1, 1, 1};
    int[] count = {block.size(0) - 2, block.size(1) - 2, block.size(2) - 2};
    low[direction] = layer;
    count[direction] = 1;
    return copy(block, low, count, message, offset, pack);
  }

  private static int copy(
      Block block, int[] low, int[] count, double[] message, int offset, boolean pack) {
    int at = offset;
    for (double[] field : block.u) {
      for (int k = low[2]; k < low[2] + count[2]; k++) {
        for (int j = low[1]; j < low[1] + count[1]; j++) {
          int index = block.index(low[0], j, k);
          if (pack) {
            System.arraycopy(field, index, message, at, count[0]);
          } else {
            System.arraycopy(message, at, field, index, count[0]);
          }
          at += count[0];
        }
      }
    }
    return at;
  }
}
