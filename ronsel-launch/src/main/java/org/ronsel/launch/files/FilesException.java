package org.ronsel.launch.files;

import java.io.IOException;

/** Files of a program cannot be had on a host; the message is for the user. */
public final class FilesException extends IOException {
  private static final long serialVersionUID = 1;

  /** With this message. */
  public FilesException(String message) {
    super(message);
  }

  /** With this message and reason. */
  public FilesException(String message, Throwable cause) {
    super(message, cause);
  }
}
