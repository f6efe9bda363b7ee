package org.ronsel.launch.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.ronsel.launch.spi.UsageException;

class JobSupervisorTest {
  @Test
  void whatTheUserCanMendIsToldWithoutAStack() {
    IOException damaged = new IOException("damaged");
    assertThat(JobSupervisor.whyNotPrepared(new UsageException("use a JDK")))
        .isEqualTo("use a JDK");
    assertThat(JobSupervisor.whyNotPrepared(damaged))
        .isEqualTo("the program cannot be read: damaged");
    assertThat(JobSupervisor.whyNotPrepared(new UncheckedIOException("damaged", damaged)))
        .isEqualTo("the program cannot be read: damaged");
  }

  @Test
  void anErrorOfTheLauncherIsToldAsSuchAndHasItsStack() {
    assertThat(JobSupervisor.whyNotPrepared(new IllegalStateException("lost")))
        .startsWith("an error of Ronsel while it prepared the program: ")
        .contains("IllegalStateException: lost", "at ", getClass().getName());
    assertThat(JobSupervisor.whyNotPrepared(new StackOverflowError()))
        .contains("StackOverflowError");
  }
}
