package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ronsel.RonselException;
import org.ronsel.engine.Doorbell;
import org.ronsel.machine.Setting;
import org.ronsel.transport.TestContext;

/** The transports that the user allows. */
class TransportsTest {
  @AfterEach
  void allowAll() {
    System.clearProperty(Setting.TRANSPORTS.property());
  }

  /** As a JVM with the only rank of its job does. */
  private static void start(String allowed) {
    System.setProperty(Setting.TRANSPORTS.property(), allowed);
    try (Transports transports = Transports.open(new TestContext(1, 0, rank -> new Doorbell()))) {
      var _ = transports.meet(List.of(), jvm -> true);
    }
  }

  @Test
  void oneThatIsNeededAndLeftOutIsNamed() {
    assertThatThrownBy(() -> start("shm,tcp"))
        .isInstanceOf(RonselException.class)
        .hasMessage(
            "no transport is for the ranks of one JVM; -Dronsel.transports leaves out thread");
  }

  @Test
  void oneThatDoesNotExistIsNamed() {
    assertThatThrownBy(() -> start("thread,udp"))
        .hasMessage("-Dronsel.transports: there is no transport 'udp'; there are thread, shm, tcp");
  }

  @Test
  void namesMayBeRepeated() {
    assertThatCode(() -> start("thread,tcp,thread")).doesNotThrowAnyException();
  }
}
