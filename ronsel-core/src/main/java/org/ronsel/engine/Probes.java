package org.ronsel.engine;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;

/**
 * The probes of a rank, which look for messages that have arrived before their receives, and those
 * that wait for one (MPI-4.1, section 3.8).
 */
final class Probes {
  private final Engine engine;

  /** Like {@link #waiting} guarded by the engine's lock. */
  private final UnexpectedQueue unexpected;

  private final ArrayDeque<ProbeOperation> waiting = new ArrayDeque<>(0);

  /** Makes the probes that look into a queue of the engine. */
  Probes(Engine engine, UnexpectedQueue unexpected) {
    this.engine = engine;
    this.unexpected = unexpected;
  }

  /** Waits until a message that matches has arrived; any thread. See {@link Engine#probe}. */
  ProbeOperation await(long context, int source, int tag, @Nullable MatchedMessage matched) {
    ProbeOperation probe = new ProbeOperation(engine, matched, context, source, tag);
    engine.lock.acquire();
    try {
      engine.checkOpen(context, source);
      if (!answer(probe)) {
        waiting.add(probe);
      }
    } finally {
      engine.lock.release();
    }
    try {
      engine.awaitOutcome(probe);
    } catch (WaitInterruptedException interrupted) {
      if (withdraw(probe)) {
        throw interrupted;
      }
      Thread.currentThread().interrupt(); // for the next wait: nobody else would get the message
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
    } finally {
      engine.lock.release();
    }
  }

  /**
   * Looks once for a message that matches, and lets other threads run; any thread. See {@link
   * Engine#iProbe}.
   */
  @Nullable ProbeOperation look(
      long context, int source, int tag, @Nullable MatchedMessage matched) {
    ProbeOperation probe = new ProbeOperation(engine, matched, context, source, tag);
    engine.progressOnce();
    engine.lock.acquire();
    try {
      engine.checkOpen(context, source);
      if (answer(probe)) {
        return probe;
      }
    } finally {
      engine.lock.release();
    }
    TestLoop loop = engine.progress.tests;
    if (loop.probeFoundNothing()) {
      engine.lastRank.testedInVain(loop, "a loop", List.of(probe));
    }
    return null;
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
    if (probe.takes(message)) {
      unexpected.remove(message);
    }
    probe.found(message.source, message.tag, message.length);
    return true;
  }

  /** Fails the probes that have asked whether an endpoint has ended; under the lock. */
  void failAsked(int endpoint, Function<MatchOperation, RonselException> failure) {
    waiting.removeIf(
        probe -> {
          boolean hopeless = probe.asks && probe.source == endpoint;
          if (hopeless) {
            probe.fail(failure.apply(probe));
          }
          return hopeless;
        });
  }

  /** Fails the probes in some contexts; under the lock. */
  void failIn(LongPredicate of, Supplier<RonselException> failure) {
    waiting.removeIf(
        probe -> {
          boolean named = of.test(probe.context);
          if (named) {
            probe.fail(failure.get());
          }
          return named;
        });
  }

  /** Fails the probes from any source for which there is a failure; under the lock. */
  void failAnySource(Function<MatchOperation, @Nullable RonselException> failure) {
    waiting.removeIf(
        probe -> {
          RonselException why = probe.source == Ronsel.ANY_SOURCE ? failure.apply(probe) : null;
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

  /** Fails the probes that name an endpoint; under the lock. */
  void fail(int endpoint, RonselException failure) {
    waiting.removeIf(
        probe -> {
          boolean named = probe.source == endpoint;
          if (named) {
            probe.fail(failure);
          }
          return named;
        });
  }
}
