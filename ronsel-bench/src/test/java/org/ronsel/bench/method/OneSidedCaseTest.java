package org.ronsel.bench.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.bench.method.OneSidedCase.Completion;
import org.ronsel.bench.method.OneSidedCase.Elements;
import org.ronsel.bench.method.OneSidedCase.Operation;

class OneSidedCaseTest {
  @Test
  void anOperationAloneIsFlushedOnAnAllocatedWindow() {
    assertThat(OneSidedCase.parse("put"))
        .isEqualTo(
            new OneSidedCase(Operation.PUT, Elements.DOUBLES, Completion.FLUSH, false, false));
  }

  @Test
  void wordsBehindItSayWhatIsNotAsUsual() {
    assertThat(OneSidedCase.parse("getaccumulate-shorts-pscw-created"))
        .isEqualTo(
            new OneSidedCase(
                Operation.GETACCUMULATE, Elements.SHORTS, Completion.PSCW, true, false));
    assertThat(OneSidedCase.parse("accumulate-longs-busy"))
        .isEqualTo(
            new OneSidedCase(Operation.ACCUMULATE, Elements.LONGS, Completion.FLUSH, false, true));
  }

  @Test
  void allThatIsMeasuredByDefaultIsKnown() {
    assertThat(Stream.concat(OneSidedCase.AT_EACH_SIZE.stream(), OneSidedCase.AT_SMALLEST.stream()))
        .allSatisfy(name -> assertThat(OneSidedCase.parse(name)).isNotNull())
        .allMatch(OneSidedCase::isOne);
    assertThat(OneSidedCase.isOne("pingpong")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fly | the operations are put, get, accumulate",
        "put-twice | fence, pscw, created, busy; not twice",
        "put-lock-fence | not fence",
        "put-longs | put has no longs",
        "fetchandop-shorts | fetchandop has no shorts",
        "get-fence-busy | takes no part in an epoch of fence",
      })
  void whatIsNoCaseIsNamed(String name, String why) {
    assertThatThrownBy(() -> OneSidedCase.parse(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + name + "' is not a case of rma: ")
        .hasMessageContaining(why);
  }
}
