package org.ronsel.collective.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ronsel.machine.Setting;

class OperatorTest {
  @Test
  void thePropertyIsThatOfTheSetting() {
    assertThat(Operator.REPRODUCIBLE_PROPERTY).isEqualTo(Setting.REPRODUCIBLE.property());
  }
}
