package org.ronsel.engine;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.check.Checks;
import org.ronsel.engine.event.MessageCompleted;
import org.ronsel.engine.event.MessageEvent;
import org.ronsel.engine.event.MessageMatched;
import org.ronsel.engine.event.MessagePosted;
import org.ronsel.engine.event.Observers;
import org.ronsel.engine.event.UnexpectedMessages;
import org.ronsel.engine.event.Wait;
import org.ronsel.engine.matching.UnexpectedMessage;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.SendReceiveOperation;
import org.ronsel.engine.request.Waiting;
import org.ronsel.observe.Call;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;
import org.ronsel.transport.Envelope;

/**
 * Reports the engine's messages to its observers: the flight recorder, and the recorder and checks
 * of the job. The engine asks {@link Observers} first; all else is here, out of the way of compiled
 * code.
 */
final class MessageTracing {
  private MessageTracing() {}

  /** A message went eagerly: it has been posted, and its buffer is free again. */
  static void sentEagerly(Engine engine, Peer peer, int header, long context, int tag, long bytes) {
    record(engine, context, peer.endpoint, tag, bytes);
    String transport = engine.peers.transportName(peer.endpoint);
    send(new MessagePosted(), engine, peer.endpoint, header, context, tag, bytes, transport);
    send(new MessageCompleted(), engine, peer.endpoint, header, context, tag, bytes, transport);
  }

  /** A send that may take a while has been started. */
  static void started(Engine engine, SendOperation send) {
    record(engine, send.context, send.awaitedPeer(), send.tag, send.length);
    tell(new MessagePosted(), engine, send);
  }

  private static void record(Engine engine, long context, int peer, int tag, long bytes) {
    Recorder recorder = engine.recorder();
    if (Observation.RECORD && recorder != null && Contexts.isOfProgram(context)) {
      recorder.sent(context, peer, tag, bytes);
    }
  }

  private static void tell(MessageEvent event, Engine engine, SendOperation send) {
    send(
        event,
        engine,
        send.awaitedPeer(),
        send.header,
        send.context,
        send.tag,
        send.length,
        engine.peers.transportName(send.awaitedPeer()));
  }

  private static void send(
      MessageEvent event,
      Engine engine,
      int peer,
      int header,
      long context,
      int tag,
      long bytes,
      @Nullable String transport) {
    if (event.isEnabled()) {
      event.operation = "send";
      commit(event, engine, peer, protocol(header), context, tag, bytes, transport);
    }
  }

  /** A receive has been posted, or has found its message waiting. */
  static void posted(Engine engine, ReceiveOperation receive) {
    if (Observation.CHECK && engine.checks != null) {
      engine.checks.posted(receive);
    }
    MessagePosted event = new MessagePosted();
    if (event.isEnabled()) {
      event.operation = "receive";
      commit(
          event,
          engine,
          receive.source,
          null,
          receive.context,
          receive.tag,
          receive.capacity,
          null);
    }
  }

  /** A receive has met its message. */
  static void matched(Engine engine, ReceiveOperation receive, int header, long length) {
    receive.trace().header = header;
    Recorder recorder = engine.recorder();
    if (Observation.RECORD && recorder != null && Contexts.isOfProgram(receive.context)) {
      receive.trace().flow =
          recorder.matched(receive.context, receive.messageSource, receive.messageTag);
    }
    receive(new MessageMatched(), engine, receive, length);
  }

  /** An operation is about to complete. */
  static void completed(Engine engine, Operation operation) {
    if (operation instanceof ReceiveOperation receive
        && receive.trace != null
        && receive.trace.header != 0) {
      receive(new MessageCompleted(), engine, receive, receive.messageBytes);
      receive.trace().header = 0;
    } else if (operation instanceof SendOperation send && send.peer != null) {
      tell(new MessageCompleted(), engine, send);
    }
  }

  private static void receive(
      MessageEvent event, Engine engine, ReceiveOperation receive, long bytes) {
    if (event.isEnabled()) {
      event.operation = "receive";
      commit(
          event,
          engine,
          receive.messageSource,
          protocol(receive.trace().header),
          receive.context,
          receive.messageTag,
          bytes,
          engine.peers.transportName(receive.messageSource));
    }
  }

  private static void commit(
      MessageEvent event,
      Engine engine,
      int peer,
      @Nullable String protocol,
      long context,
      int tag,
      long bytes,
      @Nullable String transport) {
    event.rank = engine.rank();
    event.peer = peer;
    event.protocol = protocol;
    event.context = context;
    event.communicator = engine.communicators().of(context);
    event.tag = tag;
    event.bytes = bytes;
    event.transport = transport;
    event.commit();
  }

  /** A message came before its receive. */
  static void unexpected(Engine engine, UnexpectedMessage message, int length) {
    if (Observation.CHECK) {
      message.early = true;
    }
    UnexpectedMessages event = new UnexpectedMessages();
    if (event.isEnabled()) {
      event.rank = engine.rank();
      event.length = length;
      event.bytes = engine.statistics.unexpectedBytes();
      event.commit();
    }
  }

  /** Waits for an operation as {@link Waiting#await} does, and tells how long it took. */
  static boolean await(Engine engine, Operation operation, long timeoutNs) {
    Recorder recorder = engine.recorder();
    return Observation.RECORD && recorder != null
        ? record(recorder, engine, operation, timeoutNs)
        : tellOf(engine, operation, timeoutNs);
  }

  private static boolean record(
      Recorder recorder, Engine engine, Operation operation, long timeoutNs) {
    Call call = recorder.open();
    String what = operation.describe();
    long fromNs = System.nanoTime();
    try {
      return tellOf(engine, operation, timeoutNs);
    } finally {
      recorder.waited(what, call, fromNs, System.nanoTime() - fromNs);
      received(recorder, operation);
      recorder.close(call);
    }
  }

  /** The program learns that an operation is complete. */
  static void told(Engine engine, Operation operation) {
    Checks checks = engine.checks;
    if (Observation.CHECK && checks != null) {
      checks.seen(operation);
    }
    Recorder recorder = engine.recorder();
    if (Observation.RECORD
        && recorder != null
        && receiveOf(operation) instanceof ReceiveOperation receive
        && receive.trace != null
        && receive.trace.flow != 0) {
      Call call = recorder.open();
      received(recorder, operation);
      recorder.close(call);
    }
  }

  /** What receives a message in an operation, if anything does. */
  private static Operation receiveOf(Operation operation) {
    return operation instanceof SendReceiveOperation both ? both.receive() : operation;
  }

  private static void received(Recorder recorder, Operation operation) {
    if (receiveOf(operation) instanceof ReceiveOperation receive
        && receive.trace != null
        && receive.trace.flow != 0
        && receive.isComplete()) {
      recorder.received(
          receive.messageSource, receive.messageTag, receive.messageBytes, receive.trace.flow);
      receive.trace().flow = 0;
    }
  }

  private static boolean tellOf(Engine engine, Operation operation, long timeoutNs) {
    Wait event = new Wait();
    event.begin();
    try {
      return engine.waiting.awaitUnobserved(operation, timeoutNs);
    } finally {
      event.end();
      if (event.shouldCommit()) {
        event.rank = engine.rank();
        event.operation = operation.describe();
        event.peer = operation.awaitedPeer();
        event.tag = operation.awaitedTag();
        event.communicator = engine.communicators().of(operation.awaitedContext());
        event.commit();
      }
    }
  }

  private static String protocol(int header) {
    if (Envelope.kind(header) == Envelope.EAGER) {
      return "eager";
    }
    int flags = Envelope.flags(header);
    if ((flags & Envelope.KEY) != 0) {
      return "rendezvous-exposed";
    }
    return (flags & Envelope.UNSOLICITED) != 0 ? "rendezvous-unsolicited" : "rendezvous";
  }
}
