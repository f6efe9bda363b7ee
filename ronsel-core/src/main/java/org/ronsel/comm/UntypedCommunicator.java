package org.ronsel.comm;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.BufferRole;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Message;
import org.ronsel.Op;
import org.ronsel.PartitionedReceive;
import org.ronsel.PartitionedSend;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.SendMode;
import org.ronsel.Status;
import org.ronsel.UntypedCollectives;
import org.ronsel.UntypedComm;
import org.ronsel.collective.call.Invocation.CallKind;
import org.ronsel.data.DataRange;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.AbstractDatatype;
import org.ronsel.datatype.Buffers;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.observe.Call;
import org.ronsel.observe.Observation;

/**
 * The implementation of all calls that move data, on a buffer that is described by a datatype:
 * those of {@link Comm} for arrays, segments and byte buffers, and those of other interfaces.
 * {@link Buffers} says what a buffer is for the engine.
 */
public final class UntypedCommunicator extends UntypedReductions<@Nullable Void>
    implements UntypedComm {
  private final Messages messages;
  private final LearnedLengths lengths;
  private final UntypedCollectives<Request> started;
  private final UntypedCollectives<PersistentRequest> persistent;

  @SuppressWarnings("NullAway") // does not know that the result may be null
  UntypedCommunicator(Communicator comm) {
    super(
        comm,
        CallKind.BLOCKING,
        (calls, call) -> {
          calls.run(call);
          return null;
        });
    this.messages = comm.messages;
    this.lengths = new LearnedLengths(comm, this);
    this.started = new UntypedReductions<>(comm, CallKind.NONBLOCKING, CollectiveCalls::start);
    this.persistent = new UntypedReductions<>(comm, CallKind.PERSISTENT, CollectiveCalls::prepare);
  }

  /**
   * The operations of a communicator, with what other interfaces need of them beside the API.
   *
   * @param call name of the call that it is for
   * @throws org.ronsel.InvalidArgumentException if Ronsel has not made it
   */
  public static UntypedCommunicator of(String call, Comm comm) {
    return Communicator.of(call, comm).untyped;
  }

  /** Checks the buffer of a message and finds what the engine takes for it. */
  private Object base(
      String call,
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      boolean forWriting) {
    return Buffers.base(comm, call, role(buffer), buffer, type, offset, count, forWriting);
  }

  private static ElementType elementType(Datatype<?> type) {
    return AbstractDatatype.of(type).elementType();
  }

  private static BufferRole role(@Nullable Object buffer) {
    return buffer instanceof MemorySegment ? BufferRole.SEGMENT : BufferRole.BUFFER;
  }

  @Override
  public Comm comm() {
    return comm;
  }

  @Override
  public UntypedCollectives<Request> started() {
    return started;
  }

  @Override
  public UntypedCollectives<PersistentRequest> persistent() {
    return persistent;
  }

  /**
   * In a checked job, says that the program has been given something which it must give back, and
   * is told of at the end of the job if it does not; in others nothing. For interfaces with objects
   * that must be freed, as those of this one need not be.
   *
   * @param words as in {@code datatype vector was committed and never freed; committed at}, to be
   *     followed by the place
   */
  public void lent(Object what, String words) {
    if (Observation.CHECK) {
      comm.checks().opened(what, words);
    }
  }

  /** Says that the program has given back what was {@linkplain #lent lent}. */
  public void returned(Object what) {
    if (Observation.CHECK) {
      comm.checks().closed(what);
    }
  }

  /**
   * In a checked job, says that a call of the program relies on what other libraries do not allow;
   * that is told at the end of the job, once for each place. In others nothing. For interfaces that
   * are more tolerant than this one.
   *
   * @param words what that is and what to do instead, to follow the name and the place of the call
   */
  public void notPortable(String words) {
    if (Observation.CHECK) {
      comm.checks().noticed(words);
    }
  }

  /**
   * From now on calls of this communicator on this rank take arguments that the standard forbids
   * and that other libraries take, unless the job is checked. For interfaces whose programs rely on
   * them.
   *
   * <ul>
   *   <li>{@code gatherv} and {@code scatterv} on data of a basic type take blocks that are shorter
   *       than their receiver has said, and leave the rest of its block as it is, as libraries in C
   *       do.
   *   <li>The blocks that {@code gatherv} and {@code allToAllv} receive may overlap; what stands
   *       where they do is that of any of them.
   *   <li>In {@code sendReceive}, and in blocking collective calls on arrays, what is given and
   *       what is received may overlap: what is given counts as it was before the call, as in
   *       libraries that copy arrays.
   * </ul>
   */
  public void beLenient() {
    if (!Observation.CHECK) {
      comm.lenient = true;
    }
  }

  /**
   * Broadcast in which the count of other ranks than the root is the most that they take, unless
   * the job is checked; the rest of their buffers stays as it is. For interfaces whose programs
   * rely on that, where all ranks call it. Blocking; see {@link #broadcast(Object, Datatype, long,
   * long, int)}.
   *
   * @throws org.ronsel.TruncationException if the root gives more than this rank takes; the other
   *     ranks have what they were given
   */
  public void broadcastUpTo(
      @Nullable Object buffer, Datatype<?> type, long offset, long mostCount, int root) {
    make(broadcastOf(buffer, type, offset, mostCount, root, comm.lenient && !comm.isInter()));
  }

  @Override
  public void reduceLocal(
      @Nullable Object in,
      long inOffset,
      @Nullable Object inout,
      long inoutOffset,
      Datatype<?> type,
      long count,
      Op op) {
    combineHere(in, inOffset, inout, inoutOffset, type, count, op);
  }

  // ---- one value ----

  @Override
  public long broadcast(Datatype<?> type, long bits, int root) {
    return comm.collectives().broadcast(elementType(type), bits, root);
  }

  @Override
  public long reduce(Datatype<?> type, long bits, Op op, int root) {
    return comm.collectives().reduce(elementType(type), bits, op, root);
  }

  @Override
  public long allReduce(Datatype<?> type, long bits, Op op) {
    return comm.collectives().allReduce(elementType(type), bits, op);
  }

  // ---- arrays whose lengths the receivers do not know ----

  @Override
  public Object gatherv(@Nullable Object in, Datatype<?> type, int root) {
    return lengths.gatherv(in, type, root);
  }

  @Override
  public Object allGatherv(@Nullable Object in, Datatype<?> type) {
    return lengths.allGatherv(in, type);
  }

  @Override
  public Object scatterv(@Nullable Object @Nullable [] in, Datatype<?> type, int root) {
    return lengths.scatterv(in, type, root);
  }

  @Override
  public Object allToAllv(@Nullable Object @Nullable [] in, Datatype<?> type) {
    return lengths.allToAllv(in, type);
  }

  @Override
  public Object neighborAllGatherv(@Nullable Object in, Datatype<?> type) {
    return lengths.neighborAllGatherv(in, type);
  }

  @Override
  public Object neighborAllToAllv(@Nullable Object @Nullable [] in, Datatype<?> type) {
    return lengths.neighborAllToAllv(in, type);
  }

  @Override
  public int blockOf(String call, @Nullable Object in, @Nullable Object out) {
    CollectiveCalls calls = comm.collectives();
    return call.startsWith("neighbor")
        ? calls.blockForNeighbors(call, in, out)
        : calls.blockOf(call, in);
  }

  // ---- messages ----

  private DataRange data(
      String call,
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      boolean forWriting) {
    return Buffers.resolve(comm, call, role(buffer), buffer, type, offset, count, forWriting);
  }

  @Override
  public void send(
      SendMode mode,
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int dest,
      int tag) {
    Object base = base(mode.call(), buffer, type, offset, count, false);
    long at = Buffers.offset(base, buffer, type, offset);
    messages.send(mode, elementType(type), base, at, count * type.sizeBytes(), dest, tag);
  }

  @Override
  public Request iSend(
      SendMode mode,
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int dest,
      int tag) {
    Object base = base(mode.startCall(), buffer, type, offset, count, false);
    long at = Buffers.offset(base, buffer, type, offset);
    long bytes = count * type.sizeBytes();
    return messages.startSend(mode, elementType(type), base, at, bytes, dest, tag);
  }

  @Override
  public void receive(
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int source,
      int tag,
      Status status) {
    Object base = base("receive", buffer, type, offset, count, true);
    long at = Buffers.offset(base, buffer, type, offset);
    long bytes = count * type.sizeBytes();
    messages.receive(elementType(type), base, at, bytes, source, tag, status);
  }

  @Override
  public Request iReceive(
      @Nullable Object buffer, Datatype<?> type, long offset, long count, int source, int tag) {
    Object base = base("iReceive", buffer, type, offset, count, true);
    long at = Buffers.offset(base, buffer, type, offset);
    long bytes = count * type.sizeBytes();
    return messages.startReceive(elementType(type), base, at, bytes, source, tag);
  }

  @Override
  public Status sendReceive(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      int dest,
      int sendTag,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int source,
      int receiveTag) {
    String call = "sendReceive";
    Object out =
        Buffers.base(
            comm, call, BufferRole.SEND, sendBuffer, sendType, sendOffset, sendCount, false);
    Object in =
        Buffers.base(
            comm,
            call,
            BufferRole.RECEIVE,
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCount,
            true);
    long outAt = Buffers.offset(out, sendBuffer, sendType, sendOffset);
    long outBytes = sendCount * sendType.sizeBytes();
    long inAt = Buffers.offset(in, receiveBuffer, receiveType, receiveOffset);
    long inBytes = receiveCount * receiveType.sizeBytes();
    Arguments.destAndTag(comm, call, dest, sendTag);
    Arguments.sourceAndTag(comm, call, source, receiveTag);
    if (dest != Ronsel.PROC_NULL
        && source != Ronsel.PROC_NULL
        && Operands.overlap(out, outAt, outBytes, in, inAt, inBytes)) {
      out = messages.copyOfOverlapping(call, out, outAt, outBytes, inAt);
      outAt = 0;
    }
    Call open = messages.openCall();
    try {
      ReceiveOperation receive =
          messages.postFor(call, elementType(receiveType), in, inAt, inBytes, source, receiveTag);
      return messages.sendThenAwait(
          receive, elementType(sendType), out, outAt, outBytes, dest, sendTag);
    } finally {
      messages.closeCall(open);
    }
  }

  @Override
  public Request iSendReceive(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      int dest,
      int sendTag,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int source,
      int receiveTag) {
    String call = "iSendReceive";
    DataRange out =
        Buffers.resolve(
            comm, call, BufferRole.SEND, sendBuffer, sendType, sendOffset, sendCount, false);
    DataRange in =
        Buffers.resolve(
            comm,
            call,
            BufferRole.RECEIVE,
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCount,
            true);
    Arguments.destAndTag(comm, call, dest, sendTag);
    Arguments.sourceAndTag(comm, call, source, receiveTag);
    if (dest != Ronsel.PROC_NULL
        && source != Ronsel.PROC_NULL
        && Operands.overlap(
            out.base(), out.offset(), out.bytes(), in.base(), in.offset(), in.bytes())) {
      Object copy =
          messages.copyOfOverlapping(call, out.base(), out.offset(), out.bytes(), in.offset());
      out = new DataRange(out.type(), copy, 0, out.bytes());
    }
    return messages.startSendReceive(call, out, dest, sendTag, in, source, receiveTag);
  }

  @Override
  public PersistentRequest persistentSend(
      SendMode mode,
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int dest,
      int tag) {
    String call = Arguments.present(comm, "persistentSend", "mode", mode).persistentCall();
    var _ = data(call, buffer, type, offset, count, false);
    Arguments.destAndTag(comm, call, dest, tag);
    return new PersistentTransfer(
        comm,
        mode.call() + " to rank " + dest + ", tag " + tag,
        () -> iSend(mode, buffer, type, offset, count, dest, tag));
  }

  @Override
  public PersistentRequest persistentReceive(
      @Nullable Object buffer, Datatype<?> type, long offset, long count, int source, int tag) {
    String call = "persistentReceive";
    var _ = data(call, buffer, type, offset, count, true);
    Arguments.sourceAndTag(comm, call, source, tag);
    return new PersistentTransfer(
        comm,
        "receive from rank " + source + ", tag " + tag,
        () -> iReceive(buffer, type, offset, count, source, tag));
  }

  @Override
  public Status receive(
      Message message, @Nullable Object buffer, Datatype<?> type, long offset, long count) {
    return matched("receive", message).receive(buffer, type, offset, count);
  }

  @Override
  public Request iReceive(
      Message message, @Nullable Object buffer, Datatype<?> type, long offset, long count) {
    return matched("iReceive", message).start("Message.iReceive", buffer, type, offset, count);
  }

  private MatchedReceive matched(String call, Message message) {
    Arguments.present(comm, call, "message", message);
    if (message instanceof MatchedReceive matched) {
      return matched;
    }
    throw Arguments.raised(
        comm, call, ErrorClass.ARGUMENT, "the message is not one that mProbe has given");
  }

  @Override
  public Status sendReceiveReplace(
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int dest,
      int sendTag,
      int source,
      int receiveTag) {
    String call = "sendReceiveReplace";
    DataRange data = data(call, buffer, type, offset, count, true);
    return messages.sendReceiveReplace(data, dest, sendTag, source, receiveTag);
  }

  @Override
  public Request iSendReceiveReplace(
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int dest,
      int sendTag,
      int source,
      int receiveTag) {
    DataRange data = data("iSendReceiveReplace", buffer, type, offset, count, true);
    return messages.startSendReceiveReplace(data, dest, sendTag, source, receiveTag);
  }

  @Override
  public PartitionedSend partitionedSend(
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      int partitions,
      long count,
      int dest,
      int tag) {
    String call = "partitionedSend";
    PartitionedTransfer parts =
        PartitionedTransfer.of(comm, call, buffer, type, offset, partitions, count, false);
    Arguments.destAndTag(comm, call, dest, tag);
    return new PartitionedSender(parts, dest, tag);
  }

  @Override
  public PartitionedReceive partitionedReceive(
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      int partitions,
      long count,
      int source,
      int tag) {
    String call = "partitionedReceive";
    PartitionedTransfer parts =
        PartitionedTransfer.of(comm, call, buffer, type, offset, partitions, count, true);
    Arguments.exactSourceAndTag(comm, call, source, tag);
    return new PartitionedReceiver(parts, source, tag);
  }

  @Override
  public void sendObjects(SendMode mode, @Nullable Object[] objects, int dest, int tag) {
    comm.objects.sendObjects(mode, objects, dest, tag);
  }

  @Override
  public Request iSendObjects(SendMode mode, @Nullable Object[] objects, int dest, int tag) {
    return comm.objects.iSendObjects(mode, objects, dest, tag);
  }
}
