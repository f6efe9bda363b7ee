package org.ronsel.launch.run;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.batch.Allocation;
import org.ronsel.launch.batch.BatchSystem;
import org.ronsel.launch.hosts.Host;
import org.ronsel.launch.hosts.HostAddresses;
import org.ronsel.launch.hosts.HostList;
import org.ronsel.launch.plan.HostOptions;
import org.ronsel.launch.remote.RemoteShell;
import org.ronsel.launch.spi.ChildLauncher;
import org.ronsel.launch.spi.UsageException;
import org.ronsel.machine.NetworkChoice;

/** Evaluates the options that concern hosts. */
public final class HostArguments {
  /**
   * Default number of hosts that are reached from one host. That many logins at once are a small
   * load for the launcher's host; two steps reach 1056 hosts.
   */
  private static final int FAN_OUT = 32;

  private HostArguments() {}

  /**
   * The hosts of a job and the means by which it is started.
   *
   * @param hosts of the job, or null if it has this one only and no option names hosts
   * @param launcher the means by which it is started and the reason for them, in words
   */
  record Choice(@Nullable HostOptions hosts, String launcher) {}

  private static String kind(RunArguments arguments) {
    return arguments.oneOf(
        RunOption.LAUNCHER, "auto", "local", "ssh", "slurm", "pbs", "lsf", "gridengine");
  }

  /** Whether jobs that name no hosts run on those that a batch system has allocated. */
  public static boolean areAllocated(Map<String, String> environment) {
    // A job that a command of Ronsel starts for itself runs on this host.
    return System.getProperty(ChildLauncher.STARTER) == null && BatchSystem.of(environment) != null;
  }

  /**
   * Reads the hosts of the job and the means by which it is started there.
   *
   * @throws UsageException if they cannot be used as they are given
   */
  static Choice read(RunArguments arguments, Map<String, String> environment) {
    String kind = kind(arguments);
    HostList named = named(arguments);
    BatchSystem system = BatchSystem.named(kind);
    boolean mayFind = named == null && !kind.equals("local") && areAllocated(environment);
    if (system == null && mayFind) {
      system = BatchSystem.of(environment);
    }
    Allocation allocation = system == null ? null : system.allocation(environment);
    HostList hosts = named != null || allocation == null ? named : allocation.hosts();
    if (hosts == null) {
      requireNone(arguments);
      requireNetworkHere(arguments);
      boolean asked = arguments.has(RunOption.LAUNCHER) && kind.equals("local");
      return new Choice(
          null,
          asked
              ? "local, as --launcher says"
              : "local, as no hosts are given and there is no allocation of a batch system");
    }
    if (named != null && allocation != null) {
      requireAllocated(named, allocation);
    }
    HostOptions options = read(arguments, hosts, allocation);
    return new Choice(options, words(arguments, options, allocation));
  }

  private static @Nullable HostList named(RunArguments arguments) {
    String list = arguments.text(RunOption.HOSTS);
    String file = arguments.text(RunOption.HOST_FILE);
    if (list != null && file != null) {
      throw new UsageException(
          "give only one of --hosts and " + arguments.name(RunOption.HOST_FILE));
    }
    if (list != null) {
      return HostList.ofList(arguments.name(RunOption.HOSTS), list);
    }
    return file == null ? null : HostList.ofFile(arguments.name(RunOption.HOST_FILE), file);
  }

  private static void requireAllocated(HostList named, Allocation allocation) {
    Set<String> names =
        allocation.hosts().hosts().stream().map(Host::name).collect(Collectors.toSet());
    for (Host host : named.hosts()) {
      if (!names.contains(host.name())) {
        throw new UsageException(
            named.where()
                + ": host "
                + host.name()
                + " is not in the allocation ("
                + allocation.evidence()
                + ")");
      }
    }
  }

  private static String words(
      RunArguments arguments, HostOptions options, @Nullable Allocation allocation) {
    String kind = kind(arguments);
    if (!kind.equals("auto")) {
      return kind
          + ", as --launcher says"
          + (allocation == null ? "" : "; hosts of " + allocation.evidence());
    }
    if (allocation != null) {
      return allocation.system().text() + ", as " + allocation.evidence() + " shows an allocation";
    }
    RunOption option = arguments.has(RunOption.HOSTS) ? RunOption.HOSTS : RunOption.HOST_FILE;
    boolean elsewhere = options.hosts().hosts().stream().anyMatch(h -> !options.isLocal(h.name()));
    return (elsewhere ? "ssh, as " : "local, as none but this host is named by ")
        + arguments.name(option)
        + (elsewhere ? " names hosts" : "");
  }

  private static void requireNone(RunArguments arguments) {
    for (RunOption option : RunOption.values()) {
      boolean forgiven = option == RunOption.LAUNCHER && !kind(arguments).equals("ssh");
      forgiven |= option == RunOption.MAP_BY && "numa".equals(arguments.text(option));
      if (option.isOfHosts() && arguments.has(option) && !forgiven) {
        throw new UsageException(
            arguments.name(option)
                + (option == RunOption.LAUNCHER ? " ssh" : "")
                + " needs hosts: --hosts node1,node2 or --hostfile FILE");
      }
    }
  }

  /** The names in a list that are this host. */
  private static Set<String> here(HostList hosts) {
    HostAddresses addresses = HostAddresses.of(hosts.hosts());
    addresses.requireDifferent(hosts.where());
    List<String> here = hosts.hosts().stream().map(Host::name).filter(addresses::isHere).toList();
    if (here.size() > 1) {
      throw new UsageException(
          hosts.where()
              + ": "
              + here.get(0)
              + " and "
              + here.get(1)
              + " are both this host: name it once, with the slots of both");
    }
    return Set.copyOf(here);
  }

  /** The name in an allocation that is this host. An allocation does not name a host twice. */
  private static Set<String> here(HostList hosts, Allocation allocation) {
    List<String> names = hosts.hosts().stream().map(Host::name).toList();
    if (allocation.here() != null) {
      return names.contains(allocation.here()) ? Set.of(allocation.here()) : Set.of();
    }
    // Looking up many names takes long; mostly one is this host's own name.
    List<String> own = names.stream().filter(HostAddresses::isOwnName).toList();
    if (own.isEmpty()) {
      own = names.stream().filter(HostAddresses.of(hosts.hosts())::isHere).toList();
    }
    return own.size() == 1 ? Set.copyOf(own) : Set.of();
  }

  private static HostOptions read(
      RunArguments arguments, HostList hosts, @Nullable Allocation allocation) {
    return new HostOptions(
        hosts, dealing(arguments, allocation), reach(arguments, hosts, allocation));
  }

  private static HostOptions.Dealing dealing(
      RunArguments arguments, @Nullable Allocation allocation) {
    Integer jvmsPerHost =
        positive(arguments, RunOption.JVMS_PER_HOST, "a host needs at least 1 JVM");
    if (jvmsPerHost != null
        && (arguments.has(RunOption.PROCESSES)
            || arguments.has(RunOption.JVMS)
            || arguments.has(RunOption.RANKS_PER_JVM))) {
      throw new UsageException(
          "give only one of --processes, --jvms, --ranks-per-jvm and --jvms-per-host");
    }
    boolean named = arguments.has(RunOption.HOSTS) || arguments.has(RunOption.HOST_FILE);
    return new HostOptions.Dealing(
        arguments.oneOf(RunOption.MAP_BY, "slot", "node", "numa").equals("node"),
        positive(arguments, RunOption.RANKS_PER_HOST, "a host needs at least 1 rank"),
        jvmsPerHost,
        arguments.has(RunOption.OVERSUBSCRIBE),
        allocation == null || named ? null : allocation.ranks());
  }

  private static HostOptions.Reach reach(
      RunArguments arguments, HostList hosts, @Nullable Allocation allocation) {
    String kind = kind(arguments);
    Set<String> local = local(kind, hosts, allocation);
    if (!local.isEmpty()) {
      requireNetworkHere(arguments);
    }
    Integer fanOut = positive(arguments, RunOption.FAN_OUT, "at least 1 host has to be reached");
    String command = arguments.text(RunOption.SSH);
    RemoteShell shell = shell(command == null ? "" : command);
    if (command == null && allocation != null && !kind.equals("ssh")) {
      shell = allocation.system().shell();
    }
    return new HostOptions.Reach(
        shell,
        arguments.text(RunOption.RONSEL_HOME),
        arguments.text(RunOption.NET),
        local,
        fanOut == null ? FAN_OUT : fanOut);
  }

  /** Refuses a network that this host is not in. */
  private static void requireNetworkHere(RunArguments arguments) {
    String network = arguments.text(RunOption.NET);
    String obstacle =
        network == null ? null : NetworkChoice.obstacle(NetworkArguments.network(network));
    if (obstacle != null) {
      throw new UsageException("--net " + network + ": " + obstacle);
    }
  }

  private static RemoteShell shell(String command) {
    try {
      return RemoteShell.of(command);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--ssh: " + e.getMessage());
    }
  }

  /** Names of the hosts that are this one and need no remote shell. */
  private static Set<String> local(String kind, HostList hosts, @Nullable Allocation allocation) {
    if (kind.equals("ssh")) {
      if (allocation == null) {
        here(hosts); // refuses names of the same host
      }
      return Set.of();
    }
    Set<String> local = allocation == null ? here(hosts) : here(hosts, allocation);
    for (Host host : hosts.hosts()) {
      if (kind.equals("local") && !local.contains(host.name())) {
        throw new UsageException(
            "--launcher local: host " + host.name() + " is not this one, and needs ssh");
      }
    }
    return local;
  }

  private static @Nullable Integer positive(
      RunArguments arguments, RunOption option, String otherwise) {
    Integer number = arguments.number(option);
    if (number != null && number < 1) {
      throw new UsageException(arguments.name(option) + " " + number + ": " + otherwise);
    }
    return number;
  }
}
