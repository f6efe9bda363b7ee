package org.ronsel.engine;

import org.jspecify.annotations.Nullable;

/** Data about a receive that are kept only for observers. */
final class ReceiveTrace {
  /** Header of the message; 0 before the match, and when its completion has been told. */
  int header;

  /** The id of the message for the recorders of both ranks; 0 when this rank's has been told. */
  long flow;

  /** The content of the buffer when the receive was posted, in a checked job. */
  @Nullable BufferUse use;

  /** The name of the operation in reports, if it is not a receive. */
  @Nullable String partOf;
}
