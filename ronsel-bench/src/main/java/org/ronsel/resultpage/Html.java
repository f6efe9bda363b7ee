package org.ronsel.resultpage;

import java.util.List;

/** Text of a page, in which text from files is always escaped. */
final class Html {
  private final StringBuilder text = new StringBuilder();

  /** Escapes characters with a meaning in HTML, in attributes too. */
  static String escape(String plain) {
    return plain
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** Appends HTML that this program has written. */
  Html raw(String html) {
    text.append(html);
    return this;
  }

  /** Appends an element with a text in it. */
  Html element(String tag, String plain) {
    text.append('<').append(tag).append('>').append(escape(plain));
    text.append("</").append(tag.split(" ", 2)[0]).append(">\n");
    return this;
  }

  /**
   * A table of texts. Most cells of most pages are numbers, and pages are mailed: these cells have
   * no class, and elements of a row no ends, which HTML lets one leave out.
   */
  Html table(String caption, List<String> head, List<List<String>> rows) {
    raw("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .raw(escape(caption))
        .raw("\"><table>\n");
    element("caption", caption);
    raw("<thead><tr>");
    head.forEach(name -> raw("<th scope=\"col\">").raw(escape(name)));
    raw("\n<tbody>\n");
    for (List<String> row : rows) {
      raw("<tr>");
      row.forEach(cell -> raw(cellTag(cell)).raw(escape(cell)));
      raw("\n");
    }
    return raw("</table></div>\n");
  }

  private static boolean isNumber(String cell) {
    return Character.isDigit(cell.charAt(0)) && cell.length() < 12;
  }

  private static String cellTag(String cell) {
    if (cell.isEmpty() || isNumber(cell)) {
      return "<td>";
    }
    return cell.startsWith("wrong") || cell.startsWith("missed") || cell.startsWith("failed")
        ? "<td class=bad>"
        : "<td class=text>";
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
