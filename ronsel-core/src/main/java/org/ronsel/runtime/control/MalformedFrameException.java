package org.ronsel.runtime.control;

import java.io.IOException;

/** Bytes on the control connection that are not a frame. The connection is of no more use. */
public final class MalformedFrameException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with what is wrong with the bytes. */
  public MalformedFrameException(String message) {
    super(message);
  }
}
