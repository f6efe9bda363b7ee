package org.ronsel.engine;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
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
  final InboundTransfers transfers;
  final Probes probes;
  final EagerPool pool;
  private long matched;

  /** Communicators that this rank has closed. */
  private final IdWindow closed = new IdWindow();

  /** Whether any peer has failed: this is asked for each record. */
  private boolean someFailed;

  Inbound(Engine engine, EngineOptions options) {
    this.engine = engine;
    this.pool = new EagerPool(options.eagerPoolBytes());
    this.transfers = new InboundTransfers(engine, unexpected);
    this.probes = new Probes(engine, unexpected);
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
    forget(message);
    return true;
  }

  private void forget(UnexpectedMessage message) {
    unexpected.remove(message);
    if (message.payload != null) {
      pool.release(message.payload);
    }
    if (message.transfer != null) {
      transfers.withdraw(message.transfer);
    }
    unexpected.recycle(message);
  }

  /**
   * Takes out those of some messages for whose match their senders wait, and tells them that there
   * will be none.
   */
  void refuse(Predicate<UnexpectedMessage> which) {
    for (UnexpectedMessage message;
        (message = unexpected.find(each -> which.test(each) && awaitsMatch(each))) != null; ) {
      SendOperation sender = message.sender;
      int source = message.source;
      long cookie = message.cookie;
      forget(message);
      if (sender != null) {
        sender.engine.outbound.refusedDirectly(sender);
      } else {
        engine.backlog.control(Envelope.REFUSED, source, cookie);
      }
    }
  }

  /** Whether a message of the program is not done with for its sender before its match. */
  private static boolean awaitsMatch(UnexpectedMessage message) {
    int flags = Envelope.flags(message.header);
    return Communicators.isOfProgram(message.context)
        && (flags & Envelope.UNSOLICITED) == 0
        && (Envelope.kind(message.header) == Envelope.RENDEZVOUS
            || (flags & Envelope.SYNCHRONOUS) != 0);
  }

  /** The oldest of some messages that have found no receive, or null. */
  @Nullable UnexpectedMessage unexpected(Predicate<UnexpectedMessage> which) {
    return unexpected.find(which);
  }

  /** What the receives and probes ask that wait for a message from anybody. */
  List<Inquiry> inquiries() {
    List<Inquiry> all = new ArrayList<>(0);
    Consumer<MatchOperation> add =
        wait -> {
          if (wait.inquiry != null) {
            all.add(wait.inquiry);
          }
        };
    posted.forEach(add);
    probes.forEach(add);
    return all;
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
          transfers.inlineFragment(source, cookie, length, payload, payloadOffset, inlineBytes);
      case Envelope.DONE -> engine.outbound.acknowledged(source, cookie);
      case Envelope.VOID -> transfers.voided(source, cookie);
      case Envelope.NOTE -> note(source, payload, payloadOffset, inlineBytes);
      case Envelope.CALLS ->
          rejectIf(
              source,
              engine.callLedgers.told(source, context, copy(payload, payloadOffset, inlineBytes)));
      case Envelope.FAILED ->
          rejectIf(
              source,
              engine.failedCalls.failedAt(
                  source, context, copy(payload, payloadOffset, inlineBytes)));
      case Envelope.ASKS -> engine.endedRanks.asked(source, cookie, (SendOperation) attachment);
      case Envelope.ENDED -> engine.endedRanks.ended(source);
      case Envelope.REFUSED -> engine.outbound.refused(source, cookie);
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
    return someFailed && engine.peers.hasFailed(source);
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
      deliverEager(payload, payloadOffset, receive, (int) receive.accepted(length));
      acknowledgeMatch(header, source, cookie, attachment);
      return;
    }
    if (engine.failedCalls.isFailed(context)) {
      acknowledgeMatch(header, source, cookie, attachment);
      return;
    }
    if (isClosed(context) && (Envelope.flags(header) & Envelope.SYNCHRONOUS) == 0) {
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

  /** Delivers payload that is here, or leaves it for the owner of a confined segment to copy. */
  private void deliverEager(
      MemorySegment payload, long payloadOffset, ReceiveOperation receive, int wanted) {
    if (receive.writableHere()) {
      if (wanted > 0) {
        try {
          MemoryCopy.fromSegment(payload, payloadOffset, receive.base, receive.offset, wanted);
        } catch (RuntimeException failure) {
          receive.noteError(MatchErrors.bufferGone(receive, failure));
        }
      }
      receive.complete();
      return;
    }
    BulkJob job = engine.bulk.blank(BulkJob.Kind.STAGED);
    job.memory = MemorySegment.ofArray(copy(payload, payloadOffset, wanted));
    job.memoryOffset = 0;
    job.bytes = wanted;
    engine.bulk.add(job, receive);
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
      message.exposed = payload.get(JAVA_LONG_UNALIGNED, payloadOffset);
    } else {
      InboundTransfer transfer = transfers.announced(source, cookie, length);
      if (transfer == null) {
        return;
      }
      message.transfer = transfer;
    }
    ReceiveOperation receive = posted.match(context, source, tag);
    if (receive == null
        && (engine.failedCalls.isFailed(context) || isClosed(context) && !awaitsMatch(message))) {
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
    for (UnexpectedMessage message;
        (message = unexpected.find(each -> of.test(each.context))) != null; ) {
      unexpected.remove(message);
      drop(message);
    }
  }

  /**
   * Drops what nobody has received in a communicator that this rank closes, and what comes in it
   * from now on, unless the sender waits for a match: that one is told when the rank ends.
   */
  void close(int contextId) {
    closed.add(contextId);
    for (UnexpectedMessage message;
        (message = unexpected.find(each -> isClosed(each.context) && !awaitsMatch(each)))
            != null; ) {
      unexpected.remove(message);
      drop(message);
    }
  }

  /** Whether messages of a program come too late; those of a checked job are kept, to be told. */
  private boolean isClosed(long context) {
    return !Observation.CHECK
        && Communicators.isOfProgram(context)
        && closed.contains(Communicators.id(context));
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
    probes.answerAll();
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
      deliverEager(message.payload, 0, receive, (int) wanted);
      pool.release(message.payload);
      acknowledgeMatch(message.header, message.source, message.cookie, message.sender);
    } else if (message.sender != null) {
      BulkJob job = engine.bulk.blank(BulkJob.Kind.DIRECT);
      job.send = message.sender;
      engine.bulk.add(job, receive);
    } else if (message.transfer != null) {
      transfers.begin(message.transfer, receive, message.header);
    } else {
      readPeer(message, receive, wanted);
    }
    unexpected.recycle(message);
  }

  private void readPeer(UnexpectedMessage message, ReceiveOperation receive, long wanted) {
    Peer peer = engine.peers.answerable(message.source);
    if (peer == null) {
      receive.fail(engine.peers.failureOf(message.source));
      return;
    }
    BulkJob job = engine.bulk.blank(BulkJob.Kind.READ_PEER);
    job.link = peer.link;
    job.memoryOffset = message.exposed;
    job.messageOffset = message.length;
    job.bytes = wanted;
    job.source = message.source;
    job.cookie = message.cookie;
    engine.bulk.add(job, receive);
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
    transfers.fragment(source, cookie, messageOffset, bytes, memory, memoryOffset, owner, number);
  }

  /** Writes what the receive got, and notes truncation or a type mismatch, before any data move. */
  private void matched(ReceiveOperation receive, int header, int source, int tag, long length) {
    receive.messageSource = source;
    receive.messageTag = tag;
    receive.messageBytes = length;
    MatchErrors.check(engine.rank(), receive, Envelope.type(header), length);
    if (Observation.CHECK && engine.checks != null) {
      engine.checks.matched(receive, Envelope.type(header), length);
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
      sender.engine.outbound.directDone(sender);
    } else {
      engine.backlog.control(Envelope.DONE, source, cookie);
    }
  }

  private void reject(int source, String what) {
    engine.peers.reject(source, "sent " + what);
  }

  @Override
  public void failPeer(int endpoint, Throwable cause) {
    engine.peers.fail(endpoint, cause);
  }

  /** Fails the receives and probes that have asked whether the endpoint has ended. */
  void failAsked(int endpoint, Function<MatchOperation, RonselException> failure) {
    for (ReceiveOperation receive; (receive = posted.removeAsked(endpoint)) != null; ) {
      receive.fail(failure.apply(receive));
    }
    probes.failAsked(endpoint, failure);
  }

  /** Fails the receives and probes that name the endpoint, and those that wait for its data. */
  void failReceives(int endpoint, RonselException failure) {
    someFailed = true;
    for (ReceiveOperation receive; (receive = posted.removeFrom(endpoint)) != null; ) {
      receive.fail(failure);
    }
    transfers.fail(endpoint, failure);
    probes.fail(endpoint, failure);
  }
}
