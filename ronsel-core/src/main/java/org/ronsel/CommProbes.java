package org.ronsel;

import org.jspecify.annotations.Nullable;
import org.ronsel.data.ElementType;
import org.ronsel.engine.BufferUse;
import org.ronsel.engine.MatchedMessage;
import org.ronsel.engine.Operation;
import org.ronsel.engine.ProbeOperation;
import org.ronsel.engine.ReceiveOperation;
import org.ronsel.observe.Observation;

/** The calls that look for messages before they are received (MPI-4.1, section 3.8). */
abstract sealed class CommProbes extends CommMessages permits Comm {
  CommProbes(Membership of) {
    super(of);
  }

  /**
   * Waits until a message that matches has arrived, without receiving it (MPI-4.1, section 3.8.1).
   */
  public Status probe(int source, int tag) {
    long context = context();
    Arguments.sourceAndTag(self(), "probe", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return status(engine().completed(source));
    }
    try {
      return status(engine().probe(context, endpoint(source), tag, null));
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /** The status of a message that matches and has arrived, or null if there is none now. */
  public @Nullable Status iProbe(int source, int tag) {
    long context = context();
    Arguments.sourceAndTag(self(), "iProbe", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return status(engine().completed(source));
    }
    ProbeOperation probe = look(context, source, tag, null);
    return probe == null ? null : status(probe);
  }

  /**
   * Waits until a message that matches has arrived, and takes it: only {@link Message#receive} of
   * the object returned will get it, whatever other threads receive (MPI-4.1, section 3.8.2).
   */
  public Message mProbe(int source, int tag) {
    long context = context();
    Arguments.sourceAndTag(self(), "mProbe", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return new Message(self(), status(engine().completed(source)), null);
    }
    MatchedMessage matched = new MatchedMessage();
    try {
      return new Message(
          self(), status(engine().probe(context, endpoint(source), tag, matched)), matched);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /** As {@link #mProbe}, if such a message has arrived; null if there is none now. */
  public @Nullable Message imProbe(int source, int tag) {
    long context = context();
    Arguments.sourceAndTag(self(), "imProbe", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return new Message(self(), status(engine().completed(source)), null);
    }
    MatchedMessage matched = new MatchedMessage();
    ProbeOperation probe = look(context, source, tag, matched);
    return probe == null ? null : new Message(self(), status(probe), matched);
  }

  private @Nullable ProbeOperation look(
      long context, int source, int tag, @Nullable MatchedMessage matched) {
    try {
      return engine().iProbe(context, endpoint(source), tag, matched);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  private Status status(Operation operation) {
    return bind(operation).status();
  }

  /** Starts the receive of what a matched probe has taken. */
  Request startReceive(
      String call, MatchedMessage matched, ElementType type, Object base, long offset, long bytes) {
    try {
      BufferUse.Guard guard =
          Observation.CHECK ? checks().startReceiving(call, base, offset, bytes) : null;
      ReceiveOperation receive = engine().startReceive(matched, type, base, offset, bytes);
      return started(guard, Arguments.notReceived(self(), call, receive));
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /** Receives what a matched probe has taken, whatever its length. */
  byte[] receiveWhole(String call, MatchedMessage matched) {
    try {
      ReceiveOperation receive =
          Arguments.notReceived(
              self(), call, engine().startReceiveWhole(matched, ElementType.OBJECT));
      bind(receive).await();
      return receive.wholeMessage();
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }
}
