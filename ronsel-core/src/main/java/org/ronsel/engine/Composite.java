package org.ronsel.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.data.ElementType;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.request.FairYield;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.PartOwner;

/**
 * Something made of sends and receives, its parts, that decides what comes next each time one of
 * them has completed: a running schedule.
 *
 * <p>A part is completed by any thread, under any lock; that only pushes its number on a stack. The
 * numbers are taken off and acted on by whichever thread of the rank next makes progress, in any
 * wait or test, one thread at a time: {@code events} counts what has happened and has not been
 * acted on, the thread that raises it from zero puts the composite into the engine's queue, and the
 * thread that takes it from there is its only user until nothing is left to act on.
 *
 * <p>A composite and the operations of its parts can be used again and again; nothing is allocated
 * then.
 */
public abstract class Composite extends PartOwner {
  private static final VarHandle EVENTS;
  private static final VarHandle COMPLETED;
  private static final int NONE = -1;
  private static final int SPINS = 1000;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      EVENTS = lookup.findVarHandle(Composite.class, "events", int.class).withInvokeExactBehavior();
      COMPLETED =
          lookup.findVarHandle(Composite.class, "completed", int.class).withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The engine of the rank. */
  protected final Engine engine;

  /** Link in the engine's queue. */
  @Nullable Composite nextReady;

  /** Completions that are counted and not acted on; also 1 while {@link #begin} runs. */
  private int events;

  private int completed = NONE;
  private final int[] nextCompleted;
  private final @Nullable Operation[] operations;
  private boolean over;

  /** Parts that have been started and not been acted on; by the composite's only user. */
  private int underWay;

  /** Makes a composite of parts 0 to {@code parts - 1}. */
  protected Composite(Engine engine, int parts) {
    this.engine = engine;
    this.nextCompleted = new int[parts];
    this.operations = new Operation[parts];
  }

  // ---- for the subclass ----

  /** Starts the first parts. */
  protected abstract void begin();

  /**
   * A part that did not complete at once has completed; starts what comes next.
   *
   * @param bytes length of the message received; 0 for a send
   * @param error what the part failed with, or null
   */
  protected abstract void partDone(int part, long bytes, @Nullable RonselException error);

  /**
   * Called once, as the last action after {@link #finish()}: the composite may be started again by
   * then.
   */
  protected abstract void finished();

  /** Starts the composite. Any thread of the rank; not again before {@link #finished()}. */
  protected final void start() {
    over = false;
    EVENTS.setOpaque(this, 1);
    try {
      begin();
    } catch (OutOfMemoryError | StackOverflowError e) {
      engine.lock.poisoned = true;
      throw engine.progress.brokenOff(e); // it has come to no end, not even to a failure
    }
    advance(1);
    engine.operationStarted();
  }

  /** To be called from {@link #begin()} or {@link #partDone} when nothing more will be started. */
  protected final void finish() {
    over = true;
  }

  /**
   * Starts a part that sends.
   *
   * @return whether it is complete already; then {@link #partDone} is not called for it
   */
  protected final boolean send(
      int part,
      long context,
      int dest,
      int tag,
      ElementType type,
      Object base,
      long offset,
      long bytes) {
    SendOperation send = (SendOperation) operations[part];
    if (send == null) {
      send = adopt(new SendOperation(engine, engine.outbound), part);
    }
    return start(send, context, dest, tag, type, base, offset, bytes);
  }

  private boolean start(
      SendOperation send,
      long context,
      int dest,
      int tag,
      ElementType type,
      Object base,
      long offset,
      long bytes) {
    Peer peer;
    engine.lock.acquire();
    try {
      engine.checkAlive(dest);
      engine.failedCalls().check(context);
      peer = engine.peers.get(dest);
      if (!engine.outbound.trySendEager(peer, context, tag, type.code(), base, offset, bytes)) {
        send.reset();
        send.prepare(context, tag, Engine.header(type, false), base, offset, bytes);
        engine.outbound.start(send, peer);
        underWay++;
        return false;
      }
    } catch (StackOverflowError overflow) {
      engine.lock.poisoned = true;
      throw overflow;
    } finally {
      engine.lock.release();
    }
    peer.link.ringDoorbell();
    return true;
  }

  /** Starts a part that receives; the message may be shorter than {@code bytes}. */
  protected final void receive(
      int part,
      long context,
      int source,
      int tag,
      ElementType type,
      Object base,
      long offset,
      long bytes) {
    ReceiveOperation receive = (ReceiveOperation) operations[part];
    if (receive == null) {
      receive = adopt(new ReceiveOperation(engine), part);
    }
    receive.reset();
    receive.prepare(context, source, tag, type, base, offset, bytes);
    start(receive);
    underWay++;
  }

  private void start(ReceiveOperation receive) {
    engine.lock.acquire();
    try {
      engine.checkAlive(receive.source);
      engine.failedCalls().check(receive.context);
      engine.inbound.post(receive);
    } catch (StackOverflowError overflow) {
      engine.lock.poisoned = true;
      throw overflow;
    } finally {
      engine.lock.release();
    }
  }

  private <T extends Operation> T adopt(T operation, int part) {
    operation.whole = this;
    operation.part = part;
    operations[part] = operation;
    return operation;
  }

  /**
   * Ends the parts that need nobody: receives that no message has matched, and sends of which a
   * copy can take the place. {@link #partDone} is called for each. What is left are messages that
   * are being moved, from or to the buffers of their parts.
   */
  protected final void withdrawParts() {
    for (Operation operation : operations) {
      if (operation != null && !operation.isComplete()) {
        var _ =
            operation instanceof ReceiveOperation receive
                ? engine.cancel(receive)
                : operation.completeAlone(true);
      }
    }
  }

  /** Whether no part is under way, so that no buffer of a part is written or read any more. */
  protected final boolean isIdle() {
    return underWay == 0;
  }

  /** A part that waits for a message, or -1; for reports, any thread. */
  protected final int pendingReceive() {
    for (int part = 0; part < operations.length; part++) {
      if (operations[part] instanceof ReceiveOperation receive && !receive.isComplete()) {
        return part;
      }
    }
    return -1;
  }

  /** Asks the senders of the messages that parts wait for whether they have ended. */
  @Override
  protected final void askSenders() {
    for (Operation operation : operations) {
      if (operation instanceof ReceiveOperation receive) {
        engine.endedRanks().askSenders(receive);
      }
    }
  }

  /** Whether a part waits for a message that has not come; under the engine's lock. */
  @Override
  protected final boolean hasUnmatchedReceive() {
    for (Operation operation : operations) {
      if (operation instanceof ReceiveOperation receive && receive.isUnmatched()) {
        return true;
      }
    }
    return false;
  }

  // ---- events ----

  /** A part has completed; any thread, with or without a lock. */
  @Override
  protected final void partCompleted(int part) {
    int top;
    do {
      top = (int) COMPLETED.getOpaque(this);
      nextCompleted[part] = top;
    } while (!COMPLETED.weakCompareAndSetRelease(this, top, part));
    if ((int) EVENTS.getAndAdd(this, 1) == 0) {
      // The next thread that makes progress advances this.
      engine.progress.advanceLater(this);
      engine.ringDoorbell();
    }
  }

  /** Acts on all events; called by the composite's only user. */
  final void advance() {
    advance(0);
  }

  /**
   * Acts on all events. A part may be acted upon before its completion is counted; then there are
   * fewer than no events, and the late count makes no other thread a user.
   *
   * @param others how many events are not those of parts
   */
  private void advance(int others) {
    boolean told = false;
    int acted = others;
    int left;
    do {
      int part = (int) COMPLETED.getAndSetAcquire(this, NONE);
      while (part != NONE) {
        int following = nextCompleted[part];
        act(part);
        acted++;
        part = following;
      }
      told |= over;
      over = false;
      left = (int) EVENTS.getAndAdd(this, -acted) - acted;
      acted = 0;
    } while (left > 0);
    if (told) {
      awaitLateCounts();
      finished();
    }
  }

  /** Waits for threads between two steps of {@link #partCompleted}; one may have lost its core. */
  private void awaitLateCounts() {
    for (int i = 0; (int) EVENTS.getAcquire(this) != 0; i++) {
      if (i < SPINS) {
        Thread.onSpinWait();
      } else {
        FairYield.yieldNow();
      }
    }
  }

  private void act(int part) {
    underWay--;
    if (operations[part] instanceof ReceiveOperation receive) {
      long bytes = receive.messageBytes;
      RonselException error = receive.error();
      receive.clear();
      partDone(part, bytes, error);
    } else if (operations[part] instanceof SendOperation send) {
      RonselException error = send.error();
      if (send.isDetached()) {
        operations[part] = null; // its copy has yet to be received
      } else {
        send.clear();
      }
      partDone(part, 0, error);
    }
  }
}
