package org.ronsel.engine.event;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;

/** A send has given its buffer back, or a receive has its data. */
@Registered
@Name("org.ronsel.MessageCompleted")
@Label("Message Completed")
@Description("A send has given its buffer back, or a receive has its data.")
public final class MessageCompleted extends MessageEvent {
  /** Makes an event without values. */
  public MessageCompleted() {}
}
