package org.ronsel.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ronsel.machine.Setting;

class ObservationTest {
  @Test
  void thePropertiesAreThoseOfTheSettings() {
    assertThat(Observation.CHECK_PROPERTY).isEqualTo(Setting.CHECK.property());
    assertThat(Observation.PROFILE_PROPERTY).isEqualTo(Setting.PROFILE.property());
    assertThat(Observation.TRACE_PROPERTY).isEqualTo(Setting.TRACE.property());
  }
}
