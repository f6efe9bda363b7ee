package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InfoTest {
  @Test
  void hintsAreKeptInOrder() {
    Info info = new Info().set("b", "1").set("a", "2").set("b", "3");
    assertThat(info.keys()).containsExactly("b", "a");
    assertThat(info.get("b")).isEqualTo("3");
    assertThat(info.get("c")).isNull();
    assertThat(info.size()).isEqualTo(2);
    assertThat(info.remove("b")).isTrue();
    assertThat(info.remove("b")).isFalse();
    assertThat(info).hasToString("Info{a=2}");
  }

  @Test
  void aCopyIsIndependent() {
    Info info = new Info().set("a", "1");
    Info copy = info.dup();
    copy.set("a", "2");
    assertThat(info.get("a")).isEqualTo("1");
  }

  @Test
  void theEnvironmentIsKnown() {
    assertThat(Info.env().keys()).contains("arch", "wdir", "thread_level");
  }

  @Test
  void wrongKeysAndValuesAreRejected() {
    Info info = new Info();
    rejected(() -> info.set("", "x"), ErrorClass.INFO_KEY, "empty");
    rejected(() -> info.set(null, "x"), ErrorClass.INFO_KEY, "null");
    rejected(() -> info.get("k".repeat(256)), ErrorClass.INFO_KEY, "longer than 255");
    rejected(() -> info.set("k", null), ErrorClass.INFO_VALUE, "value of k is null");
    rejected(() -> info.set("k", "v".repeat(70_000)), ErrorClass.INFO_VALUE, "longer");
  }

  private static void rejected(Runnable call, ErrorClass errorClass, String words) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            InvalidArgumentException.class, e -> assertThat(e.errorClass()).isEqualTo(errorClass))
        .hasMessageContaining(words);
  }
}
