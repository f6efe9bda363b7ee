package org.ronsel.launch.connection;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.remote.HostChannel;
import org.ronsel.launch.remote.HostFrame;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameTooLongException;

/**
 * The bytes of frames to other hosts, which hosts that get the same one share: of what all JVMs
 * have given there would be a copy for each host otherwise. Used by the threads that write to
 * hosts.
 */
public final class SharedFrames {
  /** A frame for all JVMs of a host, and its bytes. */
  private record Encoded(WeakReference<Frame> frame, WeakReference<byte[]> bytes) {}

  private @Nullable Encoded last;

  /** The bytes of a frame with their length, for {@link HostChannel#send(byte[])}. */
  byte[] encoded(HostFrame frame) throws FrameTooLongException {
    return frame instanceof HostFrame.Control control && control.jvm() == HostFrame.ALL
        ? encodedForAll(control)
        : HostChannel.encoded(frame);
  }

  /** One thread encodes, and others wait for it rather than for the memory. */
  private synchronized byte[] encodedForAll(HostFrame.Control control)
      throws FrameTooLongException {
    Encoded before = last;
    byte[] bytes =
        before == null || before.frame.get() != control.frame() ? null : before.bytes.get();
    if (bytes == null) {
      bytes = HostChannel.encoded(control);
      last = new Encoded(new WeakReference<>(control.frame()), new WeakReference<>(bytes));
    }
    return bytes;
  }
}
