package org.ronsel.launch.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.ronsel.launch.remote.HostFrame;
import org.ronsel.launch.remote.HostFrameCodec;
import org.ronsel.runtime.control.Frame;

class SharedFramesTest {
  private final SharedFrames shared = new SharedFrames();

  /** Each host has a frame of its own, with the same one for its JVMs in it. */
  @Test
  void hostsShareTheBytesOfWhatAllGet() throws Exception {
    Frame gathered = new Frame.Gathered(new byte[][] {{1, 2}, {3}});
    byte[] first = shared.encoded(new HostFrame.Control(HostFrame.ALL, gathered));
    byte[] second = shared.encoded(new HostFrame.Control(HostFrame.ALL, gathered));
    assertThat(second).isSameAs(first);
    assertThat(ByteBuffer.wrap(first).getInt()).isEqualTo(first.length - Integer.BYTES);
    HostFrame decoded =
        HostFrameCodec.decode(Arrays.copyOfRange(first, Integer.BYTES, first.length));
    assertThat(decoded)
        .isInstanceOfSatisfying(
            HostFrame.Control.class,
            control -> {
              assertThat(control.jvm()).isEqualTo(HostFrame.ALL);
              assertThat(control.frame()).isInstanceOf(Frame.Gathered.class);
            });
  }

  @Test
  void otherFramesHaveBytesOfTheirOwn() throws Exception {
    Frame gathered = new Frame.Gathered(new byte[][] {{1, 2}, {3}});
    Frame other = new Frame.Gathered(new byte[][] {{1, 2}, {4}});
    byte[] first = shared.encoded(new HostFrame.Control(HostFrame.ALL, gathered));
    assertThat(shared.encoded(new HostFrame.Control(HostFrame.ALL, other))).isNotEqualTo(first);
    assertThat(shared.encoded(new HostFrame.Control(1, other))).isNotEqualTo(first);
    assertThat(shared.encoded(new HostFrame.Ping())).hasSize(Integer.BYTES + 1);
  }
}
