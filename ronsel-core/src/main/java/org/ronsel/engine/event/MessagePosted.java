package org.ronsel.engine.event;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;

/** A send has been started, or a receive has been posted. */
@Registered
@Name("org.ronsel.MessagePosted")
@Label("Message Posted")
@Description("A send has been started, or a receive has been posted.")
public final class MessagePosted extends MessageEvent {
  /** Makes an event without values. */
  public MessagePosted() {}
}
