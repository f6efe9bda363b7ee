package org.ronsel.launch.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.launch.console.Console;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.run.RunCommandLine;
import org.ronsel.runtime.control.Frame;

/** Questions about waits, of which several may come at once. */
class WaitWatchTest {
  /** As when the job's time is over shortly after a SIGQUIT. */
  @Test
  void whoAsksWhileAQuestionIsOpenIsAnsweredWithIt() {
    JobPlan plan =
        RunCommandLine.read(List.of("-n", "2", "--processes", "src/test/programs/Ready.java"));
    List<String> done = new ArrayList<>();
    try (Console console = new Console()) {
      Deadlines deadlines = new Deadlines();
      WaitWatch waits = new WaitWatch(plan, console, List.of(new StillJvm(), new StillJvm()));
      waits.ask("SIGQUIT", deadlines, () -> done.add("asked"));
      waits.ask("--timeout", deadlines, () -> done.add("ended"));
      waits.answered(0, new Frame.Waits(1, List.of(), List.of()));
      assertThat(done).isEmpty();
      waits.answered(1, new Frame.Waits(1, List.of(), List.of()));
    }
    assertThat(done).containsExactly("asked", "ended");
  }
}
