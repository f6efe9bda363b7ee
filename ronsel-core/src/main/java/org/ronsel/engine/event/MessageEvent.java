package org.ronsel.engine.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The common part of the events of a message's life. */
@Registered(false)
@Category("Ronsel")
@StackTrace(false)
public abstract class MessageEvent extends Event {
  /** The rank that tells. */
  @Label("Rank")
  public int rank;

  /** The rank at the other end, -1 for any. */
  @Label("Peer")
  @Description("The rank at the other end; -1 where it can be any")
  public int peer;

  /** The tag, -2 for any. */
  @Label("Tag")
  @Description("The tag; -2 where it can be any")
  public int tag;

  /** The matching context. */
  @Label("Context")
  @Description("The matching context, which belongs to one communicator")
  public long context;

  /** The communicator to which the context belongs. */
  @Label("Communicator")
  public @Nullable String communicator;

  /** Bytes of the message; of a posted receive, those that its buffer takes. */
  @Label("Bytes")
  @DataAmount
  public long bytes;

  /** Whether it is told by the sender. */
  @Label("Operation")
  @Description("send or receive")
  public @Nullable String operation;

  /** How the message travels, null where that is not known yet. */
  @Label("Protocol")
  @Description("eager, rendezvous, rendezvous-unsolicited or rendezvous-exposed")
  public @Nullable String protocol;

  /** The transport of the message: thread or shm; null while it is not known. */
  @Label("Transport")
  public @Nullable String transport;

  /** For the subclasses. */
  protected MessageEvent() {}
}
