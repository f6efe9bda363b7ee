package org.ronsel.engine;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.event.MessageCompleted;
import org.ronsel.engine.event.MessageEvent;
import org.ronsel.engine.event.MessageMatched;
import org.ronsel.engine.event.MessagePosted;
import org.ronsel.engine.event.UnexpectedMessages;
import org.ronsel.engine.event.Wait;
import org.ronsel.observe.Call;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;
import org.ronsel.transport.Envelope;

/**
 * Reports the engine's messages to its observers: the flight recorder, and the recorder and checks
 * of the job. The engine asks first whether there is an observer. While there is no flight recorder
 * that is a look at one flag; else the recorder answers with a constant, which it replaces when a
 * recording begins. All else is here, out of the way of compiled code.
 */
final class MessageTracing {
  private static final boolean ALWAYS = Observation.CHECK || Observation.RECORD;

  /**
   * Asked, and never committed. The classes of events make the start of a JVM longer, so they are
   * not loaded before there is a recorder.
   */
  private static final class Asked {
    static final MessagePosted POSTED = new MessagePosted();
    static final MessageMatched MATCHED = new MessageMatched();
    static final MessageCompleted COMPLETED = new MessageCompleted();
    static final UnexpectedMessages UNEXPECTED = new UnexpectedMessages();
    static final Wait WAIT = new Wait();
  }

  private MessageTracing() {}

  /** Whether an observer wants to know of posted sends and receives. */
  static boolean asksForPosted() {
    return ALWAYS || FlightRecorder.isInitialized() && Asked.POSTED.isEnabled();
  }

  /** Whether an observer wants to know of sends that are posted and complete at once. */
  static boolean asksForEager() {
    return ALWAYS
        || FlightRecorder.isInitialized()
            && (Asked.POSTED.isEnabled() || Asked.COMPLETED.isEnabled());
  }

  /** Whether an observer wants to know of matches, or of steps after them. */
  static boolean asksForMatched() {
    return ALWAYS
        || FlightRecorder.isInitialized()
            && (Asked.MATCHED.isEnabled() || Asked.COMPLETED.isEnabled());
  }

  /** Whether an observer wants to know of completed sends and receives. */
  static boolean asksForCompleted() {
    return ALWAYS || FlightRecorder.isInitialized() && Asked.COMPLETED.isEnabled();
  }

  /** Whether an observer wants to know of messages that come before their receives. */
  static boolean asksForUnexpected() {
    return ALWAYS || FlightRecorder.isInitialized() && Asked.UNEXPECTED.isEnabled();
  }

  /** Whether an observer wants to know of waits. */
  static boolean asksForWaits() {
    return ALWAYS || FlightRecorder.isInitialized() && Asked.WAIT.isEnabled();
  }

  /** A message went eagerly: it has been posted, and its buffer is free again. */
  static void sentEagerly(Engine engine, Peer peer, int header, long context, int tag, long bytes) {
    record(engine, context, peer.endpoint, tag, bytes);
    String transport = engine.peers.transportName(peer.endpoint);
    send(new MessagePosted(), engine, peer.endpoint, header, context, tag, bytes, transport);
    send(new MessageCompleted(), engine, peer.endpoint, header, context, tag, bytes, transport);
  }

  /** A send that may take a while has been started. */
  static void started(SendOperation send) {
    record(send.engine, send.context, send.awaitedPeer(), send.tag, send.length);
    tell(new MessagePosted(), send);
  }

  private static void record(Engine engine, long context, int peer, int tag, long bytes) {
    if (Observation.RECORD && engine.recorder != null && Contexts.isOfProgram(context)) {
      engine.recorder.sent(context, peer, tag, bytes);
    }
  }

  private static void tell(MessageEvent event, SendOperation send) {
    send(
        event,
        send.engine,
        send.awaitedPeer(),
        send.header,
        send.context,
        send.tag,
        send.length,
        send.engine.peers.transportName(send.awaitedPeer()));
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
  static void posted(ReceiveOperation receive) {
    if (Observation.CHECK && receive.engine.checks != null) {
      receive.engine.checks.posted(receive);
    }
    MessagePosted event = new MessagePosted();
    if (event.isEnabled()) {
      event.operation = "receive";
      commit(
          event,
          receive.engine,
          receive.source,
          null,
          receive.context,
          receive.tag,
          receive.capacity,
          null);
    }
  }

  /** A receive has met its message. */
  static void matched(ReceiveOperation receive, int header, long length) {
    receive.trace().header = header;
    Recorder recorder = receive.engine.recorder;
    if (Observation.RECORD && recorder != null && Contexts.isOfProgram(receive.context)) {
      receive.trace().flow =
          recorder.matched(receive.context, receive.messageSource, receive.messageTag);
    }
    receive(new MessageMatched(), receive, length);
  }

  /** An operation is about to complete. */
  static void completed(Operation operation) {
    if (operation instanceof ReceiveOperation receive
        && receive.trace != null
        && receive.trace.header != 0) {
      receive(new MessageCompleted(), receive, receive.messageBytes);
      receive.trace().header = 0;
    } else if (operation instanceof SendOperation send && send.peer != null) {
      tell(new MessageCompleted(), send);
    }
  }

  private static void receive(MessageEvent event, ReceiveOperation receive, long bytes) {
    if (event.isEnabled()) {
      event.operation = "receive";
      commit(
          event,
          receive.engine,
          receive.messageSource,
          protocol(receive.trace().header),
          receive.context,
          receive.messageTag,
          bytes,
          receive.engine.peers.transportName(receive.messageSource));
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
    event.communicator = engine.communicators.of(context);
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
  static boolean await(Waiting waiting, Engine engine, Operation operation, long timeoutNs) {
    Recorder recorder = engine.recorder;
    return Observation.RECORD && recorder != null
        ? record(recorder, waiting, operation, timeoutNs)
        : tellOf(waiting, engine, operation, timeoutNs);
  }

  private static boolean record(
      Recorder recorder, Waiting waiting, Operation operation, long timeoutNs) {
    Call call = recorder.open();
    String what = operation.describe();
    long fromNs = System.nanoTime();
    try {
      return tellOf(waiting, operation.engine, operation, timeoutNs);
    } finally {
      recorder.waited(what, call, fromNs, System.nanoTime() - fromNs);
      received(recorder, operation);
      recorder.close(call);
    }
  }

  /** The program learns that an operation is complete. */
  static void told(Operation operation) {
    Checks checks = operation.engine.checks;
    if (Observation.CHECK && checks != null) {
      checks.seen(operation);
    }
    Recorder recorder = operation.engine.recorder;
    if (Observation.RECORD
        && recorder != null
        && operation instanceof ReceiveOperation receive
        && receive.trace != null
        && receive.trace.flow != 0) {
      Call call = recorder.open();
      received(recorder, operation);
      recorder.close(call);
    }
  }

  private static void received(Recorder recorder, Operation operation) {
    if (operation instanceof ReceiveOperation receive
        && receive.trace != null
        && receive.trace.flow != 0
        && receive.isComplete()) {
      recorder.received(
          receive.messageSource, receive.messageTag, receive.messageBytes, receive.trace.flow);
      receive.trace().flow = 0;
    }
  }

  private static boolean tellOf(
      Waiting waiting, Engine engine, Operation operation, long timeoutNs) {
    Wait event = new Wait();
    event.begin();
    try {
      return waiting.awaitUnobserved(operation, timeoutNs);
    } finally {
      event.end();
      if (event.shouldCommit()) {
        event.rank = engine.rank();
        event.operation = operation.describe();
        event.peer = operation.awaitedPeer();
        event.tag = operation.awaitedTag();
        event.communicator = engine.communicators.of(operation.awaitedContext());
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
