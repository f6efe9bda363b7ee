package org.ronsel.engine.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** A thread of a rank has waited. */
@Name("org.ronsel.Wait")
@Label("Wait")
@Description("A thread of a rank has waited for an operation to complete")
@Category("Ronsel")
@Threshold("20 us")
public final class Wait extends Event {
  /** The rank. */
  @Label("Rank")
  public int rank;

  /** The operation that was waited for. */
  @Label("Operation")
  public @Nullable String operation;

  /** The rank that had to act, -1 for any, -1000 for no single one. */
  @Label("Peer")
  @Description("The rank that had to act; -1 where it could be any, -1000 for no single one")
  public int peer;

  /** The tag waited for, -2 for any, -1000 for none. */
  @Label("Tag")
  @Description("The tag; -2 where it could be any, -1000 for none")
  public int tag;

  /** The communicator. */
  @Label("Communicator")
  public @Nullable String communicator;

  /** Makes an event without values. */
  public Wait() {}
}
