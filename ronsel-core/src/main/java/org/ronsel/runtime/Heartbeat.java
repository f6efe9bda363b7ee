package org.ronsel.runtime;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.control.ControlClient;
import org.ronsel.runtime.control.MemoryShortage;
import org.ronsel.runtime.control.PreparedFrames;

/**
 * Tells the launcher that this JVM lives and, as soon as that is known, that one of its threads is
 * out of memory. The thread that does so allocates nothing once it has sent its first beat, and
 * asks nothing of the heap: when that is full, and stays full because the threads that fill it do
 * not end, it is the one that can still tell.
 */
final class Heartbeat {
  /** In place of a rank: the memory of the JVM as a whole, or the thread is of no rank. */
  static final int NO_RANK = -1;

  private static final long FOR_EVER_NS = Long.MAX_VALUE;

  private final ControlClient control;
  private final PreparedFrames frames = new PreparedFrames();
  private final Thread thread;

  /**
   * 0, or what is short plus 1, and the rank: the first that was reported. In one word, since a
   * thread that reports it may be unable to allocate an object for the two.
   */
  private final AtomicLong shortage = new AtomicLong();

  private volatile @Nullable LocalJob job;

  /**
   * Before the ranks run, one counts as alive and not waiting, so that this is not taken for a
   * stall.
   */
  private volatile IntSupplier live = () -> 1;

  private volatile long everyNs = FOR_EVER_NS;

  private Heartbeat(ControlClient control) {
    this.control = control;
    thread = Thread.ofPlatform().daemon().name("ronsel-heartbeat").unstarted(this::run);
  }

  /**
   * Starts the thread. What a report needs is loaded when this returns: a class that is loaded
   * later would need memory.
   */
  static Heartbeat start(ControlClient control) {
    Heartbeat started = new Heartbeat(control);
    started.outOfMemory(NO_RANK, new OutOfMemoryError("warms up"));
    started.shortage.set(0);
    started.thread.start();
    return started;
  }

  /** Beats from now on, also while the JVM waits for others that take long to start. */
  void beatEvery(int ms) {
    everyNs = TimeUnit.MILLISECONDS.toNanos(ms);
    LockSupport.unpark(thread);
  }

  /**
   * Tells of the ranks from now on. What counts them is linked when this returns: a call that is
   * linked later would need memory.
   *
   * @param ofJob the job whose ranks are counted
   * @param alive the number of them that have not ended
   */
  void watch(LocalJob ofJob, IntSupplier alive) {
    var _ = ofJob.progressCount();
    var _ = ofJob.waitingRanks();
    var _ = alive.getAsInt();
    live = alive;
    // Volatile write, read before the number of the living ranks: a thread that sees the job sees
    // both.
    job = ofJob;
  }

  /**
   * Tells the launcher that this error has ended what a rank, or the JVM for it, cannot do without.
   * Any thread; only the first report counts. Allocates nothing.
   *
   * @param rank the rank, or {@link #NO_RANK}
   */
  void outOfMemory(int rank, OutOfMemoryError error) {
    outOfMemory(rank, MemoryShortage.of(error));
  }

  /** The same where the error does not name the kind of memory that is short. */
  void outOfMemory(int rank, MemoryShortage what) {
    // Volatile compare-and-set: what is noted is seen by the thread that is woken.
    var _ = shortage.compareAndSet(0, what.ordinal() + 1L << 32 | rank & 0xffff_ffffL);
    LockSupport.unpark(thread);
  }

  /** Whether that has been reported. What a thread reports before it ends is seen when it has. */
  boolean isOutOfMemory() {
    return shortage.get() != 0;
  }

  private void run() {
    // The first beat makes what the socket needs for all others.
    beat();
    long beatenNs = System.nanoTime();
    long told = 0;
    while (true) {
      // A program may interrupt all threads of its group, and no thread parks while interrupted.
      var _ = Thread.interrupted();
      long every = everyNs;
      if (every == FOR_EVER_NS) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, beatenNs + every - System.nanoTime());
      }
      // First, since a beat may have to wait for a rank that holds its engine and wants memory.
      long noted = shortage.get();
      if (noted != told) {
        tell(noted);
        told = noted;
      }
      every = everyNs;
      if (every != FOR_EVER_NS && System.nanoTime() - beatenNs >= every) {
        beat();
        beatenNs = System.nanoTime();
      }
    }
  }

  private void beat() {
    try {
      LocalJob running = job;
      long count = running == null ? 0 : running.progressCount();
      int waiting = running == null ? 0 : running.waitingRanks();
      control.tellProgress(frames, count, live.getAsInt(), waiting);
    } catch (OutOfMemoryError e) {
      // Where the JVM's recorder wants an event of the write, which is done by then; whatever else
      // it may be: without this thread nobody would tell the launcher of it.
      return;
    }
  }

  private void tell(long noted) {
    MemoryShortage what = MemoryShortage.numbered((int) (noted >>> 32) - 1);
    try {
      control.tellOutOfMemory(frames, (int) noted, what, Runtime.getRuntime().maxMemory());
    } catch (OutOfMemoryError e) {
      // As above.
      return;
    }
  }
}
