package org.ronsel.npb.cfd;

/**
 * The grid lines of one direction that lie in some planes of a cell. In a batch they are held side
 * by side: a row has the values of all lines at one position.
 *
 * @param cell in which the lines lie
 * @param direction of the lines
 * @param plane position of the first plane: in z for lines along x and y, in y for lines along z
 * @param planes number of planes
 */
public record GridLines(Block cell, int direction, int plane, int planes) {
  /** The lines of a batch before it is loaded. */
  public static final GridLines NONE =
      new GridLines(Block.ofCube(new int[3], new int[3], 2), 0, 0, 0);

  /** The direction in which planes of lines follow each other. */
  static int across(int direction) {
    return direction == 2 ? 1 : 2;
  }

  /** The direction in which the lines of a plane follow each other. */
  private int beside() {
    return direction == 0 ? 1 : 0;
  }

  /** The number of lines inside the boundary. */
  public int lines() {
    return planes * linesOfPlane();
  }

  private int linesOfPlane() {
    return cell.end(beside()) - cell.first(beside());
  }

  /** Points of a line in this cell. */
  public int length() {
    return cell.size(direction);
  }

  /** Whether a position of the lines is on the boundary of the grid. */
  public boolean isBoundary(int position) {
    return (position == 0 && cell.isFirst(direction))
        || (position == length() - 1 && cell.isLast(direction));
  }

  /** The factors of the fourth difference at a position. */
  public Dissipation dissipation(int position) {
    return Dissipation.at(cell.low(direction) + position, cell.points(direction));
  }

  /** The first position at which values are known. */
  public int firstKnown() {
    return cell.firstKnown(direction);
  }

  /** The end of the positions at which values are known. */
  public int endKnown() {
    return cell.endKnown(direction);
  }

  private int start(int position, int number) {
    int[] at = new int[3];
    at[direction] = position;
    at[across(direction)] = plane + number;
    at[beside()] = cell.first(beside());
    return cell.index(at[0], at[1], at[2]);
  }

  /**
   * Copies a field into rows.
   *
   * @param rows that of position 0 is at {@code offset}
   */
  public void gather(
      double[] field, double[][] rows, int offset, int fromPosition, int toPosition) {
    int count = linesOfPlane();
    for (int number = 0; number < planes; number++) {
      for (int position = fromPosition; position < toPosition; position++) {
        double[] row = rows[position + offset];
        int start = start(position, number);
        if (direction == 0) {
          gather(field, start, cell.stride(1), row, number * count, count);
        } else {
          System.arraycopy(field, start, row, number * count, count);
        }
      }
    }
  }

  private static void gather(
      double[] field, int start, int stride, double[] row, int offset, int count) {
    for (int line = 0; line < count; line++) {
      row[offset + line] = field[start + line * stride];
    }
  }

  /** Copies rows back to a field. */
  public void scatter(double[] field, double[][] rows, int offset) {
    int count = linesOfPlane();
    for (int number = 0; number < planes; number++) {
      for (int position = 0; position < length(); position++) {
        double[] row = rows[position + offset];
        int start = start(position, number);
        if (direction == 0) {
          scatter(field, start, cell.stride(1), row, number * count, count);
        } else {
          System.arraycopy(row, number * count, field, start, count);
        }
      }
    }
  }

  private static void scatter(
      double[] field, int start, int stride, double[] row, int offset, int count) {
    for (int line = 0; line < count; line++) {
      field[start + line * stride] = row[offset + line];
    }
  }
}
