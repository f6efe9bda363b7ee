package org.ronsel.engine.message;

import org.ronsel.engine.request.ProgressEngine;

/**
 * Moves a rendezvous message between two ranks of one heap with one copy. From {@link #SHARE_FROM}
 * bytes up, and when the sender waits too, both sides copy: they claim chunks of {@link #CHUNK}
 * bytes from a counter that carries the message's generation, so that a late claim can never reach
 * the next message that a pooled operation serves.
 */
public final class DirectCopy {
  /** Chunk that each claim copies: 128 KB measured best of 32 to 256 KB. */
  static final int CHUNK = 128 << 10;

  /** Smallest message worth sharing. */
  static final int SHARE_FROM = 2 * CHUNK;

  private DirectCopy() {}

  /**
   * The receiver's side; any thread that may write the receive buffer. Completes both operations.
   */
  public static void deliver(SendOperation send, ReceiveOperation receive) {
    send.take();
    long accepted = receive.accepted(send.length);
    if (accepted >= SHARE_FROM && receive.owner == null && send.isWaiting()) {
      int generation = send.generation();
      Object from = send.base;
      long fromOffset = send.offset;
      send.share(receive, accepted);
      copyChunks(receive.engine, send, generation, from, fromOffset, receive, accepted);
      return;
    }
    if (accepted > 0) {
      try {
        receive.engine.copies.copy(send.base, send.offset, receive.base, receive.offset, accepted);
      } catch (RuntimeException | InternalError failure) {
        note(send, receive, failure);
      }
    }
    send.protocol.directDone(send);
    receive.complete();
  }

  /** The waiting sender's side: copies chunks of its own shared message. */
  static boolean helpSender(SendOperation send) {
    ReceiveOperation receive = send.receiver;
    return receive != null
        && copyChunks(
            send.engine,
            send,
            send.generation(),
            send.base,
            send.offset,
            receive,
            send.acceptedBytes);
  }

  private static boolean copyChunks(
      ProgressEngine by,
      SendOperation send,
      int generation,
      Object from,
      long fromOffset,
      ReceiveOperation receive,
      long accepted) {
    int chunks = (int) ((accepted + CHUNK - 1) / CHUNK);
    Object to = receive.base;
    long toOffset = receive.offset;
    boolean copied = false;
    for (int chunk; (chunk = send.claimChunk(generation, chunks)) >= 0; ) {
      long at = (long) chunk * CHUNK;
      try {
        by.copies.copy(from, fromOffset + at, to, toOffset + at, Math.min(CHUNK, accepted - at));
      } catch (RuntimeException | InternalError failure) {
        note(send, receive, failure);
      }
      copied = true;
      if (send.deliveredLast(chunks)) {
        // The receive first: a completed send may be recycled at once.
        receive.complete();
        send.protocol.directDone(send);
      }
    }
    return copied;
  }

  /**
   * A buffer is gone; if it is the sender's, both sides are told. Of two files of which one has
   * become shorter it is not known which.
   */
  private static void note(SendOperation send, ReceiveOperation receive, Throwable failure) {
    boolean isShorter = failure instanceof InternalError;
    boolean sendersMayBe = isShorter && BufferAccess.isMapped(send.base);
    boolean receiversMayBe = isShorter && BufferAccess.isMapped(receive.base);
    boolean sendersIs = !BufferAccess.isAlive(send.base) || sendersMayBe;
    if (sendersIs) {
      send.noteError(MatchErrors.bufferGone(send, failure));
    }
    receive.noteError(
        sendersIs && !receiversMayBe
            ? MatchErrors.voided(receive.engine.rank(), receive)
            : MatchErrors.bufferGone(receive, failure));
  }
}
