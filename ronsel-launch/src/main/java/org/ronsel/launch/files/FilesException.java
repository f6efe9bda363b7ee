package org.ronsel.launch.files;

import java.io.IOException;

/** Thrown when files of a program are not available on a host; the message is for the user. */
public final class FilesException extends IOException {
  private static final long serialVersionUID = 1;

  /** Creates an exception with this message. */
  public FilesException(String message) {
    super(message);
  }

  /** Creates an exception with this message and cause. */
  public FilesException(String message, Throwable cause) {
    super(message, cause);
  }
}
