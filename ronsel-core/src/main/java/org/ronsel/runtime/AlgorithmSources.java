package org.ronsel.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Properties;
import java.util.zip.CRC32;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.machine.Setting;

/**
 * The sources from which a JVM chooses the algorithms of collective calls: a table, and the
 * properties {@code ronsel.collective.<operation>}. JVMs of a job must agree, or ranks wait for
 * messages that are never sent; about the {@link ScratchLimit}, in which they may differ, they
 * agree otherwise.
 *
 * @param table a sum of the table's text; empty for the built-in table alone
 * @param name what the table's file is called, which does not matter
 * @param algorithms what the properties say, as {@code operation=algorithm}, each with a comma
 *     before it
 */
record AlgorithmSources(String table, String name, String algorithms) {
  /** Between the parts of an encoded choice; neither sums nor names of files have it. */
  private static final char END = '\0';

  /** The choice of this JVM. */
  static AlgorithmSources ofJvm() {
    return of(TableSource.current(), System.getProperties());
  }

  static AlgorithmSources of(TableSource source, Properties properties) {
    StringBuilder algorithms = new StringBuilder();
    for (String key : Setting.algorithmProperties(properties)) {
      algorithms.append(", ").append(key.substring(SelectionTable.PREFIX.length()));
      algorithms.append('=').append(properties.getProperty(key));
    }
    return new AlgorithmSources(sum(source), source.name(), algorithms.toString());
  }

  private static String sum(TableSource source) {
    if (source.text() == null) {
      return "";
    }
    CRC32 sum = new CRC32();
    sum.update(source.text().getBytes(UTF_8));
    return String.format("%08x", sum.getValue());
  }

  /** Whether both choose the same algorithms for the same calls. */
  boolean agreesWith(AlgorithmSources other) {
    return table.equals(other.table) && algorithms.equals(other.algorithms);
  }

  byte[] encode() {
    return (table + END + name + END + algorithms).getBytes(UTF_8);
  }

  /** Reads what {@link #encode} has written; parts that are missing are empty. */
  static AlgorithmSources decode(String encoded) {
    String[] parts = (encoded + END + END).split(String.valueOf(END), 3);
    return new AlgorithmSources(parts[0], parts[1], parts[2].replace(String.valueOf(END), ""));
  }

  /** The choice in words, for messages. */
  @Override
  public String toString() {
    return (table.isEmpty() ? "the built-in table" : name + " (" + table + ")") + algorithms;
  }
}
