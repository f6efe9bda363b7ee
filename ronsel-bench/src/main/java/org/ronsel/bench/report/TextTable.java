package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Text in columns: the first ones aligned to the left, the others, which are numbers, to the right.
 */
public final class TextTable {
  private static final String GAP = "  ";

  private final int leftColumns;
  private final List<List<String>> lines = new ArrayList<>();

  /** A table whose first {@code leftColumns} columns are text. */
  public TextTable(int leftColumns, String... header) {
    this.leftColumns = leftColumns;
    lines.add(List.of(header));
  }

  /**
   * Adds a line; missing cells at its end stay empty. A line of one cell more than fits is an
   * error.
   */
  public TextTable add(List<String> cells) {
    if (cells.size() > lines.getFirst().size()) {
      throw new IllegalArgumentException(
          cells.size() + " cells in a table of " + lines.getFirst().size() + " columns");
    }
    lines.add(List.copyOf(cells));
    return this;
  }

  /** Whether the table has no line but the header. */
  public boolean isEmpty() {
    return lines.size() == 1;
  }

  /** The table, a line of dashes under the header, each line ended by a newline. */
  public String render() {
    int columns = lines.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> line : lines) {
      for (int c = 0; c < line.size(); c++) {
        // The last cell of a short line is a remark that may run over the empty columns.
        boolean remark = c == line.size() - 1 && line.size() < columns;
        if (!remark) {
          widths[c] = Math.max(widths[c], line.get(c).length());
        }
      }
    }
    StringBuilder text = new StringBuilder();
    for (int l = 0; l < lines.size(); l++) {
      StringBuilder one = new StringBuilder();
      List<String> line = lines.get(l);
      for (int c = 0; c < line.size(); c++) {
        String cell = line.get(c);
        String pad = " ".repeat(Math.max(0, widths[c] - cell.length()));
        boolean left = c < leftColumns || (c == line.size() - 1 && line.size() < columns);
        one.append(c == 0 ? "" : GAP).append(left ? cell + pad : pad + cell);
      }
      text.append(one.toString().stripTrailing()).append('\n');
      if (l == 0) {
        int width = GAP.length() * (columns - 1);
        for (int w : widths) {
          width += w;
        }
        text.append("-".repeat(width)).append('\n');
      }
    }
    return text.toString();
  }
}
