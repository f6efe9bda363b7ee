package org.ronsel.engine.event;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;

/** A receive has met its message. */
@Registered
@Name("org.ronsel.MessageMatched")
@Label("Message Matched")
@Description("A receive has met its message.")
public final class MessageMatched extends MessageEvent {
  /** Makes an event without values. */
  public MessageMatched() {}
}
