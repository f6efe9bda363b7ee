package org.ronsel.runtime.rendezvous;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.Setting;
import org.ronsel.runtime.pmi.ProcessManager;

/** Finds out whether this JVM is one of a job whose JVMs meet by themselves. */
public final class Rendezvous {
  /** The variable that says how they meet. */
  public static final String VARIABLE = "RONSEL_WIREUP";

  private Rendezvous() {}

  /**
   * The meeting of the job that the environment describes; null if it describes none.
   *
   * @throws IOException if what it says makes no sense, or the others cannot be reached
   */
  public static @Nullable ProcessManager find(Map<String, String> variables) throws IOException {
    if (Setting.PMI.word().equals("off")) {
      return null;
    }
    JobMember member = JobMember.of(variables);
    if (member == null) {
      return null;
    }
    Deadline deadline = Deadline.in(Setting.WIREUP_TIMEOUT.integer());
    String directory = member.directory();
    return directory != null
        ? DirectoryMeeting.join(member, directory, deadline)
        : NetworkMeeting.join(member, HostTemplate.of(member.wireUp()), deadline);
  }
}
