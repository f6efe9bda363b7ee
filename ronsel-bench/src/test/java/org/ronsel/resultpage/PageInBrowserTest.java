package org.ronsel.resultpage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in Chromium, where that is installed. */
class PageInBrowserTest {
  private static final int LIMIT_S = 120;

  @TempDir Path folder;

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
    Path browser = chromium();
    assumeTrue(browser != null, "Chromium is not installed");
    SampleResults.write(folder);
    ResultFolder results = ResultFolder.read(List.of(folder));
    Path page = folder.resolve("page.html");
    int wrong = Page.write(page, "</script> & \"title\"", results, null);
    assertThat(wrong).isZero();
    String text = Files.readString(page);
    long charts = Pattern.compile("class=\"chart\"").matcher(text).results().count();
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
    int end = text.lastIndexOf("</body>");
    Files.writeString(page, text.substring(0, end) + act + text.substring(end));
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

  private String dump(Path browser, String address) throws IOException, InterruptedException {
    Path out = folder.resolve("dom.txt");
    List<String> command = new ArrayList<>(List.of(browser.toString(), "--headless=new"));
    command.addAll(List.of("--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000"));
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
