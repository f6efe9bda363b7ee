package org.ronsel.runtime.control;

import java.io.IOException;

/** Sends frames to the other end of a control connection. Any thread may send. */
public interface FrameSender {
  /**
   * Sends a frame; blocks only while the connection is full.
   *
   * @throws FrameTooLongException if the frame cannot be sent, but others can
   * @throws IOException if the connection is gone
   */
  void send(Frame frame) throws IOException;
}
