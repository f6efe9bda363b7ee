package org.ronsel.bench.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.Window.Kind;
import org.ronsel.bench.method.OneSidedCase.Completion;
import org.ronsel.bench.method.OneSidedCase.Elements;
import org.ronsel.bench.method.OneSidedCase.Extra;
import org.ronsel.bench.method.OneSidedCase.Operation;

class OneSidedCaseTest {
  @Test
  void anOperationAloneIsFlushedOnAnAllocatedWindow() {
    assertThat(OneSidedCase.parse("put"))
        .isEqualTo(
            new OneSidedCase(
                Operation.PUT, Elements.DOUBLES, Completion.FLUSH, Kind.ALLOCATED, Set.of(), 1));
  }

  @Test
  void wordsBehindItSayWhatIsNotAsUsual() {
    assertThat(OneSidedCase.parse("getaccumulate-shorts-pscw-created"))
        .isEqualTo(
            new OneSidedCase(
                Operation.GETACCUMULATE,
                Elements.SHORTS,
                Completion.PSCW,
                Kind.CREATED,
                Set.of(),
                1));
    assertThat(OneSidedCase.parse("accumulate-longs-busy"))
        .isEqualTo(
            new OneSidedCase(
                Operation.ACCUMULATE,
                Elements.LONGS,
                Completion.FLUSH,
                Kind.ALLOCATED,
                Set.of(Extra.BUSY),
                1));
    assertThat(OneSidedCase.parse("put-dynamic-fence-both"))
        .isEqualTo(
            new OneSidedCase(
                Operation.PUT,
                Elements.DOUBLES,
                Completion.FENCE,
                Kind.DYNAMIC,
                Set.of(Extra.BOTH),
                1));
    assertThat(OneSidedCase.parse("put-fence-x64").times()).isEqualTo(64);
    assertThat(OneSidedCase.parse("accumulate-blocks").inBlocks()).isTrue();
  }

  @Test
  void aCaseIsNamedByTheWordsThatItIsReadFrom() {
    for (String name :
        List.of(
            "put",
            "get-flushlocal-shared",
            "accumulate-shorts-lockall-created-x7",
            "put-pscw-dynamic-both-x64",
            "selflock-nocheck")) {
      assertThat(OneSidedCase.parse(name).name()).isEqualTo(name);
    }
  }

  @Test
  void aCaseMayBeVaried() {
    OneSidedCase put = OneSidedCase.parse("put-pscw-both-x64");

    assertThat(put.with(null, null, 0)).isEqualTo(put);
    assertThat(put.with(Kind.CREATED, Completion.FENCE, 16).name())
        .isEqualTo("put-fence-created-both-x16");
    assertThatThrownBy(() -> put.with(null, Completion.FLUSH, 0))
        .hasMessageContaining("both is for put with fence or pscw");
  }

  @Test
  void allThatIsMeasuredByDefaultIsKnown() {
    assertThat(
            Stream.of(OneSidedCase.AT_EACH_SIZE, OneSidedCase.AT_SMALLEST, OneSidedCase.TOGETHER)
                .flatMap(List::stream))
        .allSatisfy(name -> assertThat(OneSidedCase.parse(name)).isNotNull())
        .allMatch(OneSidedCase::isOne);
    assertThat(OneSidedCase.isOne("pingpong")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fly | the operations are put, get, accumulate",
        "put-twice | lockall, fence, pscw, created, allocated, shared, dynamic, busy, blocks, nocheck, both, or x2 to x1000; not twice",
        "put-lock-fence | not fence",
        "put-shared-dynamic | not dynamic",
        "put-both | both is for put with fence or pscw",
        "get-fence-both | both is for put with fence or pscw",
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
