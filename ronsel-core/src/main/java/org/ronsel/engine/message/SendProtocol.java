package org.ronsel.engine.message;

/**
 * What moves the messages of a rank to their receivers, as a send sees it. There is one subclass,
 * {@code org.ronsel.engine.Outbound}, which chooses the protocol of each message. Everything runs
 * under the engine's lock, except where said.
 */
public abstract class SendProtocol {
  /** The copies of sends that complete before their match. */
  public final LateEager lateEager;

  /** Makes a protocol that copies sends as {@code lateEager} allows. */
  protected SendProtocol(LateEager lateEager) {
    this.lateEager = lateEager;
  }

  /** An eager message that found no room before the receiver's pool was full is announced now. */
  public abstract void announceInstead(SendOperation send, Peer peer);

  /** An announcement has been handed over: unsolicited data follow now. */
  public abstract void announced(SendOperation send);

  /** Completes a send that needs nothing more. */
  public abstract void finished(SendOperation send);

  /** The same for a send to a rank of this heap, which needs this rank no more. Any thread. */
  public abstract void finishedAlone(SendOperation send);

  /** Completes a send whose data the receiving rank has copied. Any thread. */
  public abstract void directDone(SendOperation send);

  /** The receiver, a rank of this heap, has ended without receiving a message. Any thread. */
  public abstract void refusedDirectly(SendOperation send);

  /** The buffer of a send is given back, which the peer may be reading. */
  public abstract void withdrawKey(SendOperation send);
}
