package org.ronsel.launch.supervise;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.ronsel.launch.console.Console;
import org.ronsel.launch.jvm.JvmProcess;

/** Passes on what JVMs that have ended have written, and threads of the launcher still hold. */
final class OutputDrain {
  /**
   * How often, and how long each time, output is awaited after all JVMs have ended: processes that
   * they have started may hold it open for ever. In turns, not by the clock: on a machine under
   * load a turn takes longer, as do the threads that pass on what has been written before. Turns in
   * which something waits to be written do not count.
   */
  private static final int DRAIN_TURNS = 50;

  /**
   * For how many turns in a row a reader of the output of a job that has failed may take nothing.
   * The launcher holds on to other hosts until then.
   */
  private static final int READER_TURNS = 500;

  private static final Duration DRAIN_TURN = Duration.ofMillis(10);

  private final Console console;
  private final List<JvmProcess> jvms;
  private final BooleanSupplier hasFailed;

  /**
   * Makes the drain of a job.
   *
   * @param hasFailed whether the job has: then nobody waits for a reader for ever
   */
  OutputDrain(Console console, List<JvmProcess> jvms, BooleanSupplier hasFailed) {
    this.console = console;
    this.jvms = jvms;
    this.hasFailed = hasFailed;
  }

  /**
   * Waits until the output of all JVMs is passed on, however slowly it is read; but not for what
   * may never come, nor, in a job that has failed, for a reader who takes nothing.
   *
   * @param endsAtOnce called in each turn; whether nobody waits for the output any longer
   */
  void await(BooleanSupplier endsAtOnce) throws InterruptedException {
    List<JvmProcess> unfinished = new ArrayList<>(jvms);
    int quietTurns = 0;
    int readerTurns = 0;
    long before = console.writes();
    while (quietTurns < DRAIN_TURNS) {
      for (int last = unfinished.size() - 1; last >= 0 && unfinished.get(last).drain(0); last--) {
        unfinished.remove(last);
      }
      if (unfinished.isEmpty() && !console.isWriting()) {
        return;
      }
      boolean endsNow = endsAtOnce.getAsBoolean();
      if (console.isWriting() || unfinished.stream().anyMatch(JvmProcess::isWriting)) {
        long now = console.writes();
        readerTurns = now == before ? readerTurns + 1 : 0;
        before = now;
        if (endsNow || hasFailed.getAsBoolean() && readerTurns > READER_TURNS) {
          console.giveUp();
          return;
        }
      } else {
        quietTurns++;
      }
      if (unfinished.isEmpty()) {
        TimeUnit.NANOSECONDS.sleep(DRAIN_TURN.toNanos());
      } else {
        var _ = unfinished.getLast().drain(DRAIN_TURN.toNanos());
      }
    }
  }
}
