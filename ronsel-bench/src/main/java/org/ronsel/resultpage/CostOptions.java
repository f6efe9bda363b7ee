package org.ronsel.resultpage;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.Durations;
import org.ronsel.launch.spi.FileProblem;
import picocli.CommandLine.Option;

/** The options for what runs cost, of each command that makes a page. */
public final class CostOptions {
  @Option(
      names = "--price",
      paramLabel = "FILE",
      description = "A dated price list in JSON; the page then also shows what runs cost.")
  private @Nullable Path price;

  @Option(
      names = "--instance",
      paramLabel = "[FILE=]NAME",
      description =
          "The instance of the price list on which results were measured: NAME for all of"
              + " them, FILE=NAME for one result file, of which FILE is the path or its end.")
  private List<String> instances = new ArrayList<>();

  @Option(
      names = "--deadline",
      paramLabel = "DURATION",
      converter = Durations.class,
      description = "Find the cheapest configuration that takes no longer than this, such as 60s.")
  private @Nullable Duration deadline;

  /** Creates options of which none is given. */
  public CostOptions() {}

  /**
   * Reads the price list, and looks for what does not go with it.
   *
   * @param files the result files, whether they exist already or not
   * @return what a page is to show; null without a price list
   * @throws IllegalArgumentException if an option makes no sense, or the list is damaged or cannot
   *     be read
   */
  public @Nullable Pricing read(List<Path> files) {
    Path file = price;
    if (file == null) {
      if (deadline != null || !instances.isEmpty()) {
        throw new IllegalArgumentException(
            "--deadline and --instance need a price list: --price FILE");
      }
      return null;
    }
    try {
      Prices prices = Prices.read(file);
      return new Pricing(prices, chosen(prices, files), deadline);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("--price: there is no " + file, e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--price: " + file + " cannot be read: " + FileProblem.reason(e), e);
    }
  }

  private Map<String, String> chosen(Prices prices, List<Path> files) {
    Map<String, String> chosen = new LinkedHashMap<>();
    for (String text : instances) {
      int at = text.lastIndexOf('='); // a file of a study may have an algorithm in its name
      String name = text.substring(at + 1);
      if (!prices.instances().containsKey(name)) {
        throw new IllegalArgumentException(
            "--instance: "
                + prices.file()
                + " has no price for "
                + name
                + ", only for "
                + String.join(", ", prices.instances().keySet().stream().sorted().toList()));
      }
      chosen.put(at < 0 ? "" : fileOf(text.substring(0, at), files), name);
    }
    return chosen;
  }

  /** The path of the result file that is meant: a path, or the end of one. */
  private static String fileOf(String text, List<Path> files) {
    Path whole = whole(Path.of(text));
    Path end = Path.of(text).normalize();
    List<Path> found = files.stream().filter(path -> whole(path).equals(whole)).toList();
    if (found.isEmpty()) {
      found = files.stream().filter(path -> whole(path).endsWith(end)).toList();
    }
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          "--instance: "
              + text
              + (found.isEmpty()
                  ? " is none of the result files"
                  : " may be any of "
                      + String.join(", ", found.stream().map(Path::toString).toList())));
    }
    return found.getFirst().toString();
  }

  private static Path whole(Path path) {
    return path.toAbsolutePath().normalize();
  }
}
