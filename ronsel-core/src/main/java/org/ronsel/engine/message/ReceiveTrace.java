package org.ronsel.engine.message;

import org.jspecify.annotations.Nullable;

/** Data about a receive that are kept only for observers. */
public final class ReceiveTrace {
  /** Header of the message; 0 before the match, and when its completion has been told. */
  public int header;

  /** The id of the message for the recorders of both ranks; 0 when this rank's has been told. */
  public long flow;

  /** What the checks of a checked job know of the buffer. */
  public @Nullable Object use;

  /** The name of the operation in reports, if it is not a receive. */
  @Nullable String partOf;
}
