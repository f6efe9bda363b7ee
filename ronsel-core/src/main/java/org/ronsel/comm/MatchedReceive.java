package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.BufferRole;
import org.ronsel.Datatype;
import org.ronsel.Message;
import org.ronsel.Status;
import org.ronsel.data.DataRange;
import org.ronsel.datatype.Buffers;
import org.ronsel.engine.matching.MatchedMessage;
import org.ronsel.engine.request.Operation;
import org.ronsel.observe.Call;

/** A message that a matched probe has taken. */
public final class MatchedReceive implements Message {
  private final Communicator comm;
  private final Status probed;

  /** Null if the message comes from {@code PROC_NULL}. */
  private final @Nullable MatchedMessage matched;

  MatchedReceive(Communicator comm, Status probed, @Nullable MatchedMessage matched) {
    this.comm = comm;
    this.probed = probed;
    this.matched = matched;
  }

  @Override
  public int source() {
    return probed.source();
  }

  @Override
  public int tag() {
    return probed.tag();
  }

  @Override
  public long bytes() {
    return probed.bytes();
  }

  @Override
  public int objects() {
    return probed.objects();
  }

  @Override
  public Communicator comm() {
    return comm;
  }

  @Override
  public long count(Datatype<?> type) {
    return probed.count(type);
  }

  @Override
  public <T> @Nullable T receiveObject() {
    return matched == null ? null : comm.objects.receiveObject(matched, probed);
  }

  /** Receives the message into a buffer. */
  Status receive(@Nullable Object buffer, Datatype<?> type, long offset, long count) {
    Call open = comm.messages.openCall();
    try {
      return comm.probes.await(start("Message.receive", buffer, type, offset, count));
    } finally {
      comm.messages.closeCall(open);
    }
  }

  /** Starts to receive the message into a buffer. */
  Operation start(String call, @Nullable Object buffer, Datatype<?> type, long offset, long count) {
    DataRange data =
        Buffers.resolve(comm, call, BufferRole.BUFFER, buffer, type, offset, count, true);
    if (matched == null) {
      return comm.requests.nothingReceived();
    }
    Call open = comm.messages.openCall();
    try {
      return comm.probes.startReceive(
          call, matched, data.type(), data.base(), data.offset(), data.bytes());
    } finally {
      comm.messages.closeCall(open);
    }
  }

  @Override
  public String toString() {
    return "Message[source=" + source() + ", tag=" + tag() + ", bytes=" + bytes() + "]";
  }
}
