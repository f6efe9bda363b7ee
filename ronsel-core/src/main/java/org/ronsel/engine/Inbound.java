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
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.data.ElementType;
import org.ronsel.engine.event.Observers;
import org.ronsel.engine.failure.PeerFailures;
import org.ronsel.engine.matching.MatchedMessage;
import org.ronsel.engine.matching.PostedQueue;
import org.ronsel.engine.matching.ProbeOperation;
import org.ronsel.engine.matching.UnexpectedMessage;
import org.ronsel.engine.matching.UnexpectedQueue;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.IdWindow;
import org.ronsel.engine.message.Inquiry;
import org.ronsel.engine.message.MatchErrors;
import org.ronsel.engine.message.MatchOperation;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.transfer.BulkCopy;
import org.ronsel.engine.transfer.EagerPool;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.observe.Observation;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;

/**
 * The receiving half of an engine: matches messages with receives, and delivers. Everything here
 * runs under the engine's lock. Nothing a record says is trusted: one that makes no sense fails its
 * sender.
 */
final class Inbound {
  private static final int OBJECTS = ElementType.OBJECT.code();

  private final Engine engine;
  private final PostedQueue posted = new PostedQueue();
  private final UnexpectedQueue unexpected = new UnexpectedQueue();
  final InboundTransfers transfers;
  final Probes probes;
  final EagerPool pool;
  private long matchedCount;

  /** Communicators that this rank has closed. */
  private final IdWindow closed = new IdWindow();

  /** Started partitioned receives without posted parts; under the lock. */
  private int awaitedPartitions;

  Inbound(Engine engine, EngineOptions options) {
    this.engine = engine;
    this.pool = new EagerPool(options.eagerPoolBytes());
    this.transfers = new InboundTransfers(engine, unexpected);
    this.probes = new Probes(engine, unexpected);
  }

  /** Messages matched so far. */
  long matchedCount() {
    return matchedCount;
  }

  /** Posts a receive, or delivers at once what has arrived for it. */
  void post(ReceiveOperation receive) {
    if (Observers.asksForPosted()) {
      MessageTracing.posted(engine, receive);
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

  /** Whether the rank seems to wait for a message of so many bytes, or to be getting one. */
  boolean expects(long bytes) {
    return !engine.bulk.isEmpty() || posted.expects(bytes);
  }

  /** Takes back a receive that no message has matched. */
  boolean withdraw(ReceiveOperation receive) {
    if (!receive.posted) {
      return false;
    }
    posted.remove(receive);
    return true;
  }

  /** Takes back an operation that no message has matched. */
  void unqueue(MatchOperation wait) {
    if (wait instanceof ReceiveOperation receive) {
      withdraw(receive);
    } else if (wait instanceof ProbeOperation probe) {
      probes.remove(probe);
    }
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
    free(message);
  }

  /** Gives back what a message holds that has left the queue. */
  private void free(UnexpectedMessage message) {
    freePayload(message);
    if (message.transfer != null) {
      transfers.withdraw(message.transfer);
    }
    unexpected.recycle(message);
  }

  private void freePayload(UnexpectedMessage message) {
    if (message.lender != null) {
      message.lender.free(message.lentNumber);
    } else if (message.payload != null) {
      pool.release(message.payload);
    }
  }

  /**
   * Removes those of some messages whose senders wait for a match, and tells the senders that there
   * will be none.
   */
  void refuse(Predicate<UnexpectedMessage> which) {
    for (UnexpectedMessage message;
        (message = unexpected.find(each -> which.test(each) && awaitsMatch(each))) != null; ) {
      unexpected.remove(message);
      refuse(message);
    }
    for (MatchedMessage matched;
        (matched = probes.held(each -> which.test(each) && awaitsMatch(each))) != null; ) {
      UnexpectedMessage taken = probes.take(matched);
      if (taken != null) {
        refuse(taken);
      }
    }
  }

  private void refuse(UnexpectedMessage message) {
    SendOperation sender = message.sender;
    int source = message.source;
    long cookie = message.cookie;
    free(message);
    if (sender != null) {
      sender.protocol.refusedDirectly(sender);
    } else {
      engine.backlog.control(Envelope.REFUSED, source, cookie);
    }
  }

  /** Whether a message of the program is not done with for its sender before its match. */
  private static boolean awaitsMatch(UnexpectedMessage message) {
    int flags = Envelope.flags(message.header);
    return Contexts.isMessage(message.context)
        && (flags & Envelope.UNSOLICITED) == 0
        && (Envelope.kind(message.header) == Envelope.RENDEZVOUS
            || (flags & Envelope.SYNCHRONOUS) != 0);
  }

  /** The oldest of some messages that have not been received, or null. */
  @Nullable UnexpectedMessage oldestUnreceived(Predicate<UnexpectedMessage> which) {
    UnexpectedMessage queued = unexpected.find(which);
    if (queued != null) {
      return queued;
    }
    MatchedMessage matched = probes.held(which);
    return matched == null ? null : matched.message;
  }

  /** The inquiries of receives and probes that wait for a message from any source. */
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
    UnexpectedMessage message = probes.take(matched);
    if (message == null) {
      return false;
    }
    receive.expect(message.context, message.source, message.tag);
    deliver(message, receive);
    return true;
  }

  /** Shows all messages that wait for their receives. */
  void forEachUnexpected(Consumer<UnexpectedMessage> visitor) {
    unexpected.forEach(visitor);
  }

  /**
   * Where a message is matched. The upper half of the word of a program's objects is their number,
   * one more; a negative one is an instance: other messages of the library are objects as well.
   */
  private static long context(RecordView record) {
    long context = record.context();
    return context >>> 32 == 0 ? context : contextOfInstance(record, context);
  }

  private static long contextOfInstance(RecordView record, long context) {
    long low = context & 0xffff_ffffL;
    boolean hasNumber = context > 0 && record.type() == OBJECTS && Contexts.isOfProgram(low);
    return hasNumber ? low : context;
  }

  /** A message has come, and is here as a whole. */
  void eager(RecordView record) {
    long context = context(record);
    int source = record.source();
    int tag = record.tag();
    long length = record.length();
    if (length != record.payloadBytes() || tag < 0 || !ElementType.isValid(record.type())) {
      throw malformedEager(record);
    }
    Object note =
        Observation.CHECK && engine.checks != null ? engine.checks.takeNote(source) : null;
    ReceiveOperation receive = posted.match(context, source, tag);
    if (receive != null) {
      matchedCount++;
      noteMatch(receive, record.header(), source, tag, length);
      int accepted = (int) receive.accepted(length);
      deliverEager(
          record.payload(), record.payloadOffset(), record.lender(), length, receive, accepted);
      acknowledgeMatch(record.header(), source, record.cookie(), record.attachment());
      return;
    }
    if (engine.failedCalls().isFailed(context)) {
      acknowledgeMatch(record.header(), source, record.cookie(), record.attachment());
      return;
    }
    if (comesTooLate(context) && !record.has(Envelope.SYNCHRONOUS)) {
      return;
    }
    keepEager(record, note);
  }

  /** Keeps a message that no receive has been posted for. */
  private void keepEager(RecordView record, @Nullable Object note) {
    UnexpectedMessage message = describe(record);
    message.sender = (SendOperation) record.attachment();
    if (Observation.CHECK) {
      message.note = note;
    }
    if (record.isLent()) {
      message.payload = record.payload();
      message.payloadOffset = record.payloadOffset();
      message.lender = record.keepPayload();
      message.lentNumber = record.lentNumber();
    } else {
      MemorySegment copy = pool.acquire((int) record.length());
      MemoryCopy.copy(record.payload(), record.payloadOffset(), copy, 0, record.length());
      message.payload = copy;
    }
    addUnexpected(message);
  }

  private static MalformedRecordException malformedEager(RecordView record) {
    return new MalformedRecordException(
        "sent eager message of "
            + ElementType.nameOf(record.type())
            + ", tag "
            + record.tag()
            + ", of "
            + record.length()
            + " bytes with "
            + record.payloadBytes()
            + " inline");
  }

  /** Delivers payload that is here, or leaves it for the owner of a confined segment to copy. */
  private void deliverEager(
      MemorySegment payload,
      long payloadOffset,
      RecordView.@Nullable Lender lender,
      long length,
      ReceiveOperation receive,
      int wanted) {
    if (receive.writableHere()) {
      if (wanted > 0) {
        try {
          if (lender == null) {
            MemoryCopy.fromSegment(payload, payloadOffset, receive.base, receive.offset, wanted);
          } else {
            lender.copy(payload, payloadOffset, receive.base, receive.offset, wanted, length);
          }
        } catch (RuntimeException | InternalError failure) {
          receive.noteError(MatchErrors.bufferGone(receive, failure));
        }
      }
      receive.completeLocked();
      return;
    }
    BulkCopy copy = engine.bulk.blank(BulkCopy.Kind.STAGED);
    byte[] payloadCopy = new byte[wanted];
    MemoryCopy.fromSegment(payload, payloadOffset, payloadCopy, 0, wanted);
    copy.memory = MemorySegment.ofArray(payloadCopy);
    copy.memoryOffset = 0;
    copy.bytes = wanted;
    engine.bulk.add(copy, receive);
  }

  /** A message has been announced. */
  void rendezvous(RecordView record) {
    long context = context(record);
    int source = record.source();
    int tag = record.tag();
    if (tag < 0 || !ElementType.isValid(record.type())) {
      throw new MalformedRecordException(
          "sent message of " + ElementType.nameOf(record.type()) + ", tag " + tag);
    }
    boolean hasKey = record.has(Envelope.KEY);
    if (hasKey && record.payloadBytes() != Envelope.KEY_BYTES) {
      throw new MalformedRecordException(
          "sent data with a key of " + record.payloadBytes() + " bytes");
    }
    UnexpectedMessage message = describe(record);
    if (Observation.CHECK && engine.checks != null) {
      message.note = engine.checks.takeNote(source);
    }
    SendOperation sender = (SendOperation) record.attachment();
    if (sender != null) {
      message.sender = sender;
    } else if (hasKey) {
      message.key = record.payload().get(JAVA_LONG_UNALIGNED, record.payloadOffset());
      message.keyEpoch =
          record.payload().get(JAVA_LONG_UNALIGNED, record.payloadOffset() + Long.BYTES);
    } else {
      message.transfer = transfers.announced(source, record.cookie(), record.length());
    }
    ReceiveOperation receive = posted.match(context, source, tag);
    if (receive == null
        && (engine.failedCalls().isFailed(context)
            || comesTooLate(context) && !awaitsMatch(message))) {
      drop(message);
    } else if (receive == null) {
      addUnexpected(message);
    } else {
      deliver(message, receive);
    }
  }

  /** Releases the sender of a message that will not be received. */
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
  void failContext(LongPredicate contexts, Supplier<RonselException> failure) {
    for (ReceiveOperation receive; (receive = posted.removeIn(contexts)) != null; ) {
      receive.fail(failure.get());
    }
    probes.failIn(contexts, failure);
    for (UnexpectedMessage message;
        (message = unexpected.find(each -> contexts.test(each.context))) != null; ) {
      unexpected.remove(message);
      drop(message);
    }
  }

  /** Visits the posted receives from any source in a communicator. */
  void forEachFromAnySource(int contextId, Consumer<ReceiveOperation> visitor) {
    posted.forEach(
        receive -> {
          if (receive.source == Ronsel.ANY_SOURCE && Contexts.id(receive.context) == contextId) {
            visitor.accept(receive);
          }
        });
  }

  /** Fails receives and probes from any source for which there is a failure. */
  void failAnySource(Function<MatchOperation, @Nullable RonselException> failure) {
    List<ReceiveOperation> anybody = new ArrayList<>();
    posted.forEach(
        receive -> {
          if (receive.source == Ronsel.ANY_SOURCE) {
            anybody.add(receive);
          }
        });
    for (ReceiveOperation receive : anybody) {
      RonselException why = failure.apply(receive);
      if (why != null) {
        posted.remove(receive);
        receive.fail(why);
      }
    }
    probes.failAnySource(failure);
  }

  /** Whether this rank has closed a communicator. */
  boolean isClosed(int contextId) {
    return closed.contains(contextId);
  }

  /**
   * Drops unreceived messages of a communicator that this rank closes, and messages that arrive in
   * it from now on, unless the sender waits for a match: that sender is told when the rank ends.
   */
  void close(int contextId) {
    closed.add(contextId);
    dropLate();
  }

  private void dropLate() {
    for (UnexpectedMessage message;
        (message = unexpected.find(each -> comesTooLate(each.context) && !awaitsMatch(each)))
            != null; ) {
      unexpected.remove(message);
      drop(message);
    }
  }

  /**
   * Whether a message of the program comes too late; those of a checked job are kept, to be told.
   */
  private boolean comesTooLate(long context) {
    return !Observation.CHECK
        && Contexts.isMessage(context)
        && closed.contains(Contexts.id(context))
        && !(awaitedPartitions > 0 && Contexts.isPartition(context));
  }

  /**
   * A partitioned receive has been started whose sender is not known: its partitions may come
   * before their receives are posted, also when the communicator has been closed meanwhile.
   */
  void awaitPartitions() {
    awaitedPartitions++;
  }

  /** The receives of such partitions have been posted. */
  void partitionsPosted() {
    if (--awaitedPartitions == 0) {
      dropLate();
    }
  }

  private UnexpectedMessage describe(RecordView record) {
    UnexpectedMessage message = unexpected.blank();
    message.header = record.header();
    message.context = context(record);
    message.objects = (int) ((record.context() ^ message.context) >>> 32);
    message.source = record.source();
    message.tag = record.tag();
    message.length = record.length();
    message.cookie = record.cookie();
    return message;
  }

  private void addUnexpected(UnexpectedMessage message) {
    unexpected.add(message);
    if (Observers.asksForUnexpected()) {
      MessageTracing.unexpected(engine, message, unexpected.size());
    }
    probes.answerAll();
  }

  /**
   * Delivers a message that arrived before its receive, or an announcement that has just matched.
   */
  private void deliver(UnexpectedMessage message, ReceiveOperation receive) {
    matchedCount++;
    if (Observation.CHECK && engine.checks != null) {
      engine.checks.recall(message);
    }
    noteMatch(receive, message.header, message.source, message.tag, message.length);
    long wanted = receive.accepted(message.length);
    if (message.payload != null) {
      deliverEager(
          message.payload,
          message.payloadOffset,
          message.lender,
          message.length,
          receive,
          (int) wanted);
      freePayload(message);
      acknowledgeMatch(message.header, message.source, message.cookie, message.sender);
    } else if (message.sender != null) {
      BulkCopy copy = engine.bulk.blank(BulkCopy.Kind.DIRECT);
      copy.send = message.sender;
      engine.bulk.add(copy, receive);
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
      receive.fail(engine.peerFailures().failureOf(message.source));
      return;
    }
    BulkCopy copy = engine.bulk.blank(BulkCopy.Kind.READ_PEER);
    copy.keyedData = peer.keyedData;
    copy.key = message.key;
    copy.keyEpoch = message.keyEpoch;
    copy.messageBytes = message.length;
    copy.bytes = wanted;
    copy.source = message.source;
    copy.cookie = message.cookie;
    engine.bulk.add(copy, receive);
  }

  /** Writes what the receive got, and notes truncation or a type mismatch, before any data move. */
  private void noteMatch(ReceiveOperation receive, int header, int source, int tag, long length) {
    receive.messageSource = source;
    receive.messageTag = tag;
    receive.messageBytes = length;
    MatchErrors.check(engine.rank(), receive, Envelope.type(header), length);
    if (Observation.CHECK && engine.checks != null) {
      engine.checks.matched(receive, Envelope.type(header), length);
    }
    if (Observers.asksForMatched()) {
      MessageTracing.matched(engine, receive, header, length);
    }
  }

  private void acknowledgeMatch(int header, int source, long cookie, @Nullable Object attachment) {
    if ((Envelope.flags(header) & Envelope.SYNCHRONOUS) == 0) {
      return;
    }
    if (attachment instanceof SendOperation sender) {
      sender.protocol.directDone(sender);
    } else {
      engine.backlog.control(Envelope.DONE, source, cookie);
    }
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
    for (ReceiveOperation receive; (receive = posted.removeFrom(endpoint)) != null; ) {
      receive.fail(PeerFailures.another(failure));
    }
    transfers.fail(endpoint, failure);
    probes.fail(endpoint, failure);
  }
}
