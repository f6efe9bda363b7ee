package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.RonselException;

/** The choice of the form; that the fences order is shown by {@link TwoProcessTest}. */
class FencesTest {
  private static String run(String choice, String... options) throws Exception {
    List<String> all = new java.util.ArrayList<>(List.of(ForkedJvm.NATIVE));
    all.addAll(List.of(options));
    try (ForkedJvm jvm = ForkedJvm.start(Choose.class, all, choice)) {
      return jvm.finish();
    }
  }

  private static String best() {
    return Membarrier.AVAILABILITY.usable() ? "ASYMMETRIC" : "SYMMETRIC";
  }

  @Test
  void theSymmetricFormIsTheDefaultAndTheOtherIsThereForWhoAsks() throws Exception {
    assertThat(run("nothing")).isEqualTo("SYMMETRIC");
    assertThat(run("nothing", "-Dronsel.fences=asymmetric")).isEqualTo(best());
  }

  @Test
  void theRuntimeCanAskForTheSymmetricFormBeforeFirstUse() throws Exception {
    assertThat(run("before")).isEqualTo("SYMMETRIC");
  }

  @Test
  void askingTooLateIsAnError() throws Exception {
    assertThat(run("after", "-Dronsel.fences=asymmetric"))
        .isEqualTo(best().equals("SYMMETRIC") ? "SYMMETRIC" : "refused: -Dronsel.fences=symmetric");
  }

  @Test
  void thePropertyDecidesAndWrongValuesAreNamed() throws Exception {
    assertThat(run("nothing", "-Dronsel.fences=symmetric")).isEqualTo("SYMMETRIC");
    assertThat(run("ask", "-Dronsel.fences=symmetric"))
        .isEqualTo("unavailable, because ronsel.fences=symmetric");
    assertThat(run("ask", "-Dronsel.fences=loose")).contains("\"loose\"");
  }

  /** Does what its argument says and prints the form. */
  static final class Choose {
    public static void main(String[] args) {
      try {
        switch (args[0]) {
          case "before" -> Fences.useSymmetric();
          case "after" -> {
            Fences.lightStoreLoad();
            Fences.useSymmetric();
          }
          case "ask" -> {
            System.out.println(Fences.asymmetricAvailability());
            return;
          }
          default -> Fences.heavyStoreLoad();
        }
        System.out.println(Fences.mode());
      } catch (RonselException e) {
        String message = String.valueOf(e.getMessage());
        int hint = message.indexOf("-Dronsel");
        System.out.println(hint < 0 ? message : "refused: " + message.substring(hint));
      }
    }
  }
}
