package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.Message;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.Status;
import org.ronsel.data.ElementType;
import org.ronsel.engine.check.BufferUse;
import org.ronsel.engine.matching.MatchedMessage;
import org.ronsel.engine.matching.ProbeOperation;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.observe.Observation;

/** The calls that look for messages before they are received (MPI-4.1, section 3.8). */
final class ProbeCalls {
  private final Communicator comm;

  ProbeCalls(Communicator comm) {
    this.comm = comm;
  }

  Status probe(int source, int tag) {
    long context = comm.context();
    Arguments.sourceAndTag(comm, "probe", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return status(comm.engine().completed(source));
    }
    try {
      return status(comm.engine().probes().await(context, comm.endpoint(source), tag, null));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  @Nullable Status iProbe(int source, int tag) {
    long context = comm.context();
    Arguments.sourceAndTag(comm, "iProbe", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return status(comm.engine().completed(source));
    }
    ProbeOperation probe = look(context, source, tag, null);
    return probe == null ? null : status(probe);
  }

  Message mProbe(int source, int tag) {
    long context = comm.context();
    Arguments.sourceAndTag(comm, "mProbe", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return new MatchedReceive(comm, status(comm.engine().completed(source)), null);
    }
    MatchedMessage matched = new MatchedMessage();
    try {
      return new MatchedReceive(
          comm,
          status(comm.engine().probes().await(context, comm.endpoint(source), tag, matched)),
          matched);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  @Nullable Message imProbe(int source, int tag) {
    long context = comm.context();
    Arguments.sourceAndTag(comm, "imProbe", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return new MatchedReceive(comm, status(comm.engine().completed(source)), null);
    }
    MatchedMessage matched = new MatchedMessage();
    ProbeOperation probe = look(context, source, tag, matched);
    return probe == null ? null : new MatchedReceive(comm, status(probe), matched);
  }

  private @Nullable ProbeOperation look(
      long context, int source, int tag, @Nullable MatchedMessage matched) {
    try {
      return comm.engine().probes().look(context, comm.endpoint(source), tag, matched);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  private Status status(Operation operation) {
    Status status = comm.requests.own(operation).status();
    if (operation instanceof ProbeOperation probe) {
      status.objects(probe.objects());
    }
    return status;
  }

  /** Starts the receive of what a matched probe has taken. */
  Operation startReceive(
      String call, MatchedMessage matched, ElementType type, Object base, long offset, long bytes) {
    try {
      BufferUse.Guard guard =
          Observation.CHECK ? comm.checks().startReceiving(call, base, offset, bytes) : null;
      ReceiveOperation receive =
          comm.engine().probes().startReceive(matched, type, base, offset, bytes);
      return comm.requests.started(guard, Arguments.notReceived(comm, call, receive));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /** Receives the message that a matched probe has taken, of any length. */
  byte[] receiveWhole(String call, MatchedMessage matched) {
    ReceiveOperation receive;
    try {
      receive =
          Arguments.notReceived(
              comm, call, comm.engine().probes().startReceiveWhole(matched, ElementType.OBJECT));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
    await(comm.requests.own(receive));
    return receive.wholeMessage();
  }

  /**
   * Waits for the receive of what a matched probe has taken. It cannot be withdrawn, and no other
   * thread knows it, but its message always comes: so an interrupt is kept for later.
   */
  Status await(Operation receive) {
    try {
      comm.engine().awaitUninterruptibly(receive);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
    return receive.await();
  }
}
