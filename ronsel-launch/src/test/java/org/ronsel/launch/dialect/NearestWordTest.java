package org.ronsel.launch.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The known word that is shown for an unknown one. */
class NearestWordTest {
  private static final List<String> KNOWN =
      List.of("-np", "--app", "--jvms", "--processes", "-cp", "-h");

  @ParameterizedTest
  @CsvSource({
    "--process, --processes",
    "--jmvs, ''",
    "--jvm, --jvms",
    "--jvm=3, --jvms",
    "-jvms, --jvms",
    "-nq, -np",
    "--npp, -np",
    "-x, ''",
    "--something-else, ''",
  })
  void isNamedIfItIsNear(String unknown, String nearest) {
    assertThat(NearestWord.hint(unknown, KNOWN))
        .isEqualTo(nearest.isEmpty() ? "" : "; the nearest is " + nearest);
  }
}
