package org.ronsel.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.AddedCommand;
import org.ronsel.launch.spi.Durations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ronsel report}: makes a page of results. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description =
        "Makes one HTML page of the JSON files that ronsel bench, npb and study have"
            + " written. The page loads nothing from the network.",
    footer = {
      "",
      "Exit status: 0 if the page was written and nothing is wrong; 1 if there is no"
          + " result at all, or if a result was wrong or a file or price missing or damaged"
          + " (the page is written then, too, and says so); 2 if the command line makes no"
          + " sense, or the price list is damaged."
    })
public final class ReportCommand extends AddedCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Folders with result files, or single files.")
  private List<Path> places = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The page (default: report.html in the first folder).")
  private @Nullable Path output;

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      defaultValue = "Message passing, measured",
      description = "Title of the page (default: ${DEFAULT-VALUE}).")
  private String title = "";

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

  /** Creates a command with default options. */
  public ReportCommand() {}

  @Override
  public Integer call() throws IOException {
    Prices prices = price == null ? null : prices(price);
    if (prices == null && (deadline != null || !instances.isEmpty())) {
      throw wrong("--deadline and --instance need a price list: --price FILE");
    }
    ResultFolder folder;
    try {
      folder = ResultFolder.read(places);
    } catch (NoSuchFileException e) {
      throw wrong("there is no " + e.getFile());
    }
    Map<String, String> chosen = instances(prices, folder);
    Path page = output == null ? defaultOutput() : output;
    if (folder.files().stream().allMatch(file -> file.results().isEmpty())) {
      folder.problems().forEach(problem -> err().println("ronsel report: " + problem));
      err()
          .println(
              "ronsel report: no results in "
                  + String.join(", ", places.stream().map(Path::toString).toList())
                  + ": measure first, as by ronsel bench pingpong --json DIR/pingpong.json");
      return 1;
    }
    return write(page, folder, prices, chosen);
  }

  private int write(
      Path page, ResultFolder folder, @Nullable Prices prices, Map<String, String> chosen)
      throws IOException {
    Costs costs = prices == null ? null : new Costs(folder.results(), prices, chosen, deadline);
    int wrong = Page.write(page, title, folder, costs);
    List<String> problems = new ArrayList<>(folder.problems());
    if (costs != null) {
      problems.addAll(costs.missing());
    }
    problems.forEach(problem -> err().println("ronsel report: " + problem));
    if (wrong > 0) {
      err()
          .println(
              "ronsel report: "
                  + wrong
                  + (wrong == 1 ? " result was wrong" : " results were wrong")
                  + ", which the page lists");
    }
    out().println("wrote " + page);
    out().flush();
    return wrong > 0 || !problems.isEmpty() ? 1 : 0;
  }

  private Path defaultOutput() {
    Path first = places.getFirst();
    return Files.isDirectory(first)
        ? first.resolve("report.html")
        : first.resolveSibling("report.html");
  }

  private Prices prices(Path file) throws IOException {
    try {
      return Prices.read(file);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    } catch (NoSuchFileException e) {
      throw wrong("--price: there is no " + file);
    }
  }

  private Map<String, String> instances(@Nullable Prices prices, ResultFolder folder) {
    Map<String, String> chosen = new LinkedHashMap<>();
    for (String text : instances) {
      int at = text.indexOf('=');
      String name = text.substring(at + 1);
      if (prices != null && !prices.instances().containsKey(name)) {
        throw wrong(
            "--instance: "
                + prices.file()
                + " has no price for "
                + name
                + ", only for "
                + String.join(", ", prices.instances().keySet().stream().sorted().toList()));
      }
      chosen.put(at < 0 ? "" : fileOf(text.substring(0, at), folder), name);
    }
    return chosen;
  }

  /** The path of the result file that is meant: a path, or the end of one. */
  private String fileOf(String text, ResultFolder folder) {
    List<Path> paths = folder.files().stream().map(ResultFile::path).toList();
    Path whole = whole(Path.of(text));
    Path end = Path.of(text).normalize();
    List<Path> found = paths.stream().filter(path -> whole(path).equals(whole)).toList();
    if (found.isEmpty()) {
      found = paths.stream().filter(path -> whole(path).endsWith(end)).toList();
    }
    if (found.size() != 1) {
      throw wrong(
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
