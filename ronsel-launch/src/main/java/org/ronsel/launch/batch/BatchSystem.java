package org.ronsel.launch.batch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.hosts.Host;
import org.ronsel.launch.hosts.HostList;
import org.ronsel.launch.remote.RemoteShell;
import org.ronsel.launch.spi.UsageException;

/**
 * A batch system: reads its allocations from the environment, and knows the shell that starts
 * commands.
 */
public enum BatchSystem {
  /** Slurm. */
  SLURM("slurm", "SLURM_JOB_ID", "sbatch or salloc", RemoteShell.SLURM) {
    @Override
    boolean showsHosts(Map<String, String> environment) {
      return nodes(environment) != null;
    }

    private static @Nullable String nodes(Map<String, String> environment) {
      return environment.get("SLURM_JOB_NODELIST");
    }

    @Override
    Allocation read(Map<String, String> environment, String evidence) {
      List<String> names =
          SlurmText.nodes("SLURM_JOB_NODELIST", String.valueOf(nodes(environment)));
      refuseSeveralLaunchers(environment);
      String where = "SLURM_TASKS_PER_NODE";
      List<Integer> slots = counts(environment, where);
      Integer ranks = number(environment, "SLURM_NTASKS");
      if (slots == null || slots.size() != names.size()) {
        // A step has its own variables, for fewer nodes than the job has.
        where = "SLURM_JOB_CPUS_PER_NODE";
        slots = counts(environment, where);
        ranks = null;
      }
      if (slots == null || slots.size() != names.size()) {
        throw new UsageException(
            "neither SLURM_TASKS_PER_NODE nor SLURM_JOB_CPUS_PER_NODE has a number for each of the "
                + names.size()
                + " nodes of SLURM_JOB_NODELIST");
      }
      Map<String, Integer> byName = new LinkedHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        byName.merge(names.get(i), slots.get(i), Integer::sum);
      }
      List<Host> hosts = new ArrayList<>();
      byName.forEach((name, count) -> hosts.add(new Host(name, count, Host.ANY)));
      HostList list =
          new HostList(evidence + " " + where + "=" + environment.get(where), hosts, true);
      return new Allocation(this, evidence, list, ranks, environment.get("SLURMD_NODENAME"));
    }

    private static @Nullable List<Integer> counts(Map<String, String> environment, String name) {
      String text = environment.get(name);
      return text == null ? null : SlurmText.counts(name, text);
    }

    private static @Nullable Integer number(Map<String, String> environment, String name) {
      String text = environment.get(name);
      if (text != null && !text.matches("[1-9]\\d{0,6}")) {
        throw new UsageException(name + "=" + text + ": not a number of ranks");
      }
      return text == null ? null : Integer.valueOf(text);
    }

    /**
     * Refuses several tasks of a step that each run a launcher: each would start a job of its own.
     * With a terminal all but one have ended.
     */
    private static void refuseSeveralLaunchers(Map<String, String> environment) {
      String tasks = environment.get("SLURM_STEP_NUM_TASKS");
      if (tasks != null && !tasks.equals("1") && !environment.containsKey("SLURM_PTY_PORT")) {
        throw new UsageException(
            "srun has started "
                + tasks
                + " launchers (SLURM_STEP_NUM_TASKS): call ronsel without srun, it finds the"
                + " allocation by itself");
      }
    }
  },

  /** PBS Pro, OpenPBS and Torque. */
  PBS("pbs", "PBS_NODEFILE", "qsub", RemoteShell.of("")) {
    @Override
    Allocation read(Map<String, String> environment, String evidence) {
      String file = String.valueOf(environment.get("PBS_NODEFILE"));
      return slots(evidence, NodeFile.lineBySlot("PBS_NODEFILE", file));
    }
  },

  /** IBM Spectrum LSF. */
  LSF("lsf", "LSB_JOBID", "bsub", RemoteShell.LSF) {
    @Override
    boolean showsHosts(Map<String, String> environment) {
      return environment.containsKey("LSB_DJOB_HOSTFILE")
          || environment.containsKey("LSB_MCPU_HOSTS");
    }

    @Override
    Allocation read(Map<String, String> environment, String evidence) {
      String file = environment.get("LSB_DJOB_HOSTFILE");
      return slots(
          evidence,
          file != null
              ? NodeFile.lineBySlot("LSB_DJOB_HOSTFILE", file)
              : NodeFile.pairs(
                  "LSB_MCPU_HOSTS", String.valueOf(environment.get("LSB_MCPU_HOSTS"))));
    }
  },

  /** Grid Engine. */
  GRID_ENGINE("gridengine", "PE_HOSTFILE", "qsub -pe", RemoteShell.GRID_ENGINE) {
    @Override
    Allocation read(Map<String, String> environment, String evidence) {
      String file = String.valueOf(environment.get("PE_HOSTFILE"));
      return slots(evidence, NodeFile.lineByHost("PE_HOSTFILE", file));
    }
  };

  private final String text;
  private final String variable;
  private final String command;
  private final RemoteShell shell;

  BatchSystem(String text, String variable, String command, RemoteShell shell) {
    this.text = text;
    this.variable = variable;
    this.command = command;
    this.shell = shell;
  }

  /** The system of this name, or null. */
  public static @Nullable BatchSystem named(String name) {
    for (BatchSystem each : values()) {
      if (each.text.equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** The system whose allocation the environment shows, or null. */
  public static @Nullable BatchSystem of(Map<String, String> environment) {
    for (BatchSystem each : values()) {
      if (each.isIn(environment)) {
        return each;
      }
    }
    return null;
  }

  /** The name of the system for {@code --launcher}. */
  public String text() {
    return text;
  }

  /** The remote shell that starts a command on a host. */
  public RemoteShell shell() {
    return shell;
  }

  /**
   * The allocation of the job in whose environment this process runs.
   *
   * @throws UsageException if there is none, or it is malformed
   */
  public Allocation allocation(Map<String, String> environment) {
    if (!isIn(environment)) {
      throw new UsageException(
          "there is no allocation of "
              + text
              + ": the environment has no "
              + variable
              + (environment.containsKey(variable) ? " with hosts" : "")
              + " ("
              + command
              + " makes one)");
    }
    return read(environment, variable + "=" + environment.get(variable));
  }

  private boolean isIn(Map<String, String> environment) {
    return environment.containsKey(variable) && showsHosts(environment);
  }

  /** Whether the environment names the hosts. */
  boolean showsHosts(Map<String, String> environment) {
    return true;
  }

  abstract Allocation read(Map<String, String> environment, String evidence);

  Allocation slots(String evidence, HostList hosts) {
    return new Allocation(this, evidence, hosts, null, null);
  }
}
