package org.ronsel.resultpage;

import java.math.BigDecimal;
import java.math.MathContext;
import org.ronsel.memory.ByteSize;

/** Formats numbers for a person. */
final class Figures {
  private static final MathContext THREE = new MathContext(3);

  /** The least number of which all digits before the point are shown. */
  private static final double WHOLE = 1000;

  private Figures() {}

  /** Three significant digits, without an exponent where that is short. */
  static String format(double value) {
    if (!Double.isFinite(value)) {
      return "";
    }
    double size = Math.abs(value);
    if (size >= WHOLE) {
      return size < 1e15 ? Long.toString(Math.round(value)) : Double.toString(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(THREE);
    return size > 0 && size < 1e-6 ? rounded.toString() : rounded.toPlainString();
  }

  /** A size: exactly, since it is also a name: 8 B, 64 KiB, 1 MiB. */
  static String bytes(long size) {
    String text = ByteSize.format(size);
    char last = text.charAt(text.length() - 1);
    return Character.isDigit(last)
        ? text + " B"
        : text.substring(0, text.length() - 1) + " " + last + "iB";
  }
}
