package org.ronsel.resultpage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.launch.spi.ChildLauncher;
import picocli.CommandLine;

class ReportCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int report(String... arguments) {
    return new CommandLine(new ReportCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** The page, without its scripts, which would drown a failure. */
  private String page() throws IOException {
    String whole = Files.readString(folder.resolve("report.html"));
    return whole.substring(0, whole.indexOf("<script id=\"charts\""));
  }

  @Test
  void aFolderOfResultsBecomesOnePageThatNeedsNoOtherFile() throws IOException {
    SampleResults.write(folder);

    assertThat(report(folder.toString())).as(err.toString()).isZero();

    assertThat(page())
        .contains("<h3 id=\"title-0\">", "pingpong, 2 ranks", "href=\"messages.json\"", "Open MPI")
        .doesNotContain("<b>AMD</b>")
        .doesNotContainPattern("<(script|link|img)[^>]* (src|href)=");
  }

  @Test
  void rowsOfDifferentMachinesAndCommandsAreNotMixed() throws IOException {
    measured("a/msg.json", 8, "25", "pingpong", 2);
    measured("a/again.json", 8, "25", "pingpong", 4);
    measured("b/msg.json", 64, "25", "pingpong", 100);
    measured("old.json", 8, "21", "pingpong", 200);
    measured("quick.json", 8, "25", "pingpong --batches 1", 300);

    assertThat(report(folder.toString())).as(err.toString()).isZero();

    assertThat(allResults())
        .containsExactlyInAnyOrder(
            "threads, again 3 2",
            "threads, b/msg 100 1",
            "threads, old 200 1",
            "threads, quick 300 1");
  }

  @Test
  void filesThatMeasureDifferentPlacesAreOneLine() throws IOException {
    measured("two.json", 8, "25", "pingpong -n 2", 2);
    Map<String, Object> row =
        SampleResults.row("message", "pingpong", 4, 8, "threads", "us", "less", 4);
    SampleResults.write(
        folder.resolve("four.json"), List.of(row), List.of(), machine(8, "25"), "pingpong -n 4");

    assertThat(report(folder.toString())).isZero();

    assertThat(allResults()).containsExactlyInAnyOrder("threads 2 1", "threads 4 1");
  }

  private static Map<String, Object> machine(int processors, String java) {
    return Map.of("processor", "EPYC", "processors", processors, "java", java);
  }

  private void measured(String file, int processors, String java, String command, double us)
      throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Map<String, Object> row =
        SampleResults.row("message", "pingpong", 2, 8, "threads", "us", "less", us);
    SampleResults.write(path, List.of(row), List.of(), machine(processors, java), command);
  }

  /** Line, median and number of rounds of all results on the page. */
  private List<String> allResults() throws IOException {
    String page = page();
    String results =
        page.substring(page.indexOf("<h2 id=\"results\""), page.indexOf("id=\"machines\""));
    return Pattern.compile("<tr><t[hd][^>]*>(.*)")
        .matcher(results)
        .results()
        .map(row -> row.group(1).split("<t[hd][^>]*>", -1))
        .filter(cells -> !cells[0].equals("benchmark"))
        .map(cells -> cells[3] + " " + cells[4] + " " + cells[8])
        .toList();
  }

  @Test
  void targetsOfKernelsAreNamedByKernelAndClass() throws IOException {
    Path file = folder.resolve("npb.json");
    SampleResults.write(file, SampleResults.kernels(false), List.of());
    String verdict =
        """
        {"benchmark": "npb", "kernel": "CG", "class": "A", "ranks": 1, "subject": "threads",
         "reference": "npb-openmpi", "atLeast": 0.9, "median": 0.85, "intervalLow": 0.84,
         "intervalHigh": 0.86, "verdict": "missed"}
        """;
    Files.writeString(
        file, Files.readString(file).replace("\"targets\":[]", "\"targets\":[" + verdict + "]"));

    assertThat(report(folder.toString())).as(err.toString()).isZero();

    assertThat(page())
        .contains("<b>1 of 1</b>", "<td class=bad>missed", "<td class=text>CG class A<");
  }

  @Test
  void anEmptyFolderHasNoPage() {
    assertThat(report(folder.toString())).isOne();
    assertThat(err.toString()).contains("no results in " + folder, "measure first");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void filesWithoutRowsHaveNoPage() throws IOException {
    SampleResults.write(folder.resolve("empty.json"), List.of(), List.of());

    assertThat(report(folder.toString())).isOne();
    assertThat(err.toString()).contains("no results in " + folder, "measure first");
    assertThat(folder.resolve("report.html")).doesNotExist();
  }

  @Test
  void whatCannotBeReadIsNamedAndTheRestGoesOn() throws IOException {
    SampleResults.write(folder);
    Files.writeString(folder.resolve("damaged.json"), "{\"ronselBench\": 3, \"rows\": [");
    Files.writeString(folder.resolve("old.json"), "{\"ronselBench\": 2, \"rows\": []}");
    Files.writeString(folder.resolve("other.json"), "{}");
    Files.writeString(folder.resolve("null.json"), "null");

    assertThat(report(folder.toString())).isOne();
    assertThat(err.toString().lines())
        .anyMatch(line -> line.endsWith("damaged.json is damaged, or not JSON"))
        .anyMatch(l -> l.contains("old.json has format 2, this version reads 3: measure again"))
        .anyMatch(line -> line.endsWith("null.json is no JSON object, but null"))
        .anyMatch(line -> line.endsWith("other.json is not what ronsel bench --json writes"));
    assertThat(page()).contains("damaged.json is damaged", "pingpong, 2 ranks");
  }

  @Test
  void aWrongResultIsRedAndFailsTheCommand() throws IOException {
    SampleResults.write(folder.resolve("npb.json"), SampleResults.kernels(true), List.of());

    assertThat(report(folder.toString())).isOne();
    assertThat(err.toString()).contains("1 result was wrong");
    assertThat(page()).contains("class=\"alarm\"", "<td class=bad>wrong result<");
  }

  @Test
  void aPriceThatIsMissingIsSaid() throws IOException {
    SampleResults.write(folder);
    Path prices = Files.writeString(folder.resolve("list.txt"), PricesTest.LIST);

    assertThat(report(folder.toString(), "--price", prices.toString())).isOne();
    assertThat(err.toString()).contains("name it by --instance");
    assertThat(report(folder.toString(), "--price", prices.toString(), "--instance", "one"))
        .isZero();
    assertThat(page()).contains("USD per run = H x T");
    assertThat(report(folder.toString(), "--price", prices.toString(), "--instance", "two"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("has no price for two, only for one, own");
    assertThat(report(folder.toString(), "--deadline", "3s")).isEqualTo(2);
  }

  @Test
  void theFileOfAnInstanceIsAPathOrTheEndOfOne() throws IOException {
    Path prices = Files.writeString(folder.resolve("list.txt"), PricesTest.LIST);
    for (String place : List.of("a", "b")) {
      Files.createDirectory(folder.resolve(place));
      SampleResults.write(
          folder.resolve(place + "/npb.json"), SampleResults.kernels(false), List.of());
    }
    Path here = Path.of("").toAbsolutePath();
    String relative = here.relativize(folder.resolve("b/npb.json")).toString();

    assertThat(priced(prices, "a/npb.json=one", "--instance", relative + "=own"))
        .as(err.toString())
        .isZero();
    assertThat(page()).contains("<td class=text>one<", "<td class=text>own<");
    assertThat(priced(prices, "npb.json=one")).isEqualTo(2);
    assertThat(err.toString())
        .contains("npb.json may be any of ", folder.resolve("a/npb.json") + ", ");
    assertThat(priced(prices, "c/npb.json=one")).isEqualTo(2);
    assertThat(err.toString()).contains("c/npb.json is none of the result files");
  }

  @Test
  void aPriceListThatCannotBeReadIsNamed() throws IOException {
    SampleResults.write(folder);

    assertThat(report(folder.toString(), "--price", folder.toString())).isEqualTo(2);
    assertThat(err.toString()).containsIgnoringCase(folder + " cannot be read: is a directory");
  }

  @Test
  void theFileOfAnInstanceMayHaveAnAlgorithmInItsName() throws IOException {
    Path prices = Files.writeString(folder.resolve("list.txt"), PricesTest.LIST);
    SampleResults.write(
        folder.resolve("allreduce=ring.json"), SampleResults.kernels(false), List.of());

    assertThat(priced(prices, "allreduce=ring.json=one")).as(err.toString()).isZero();
    assertThat(page()).contains("<td class=text>one<");
  }

  @Test
  void aLinkToAFolderIsTheFolder() throws IOException {
    Path real = Files.createDirectory(folder.resolve("real"));
    SampleResults.write(real);
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);

    assertThat(report(link.toString())).as(err.toString()).isZero();

    assertThat(real.resolve("report.html")).content().contains("href=\"messages.json\"");
  }

  @Test
  void aPageReplacesNoResults() throws IOException {
    SampleResults.write(folder);
    Path results = folder.resolve("messages.json");
    Path other = Files.copy(results, folder.resolve("messages.txt"));
    String before = Files.readString(results);

    assertThat(report(folder.toString(), "-o", results.toString())).isEqualTo(2);
    assertThat(report("-o", results.toString(), folder.resolve("npb.json").toString()))
        .isEqualTo(2);
    assertThat(report(other.toString(), "-o", folder + "/./messages.txt")).isEqualTo(2);

    assertThat(err.toString()).contains(results + " has the name of results");
    assertThat(results).hasContent(before);
    assertThat(other).hasContent(before);
  }

  private int priced(Path prices, String... instances) {
    List<String> words =
        new ArrayList<>(List.of(folder.toString(), "--price", prices.toString(), "--instance"));
    words.addAll(List.of(instances));
    return report(words.toArray(String[]::new));
  }

  @Test
  void aPageThatCannotBeWrittenIsOneLine() throws Exception {
    SampleResults.write(folder);
    Path place = Files.createDirectory(folder.resolve("page.html"));
    List<String> command = new ArrayList<>(ChildLauncher.command());
    command.addAll(List.of("report", folder.toString(), "-o", place.toString()));

    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertThat(said).isEqualTo("ronsel report: " + place + ": is a directory\n");
    assertThat(process.waitFor()).isOne();
  }

  @Test
  void aDamagedFileNeverEndsTheCommandByAnError() throws IOException {
    SampleResults.write(folder);
    String good = Files.readString(folder.resolve("messages.json"));
    Random random = new Random(1);
    for (int i = 0; i < 12; i++) {
      StringBuilder text = new StringBuilder(good);
      for (int k = random.nextInt(40); k >= 0; k--) {
        int at = random.nextInt(text.length());
        text.replace(at, at + 1, random.nextBoolean() ? "" : "" + (char) random.nextInt(32, 127));
      }
      Files.writeString(folder.resolve("messages.json"), text);
      assertThat(report(folder.toString(), "-o", folder.resolve("page.html").toString()))
          .as("%s%n%s", text, err)
          .isBetween(0, 1);
    }
    assertThat(err.toString()).doesNotContain("Exception");
  }
}
