package org.ronsel.launch.plan;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.hosts.HostList;
import org.ronsel.launch.remote.RemoteShell;

/**
 * The hosts of a job, the rule by which its ranks are dealt to them, and how they are reached.
 *
 * @param hosts the hosts
 * @param dealing the rule
 * @param reach how they are reached
 */
public record HostOptions(HostList hosts, Dealing dealing, Reach reach) {
  /**
   * How ranks are dealt to hosts.
   *
   * @param byNode whether JVMs are dealt to the hosts in turn, not host by host
   * @param ranksPerHost number of ranks of a host, or null
   * @param jvmsPerHost number of JVMs of a host, or null
   * @param oversubscribe whether hosts may have more ranks than slots
   * @param allocated number of ranks that the batch system was asked for, or null
   */
  public record Dealing(
      boolean byNode,
      @Nullable Integer ranksPerHost,
      @Nullable Integer jvmsPerHost,
      boolean oversubscribe,
      @Nullable Integer allocated) {}

  /**
   * How hosts are reached.
   *
   * @param shell the remote shell
   * @param home installation folder of Ronsel on the other hosts, or null if it is the same as here
   * @param network value of {@code --net}, or null
   * @param local names of those hosts that are this one and need no remote shell
   * @param fanOut largest number of hosts that are reached from this one, and from each other one
   */
  public record Reach(
      RemoteShell shell,
      @Nullable String home,
      @Nullable String network,
      Set<String> local,
      int fanOut) {
    /** Copies the set. */
    public Reach {
      local = Set.copyOf(local);
    }
  }

  /** Whether a host is this one. */
  public boolean isLocal(String host) {
    return reach.local.contains(host);
  }

  /** The number of ranks if none is given. */
  public long defaultRanks() {
    if (dealing.ranksPerHost != null) {
      return (long) dealing.ranksPerHost * hosts.hosts().size();
    }
    return dealing.allocated != null ? dealing.allocated : hosts.slots();
  }
}
