package org.ronsel.launch.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.console.Console;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.spi.FileProblem;
import org.ronsel.runtime.control.Frame;

/**
 * The ranks' records of their calls: the table for {@code --profile}, the file for {@code --trace}.
 * Used by the supervisor's thread only.
 */
public final class Records implements AutoCloseable {
  private final JobPlan plan;
  private final Console console;
  private final List<Frame.Profile> profiles = new ArrayList<>();
  private @Nullable TraceFile trace;
  private boolean hasLost;

  /** Opens the file of the timeline, if there is to be one. */
  public Records(JobPlan plan, Console console) {
    this.plan = plan;
    this.console = console;
    Path file = plan.options().observed().trace();
    if (file != null) {
      try {
        trace = new TraceFile(file, plan);
      } catch (IOException e) {
        loseTrace(e);
      }
    }
  }

  /** Takes the sums of a rank. */
  public void profile(Frame.Profile profile) {
    profiles.add(profile);
  }

  /** Takes some calls of a rank. */
  public void spans(Frame.Spans spans) {
    TraceFile to = trace;
    if (to == null) {
      return;
    }
    try {
      to.write(spans.rank(), spans.spans());
    } catch (IOException e) {
      loseTrace(e);
    }
  }

  private void loseTrace(IOException why) {
    trace = null;
    lost(
        "--trace: "
            + plan.options().observed().trace()
            + " cannot be written, and the timeline is lost from there on: "
            + FileProblem.reason(why));
  }

  /**
   * Notes that a record could not be written, and reports the first failure; on one disk all writes
   * will fail.
   */
  public void lost(String message) {
    if (!hasLost) {
      hasLost = true;
      console.say(message);
    }
  }

  /** Whether a record that the user has requested could not be written. */
  public boolean hasLost() {
    return hasLost;
  }

  /** Writes the remaining records; called when all JVMs have ended. */
  @Override
  public void close() {
    TraceFile to = trace;
    if (to != null) {
      try {
        to.close();
      } catch (IOException e) {
        loseTrace(e);
      }
    }
    if (plan.options().observed().profile()) {
      console.say(ProfileTable.of(plan.size(), profiles));
    }
  }
}
