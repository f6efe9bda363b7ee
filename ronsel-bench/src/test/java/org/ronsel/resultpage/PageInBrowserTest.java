package org.ronsel.resultpage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.requirements.Requires;

/** The page in Chromium, where that is installed. */
class PageInBrowserTest {
  private static final int LIMIT_S = 120;

  @TempDir Path folder;

  private static Path browser() {
    Path found = chromium();
    Requires.CHROMIUM.unless(found != null, "Chromium is not installed");
    return Objects.requireNonNull(found);
  }

  private static @Nullable Path chromium() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(place -> Path.of(place, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  @Test
  void everyChartIsDrawnAndReadByTheKeyboardInBothThemes() throws Exception {
    Path browser = browser();
    Path page = page();
    long charts = charts(page);
    assertThat(charts).isGreaterThan(5);

    // What a person does: the first chart, one step to the right.
    String act =
        """
        <script>
          const waiting = setInterval(() => {
            if (!document.documentElement.dataset.drawn) return;
            clearInterval(waiting);
            const first = document.getElementById("chart-0");
            first.focus();
            first.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
            document.documentElement.dataset.focused = document.activeElement.id;
          }, 20);
        </script>
        """;
    add(page, act);
    for (String theme : List.of("light", "dark")) {
      String seen = dump(browser, page.toUri() + "?theme=" + theme);
      String body = seen.substring(0, seen.indexOf("<script id=\"charts\""));
      assertThat(body.replaceAll("(?s)<svg .*?</svg>", "<svg/>"))
          .contains("data-drawn=\"" + charts + "\"")
          .contains("data-theme=\"" + theme + "\"")
          .contains("data-focused=\"chart-0\"")
          .containsPattern("role=\"status\">threads, 8 B: 0\\.701");
      assertThat(Pattern.compile("<svg ").matcher(body).results().count()).isEqualTo(charts);
    }
  }

  /** Paper is narrower than a window, and white; the window changes its size as it is printed. */
  @Test
  void onPaperChartsAreLightAndAsWideAsAPage() throws Exception {
    Path browser = browser();
    Path page = page();
    add(
        page,
        """
        <script>
          const waiting = setInterval(() => {
            if (!document.documentElement.dataset.drawn) return;
            clearInterval(waiting);
            dispatchEvent(new Event("beforeprint"));
            dispatchEvent(new Event("resize"));
            const right = text => text.getBoundingClientRect().right
                - text.closest("svg").getBoundingClientRect().left;
            document.documentElement.dataset.right =
                Math.round(Math.max(...[...document.querySelectorAll("svg text")].map(right)));
          }, 20);
        </script>
        """);

    String seen = dump(browser, page.toUri() + "?theme=dark");

    assertThat(seen).contains("data-theme=\"light\"");
    assertThat(numbers(seen, "<svg [^>]*?width=\"(\\d+)\""))
        .hasSize((int) charts(page))
        .allMatch(width -> width <= 700);
    assertThat(numbers(seen, "data-right=\"(\\d+)\""))
        .as("where the text of a chart ends")
        .singleElement(InstanceOfAssertFactories.INTEGER)
        .isBetween(500, 700);
  }

  private static List<Integer> numbers(String seen, String pattern) {
    return Pattern.compile(pattern)
        .matcher(seen)
        .results()
        .map(each -> Integer.valueOf(each.group(1)))
        .toList();
  }

  private Path page() throws IOException {
    SampleResults.write(folder);
    ResultFolder results = ResultFolder.read(List.of(folder));
    Path page = folder.resolve("page.html");
    int wrong = Page.write(page, "</script> & \"title\"", results, null);
    assertThat(wrong).isZero();
    return page;
  }

  private static long charts(Path page) throws IOException {
    return Pattern.compile("class=\"chart\"").matcher(Files.readString(page)).results().count();
  }

  private static void add(Path page, String script) throws IOException {
    String text = Files.readString(page);
    int end = text.lastIndexOf("</body>");
    Files.writeString(page, text.substring(0, end) + script + text.substring(end));
  }

  private String dump(Path browser, String address) throws IOException, InterruptedException {
    Path out = folder.resolve("dom.txt");
    List<String> command = new ArrayList<>(List.of(browser.toString(), "--headless=new"));
    command.addAll(List.of("--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000"));
    command.add("--window-size=1000,1200");
    command.add("--user-data-dir=" + folder.resolve("profile"));
    command.addAll(List.of("--dump-dom", address));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError("Chromium has not ended after " + LIMIT_S + " s");
    }
    return Files.readString(out);
  }
}
