package org.ronsel.engine;

import java.util.ArrayDeque;
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
import org.ronsel.WaitInterruptedException;
import org.ronsel.data.ElementType;
import org.ronsel.engine.failure.PeerFailures;
import org.ronsel.engine.matching.MatchedMessage;
import org.ronsel.engine.matching.ProbeOperation;
import org.ronsel.engine.matching.UnexpectedMessage;
import org.ronsel.engine.matching.UnexpectedQueue;
import org.ronsel.engine.message.MatchOperation;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.observe.Call;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;

/**
 * The probes of a rank, which look for messages that have arrived before their receives, and those
 * that wait for one (MPI-4.1, section 3.8).
 */
public final class Probes {
  private final Engine engine;

  /** Like {@link #waiting} guarded by the engine's lock. */
  private final UnexpectedQueue unexpected;

  private final ArrayDeque<ProbeOperation> waiting = new ArrayDeque<>(0);

  /** Messages that matched probes have taken, and that have not been received; under the lock. */
  private final List<MatchedMessage> held = new ArrayList<>(0);

  /** Makes the probes that look into a queue of the engine. */
  Probes(Engine engine, UnexpectedQueue unexpected) {
    this.engine = engine;
    this.unexpected = unexpected;
  }

  /**
   * Waits until a message that matches has arrived; any thread.
   *
   * @param matched what takes the message out of the queue, or null if it shall stay there
   */
  public ProbeOperation await(long context, int source, int tag, @Nullable MatchedMessage matched) {
    Recorder recorder = Observation.RECORD ? engine.recorder() : null;
    Call call = recorder == null ? null : recorder.open();
    try {
      return awaitUnobserved(context, source, tag, matched);
    } finally {
      if (recorder != null && call != null) {
        recorder.close(call);
      }
    }
  }

  private ProbeOperation awaitUnobserved(
      long context, int source, int tag, @Nullable MatchedMessage matched) {
    ProbeOperation probe = new ProbeOperation(engine, matched, context, source, tag);
    engine.lock.acquire();
    try {
      engine.checkOpen(context, source);
      if (!answer(probe)) {
        waiting.add(probe);
      }
    } catch (StackOverflowError overflow) {
      engine.lock.poisoned = true;
      throw overflow;
    } finally {
      engine.lock.release();
    }
    try {
      engine.awaitOutcome(probe);
    } catch (WaitInterruptedException interrupted) {
      if (withdraw(probe)) {
        throw interrupted;
      }
      // For the next wait: no other thread would get the message.
      Thread.currentThread().interrupt();
      probe.throwError();
    } catch (RuntimeException failure) {
      withdraw(probe);
      throw failure;
    }
    return probe;
  }

  private boolean withdraw(ProbeOperation probe) {
    engine.lock.acquire();
    try {
      waiting.remove(probe);
      return !probe.isComplete();
    } catch (StackOverflowError overflow) {
      engine.lock.poisoned = true;
      throw overflow;
    } finally {
      engine.lock.release();
    }
  }

  /**
   * Looks for a message that matches, after making progress once, and lets other threads run; any
   * thread. Null if there is none.
   *
   * @param matched what takes the message out of the queue, or null if it shall stay there
   */
  public @Nullable ProbeOperation look(
      long context, int source, int tag, @Nullable MatchedMessage matched) {
    ProbeOperation probe = new ProbeOperation(engine, matched, context, source, tag);
    engine.progressOnce();
    engine.lock.acquire();
    try {
      engine.checkOpen(context, source);
      if (answer(probe)) {
        return probe;
      }
    } catch (StackOverflowError overflow) {
      engine.lock.poisoned = true;
      throw overflow;
    } finally {
      engine.lock.release();
    }
    if (engine.tests.probeFoundNothing()) {
      engine.overdueWaits().testedInVain("a loop", List.of(probe));
    }
    return null;
  }

  /**
   * Starts the receive of a message that a matched probe has taken; null if it has been received
   * already.
   */
  public @Nullable ReceiveOperation startReceive(
      MatchedMessage matched, ElementType type, Object base, long offset, long bytes) {
    ReceiveOperation receive = new ReceiveOperation(engine);
    receive.prepare(0, 0, 0, type, base, offset, bytes);
    return startReceive(matched, receive);
  }

  /**
   * As {@link #startReceive(MatchedMessage, ElementType, Object, long, long)}, into an array made
   * for the message.
   */
  public @Nullable ReceiveOperation startReceiveWhole(MatchedMessage matched, ElementType type) {
    ReceiveOperation receive = new ReceiveOperation(engine);
    receive.prepareWhole(0, 0, 0, type);
    return startReceive(matched, receive);
  }

  private @Nullable ReceiveOperation startReceive(
      MatchedMessage matched, ReceiveOperation receive) {
    engine.lock.acquire();
    try {
      engine.throwIfFailed();
      if (!engine.inbound.receive(matched, receive)) {
        return null;
      }
    } catch (StackOverflowError overflow) {
      engine.lock.poisoned = true;
      throw overflow;
    } finally {
      engine.lock.release();
    }
    engine.operationStarted();
    return receive;
  }

  /** Completes the probes for which there is a message now; under the lock. */
  void answerAll() {
    if (!waiting.isEmpty()) {
      waiting.removeIf(this::answer);
    }
  }

  /** Fills and completes the probe if a message matches it. */
  private boolean answer(ProbeOperation probe) {
    UnexpectedMessage message = unexpected.find(probe.context, probe.source, probe.tag);
    if (message == null) {
      return false;
    }
    MatchedMessage taker = probe.taker();
    if (taker != null) {
      taker.message = message;
      held.add(taker);
      unexpected.remove(message);
    }
    probe.found(message);
    return true;
  }

  /** Takes the message of a matched probe to be received; null if it has been; under the lock. */
  @Nullable UnexpectedMessage take(MatchedMessage matched) {
    UnexpectedMessage message = matched.message;
    matched.message = null;
    held.remove(matched);
    return message;
  }

  /** Some message that a matched probe has taken, and that has not been received, or null. */
  @Nullable MatchedMessage held(Predicate<UnexpectedMessage> which) {
    for (int i = 0; i < held.size(); i++) {
      UnexpectedMessage message = held.get(i).message;
      if (message != null && which.test(message)) {
        return held.get(i);
      }
    }
    return null;
  }

  /** Fails the probes that have asked whether an endpoint has ended; under the lock. */
  void failAsked(int endpoint, Function<MatchOperation, RonselException> failure) {
    failIf(probe -> probe.asks && probe.source == endpoint ? failure.apply(probe) : null);
  }

  /** Fails the probes in some contexts; under the lock. */
  void failIn(LongPredicate contexts, Supplier<RonselException> failure) {
    failIf(probe -> contexts.test(probe.context) ? failure.get() : null);
  }

  /** Fails the probes from any source for which there is a failure; under the lock. */
  void failAnySource(Function<MatchOperation, @Nullable RonselException> failure) {
    failIf(probe -> probe.source == Ronsel.ANY_SOURCE ? failure.apply(probe) : null);
  }

  /** Fails the probes that name an endpoint; under the lock. */
  void fail(int endpoint, RonselException failure) {
    failIf(probe -> probe.source == endpoint ? PeerFailures.another(failure) : null);
  }

  /** Fails the probes for which there is a failure. */
  private void failIf(Function<ProbeOperation, @Nullable RonselException> failure) {
    waiting.removeIf(
        probe -> {
          RonselException why = failure.apply(probe);
          if (why != null) {
            probe.fail(why);
          }
          return why != null;
        });
  }

  /** Takes out a probe that has found nothing; under the lock. */
  void remove(ProbeOperation probe) {
    waiting.remove(probe);
  }

  /** Shows the probes that have found nothing yet; under the lock. */
  void forEach(Consumer<? super ProbeOperation> visitor) {
    waiting.forEach(visitor);
  }
}
