package org.ronsel.launch.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The compiler commands of other families. */
class CompilerWrapperTest {
  @Test
  void theCommandLineThatIsShownMeansTheSameToAShell() {
    assertThat(
            CompilerWrapper.line(
                List.of("-cp", "/a b/x.jar:.", "-d", "it's", "", "$A.java", "A.java", "-Xa:b=c")))
        .isEqualTo("javac -cp '/a b/x.jar:.' -d 'it'\\''s' '' '$A.java' A.java -Xa:b=c");
  }
}
