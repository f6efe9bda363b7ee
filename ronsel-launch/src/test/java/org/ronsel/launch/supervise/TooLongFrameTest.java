package org.ronsel.launch.supervise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameTooLongException;

class TooLongFrameTest {
  @Test
  void aFrameThatIsTooLongIsNotTakenForTheLossOfTheJvm() {
    List<Frame> sent = new ArrayList<>();
    StillJvm jvm = new StillJvm();
    jvm.connected(
        frame -> {
          if (frame instanceof Frame.Gathered) {
            throw new FrameTooLongException(frame.getClass(), 1 << 30);
          }
          sent.add(frame);
        });
    Frame tooLong = new Frame.Gathered(new byte[][] {});
    assertThatThrownBy(() -> jvm.send(tooLong))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("Gathered");
    assertThat(jvm.isConnected()).isTrue();
    jvm.send(new Frame.Kill(1));
    assertThat(sent).containsExactly(new Frame.Kill(1));
  }
}
