package org.ronsel.collective.selection;

import org.ronsel.ErrorClass;
import org.ronsel.RonselException;

/**
 * A file that is to be a table of algorithms is none; names the file, the line, and what is
 * expected.
 */
public final class InvalidTableException extends RonselException {
  private static final long serialVersionUID = 1L;

  InvalidTableException(String file, int line, String what) {
    super(ErrorClass.ARGUMENT, file + ":" + line + ": " + what);
  }
}
