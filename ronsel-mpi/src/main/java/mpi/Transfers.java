package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.Advice;
import org.ronsel.ObjectRequest;
import org.ronsel.PendingComm;
import org.ronsel.PersistentRequest;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.SendMode;

/** Point-to-point communication, in the words that both spellings delegate to. */
abstract class Transfers extends CommHandle {
  Transfers(org.ronsel.@Nullable Comm core, Properties properties) {
    super(core, properties);
  }

  Transfers(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  private static ObjectLayout objects(Datatype type) {
    ObjectLayout layout = type.objects;
    if (layout == null) {
      throw Required.refused(MPI.ERR_TYPE, type + " describes no data");
    }
    return layout;
  }

  final void transmit(
      SendMode mode,
      @Nullable Object buffer,
      int offset,
      int count,
      Datatype type,
      int dest,
      int tag) {
    try {
      org.ronsel.Datatype<?> elements = Datatype.elements(type);
      if (elements == null) {
        sendObjects(mode, buffer, offset, count, type, dest, tag);
        return;
      }
      untyped()
          .send(
              mode,
              Memory.base(buffer, count, type),
              elements,
              Memory.start(buffer, offset, type),
              count,
              dest,
              tag);
    } catch (RonselException e) {
      if (!sendsWithoutRoom(e, buffer, offset, count, type, dest, tag)) {
        throw failed(e, new ErrorWords.Passed(buffer, "sent"));
      }
    }
  }

  private void sendObjects(
      SendMode mode,
      @Nullable Object buffer,
      int offset,
      int count,
      Datatype type,
      int dest,
      int tag) {
    Object[] packed = objects(type).gather(buffer, offset, count);
    untyped().sendObjects(mode, packed, dest, tag);
  }

  // ---- short messages in buffered mode, for which the attached buffer is of no account ----

  /**
   * The longest message, in bytes, that Open MPI sends in buffered mode without room in an attached
   * buffer: as much as is sent eagerly.
   */
  private static final int SHORT_BYTES = 4096;

  /**
   * Sends a short message, where no buffer is attached, from a copy of its own.
   *
   * @return whether it was one
   */
  private boolean sendsWithoutBuffer(
      @Nullable Object buffer, int count, Datatype type, int dest, int tag) {
    return !Environment.current().hasBuffer()
        && sendsCopy(
            buffer,
            0,
            count,
            type,
            dest,
            tag,
            "without an attached buffer, which other libraries refuse; attach one");
  }

  /**
   * Sends a short message, for which an attached buffer has no room, from a copy of its own.
   *
   * @param refused what a send in buffered mode was refused with
   * @return whether it was one
   */
  private boolean sendsWithoutRoom(
      RonselException refused,
      @Nullable Object buffer,
      int offset,
      int count,
      Datatype type,
      int dest,
      int tag) {
    return refused.parts().advice() == Advice.ATTACH_LARGER_BUFFER
        && sendsCopy(
            buffer,
            offset,
            count,
            type,
            dest,
            tag,
            "without room in the attached buffer, which other libraries refuse; attach a larger one");
  }

  private boolean sendsCopy(
      @Nullable Object buffer,
      int offset,
      int count,
      Datatype type,
      int dest,
      int tag,
      String without) {
    org.ronsel.Datatype<?> elements = Datatype.elements(type);
    if (elements == null || count < 0) {
      return false;
    }
    long bytes = count * elements.sizeBytes();
    if (bytes > SHORT_BYTES) {
      return false;
    }
    Environment.notPortable("a buffered send " + without);
    try {
      byte[] copy = new byte[(int) bytes];
      elements.pack(
          Memory.base(buffer, count, type), Memory.start(buffer, offset, type), count, copy, 0);
      untyped()
          .iSend(SendMode.STANDARD, copy, org.ronsel.Datatype.PACKED, 0, copy.length, dest, tag)
          .release();
      return true;
    } catch (RonselException e) {
      throw failed(e, new ErrorWords.Passed(buffer, "sent"));
    }
  }

  final void transmitBuffered(
      @Nullable Object buffer, int count, Datatype type, int dest, int tag) {
    if (!sendsWithoutBuffer(buffer, count, type, dest, tag)) {
      transmit(SendMode.BUFFERED, buffer, 0, count, type, dest, tag);
    }
  }

  final Request startTransmitBuffered(
      @Nullable Object buffer, int count, Datatype type, int dest, int tag) {
    return sendsWithoutBuffer(buffer, count, type, dest, tag)
        ? startNothing(tag)
        : startTransmit(SendMode.BUFFERED, buffer, 0, count, type, dest, tag);
  }

  final Prequest prepareTransmitBuffered(
      @Nullable Object buffer, int count, Datatype type, int dest, int tag) {
    if (Datatype.elements(type) == null || Environment.current().hasBuffer()) {
      return prepareTransmit(SendMode.BUFFERED, buffer, 0, count, type, dest, tag);
    }
    Datatype kept = type.kept();
    return new RepeatedRequest(this, () -> startTransmitBuffered(buffer, count, kept, dest, tag));
  }

  /** A send to {@code PROC_NULL}: it is complete, as one in buffered mode is. */
  private Request startNothing(int tag) {
    return startTransmit(SendMode.STANDARD, null, 0, 0, Handles.BYTE, Ronsel.PROC_NULL, tag);
  }

  final Request startTransmit(
      SendMode mode,
      @Nullable Object buffer,
      int offset,
      int count,
      Datatype type,
      int dest,
      int tag) {
    try {
      org.ronsel.Datatype<?> elements = Datatype.elements(type);
      org.ronsel.Request request =
          elements == null
              ? untyped().iSendObjects(mode, objects(type).gather(buffer, offset, count), dest, tag)
              : untyped()
                  .iSend(
                      mode,
                      Memory.base(buffer, count, type),
                      elements,
                      Memory.start(buffer, offset, type),
                      count,
                      dest,
                      tag);
      return new Request(this, request, null);
    } catch (RonselException e) {
      if (sendsWithoutRoom(e, buffer, offset, count, type, dest, tag)) {
        return startNothing(tag);
      }
      throw failed(e, new ErrorWords.Passed(buffer, "sent"));
    }
  }

  final Prequest prepareTransmit(
      SendMode mode,
      @Nullable Object buffer,
      int offset,
      int count,
      Datatype type,
      int dest,
      int tag) {
    try {
      org.ronsel.Datatype<?> elements = Datatype.elements(type);
      if (elements == null) {
        ObjectLayout layout = objects(type);
        return new RepeatedRequest(
            this,
            () ->
                new Request(
                    this,
                    untyped().iSendObjects(mode, layout.gather(buffer, offset, count), dest, tag),
                    null));
      }
      PersistentRequest send =
          untyped()
              .persistentSend(
                  mode,
                  Memory.base(buffer, count, type),
                  elements,
                  Memory.start(buffer, offset, type),
                  count,
                  dest,
                  tag);
      if (mode != SendMode.BUFFERED) {
        return new Prequest(this, send, null);
      }
      Datatype kept = type.kept();
      return new BufferedRequest(
          this,
          send,
          refused ->
              sendsWithoutRoom(refused, buffer, offset, count, kept, dest, tag)
                  ? startNothing(tag)
                  : null);
    } catch (RonselException e) {
      throw failed(e, new ErrorWords.Passed(buffer, "sent"));
    }
  }

  // ---- the wildcards, which are one number with MPJ Express, and with Open MPI ----

  /** The source of a receive or a probe, which programs also call any tag. */
  static int anySource(int source) {
    if (source != MPI.ANY_TAG) {
      return source;
    }
    Environment.notPortable("MPI.ANY_TAG is taken for any source; name MPI.ANY_SOURCE");
    return MPI.ANY_SOURCE;
  }

  /** The tag of a receive or a probe, which programs also call any source. */
  static int anyTag(int tag) {
    if (tag != MPI.ANY_SOURCE) {
      return tag;
    }
    Environment.notPortable("MPI.ANY_SOURCE is taken for any tag; name MPI.ANY_TAG");
    return MPI.ANY_TAG;
  }

  final Status accept(
      @Nullable Object buffer, int offset, int count, Datatype type, int source, int tag) {
    try {
      org.ronsel.Status status = new org.ronsel.Status();
      org.ronsel.Datatype<?> elements = Datatype.elements(type);
      if (source == Ronsel.PROC_NULL) {
        return startAcceptNothing(anyTag(tag)).Wait();
      }
      if (elements == null) {
        Required.notNegative(count, ObjectLayout.COUNT);
        Object received = core().receiveObject(anySource(source), anyTag(tag), status);
        return deliver(received, status, buffer, offset, count, objects(type));
      }
      untyped()
          .receive(
              Memory.base(buffer, count, type),
              elements,
              Memory.start(buffer, offset, type),
              count,
              anySource(source),
              anyTag(tag),
              status);
      return new Status(status, type);
    } catch (RonselException e) {
      throw failed(e, new ErrorWords.Passed(buffer, "received"));
    }
  }

  /** A receive from {@code PROC_NULL}: whatever its type and buffer, no data come. */
  private Request startAcceptNothing(int tag) {
    return new Request(
        this,
        untyped()
            .iReceive(Memory.base(null), org.ronsel.Datatype.BYTE, 0, 0, Ronsel.PROC_NULL, tag),
        null);
  }

  /** Puts the objects of a message in their places. */
  static Status deliver(
      @Nullable Object received,
      org.ronsel.Status status,
      @Nullable Object buffer,
      int offset,
      int count,
      ObjectLayout layout) {
    if (status.source() == Ronsel.PROC_NULL || status.isCancelled()) {
      return new Status(status, layout, 0);
    }
    // What Ronsel's own calls have sent is one object.
    @Nullable Object[] packed =
        received instanceof Object[] several ? several : new @Nullable Object[] {received};
    layout.scatter(packed, buffer, offset, count);
    return new Status(status, layout, packed.length);
  }

  final Request startAccept(
      @Nullable Object buffer, int offset, int count, Datatype type, int source, int tag) {
    try {
      org.ronsel.Datatype<?> elements = Datatype.elements(type);
      if (source == Ronsel.PROC_NULL) {
        return startAcceptNothing(anyTag(tag));
      }
      if (elements == null) {
        ObjectLayout layout = objects(type);
        Required.notNegative(count, ObjectLayout.COUNT);
        ObjectRequest<Object> receive = core().iReceiveObject(anySource(source), anyTag(tag));
        return new ObjectReceive(this, receive, buffer, offset, count, layout);
      }
      return new Request(
          this,
          untyped()
              .iReceive(
                  Memory.base(buffer, count, type),
                  elements,
                  Memory.start(buffer, offset, type),
                  count,
                  anySource(source),
                  anyTag(tag)),
          type);
    } catch (RonselException e) {
      throw failed(e, new ErrorWords.Passed(buffer, "received"));
    }
  }

  final Prequest prepareAccept(
      @Nullable Object buffer, int offset, int count, Datatype type, int source, int tag) {
    try {
      org.ronsel.Datatype<?> elements = Datatype.elements(type);
      if (source == Ronsel.PROC_NULL) {
        return new Prequest(
            this,
            untyped()
                .persistentReceive(
                    Memory.base(null), org.ronsel.Datatype.BYTE, 0, 0, source, anyTag(tag)),
            null);
      }
      if (elements == null) {
        Datatype kept = type.kept();
        return new RepeatedRequest(
            this, () -> startAccept(buffer, offset, count, kept, source, tag));
      }
      return new Prequest(
          this,
          untyped()
              .persistentReceive(
                  Memory.base(buffer, count, type),
                  elements,
                  Memory.start(buffer, offset, type),
                  count,
                  anySource(source),
                  anyTag(tag)),
          type);
    } catch (RonselException e) {
      throw failed(e, new ErrorWords.Passed(buffer, "received"));
    }
  }

  final Status exchange(
      @Nullable Object sendBuffer,
      int sendOffset,
      int sendCount,
      Datatype sendType,
      int dest,
      int sendTag,
      @Nullable Object receiveBuffer,
      int receiveOffset,
      int receiveCount,
      Datatype receiveType,
      int source,
      int receiveTag) {
    try {
      org.ronsel.Datatype<?> sent = Datatype.elements(sendType);
      org.ronsel.Datatype<?> received = Datatype.elements(receiveType);
      if (sent == null || received == null) {
        Request receive =
            startAccept(
                receiveBuffer, receiveOffset, receiveCount, receiveType, source, receiveTag);
        transmit(SendMode.STANDARD, sendBuffer, sendOffset, sendCount, sendType, dest, sendTag);
        return receive.Wait();
      }
      return new Status(
          untyped()
              .sendReceive(
                  Memory.base(sendBuffer, sendCount, sendType),
                  sent,
                  Memory.start(sendBuffer, sendOffset, sendType),
                  sendCount,
                  dest,
                  sendTag,
                  Memory.base(receiveBuffer, receiveCount, receiveType),
                  received,
                  Memory.start(receiveBuffer, receiveOffset, receiveType),
                  receiveCount,
                  anySource(source),
                  anyTag(receiveTag)),
          receiveType);
    } catch (RonselException e) {
      throw failed(e, new ErrorWords.Passed(sendBuffer, receiveBuffer, "exchanged"));
    }
  }

  final Status exchangeInPlace(
      @Nullable Object buffer,
      int offset,
      int count,
      Datatype type,
      int dest,
      int sendTag,
      int source,
      int receiveTag) {
    try {
      org.ronsel.Datatype<?> elements = Datatype.elements(type);
      if (elements == null) {
        // The objects are encoded before anything is received.
        Request send = startTransmit(SendMode.STANDARD, buffer, offset, count, type, dest, sendTag);
        Status status = accept(buffer, offset, count, type, source, receiveTag);
        send.Wait();
        return status;
      }
      return new Status(
          untyped()
              .sendReceiveReplace(
                  Memory.base(buffer, count, type),
                  elements,
                  Memory.start(buffer, offset, type),
                  count,
                  dest,
                  sendTag,
                  anySource(source),
                  anyTag(receiveTag)),
          type);
    } catch (RonselException e) {
      throw failed(e, new ErrorWords.Passed(buffer, "exchanged"));
    }
  }

  final Status waitForMessage(int source, int tag) {
    try {
      return new Status(core().probe(anySource(source), anyTag(tag)), null);
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  final @Nullable Status lookForMessage(int source, int tag) {
    try {
      org.ronsel.Status status = core().iProbe(anySource(source), anyTag(tag));
      return status == null ? null : new Status(status, null);
    } catch (RonselException e) {
      throw failed(e);
    }
  }
}
