package org.ronsel.transport.tcp;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;

/**
 * The outgoing stream of one connection of a link: parts of messages, and on the first one the
 * records of the link's queue between them. One thread at a time writes. A part of which the
 * connection has taken some bytes keeps all others out until it has taken the last one.
 */
final class OutStream {
  private static final VarHandle WRITING;

  static {
    try {
      WRITING = MethodHandles.lookup().findVarHandle(OutStream.class, "writing", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Writes in a row by a thread that finds more in the queue after each. What other threads have
   * left to it after so many is the selector's next turn: this may be the selector's thread, for
   * which all other connections wait, or one that has its own to do.
   */
  private static final int MOST_WRITES = 16;

  private final TcpLink link;

  /** Set once, by the selector's thread, before the channel. */
  private @Nullable SelectionKey key;

  /** Set once, by the selector's thread. */
  private volatile @Nullable Connection channel;

  /** The records, on the first connection only; set once, under the engine's lock. */
  private volatile @Nullable OutQueue queue;

  /** Whether a thread writes, or a part has begun. */
  @SuppressWarnings("unused") // by its handle
  private volatile boolean writing;

  /** Parts that are being filled or wait to be written; under the engine's lock. */
  int parts;

  OutStream(TcpLink link) {
    this.link = link;
  }

  void connected(Connection connection, SelectionKey key) {
    this.key = key;
    channel = connection;
  }

  /** Sets the records that are written between the parts. */
  void carry(OutQueue records) {
    queue = records;
  }

  /** Whether something waits to be written; under the engine's lock. */
  boolean isPending() {
    OutQueue records = queue;
    return parts > 0 || records != null && !records.isEmpty();
  }

  /** Whether user data can be written where they are; see {@link Connection#isPlain}. */
  boolean isPlain() {
    Connection connection = channel;
    return connection != null && connection.isPlain();
  }

  /** Writes records to the connection, unless another thread is writing; any thread. */
  void flush() {
    OutQueue records = queue;
    Connection connection = channel;
    if (connection == null) {
      // Full: either this sees the connection or the thread that publishes it sees the committed
      // records.
      VarHandle.fullFence();
      connection = channel;
    }
    if (records == null || connection == null) {
      return;
    }
    boolean goesOn = true;
    for (int writes = 1; goesOn && !records.isEmpty(); writes++) {
      // Full order: a thread that finds another one writing has committed before, and the other
      // looks again.
      if (!WRITING.compareAndSet(this, false, true)) {
        return;
      }
      try {
        goesOn = records.writeTo(connection) && writes < MOST_WRITES;
      } catch (IOException e) {
        link.failed(String.valueOf(e.getMessage()));
        return;
      } finally {
        WRITING.setVolatile(this, false);
      }
      if (!goesOn) {
        goOnLater();
      }
    }
  }

  /**
   * Asks the selector to tell when the connection takes more; when this thread no longer writes. It
   * is woken if it was not asked before: else each record for a full connection would wake it.
   *
   * <p>The selector, which may be telling of an earlier request, takes the request back and then
   * flushes. If it does so while this thread writes, it writes nothing, but has taken back before
   * this asks: the request stays. If it does so later, it may take back this request, but then
   * writes itself, and asks again where that was not all; or another thread writes, and does.
   */
  private void goOnLater() {
    SelectionKey told = key;
    if (told != null) {
      try {
        int before = told.interestOpsOr(SelectionKey.OP_WRITE);
        if ((before & SelectionKey.OP_WRITE) == 0) {
          told.selector().wakeup();
        }
      } catch (CancelledKeyException closed) {
        return; // the reading thread will find out
      }
    }
  }

  /**
   * Writes a part as far as the connection takes it, unless another thread is writing. By the
   * thread that has the part.
   *
   * @return whether all of it has been written that was there to be
   */
  boolean write(OutPart part) {
    Connection connection = channel;
    if (connection == null
        || link.hasFailed()
        || !part.hasBegun() && !WRITING.compareAndSet(this, false, true)) {
      return false;
    }
    try {
      OutQueue records = queue;
      // What announces the part lies in the queue.
      if (part.hasBegun() || records == null || records.writeTo(connection)) {
        part.writeTo(connection);
      }
    } catch (IOException e) {
      link.failed(String.valueOf(e.getMessage()));
      return false;
    } finally {
      if (!part.hasBegun() || part.isWritten()) {
        WRITING.setVolatile(this, false);
        flush(); // a thread that has committed meanwhile has left it to this thread
      }
    }
    return part.isTaken();
  }
}
