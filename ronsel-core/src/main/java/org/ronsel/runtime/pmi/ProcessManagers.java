package org.ronsel.runtime.pmi;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.Setting;

/** Finds what has started this process, if that is a process manager. */
public final class ProcessManagers {
  private ProcessManagers() {}

  /**
   * The process manager of which the environment speaks, connected; null if there is none, or this
   * process is the only one of its job.
   *
   * @throws IOException if the environment speaks of one that cannot be reached
   */
  public static @Nullable ProcessManager find(Map<String, String> variables) throws IOException {
    String wanted = Setting.PMI.word();
    if (wanted.equals("off")) {
      return null;
    }
    boolean pmix = variables.containsKey("PMIX_RANK") && variables.containsKey("PMIX_NAMESPACE");
    PmiEnvironment pmi = wanted.equals("x") ? null : PmiEnvironment.of(variables);
    if (pmix && wanted.matches("auto|x") && (pmi == null || !pmi.isThere())) {
      ProcessManager manager = Pmix.connect(patience());
      if (manager.size() > 1) {
        return manager;
      }
      manager.finish();
      return null;
    }
    if (pmi == null || pmi.size() == 1) {
      return null;
    }
    if (!pmi.isThere()) {
      throw new PmiException(
          "PMI_FD="
              + pmi.descriptor()
              + " is the number of no socket of this process: a program that a rank starts has the"
              + " variables of the rank, but not its sockets; to run it as a world of its own give it"
              + " -Dronsel.pmi=off");
    }
    return pmi.connect(patience(), wanted.matches("[12]") ? Integer.parseInt(wanted) : 0);
  }

  private static Pmi.Patience patience() {
    return Pmi.Patience.ofSeconds(Setting.WIREUP_TIMEOUT.integer());
  }
}
