package org.ronsel.bench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Samples;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;

/**
 * An entrant's job while its workload is measured: it is alive, runs when it has the turn, and
 * waits in the kernel otherwise. The first turn is its warm-up. Used by one thread.
 */
final class MeasuringJob implements Orchestrator.Job {
  private static final Duration GLANCE = Duration.ofMillis(50);
  private static final Duration END = Duration.ofSeconds(10);

  private final Entrant entrant;
  private final TurnPipes pipes;
  private final ProcessSpec spec;
  private final ProcessRunner.Running process;
  private final BooleanSupplier stopped;
  private final List<String> batches = new ArrayList<>();
  private @Nullable String warm;

  private MeasuringJob(
      Entrant entrant,
      TurnPipes pipes,
      ProcessSpec spec,
      ProcessRunner.Running process,
      BooleanSupplier stopped) {
    this.entrant = entrant;
    this.pipes = pipes;
    this.spec = spec;
    this.process = process;
    this.stopped = stopped;
  }

  /**
   * Starts a job.
   *
   * @param workloads to measure, which differ by their sizes
   * @param stopped whether the user has stopped the measuring
   */
  static MeasuringJob start(
      Entrant entrant, List<Workload> workloads, BatchPlan plan, BooleanSupplier stopped)
      throws IOException, InterruptedException, UnavailableException {
    TurnPipes pipes = new TurnPipes(entrant.pipes(workloads.getFirst()));
    try {
      ProcessSpec spec = entrant.processSpec(workloads, plan, pipes.folder());
      return new MeasuringJob(entrant, pipes, spec, ProcessRunner.start(spec), stopped);
    } catch (IOException | UnavailableException | RuntimeException e) {
      pipes.close();
      throw e;
    }
  }

  @Override
  public List<String> command() {
    return spec.command();
  }

  @Override
  public void turn() throws InterruptedException, JobFailedException {
    pipes.give();
    awaitAnswer();
  }

  @Override
  public void next() throws InterruptedException, JobFailedException {
    warm = null;
    batches.clear();
    pipes.giveNext();
    awaitAnswer();
  }

  private void awaitAnswer() throws InterruptedException, JobFailedException {
    long start = System.nanoTime();
    String line;
    while ((line = pipes.answer(GLANCE)) == null) {
      if (stopped.getAsBoolean()) {
        throw new JobFailedException("interrupted", false);
      }
      if (!process.isAlive()) {
        ProcessRunner.Result result = process.await(END);
        throw new JobFailedException(when() + entrant.failure(result), false);
      }
      if (System.nanoTime() - start > spec.limit().toNanos()) {
        throw new JobFailedException(
            when() + "no result within " + spec.limit().toSeconds() + " s", true);
      }
    }
    if (warm == null) {
      warm = line;
    } else {
      batches.add(line);
    }
  }

  private String when() {
    return batches.isEmpty()
        ? ""
        : "after " + (batches.size() == 1 ? "one batch: " : batches.size() + " batches: ");
  }

  @Override
  public @Nullable Samples samples() throws IOException {
    return warm == null || batches.isEmpty() ? null : ResultLine.samples(warm, batches);
  }

  @Override
  public void close() throws InterruptedException {
    try {
      if (process.isAlive() && !stopped.getAsBoolean()) {
        pipes.end();
      }
      process.await(stopped.getAsBoolean() ? Duration.ZERO : END);
    } finally {
      pipes.close();
    }
  }
}
