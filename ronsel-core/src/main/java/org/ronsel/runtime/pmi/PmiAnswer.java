package org.ronsel.runtime.pmi;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer of a PMI server: a command and values by name. Nothing of it is believed.
 *
 * @param text all of it, for messages
 */
record PmiAnswer(String command, Map<String, String> values, String text) {
  /** How much of an answer a message shows. */
  private static final int SHOWN = 120;

  /**
   * Parses an answer of PMI-1: {@code cmd=put_result rc=0 msg=success}, without the end of the
   * line.
   */
  static PmiAnswer ofLine(String line) throws PmiException {
    Map<String, String> values = new LinkedHashMap<>();
    for (String word : line.strip().split(" +", -1)) {
      add(values, word, line);
    }
    return of(values, line);
  }

  /**
   * Parses an answer of PMI-2: {@code cmd=kvs-put-response;rc=0;}, without the length before it. A
   * semicolon in a value is two.
   */
  static PmiAnswer ofFields(String body) throws PmiException {
    Map<String, String> values = new LinkedHashMap<>();
    StringBuilder field = new StringBuilder();
    for (int i = 0; i < body.length(); i++) {
      char c = body.charAt(i);
      if (c != ';') {
        field.append(c);
      } else if (i + 1 < body.length() && body.charAt(i + 1) == ';') {
        field.append(c);
        i++;
      } else {
        add(values, field.toString(), body);
        field.setLength(0);
      }
    }
    if (!field.isEmpty()) {
      throw damaged(body);
    }
    return of(values, body);
  }

  private static void add(Map<String, String> values, String field, String all)
      throws PmiException {
    int equals = field.indexOf('=');
    if (equals <= 0
        || values.putIfAbsent(field.substring(0, equals), field.substring(equals + 1)) != null) {
      throw damaged(all);
    }
  }

  private static PmiAnswer of(Map<String, String> values, String text) throws PmiException {
    String command = values.get("cmd");
    if (command == null || command.isEmpty()) {
      throw damaged(text);
    }
    return new PmiAnswer(command, values, text);
  }

  private static PmiException damaged(String text) {
    return new PmiException("its answer is no PMI: " + shown(text));
  }

  /** This, if it answers what was asked, and does so without an error. */
  PmiAnswer expect(String wanted) throws PmiException {
    if (!command.equals(wanted)) {
      throw new PmiException("instead of " + wanted + " it answers " + shown(text));
    }
    String code = values.get("rc");
    if (code != null && !code.equals("0")) {
      throw new PmiException("it reports an error: " + shown(text));
    }
    return this;
  }

  /** A value, or null. */
  @Nullable String value(String name) {
    return values.get(name);
  }

  /** A value that has to be there. */
  String need(String name) throws PmiException {
    String value = values.get(name);
    if (value == null) {
      throw new PmiException("there is no " + name + " in its answer " + shown(text));
    }
    return value;
  }

  /** A number that has to be there. */
  int number(String name) throws PmiException {
    try {
      return Integer.parseInt(need(name).strip());
    } catch (NumberFormatException e) {
      throw new PmiException(name + " is no number in its answer " + shown(text));
    }
  }

  /** The printable characters of a text, up to the length that a message can have. */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder("'");
    for (int i = 0; i < Math.min(text.length(), SHOWN); i++) {
      char c = text.charAt(i);
      shown.append(c >= ' ' && c < 127 ? c : '?');
    }
    return shown.append(text.length() > SHOWN ? "...'" : "'").toString();
  }
}
