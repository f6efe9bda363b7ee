package org.ronsel.resultpage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PricesTest {
  /** A cluster whose node-hour is one USD, and an instance of one core. */
  static final String LIST =
      """
      {"ronselPrices": 1, "date": "2026-11-25", "source": "a test",
       "instances": [{"name": "one", "cores": 1, "onDemand": 2, "spot": 1,
                      "reserved": {"upfront": 8760, "years": 2, "perHour": 0.25}}],
       "clusters": [{"name": "own", "nodes": 2, "coresPerNode": 4, "purchase": 8760, "years": 1,
                     "kilowatts": 1, "pue": 2, "usdPerKwh": 0.25, "staffPerYear": 0,
                     "utilization": 0.75}]}
      """;

  @TempDir Path folder;

  private Prices prices(String text) throws IOException {
    return Prices.read(Files.writeString(folder.resolve("prices.txt"), text));
  }

  @Test
  void anHourCostsWhatTheFormulasSay() throws IOException {
    Prices prices = prices(LIST);

    assertThat(prices.instances().get("one").hourly())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("on-demand", 2.0, "spot", 1.0, "reserved", 0.75));
    assertThat(prices.instances().get("own").hourly().get("own")).isCloseTo(1, within(1e-12));
  }

  @Test
  void runsArePricedByNodesAndTime() throws IOException {
    SampleResults.write(folder);
    ResultFolder results = ResultFolder.read(List.of(folder));
    Costs costs = new Costs(results.results(), prices(LIST), Map.of("", "one"), null);

    Costs.Cost cost =
        costs.all().stream()
            .filter(c -> c.result().kernel().equals("CG") && c.result().ranks() == 2)
            .filter(c -> c.offer().market().equals("on-demand"))
            .findFirst()
            .orElseThrow();
    assertThat(cost.offer().nodes()).isEqualTo(2);
    assertThat(cost.offer().hourly()).isEqualTo(4);
    assertThat(cost.seconds()).isCloseTo(3600 / 1700.0, within(1e-9));
    assertThat(cost.perRun()).isCloseTo(4 / 1700.0, within(1e-12));
    assertThat(cost.perGops()).isCloseTo(4 / 1.7, within(1e-9));
    assertThat(costs.missing()).isEmpty();
  }

  /** The sample stream is fastest with its longest messages, of 256 KB. */
  @Test
  void aBandwidthIsPricedAtTheSizeWithTheMost() throws IOException {
    SampleResults.write(folder);
    List<Result> results = ResultFolder.read(List.of(folder)).results();

    double[] perUsd =
        new Costs(results, prices(LIST), Map.of("", "one"), null)
            .all().stream()
                .filter(c -> c.result().kernel().equals("stream"))
                .filter(c -> c.result().series().equals("threads"))
                .filter(c -> c.offer().market().equals("spot"))
                .mapToDouble(Costs.Cost::bandwidthPerUsd)
                .toArray();

    double first = 262_144 / 26.4144;
    double second = 262_144 / 27.4144;
    assertThat(perUsd).hasSize(1);
    assertThat(perUsd[0]).isCloseTo((first + second) / 2 / 2, within(1e-6));
  }

  @Test
  void timesAreInvoicedAsTheListSays() throws IOException {
    SampleResults.write(folder);
    String list = LIST.replace("\"date\"", "\"billing\": {\"granularitySeconds\": 60}, \"date\"");
    Costs costs =
        new Costs(
            ResultFolder.read(List.of(folder)).results(), prices(list), Map.of("", "one"), null);

    assertThat(costs.all())
        .filteredOn(c -> c.result().kernel().equals("CG") && c.offer().market().equals("spot"))
        .allSatisfy(c -> assertThat(c.perRun()).isCloseTo(c.offer().hourly() / 60, within(1e-12)));
  }

  @Test
  void theCheapestInTimeIsFound() throws IOException {
    SampleResults.write(folder);
    List<Result> results = ResultFolder.read(List.of(folder)).results();
    Map<String, String> one = Map.of("", "one");

    assertThat(new Costs(results, prices(LIST), one, null).cheapest().getFirst())
        .startsWith("CG class A", "threads, 1 rank", "one", "reserved");
    assertThat(new Costs(results, prices(LIST), one, Duration.ofSeconds(3)).cheapest().getFirst())
        .startsWith("CG class A", "threads, 2 ranks");
    assertThat(new Costs(results, prices(LIST), one, Duration.ofSeconds(1)).cheapest().getFirst())
        .contains("missed by all; the fastest is threads, 2 ranks");
  }

  @Test
  void whatRanOnAnInstanceWithoutAPriceIsNamed() throws IOException {
    SampleResults.write(folder);
    List<Result> results = ResultFolder.read(List.of(folder)).results();

    assertThat(
            new Costs(
                    results,
                    prices(LIST),
                    Map.of(folder.resolve("npb.json").toString(), "two"),
                    null)
                .missing())
        .contains("npb.json was measured on two, which has no price")
        .contains(
            "messages.json does not say on which instance it was measured; name it by --instance");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "2026-11-25 | today | must say when its prices were valid",
        "\"ronselPrices\": 1 | \"ronselPrices\": 2 | is no price list",
        "\"onDemand\": 2 | \"onDemand\": -2 | one: \"onDemand\" must be a number above 0, not -2",
        "\"cores\": 1, | \"core\": 1, | \"cores\" must be a whole number above 0, which is missing",
        "\"cores\": 1, | \"cores\": 1.9, | one: \"cores\" must be a whole number above 0, not 1.9",
        "\"utilization\": 0.75 | \"utilization\": 75 | \"utilization\" is a part of 1, not 75.0",
        "\"name\": \"own\" | \"name\": \"\" | has an instance or cluster without a \"name\"",
        "\"source\": | \"currency\": \"EUR\", \"source\": | has prices in EUR, not in USD",
        "\"own\" | \"one\" | has one twice",
        "]} | ] | is damaged, or not JSON",
      })
  void whatIsWrongInAListIsSaid(String good, String bad, String message) {
    assertThatThrownBy(() -> prices(LIST.replace(good, bad)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aListThatIsNullIsRefused() {
    assertThatThrownBy(() -> prices("null"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("prices.txt is no JSON object, but null");
  }

  @Test
  void aDamagedListIsRefusedOrRead() throws IOException {
    Random random = new Random(1);
    for (int i = 0; i < 2000; i++) {
      StringBuilder text = new StringBuilder(LIST);
      for (int k = random.nextInt(3); k >= 0; k--) {
        int at = random.nextInt(text.length());
        text.replace(at, at + 1, random.nextBoolean() ? "" : "" + (char) random.nextInt(32, 127));
      }
      try {
        var _ = prices(text.toString());
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining("prices.txt");
      }
    }
  }
}
