package org.ronsel.engine;

import org.jspecify.annotations.Nullable;

/** What is known of a receive only while somebody observes. */
final class ReceiveTrace {
  /** Header of the message; 0 before the match, and when its completion has been told. */
  int header;

  /** By what the recorders of both ranks know the message, 0 when this one's has been told. */
  long flow;

  /** What was in the buffer when the receive was posted, in a checked job. */
  @Nullable BufferUse use;

  /** As what it is to be reported, if not as a receive. */
  @Nullable String partOf;
}
