package org.ronsel.runtime.control;

import java.io.IOException;

/**
 * A frame that is longer than a frame may be. Nothing of it was sent; the connection is as before.
 */
public final class FrameTooLongException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates the error of a frame of this class that has this number of bytes. */
  public FrameTooLongException(Class<?> frame, int bytes) {
    super(
        "a frame "
            + frame.getSimpleName()
            + " of "
            + bytes
            + " bytes is too long: the most are "
            + FrameCodec.MAX_LENGTH);
  }
}
