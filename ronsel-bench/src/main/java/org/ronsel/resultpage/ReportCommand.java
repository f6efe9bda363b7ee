package org.ronsel.resultpage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.AddedCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ronsel report}: makes a page of results. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description =
        "Make one HTML page of the JSON files that ronsel bench, npb and study have"
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

  @Mixin private CostOptions cost = new CostOptions();

  /** Creates a command with default options. */
  public ReportCommand() {}

  @Override
  public Integer call() throws IOException {
    Path page = output == null ? defaultOutput() : output;
    if (isOfResults(page)) {
      throw wrong("--output: " + page + " has the name of results, which a page would replace");
    }
    ResultFolder folder;
    Pricing pricing;
    try {
      folder = ResultFolder.read(places);
      pricing = cost.read(folder.files().stream().map(ResultFile::path).toList());
    } catch (NoSuchFileException e) {
      throw wrong("there is no " + e.getFile());
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
    if (folder.files().stream().allMatch(file -> file.results().isEmpty())) {
      folder.problems().forEach(problem -> err().println("ronsel report: " + problem));
      err()
          .println(
              "ronsel report: no results in "
                  + String.join(", ", places.stream().map(Path::toString).toList())
                  + ": measure first, as by ronsel bench pingpong --json DIR/pingpong.json");
      return 1;
    }
    return write(page, folder, pricing);
  }

  private int write(Path page, ResultFolder folder, @Nullable Pricing pricing) throws IOException {
    Costs costs = pricing == null ? null : pricing.of(folder);
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

  /** Whether a page of this name might replace what it is made of. */
  private boolean isOfResults(Path page) {
    Path whole = page.toAbsolutePath().normalize();
    return whole.toString().endsWith(".json")
        || places.stream()
            .filter(Files::isRegularFile)
            .anyMatch(place -> place.toAbsolutePath().normalize().equals(whole));
  }

  private Path defaultOutput() {
    Path first = places.getFirst();
    return Files.isDirectory(first)
        ? first.resolve("report.html")
        : first.resolveSibling("report.html");
  }
}
