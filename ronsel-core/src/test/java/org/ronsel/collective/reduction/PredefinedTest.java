package org.ronsel.collective.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.data.ElementType;

/** The loops of every operator on every type agree with arithmetic on single values. */
class PredefinedTest {
  private static final int LENGTH = 100;

  @ParameterizedTest
  @EnumSource
  void loopsAndSingleValuesAgreeWithPlainArithmetic(Predefined op) {
    for (ElementType type : ElementType.values()) {
      Reduction reduction = op.of(type);
      if (reduction == null) {
        continue;
      }
      Object left = Values.random(type, LENGTH, new Random(1));
      Object right = Values.random(type, LENGTH, new Random(2));
      for (int out = 0; out < 3; out++) {
        Object l = Values.copy(left);
        Object r = Values.copy(right);
        Object o = out == 0 ? Values.array(type, LENGTH) : out == 1 ? l : r;
        reduction.combine(l, 3, r, 3, o, 3, LENGTH - 7);
        for (int i = 3; i < LENGTH - 4; i++) {
          Object expected = Values.combine(type, op, Array.get(left, i), Array.get(right, i));
          assertThat(Array.get(o, i)).as("%s of %s at %d", op, type, i).isEqualTo(expected);
          long bits = reduction.combine(reduction.load(left, i), reduction.load(right, i));
          reduction.store(o, i, bits);
          assertThat(Array.get(o, i)).isEqualTo(expected);
        }
        Object before = out == 0 ? Values.array(type, LENGTH) : out == 1 ? left : right;
        for (int i : new int[] {0, 2, LENGTH - 4, LENGTH - 1}) {
          assertThat(Array.get(o, i)).as("outside the range").isEqualTo(Array.get(before, i));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void operatorsAreDefinedAsTheStandardSays(Predefined op) {
    boolean arithmetic =
        switch (op) {
          case SUM, PROD, MAX, MIN -> true;
          default -> false;
        };
    boolean logical =
        switch (op) {
          case LAND, LOR, LXOR -> true;
          default -> false;
        };
    assertThat(op.of(ElementType.DOUBLE) != null).isEqualTo(arithmetic);
    assertThat(op.of(ElementType.FLOAT) != null).isEqualTo(arithmetic);
    assertThat(op.of(ElementType.BOOLEAN) != null).isEqualTo(logical);
    assertThat(op.of(ElementType.OBJECT)).isNull();
    for (ElementType type :
        new ElementType[] {
          ElementType.BYTE, ElementType.CHAR, ElementType.SHORT, ElementType.INT, ElementType.LONG
        }) {
      assertThat(op.of(type)).isNotNull();
    }
  }
}
