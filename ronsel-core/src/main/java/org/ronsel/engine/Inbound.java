package org.ronsel.engine;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.data.ElementType;
import org.ronsel.machine.MemoryCopy;
import org.ronsel.observe.Observation;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.Sink;

/**
 * The receiving half of an engine: takes records from the transports, matches them, and delivers.
 * Everything here runs under the engine's lock. Nothing a record says is trusted: a record that
 * makes no sense fails its sender.
 */
final class Inbound implements Sink {
  private final Engine engine;
  private final PostedQueue posted = new PostedQueue();
  private final UnexpectedQueue unexpected = new UnexpectedQueue();
  private final TransferTable transfers = new TransferTable();
  private final ArrayDeque<ProbeOperation> probes = new ArrayDeque<>(0);
  final EagerPool pool;
  private long matched;
  private boolean someFailed;

  Inbound(Engine engine, EngineOptions options) {
    this.engine = engine;
    this.pool = new EagerPool(options.eagerPoolBytes());
  }

  /** Messages matched so far. */
  long matched() {
    return matched;
  }

  /** Posts a receive, or delivers at once what has arrived for it. */
  void post(ReceiveOperation receive) {
    if (Trail.asksForPosted()) {
      Trail.posted(receive);
    }
    UnexpectedMessage message =
        unexpected.size() == 0
            ? null
            : unexpected.find(receive.context, receive.source, receive.tag);
    if (message == null) {
      posted.add(receive);
    } else {
      unexpected.remove(message);
      deliver(message, receive);
    }
  }

  /** Takes back a receive that nobody has matched. */
  boolean withdraw(ReceiveOperation receive) {
    if (!receive.posted) {
      return false;
    }
    posted.remove(receive);
    return true;
  }

  /** Takes back a message that this rank has sent to itself. */
  boolean withdraw(SendOperation send) {
    UnexpectedMessage message = unexpected.findSentBy(send, engine.rank());
    if (message == null) {
      return false;
    }
    unexpected.remove(message);
    if (message.payload != null) {
      pool.release(message.payload);
    }
    if (message.transfer != null) {
      transfers.remove(message.transfer);
    }
    unexpected.recycle(message);
    return true;
  }

  /** Completes the probe if a message is there, else keeps it until one comes. */
  void post(ProbeOperation probe) {
    if (!answer(probe)) {
      probes.add(probe);
    }
  }

  void withdraw(ProbeOperation probe) {
    probes.remove(probe);
  }

  /** Fills and completes the probe if a message matches it. */
  boolean answer(ProbeOperation probe) {
    UnexpectedMessage message = unexpected.find(probe.context, probe.source, probe.tag);
    if (message == null) {
      return false;
    }
    if (probe.takes(message)) {
      unexpected.remove(message);
    }
    probe.found(message.source, message.tag, message.length);
    return true;
  }

  /** Delivers the message that a matched probe has taken; false if it has been received already. */
  boolean receive(MatchedMessage matched, ReceiveOperation receive) {
    UnexpectedMessage message = matched.message;
    if (message == null) {
      return false;
    }
    matched.message = null;
    receive.expect(message.context, message.source, message.tag);
    deliver(message, receive);
    return true;
  }

  @Override
  public void record(
      int header,
      long context,
      int source,
      int tag,
      long length,
      long cookie,
      MemorySegment payload,
      long payloadOffset,
      int inlineBytes,
      @Nullable Object attachment) {
    if (ignored(source)) {
      return;
    }
    if (Envelope.version(header) != Envelope.VERSION || length < 0) {
      reject(source, "record of version " + Envelope.version(header) + ", length " + length);
      return;
    }
    switch (Envelope.kind(header)) {
      case Envelope.EAGER ->
          eager(
              header,
              context,
              source,
              tag,
              length,
              cookie,
              payload,
              payloadOffset,
              inlineBytes,
              attachment);
      case Envelope.RENDEZVOUS ->
          rendezvous(
              header,
              context,
              source,
              tag,
              length,
              cookie,
              payload,
              payloadOffset,
              inlineBytes,
              attachment);
      case Envelope.CLEAR_TO_SEND -> engine.outbound.cleared(source, cookie);
      case Envelope.FRAGMENT ->
          inlineFragment(source, cookie, length, payload, payloadOffset, inlineBytes);
      case Envelope.DONE -> engine.outbound.acknowledged(source, cookie);
      case Envelope.VOID -> voided(source, cookie);
      case Envelope.NOTE -> note(source, payload, payloadOffset, inlineBytes);
      case Envelope.CALLS ->
          rejectIf(
              source,
              engine.failedCalls.told(source, context, copy(payload, payloadOffset, inlineBytes)));
      case Envelope.FAILED ->
          rejectIf(
              source,
              engine.failedCalls.failedAt(
                  source, context, copy(payload, payloadOffset, inlineBytes)));
      default -> reject(source, "record of kind " + Envelope.kind(header));
    }
  }

  private static byte[] copy(MemorySegment payload, long payloadOffset, int bytes) {
    byte[] copy = new byte[bytes];
    MemoryCopy.fromSegment(payload, payloadOffset, copy, 0, bytes);
    return copy;
  }

  private void rejectIf(int source, @Nullable String wrong) {
    if (wrong != null) {
      reject(source, wrong);
    }
  }

  private void note(int source, MemorySegment payload, long payloadOffset, int bytes) {
    Checks checks = engine.checks;
    if (checks == null) {
      reject(source, "a note, as in a checked job, which this one is not");
      return;
    }
    byte[] note = copy(payload, payloadOffset, bytes);
    try {
      checks.arrived(source, note);
    } catch (IllegalArgumentException malformed) {
      reject(source, "a note that says nothing: " + malformed.getMessage());
    }
  }

  /** Shows all messages that wait for their receives. */
  void forEachUnexpected(Consumer<UnexpectedMessage> visitor) {
    unexpected.forEach(visitor);
  }

  /** Whether the peer has failed: what it still sends would only pile up. */
  private boolean ignored(int source) {
    return someFailed && engine.hasFailed(source);
  }

  private void eager(
      int header,
      long context,
      int source,
      int tag,
      long length,
      long cookie,
      MemorySegment payload,
      long payloadOffset,
      int inlineBytes,
      @Nullable Object attachment) {
    if (length != inlineBytes || tag < 0 || !ElementType.isValid(Envelope.type(header))) {
      reject(
          source,
          "eager message of "
              + ElementType.nameOf(Envelope.type(header))
              + ", tag "
              + tag
              + ", of "
              + length
              + " bytes with "
              + inlineBytes
              + " inline");
      return;
    }
    MessageNote note =
        Observation.CHECK && engine.checks != null ? engine.checks.message(source) : null;
    ReceiveOperation receive = posted.match(context, source, tag);
    if (receive != null) {
      matched++;
      matched(receive, header, source, tag, length);
      int wanted = (int) receive.accepted(length);
      if (receive.writableHere()) {
        copyEager(payload, payloadOffset, receive, wanted);
        receive.complete();
      } else {
        byte[] copy = new byte[wanted];
        MemoryCopy.fromSegment(payload, payloadOffset, copy, 0, wanted);
        stage(receive, copy, wanted);
      }
      acknowledgeMatch(header, source, cookie, attachment);
      return;
    }
    if (engine.failedCalls.isFailed(context)) {
      acknowledgeMatch(header, source, cookie, attachment);
      return;
    }
    UnexpectedMessage message = unexpected(header, context, source, tag, length, cookie);
    message.sender = (SendOperation) attachment;
    if (Observation.CHECK) {
      message.note = note;
    }
    MemorySegment copy = pool.acquire(inlineBytes);
    MemoryCopy.copy(payload, payloadOffset, copy, 0, inlineBytes);
    message.payload = copy;
    addUnexpected(message);
  }

  private static void copyEager(
      MemorySegment payload, long payloadOffset, ReceiveOperation receive, int wanted) {
    if (wanted > 0) {
      try {
        MemoryCopy.fromSegment(payload, payloadOffset, receive.base, receive.offset, wanted);
      } catch (RuntimeException failure) {
        receive.noteError(Engine.copyFailure(receive, failure));
      }
    }
  }

  /** Leaves eager payload for the owner of a confined segment to copy. */
  private void stage(ReceiveOperation receive, byte[] copy, int wanted) {
    BulkJob job = engine.bulk.blank(BulkJob.Kind.STAGED);
    job.receive = receive;
    job.memory = MemorySegment.ofArray(copy);
    job.memoryOffset = 0;
    job.bytes = wanted;
    engine.bulk.add(job);
    engine.waiting.wakeOwner(receive.owner);
  }

  private void rendezvous(
      int header,
      long context,
      int source,
      int tag,
      long length,
      long cookie,
      MemorySegment payload,
      long payloadOffset,
      int inlineBytes,
      @Nullable Object attachment) {
    if (tag < 0 || !ElementType.isValid(Envelope.type(header))) {
      reject(source, "message of " + ElementType.nameOf(Envelope.type(header)) + ", tag " + tag);
      return;
    }
    boolean exposes = (Envelope.flags(header) & Envelope.EXPOSED) != 0;
    if (exposes && inlineBytes != Long.BYTES) {
      reject(source, "exposed memory with a handle of " + inlineBytes + " bytes");
      return;
    }
    UnexpectedMessage message = unexpected(header, context, source, tag, length, cookie);
    if (Observation.CHECK && engine.checks != null) {
      message.note = engine.checks.message(source);
    }
    if (attachment != null) {
      message.sender = (SendOperation) attachment;
    } else if (exposes) {
      message.exposed =
          payload.get(java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED, payloadOffset);
    } else {
      if (transfers.get(source, cookie) != null) {
        reject(source, "two messages with one cookie");
        return;
      }
      InboundTransfer transfer = new InboundTransfer(source, cookie, length);
      transfers.add(transfer);
      message.transfer = transfer;
    }
    ReceiveOperation receive = posted.match(context, source, tag);
    if (receive == null && engine.failedCalls.isFailed(context)) {
      drop(message);
    } else if (receive == null) {
      addUnexpected(message);
    } else {
      deliver(message, receive);
    }
  }

  /** Lets the sender of a message have its way that nobody will ask for. */
  private void drop(UnexpectedMessage message) {
    ReceiveOperation nobody = new ReceiveOperation(engine);
    nobody.prepare(
        message.context,
        message.source,
        message.tag,
        ElementType.BYTE,
        ReceiveOperation.NO_BUFFER,
        0,
        0);
    deliver(message, nobody);
  }

  /** Fails the receives in some contexts, and drops what has arrived in them. */
  void failContext(LongPredicate of, Supplier<RonselException> failure) {
    for (ReceiveOperation receive; (receive = posted.removeIn(of)) != null; ) {
      receive.fail(failure.get());
    }
    for (UnexpectedMessage message; (message = unexpected.findIn(of)) != null; ) {
      unexpected.remove(message);
      drop(message);
    }
  }

  private UnexpectedMessage unexpected(
      int header, long context, int source, int tag, long length, long cookie) {
    UnexpectedMessage message = unexpected.blank();
    message.header = header;
    message.context = context;
    message.source = source;
    message.tag = tag;
    message.length = length;
    message.cookie = cookie;
    return message;
  }

  private void addUnexpected(UnexpectedMessage message) {
    unexpected.add(message);
    if (Trail.asksForUnexpected()) {
      Trail.unexpected(engine, message, unexpected.size());
    }
    if (!probes.isEmpty()) {
      probes.removeIf(this::answer);
    }
  }

  /**
   * Delivers a message that arrived before its receive, or an announcement that has just matched.
   */
  private void deliver(UnexpectedMessage message, ReceiveOperation receive) {
    matched++;
    if (Observation.CHECK && engine.checks != null) {
      engine.checks.message(message);
    }
    matched(receive, message.header, message.source, message.tag, message.length);
    long wanted = receive.accepted(message.length);
    if (message.payload != null) {
      if (receive.writableHere()) {
        copyEager(message.payload, 0, receive, (int) wanted);
        receive.complete();
      } else {
        byte[] copy = new byte[(int) wanted];
        MemoryCopy.fromSegment(message.payload, 0, copy, 0, wanted);
        stage(receive, copy, (int) wanted);
      }
      pool.release(message.payload);
      acknowledgeMatch(message.header, message.source, message.cookie, message.sender);
    } else if (message.sender != null) {
      BulkJob job = engine.bulk.blank(BulkJob.Kind.DIRECT);
      job.receive = receive;
      job.send = message.sender;
      engine.bulk.add(job);
      engine.waiting.wakeOwner(receive.owner);
    } else if (message.transfer != null) {
      begin(message.transfer, receive, message.header);
    } else {
      readPeer(message, receive, wanted);
    }
    unexpected.recycle(message);
  }

  private void readPeer(UnexpectedMessage message, ReceiveOperation receive, long wanted) {
    Peer peer = engine.answerable(message.source);
    if (peer == null) {
      receive.fail(engine.failureOf(message.source));
      return;
    }
    BulkJob job = engine.bulk.blank(BulkJob.Kind.READ_PEER);
    job.receive = receive;
    job.link = peer.link;
    job.memoryOffset = message.exposed;
    job.messageOffset = message.length;
    job.bytes = wanted;
    job.source = message.source;
    job.cookie = message.cookie;
    engine.bulk.add(job);
    engine.waiting.wakeOwner(receive.owner);
  }

  /** Has the sender send what this rank was to read from the sender's memory, but may not. */
  void askFor(BulkJob job, ReceiveOperation receive) {
    if (engine.hasFailed(job.source)) {
      receive.fail(engine.failureOf(job.source));
      return;
    }
    if (transfers.get(job.source, job.cookie) != null) {
      reject(job.source, "two messages with one cookie");
      receive.fail(
          new RonselException(
              org.ronsel.ErrorClass.INTERN,
              "rank " + engine.rank() + ": peer " + job.source + " confuses its messages"));
      return;
    }
    InboundTransfer transfer = new InboundTransfer(job.source, job.cookie, job.messageOffset);
    transfers.add(transfer);
    begin(transfer, receive, 0);
  }

  /** The data of a message are void; they come nevertheless, so that all counts stay right. */
  private void voided(int source, long cookie) {
    InboundTransfer transfer = transfers.get(source, cookie);
    if (transfer == null) {
      reject(source, "the end of a message it has not announced");
      return;
    }
    transfer.isVoid = true;
    ReceiveOperation receive = transfer.receive;
    if (receive != null) {
      receive.noteError(MatchErrors.voided(engine.rank(), receive));
    }
  }

  private void begin(InboundTransfer transfer, ReceiveOperation receive, int header) {
    transfer.receive = receive;
    if (transfer.failure != null) {
      failWhenIdle(transfer); // while a matched probe had it
      return;
    }
    transfer.accepted = receive.accepted(transfer.length);
    if (transfer.isVoid) {
      receive.noteError(MatchErrors.voided(engine.rank(), receive));
    }
    if ((Envelope.flags(header) & Envelope.UNSOLICITED) == 0) {
      engine.outbound.control(Envelope.CLEAR_TO_SEND, transfer.source, transfer.cookie);
      if (transfer.failure != null) {
        return; // no answer reaches the peer, so it has failed, and the receive with it
      }
    }
    ArrayDeque<BulkJob> held = transfer.held;
    if (held != null) {
      transfer.held = null;
      for (BulkJob job : held) {
        job.receive = receive;
        engine.bulk.add(job);
      }
      engine.waiting.wakeOwner(receive.owner);
    }
    if (transfer.length == 0) {
      finish(transfer);
    }
  }

  @Override
  public void fragment(
      int source,
      long cookie,
      long messageOffset,
      int bytes,
      MemorySegment memory,
      long memoryOffset,
      FragmentOwner owner,
      int number) {
    if (ignored(source)) {
      owner.free(number);
      return;
    }
    InboundTransfer transfer = transfers.get(source, cookie);
    if (transfer == null || !accepts(transfer, source, messageOffset, bytes)) {
      rejectUnannounced(transfer, source);
      owner.free(number);
      return;
    }
    BulkJob job = engine.bulk.blank(BulkJob.Kind.COPY_OUT);
    job.transfer = transfer;
    job.memory = memory;
    job.memoryOffset = memoryOffset;
    job.messageOffset = messageOffset;
    job.bytes = bytes;
    job.fragmentOwner = owner;
    job.fragment = number;
    job.receive = transfer.receive;
    if (transfer.receive == null) {
      hold(transfer, job);
    } else {
      engine.bulk.add(job);
    }
  }

  private static void hold(InboundTransfer transfer, BulkJob job) {
    if (transfer.held == null) {
      transfer.held = new ArrayDeque<>();
    }
    transfer.held.add(job);
  }

  private void inlineFragment(
      int source, long cookie, long messageOffset, MemorySegment payload, long offset, int bytes) {
    InboundTransfer transfer = transfers.get(source, cookie);
    if (transfer == null || !accepts(transfer, source, messageOffset, bytes)) {
      rejectUnannounced(transfer, source);
      return;
    }
    ReceiveOperation receive = transfer.receive;
    if (receive == null) {
      transfer.arrived -= bytes; // nobody will deliver them
      reject(source, "data before they were asked for");
      return;
    }
    long wanted = Math.min(bytes, transfer.accepted - messageOffset);
    if (receive.writableHere()) {
      if (wanted > 0) {
        try {
          MemoryCopy.fromSegment(
              payload, offset, receive.base, receive.offset + messageOffset, wanted);
        } catch (RuntimeException failure) {
          receive.noteError(Engine.copyFailure(receive, failure));
        }
      }
      delivered(transfer, bytes);
      return;
    }
    byte[] copy = new byte[bytes];
    MemoryCopy.fromSegment(payload, offset, copy, 0, bytes);
    BulkJob job = engine.bulk.blank(BulkJob.Kind.COPY_OUT);
    job.transfer = transfer;
    job.memory = MemorySegment.ofArray(copy);
    job.memoryOffset = 0;
    job.messageOffset = messageOffset;
    job.bytes = bytes;
    job.receive = receive;
    engine.bulk.add(job);
    engine.waiting.wakeOwner(receive.owner);
  }

  private void rejectUnannounced(@Nullable InboundTransfer transfer, int source) {
    if (transfer == null) {
      reject(source, "a fragment of a message it has not announced");
    }
  }

  /** Whether a fragment stays within its message; else its sender fails. */
  private boolean accepts(InboundTransfer transfer, int source, long messageOffset, int bytes) {
    if (messageOffset < 0
        || bytes <= 0
        || messageOffset > transfer.length - bytes
        || transfer.arrived > transfer.length - bytes) {
      reject(source, "a fragment outside its message");
      return false;
    }
    transfer.arrived += bytes;
    return true;
  }

  /** Counts bytes that have reached the receive buffer, or were dropped. */
  void delivered(InboundTransfer transfer, long bytes) {
    transfer.delivered += bytes;
    if (transfer.failure != null) {
      failWhenIdle(transfer);
    } else if (transfer.delivered == transfer.length) {
      finish(transfer);
    }
  }

  private void finish(InboundTransfer transfer) {
    transfers.remove(transfer);
    ReceiveOperation receive = transfer.receive;
    if (receive != null) {
      receive.complete();
    }
  }

  /** Writes what the receive got, and notes truncation or a type mismatch, before any data move. */
  private void matched(ReceiveOperation receive, int header, int source, int tag, long length) {
    receive.messageSource = source;
    receive.messageTag = tag;
    receive.messageBytes = length;
    MatchErrors.check(engine.rank(), receive, Envelope.type(header), length);
    if (Observation.CHECK && engine.checks != null) {
      engine.checks.matched(receive, length);
    }
    if (Trail.asksForMatched()) {
      Trail.matched(receive, header, length);
    }
  }

  private void acknowledgeMatch(int header, int source, long cookie, @Nullable Object attachment) {
    if ((Envelope.flags(header) & Envelope.SYNCHRONOUS) == 0) {
      return;
    }
    if (attachment instanceof SendOperation sender) {
      sender.engine.directDone(sender);
    } else {
      engine.outbound.control(Envelope.DONE, source, cookie);
    }
  }

  private void reject(int source, String what) {
    failPeer(
        source,
        new RonselException(
            org.ronsel.ErrorClass.INTERN,
            "rank " + engine.rank() + ": peer " + source + " sent " + what));
  }

  @Override
  public void failPeer(int endpoint, Throwable cause) {
    engine.failPeerLocked(endpoint, cause);
  }

  /** Fails the receives and probes that name the endpoint, and those that wait for its data. */
  void failReceives(int endpoint, RonselException failure) {
    someFailed = true;
    for (ReceiveOperation receive; (receive = posted.removeFrom(endpoint)) != null; ) {
      receive.fail(failure);
    }
    for (InboundTransfer transfer; (transfer = transfers.anyFrom(endpoint)) != null; ) {
      transfers.remove(transfer);
      failTransfer(transfer, failure);
    }
    probes.removeIf(
        probe -> {
          boolean named = probe.source == endpoint;
          if (named) {
            probe.fail(failure);
          }
          return named;
        });
  }

  /** The rest of the data will never come. */
  private void failTransfer(InboundTransfer transfer, RonselException failure) {
    transfer.failure = failure;
    ArrayDeque<BulkJob> held = transfer.held;
    if (held != null) {
      transfer.held = null;
      for (BulkJob job : held) {
        transfer.arrived -= job.bytes; // nobody will deliver them
        if (job.fragmentOwner != null) {
          job.fragmentOwner.free(job.fragment);
        }
        engine.bulk.recycle(job);
      }
    }
    if (transfer.receive != null) {
      failWhenIdle(transfer);
      return;
    }
    UnexpectedMessage message = unexpected.findOf(transfer);
    if (message != null) {
      unexpected.remove(message);
      unexpected.recycle(message);
    }
  }

  /** A receive that has failed gives its buffer back, so no copy into it may be left to do. */
  private static void failWhenIdle(InboundTransfer transfer) {
    ReceiveOperation receive = transfer.receive;
    RonselException failure = transfer.failure;
    if (receive != null && failure != null && transfer.delivered == transfer.arrived) {
      receive.fail(failure);
    }
  }
}
