package org.ronsel.bench.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ronsel.Comm;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.method.VerificationException;

/**
 * Ping-pong of several threads of two ranks at once, each with one thread of the other rank,
 * distinguished by tags; an operation is half a round trip of a thread. The time of a batch is the
 * mean of the threads of rank 0.
 */
final class ThreadedPingPong implements Kernel {
  private static final int TAG_FIRST = 100;

  private final Pair pair;
  private final Comm comm;
  private final int size;
  private final int threads;
  private final List<Payload> outs = new ArrayList<>();
  private final List<Payload> ins = new ArrayList<>();
  private final ExecutorService executor;
  private long counter;
  private int seed;

  ThreadedPingPong(Comm comm, int size, Settings settings) {
    this.pair = Pair.of(comm);
    this.comm = comm;
    this.size = size;
    this.threads = settings.threads();
    for (int thread = 0; thread < threads; thread++) {
      outs.add(Payload.of(settings, size, 1));
      ins.add(Payload.of(settings, size, 1));
    }
    this.executor =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("pinger").factory());
  }

  @Override
  public double operationsPerIteration() {
    return 2;
  }

  @Override
  public void check() {
    seed += 2;
    for (int thread = 0; thread < threads; thread++) {
      pair.check(outs.get(thread), ins.get(thread), seed + 2 * thread);
    }
  }

  @Override
  public long run(int iterations) {
    long from = counter;
    counter += 2L * iterations;
    CyclicBarrier together = new CyclicBarrier(threads);
    List<Future<Long>> times = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      Payload out = outs.get(thread);
      Payload in = ins.get(thread);
      int tag = TAG_FIRST + thread;
      Callable<Long> task =
          () -> {
            together.await();
            return pingPong(out, in, tag, iterations, from);
          };
      times.add(executor.submit(task));
    }
    long sum = 0;
    for (Future<Long> time : times) {
      sum += result(time);
    }
    return sum / threads;
  }

  private static long result(Future<Long> time) {
    try {
      return time.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted among threads that measure", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private long pingPong(Payload out, Payload in, int tag, int iterations, long from) {
    int peer = pair.peer();
    boolean first = pair.first();
    long sum = 0;
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      if (first) {
        out.stamp(0, from + 2L * i);
        out.send(comm, 0, peer, tag);
        in.receive(comm, 0, peer, tag);
        sum += in.readStamp(0);
      } else {
        in.receive(comm, 0, peer, tag);
        sum += in.readStamp(0);
        out.stamp(0, from + 2L * i + 1);
        out.send(comm, 0, peer, tag);
      }
    }
    long elapsed = System.nanoTime() - start;
    long expected = 0;
    for (int i = 0; i < iterations; i++) {
      expected += Message.expectedStamp(size, from + 2L * i + (first ? 1 : 0));
    }
    VerificationException.requireEqual("the sum of the message numbers", sum, expected);
    return elapsed;
  }

  @Override
  public void close() {
    executor.shutdown();
  }
}
