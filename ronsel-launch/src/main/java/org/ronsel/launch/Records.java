package org.ronsel.launch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.control.Frame;

/**
 * What the ranks of a job tell of their calls: the table for {@code --profile}, the file for {@code
 * --trace}. Used by the supervisor's thread only.
 */
final class Records implements AutoCloseable {
  private final JobPlan plan;
  private final Console console;
  private final List<Frame.Profile> profiles = new ArrayList<>();
  private @Nullable TraceFile trace;

  /** Opens the file of the timeline, if there is to be one. */
  Records(JobPlan plan, Console console) throws IOException {
    this.plan = plan;
    this.console = console;
    if (plan.options().observed().trace() != null) {
      trace = new TraceFile(plan.options().observed().trace(), plan);
    }
  }

  /** Takes the sums of a rank. */
  void profile(Frame.Profile profile) {
    profiles.add(profile);
  }

  /** Takes some calls of a rank. */
  void spans(Frame.Spans spans) {
    TraceFile to = trace;
    if (to == null) {
      return;
    }
    try {
      to.write(spans.rank(), spans.spans());
    } catch (IOException e) {
      give("cannot be written any more", e);
    }
  }

  private void give(String what, IOException why) {
    trace = null;
    console.say("--trace: the file " + what + ": " + why.getMessage());
  }

  /** Writes what is left to write; all JVMs have ended. */
  @Override
  public void close() {
    TraceFile to = trace;
    if (to != null) {
      try {
        to.close();
      } catch (IOException e) {
        give("could not be finished", e);
      }
    }
    if (plan.options().observed().profile()) {
      console.say(ProfileTable.of(plan.size(), profiles));
    }
  }
}
