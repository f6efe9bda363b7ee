package org.ronsel.bench.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.bench.method.OneSidedCase.Completion;
import org.ronsel.bench.method.OneSidedCase.Elements;
import org.ronsel.bench.method.OneSidedCase.Extra;
import org.ronsel.bench.method.OneSidedCase.Operation;

class OneSidedCaseTest {
  @Test
  void anOperationAloneIsFlushedOnAnAllocatedWindow() {
    assertThat(OneSidedCase.parse("put"))
        .isEqualTo(
            new OneSidedCase(Operation.PUT, Elements.DOUBLES, Completion.FLUSH, Set.of(), 1));
  }

  @Test
  void wordsBehindItSayWhatIsNotAsUsual() {
    assertThat(OneSidedCase.parse("getaccumulate-shorts-pscw-created"))
        .isEqualTo(
            new OneSidedCase(
                Operation.GETACCUMULATE,
                Elements.SHORTS,
                Completion.PSCW,
                Set.of(Extra.CREATED),
                1));
    assertThat(OneSidedCase.parse("accumulate-longs-busy"))
        .isEqualTo(
            new OneSidedCase(
                Operation.ACCUMULATE, Elements.LONGS, Completion.FLUSH, Set.of(Extra.BUSY), 1));
    assertThat(OneSidedCase.parse("put-fence-x64").times()).isEqualTo(64);
    assertThat(OneSidedCase.parse("accumulate-blocks").inBlocks()).isTrue();
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
        "put-twice | fence, pscw, created, busy, blocks, nocheck, or x2 to x1000; not twice",
        "put-lock-fence | not fence",
        "put-longs | put has no longs",
        "fetchandop-shorts | fetchandop has no shorts",
        "put-x1001 | not x1001",
        "fetchandop-x2 | only put, get and accumulate are done several times",
        "put-blocks | only accumulate is done on blocks",
        "put-nocheck | nocheck is for selflock",
        "allocate-fence | allocate has no epoch of another kind",
        "get-fence-busy | takes no part in an epoch of fence",
      })
  void whatIsNoCaseIsNamed(String name, String why) {
    assertThatThrownBy(() -> OneSidedCase.parse(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + name + "' is not a case of rma: ")
        .hasMessageContaining(why);
  }
}
