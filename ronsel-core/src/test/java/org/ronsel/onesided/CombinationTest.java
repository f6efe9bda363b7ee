package org.ronsel.onesided;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Datatype;
import org.ronsel.Op;

/** What is changed as one. */
class CombinationTest {
  private static Combination of(Op op, Datatype<?> type) {
    return Objects.requireNonNull(Combination.of(op, type));
  }

  private static Stream<Arguments> units() {
    return Stream.of(
        Arguments.of(Op.REPLACE, Datatype.INT, 4),
        Arguments.of(Op.REPLACE, Datatype.INT_INT, 8),
        Arguments.of(Op.NO_OP, Datatype.INT_INT, 8),
        Arguments.of(Op.MAXLOC, Datatype.INT_INT, 8),
        Arguments.of(Op.REPLACE, Datatype.vector(3, 1, 2, Datatype.INT_INT), 8),
        Arguments.of(Op.REPLACE, Datatype.contiguous(3, Datatype.INT), 4),
        Arguments.of(Op.REPLACE, Datatype.DOUBLE_INT, 12),
        Arguments.of(Op.MINLOC, Datatype.DOUBLE_INT, 12),
        Arguments.of(Op.NO_OP, Datatype.SHORT_INT, 6),
        Arguments.of(Op.SUM, Datatype.contiguous(2, Datatype.LONG), 8));
  }

  @ParameterizedTest
  @MethodSource("units")
  void aPairIsOneElement(Op op, Datatype<?> type, int bytes) {
    Combination made = of(op, type);

    assertThat(made.unitBytes()).isEqualTo(bytes);
    assertThat(Combination.ofCode(made.code())).isSameAs(made);
    assertThat(made.isOnWords()).isEqualTo(!made.pairs() && bytes == made.type().bytes());
  }

  @Test
  void theLastOneIsNotTakenForElementsThatAreChangedOtherwise() {
    for (Datatype<?> last : List.of(Datatype.INT, Datatype.INT_INT)) {
      for (Datatype<?> next : List.of(Datatype.INT, Datatype.INT_INT)) {
        assertThat(of(Op.REPLACE, last).isOf(Op.REPLACE, next)).isEqualTo(last == next);
      }
    }
  }

  @Test
  void aStructOfAnyValuesIsChangedAsAWhole() {
    Datatype<?> struct =
        Datatype.struct(new int[] {1, 2}, new long[] {0, 8}, Datatype.LONG, Datatype.SHORT);

    assertThat(of(Op.REPLACE, struct).unitBytes()).isEqualTo(12);
    assertThat(of(Op.REPLACE, struct).isUndivided()).isTrue();
    assertThat(Combination.of(Op.SUM, struct)).isNull();
  }
}
