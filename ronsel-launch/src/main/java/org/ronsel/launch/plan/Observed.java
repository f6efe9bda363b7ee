package org.ronsel.launch.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The checks and records of a job's calls.
 *
 * @param check whether to check for errors that take time to detect
 * @param profile whether a table of all calls is printed at the end
 * @param trace the file for a timeline, or null
 */
public record Observed(boolean check, boolean profile, @Nullable Path trace) {
  /** Whether there are any checks or records. */
  public boolean isAtAll() {
    return check || profile || trace != null;
  }

  /** The options that pass this to the JVMs of the job. */
  public List<String> jvmOptions() {
    List<String> options = new ArrayList<>();
    if (check) {
      options.add("-Dronsel.check=true");
    }
    if (profile) {
      options.add("-Dronsel.profile=true");
    }
    if (trace != null) {
      options.add("-Dronsel.trace=true");
    }
    return options;
  }
}
