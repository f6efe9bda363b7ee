package mpi;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.UntypedComm;

/** A message that a matched probe has taken out of the queue, to be received once. */
public final class Message {
  private org.ronsel.@Nullable Message core;
  private @Nullable Comm comm;

  /** The calls of that communicator, which may be freed before the message is received. */
  private @Nullable UntypedComm calls;

  /** Creates a message of nothing, for a probe to fill. */
  public Message() {}

  /** Whether there is no message. */
  public boolean isNull() {
    return core == null;
  }

  /** Whether it is the empty message of {@code PROC_NULL}. */
  public boolean isNoProc() {
    return core != null && core.source() == MPI.PROC_NULL;
  }

  /** Waits for a message and takes it. */
  public Status mProbe(int source, int tag, Comm comm) throws MPIException {
    Required.comm(comm);
    try {
      return take(comm.core().mProbe(Transfers.anySource(source), Transfers.anyTag(tag)), comm);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  /** Takes a message if there is one; otherwise answers null. */
  public @Nullable Status imProbe(int source, int tag, Comm comm) throws MPIException {
    Required.comm(comm);
    try {
      org.ronsel.Message taken =
          comm.core().imProbe(Transfers.anySource(source), Transfers.anyTag(tag));
      return taken == null ? null : take(taken, comm);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  private Status take(org.ronsel.Message taken, Comm from) {
    core = taken;
    comm = from;
    calls = from.untyped();
    return new Status(taken);
  }

  /** The communicator in which a message has been taken. */
  private Comm probed() {
    Comm from = comm;
    if (from == null) {
      throw none();
    }
    return from;
  }

  private UntypedComm calls() {
    UntypedComm known = calls;
    if (known == null) {
      throw none();
    }
    return known;
  }

  private org.ronsel.Message taken() {
    org.ronsel.Message taken = core;
    if (taken == null) {
      throw none();
    }
    return taken;
  }

  /** There is no message any more once it is received; a call that is refused leaves it. */
  private <T> T received(T result) {
    core = null;
    return result;
  }

  private static MPIException none() {
    return Required.refused(MPI.ERR_REQUEST, "there is no message: probe for one first");
  }

  /**
   * Receives the message. An interrupt is kept for later: no other call could receive the message.
   */
  public Status mRecv(@Nullable Object buf, int count, Datatype type) throws MPIException {
    ObjectLayout objects = Datatype.usable(type).objects;
    if (objects != null) {
      Required.notNegative(count, ObjectLayout.COUNT);
    }
    Comm from = probed();
    try {
      org.ronsel.Message taken = taken();
      if (objects == null) {
        return received(
            new Status(
                calls()
                    .receive(
                        taken,
                        Memory.base(buf, count, type),
                        Datatype.ofAnyType(type).core(),
                        Memory.start(buf, 0, type),
                        count),
                type));
      }
      Object elements = taken.receiveObject();
      org.ronsel.Status status = new org.ronsel.Status();
      Status delivered = Transfers.deliver(elements, status, buf, 0, count, objects);
      delivered.source = taken.source();
      delivered.tag = taken.tag();
      return received(delivered);
    } catch (RonselException e) {
      throw from.failed(e, new ErrorWords.Passed(buf, "received"));
    }
  }

  /** Starts to receive the message. */
  public Request imRecv(Buffer buf, int count, Datatype type) throws MPIException {
    return imRecv((Object) buf, count, type);
  }

  /** Starts to receive the message. */
  public Request imRecv(@Nullable Object buf, int count, Datatype type) throws MPIException {
    Comm from = probed();
    try {
      return received(
          new Request(
              from,
              calls()
                  .iReceive(
                      taken(),
                      Memory.base(buf, count, type),
                      Datatype.ofAnyType(type).core(),
                      Memory.start(buf, 0, type),
                      count),
              type));
    } catch (RonselException e) {
      throw from.failed(e, new ErrorWords.Passed(buf, "received"));
    }
  }
}
