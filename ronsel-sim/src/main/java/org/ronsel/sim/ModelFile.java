package org.ronsel.sim;

import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.ronsel.launch.spi.FileProblem;
import org.ronsel.launch.spi.WholeFile;

/** A model as a file of Java properties, {@code process.L = 40}; all in nanoseconds. */
public final class ModelFile {
  private static final List<String> NAMES =
      List.of("L", "o.send", "o.receive", "g", "G", "O.send", "O.receive");

  private ModelFile() {}

  /**
   * Reads a model; a parameter that the file leaves out has the value of {@link Model#common()}.
   *
   * @throws IllegalArgumentException if the file has an unknown name or a value that is not a time
   * @throws IOException if it cannot be read
   */
  public static Model read(Path file) throws IOException {
    Properties values = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      values.load(reader);
    }
    try {
      return model(values);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Reads a model that the user has named.
   *
   * @throws IllegalArgumentException if that is not possible, saying why
   */
  public static Model given(Path file) {
    try {
      return read(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no file " + file, e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + FileProblem.reason(e), e);
    }
  }

  private static Model model(Properties values) {
    Set<String> unknown = new HashSet<>(values.stringPropertyNames());
    Model common = Model.common();
    Map<Level, LevelCosts> levels = new EnumMap<>(Level.class);
    for (Level level : Level.values()) {
      double[] costs = array(common.costs(level));
      for (int i = 0; i < costs.length; i++) {
        costs[i] = value(values, unknown, level.label() + "." + NAMES.get(i), costs[i]);
      }
      levels.put(
          level,
          new LevelCosts(costs[0], costs[1], costs[2], costs[3], costs[4], costs[5], costs[6]));
    }
    Model model =
        new Model(
            levels,
            value(values, unknown, "link.G", common.linkPerByte()),
            value(values, unknown, "copy", common.copyPerByte()),
            value(values, unknown, "reduce", common.reducePerByte()));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "no parameter is called "
              + unknown.stream().sorted().findFirst().orElseThrow()
              + "; there are LEVEL."
              + String.join(", LEVEL.", NAMES)
              + " for the levels thread, process and host, and link.G, copy, reduce");
    }
    return model;
  }

  private static double value(
      Properties values, Set<String> unknown, String name, double otherwise) {
    unknown.remove(name);
    String text = values.getProperty(name);
    if (text == null) {
      return otherwise;
    }
    double value;
    try {
      value = Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          name + " must be a time in nanoseconds, not \"" + text + "\"", e);
    }
    Model.requireCost(name, value);
    return value;
  }

  private static double[] array(LevelCosts costs) {
    return new double[] {
      costs.latency(),
      costs.sendOverhead(),
      costs.receiveOverhead(),
      costs.gap(),
      costs.gapPerByte(),
      costs.sendPerByte(),
      costs.receivePerByte()
    };
  }

  /**
   * Writes a model, completely or not at all.
   *
   * @param remarks lines for the head of the file
   */
  public static void write(Path file, Model model, List<String> remarks) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("# Costs of messages for ronsel sim, in nanoseconds; G and O per byte.\n");
    remarks.forEach(line -> text.append("# ").append(line).append('\n'));
    for (Level level : Level.values()) {
      text.append('\n');
      double[] costs = array(model.costs(level));
      for (int i = 0; i < costs.length; i++) {
        line(text, level.label() + "." + NAMES.get(i), costs[i]);
      }
    }
    text.append("\n# A host's link, each direction; a processor that copies; that combines.\n");
    line(text, "link.G", model.linkPerByte());
    line(text, "copy", model.copyPerByte());
    line(text, "reduce", model.reducePerByte());
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    WholeFile.write(file, out -> out.write(bytes));
  }

  private static void line(StringBuilder text, String name, double value) {
    text.append(String.format(Locale.ROOT, "%s = %s\n", name, rounded(value)));
  }

  /** Rounds to four significant digits, more than measurements have. */
  private static String rounded(double value) {
    return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }
}
