package org.ronsel.runtime;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.ronsel.job.JobLayout;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;
import org.ronsel.runtime.control.ControlClient;
import org.ronsel.runtime.control.Frame;

/** Tells the launcher what the ranks of this JVM have recorded, if the job is recorded. */
final class RecordReport {
  private final LocalJob job;
  private final ControlClient control;
  private final AtomicBoolean told = new AtomicBoolean();

  RecordReport(LocalJob job, ControlClient control) {
    this.job = job;
    this.control = control;
  }

  /** Says that the program of a rank begins. */
  void begin(int rank) {
    Recorder recorder = job.recorder(rank);
    if (recorder != null) {
      recorder.begin(
          Observation.TRACE ? spans -> control.tell(new Frame.Spans(rank, spans)) : null);
    }
  }

  /** Tells all that there is, once. Any thread, also while ranks still run. */
  void tell() {
    if (!told.compareAndSet(false, true)) {
      return;
    }
    JobLayout layout = job.layout();
    for (int i = 0; i < layout.localRanks(); i++) {
      int rank = layout.firstLocalRank() + i;
      tell(rank, job.recorder(rank));
    }
  }

  private void tell(int rank, @Nullable Recorder recorder) {
    if (recorder == null) {
      return;
    }
    recorder.flush();
    if (Observation.PROFILE) {
      control.tell(
          new Frame.Profile(rank, recorder.runNs(), recorder.rows(), recorder.algorithms()));
    }
  }
}
