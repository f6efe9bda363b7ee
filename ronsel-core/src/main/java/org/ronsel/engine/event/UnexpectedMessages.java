package org.ronsel.engine.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A message came before its receive. */
@Name("org.ronsel.UnexpectedMessages")
@Label("Unexpected Messages")
@Description("A message came before its receive; the messages that wait like this, it included")
@Category("Ronsel")
@StackTrace(false)
public final class UnexpectedMessages extends Event {
  /** The rank to which they were sent. */
  @Label("Rank")
  public int rank;

  /** How many wait. */
  @Label("Length")
  @Description("Messages in the unexpected queue")
  public int length;

  /** Bytes of eager payload that they hold. */
  @Label("Bytes held")
  @DataAmount
  public long bytes;

  /** Makes an event without values. */
  public UnexpectedMessages() {}
}
