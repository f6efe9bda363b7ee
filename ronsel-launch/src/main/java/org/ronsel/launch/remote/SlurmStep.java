package org.ronsel.launch.remote;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The step of a Slurm job in which a srun of the launcher runs an agent. A srun that is killed
 * leaves its step behind, which has to be cancelled then.
 */
public final class SlurmStep {
  private static final Pattern NAME = Pattern.compile("\\d+\\.\\d+");

  /** Number of the job and of the step; empty as long as it is not known. */
  private volatile String name = "";

  /** The agent has said which step it is in. What is not the name of one is not believed. */
  public void told(String said) {
    if (NAME.matcher(said).matches()) {
      name = said;
    }
  }

  /** Ends srun and with it the step, for which it waits; kills it after a while. */
  public static void terminate(RunningShell srun, long withinSeconds) {
    srun.terminate();
    CompletableFuture.delayedExecutor(withinSeconds, TimeUnit.SECONDS).execute(srun::kill);
  }

  /** Cancels the step; does nothing if it is not known. Waits so long at most. */
  public void cancel(long withinSeconds) {
    if (name.isEmpty()) {
      return;
    }
    try {
      Process cancel =
          new ProcessBuilder("scancel", "--quiet", "--signal=KILL", name)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!cancel.waitFor(withinSeconds, TimeUnit.SECONDS)) {
        cancel.destroyForcibly();
      }
    } catch (IOException e) {
      // The agent ends by itself after a while.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
