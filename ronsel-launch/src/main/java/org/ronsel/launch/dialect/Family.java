package org.ronsel.launch.dialect;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A family of launchers, with the names of its options. */
public enum Family {
  /** {@code mpjrun.sh} of MPJ Express. */
  MPJ_EXPRESS {
    @Override
    void define(Options to) {
      to.add(OptionKind.RANKS, "-np -n");
      to.add(OptionKind.DEVICE, "-dev");
      to.add(OptionKind.HOST_FILE, "-machinesfile -machinefile --machinefile -hostfile --hostfile");
      to.add(OptionKind.CLASS_PATH, "-cp -classpath --class-path");
      to.add(OptionKind.CLASS, "-class");
      to.add(OptionKind.JAR, "-jar");
      to.add(OptionKind.DIRECTORY, "-wdir --wdir");
      to.add(OptionKind.DEBUG_PORT, "-debug");
      to.add(OptionKind.NOTHING, "-src -profile");
      to.add(OptionKind.NOTHING_OF_1, "-dport -sport -mpjport -psl -mxboardnum -headnodeip");
      to.add(OptionKind.VERSION, "-V -version --version");
      to.add(OptionKind.HELP, "-h -help --help");
    }

    @Override
    List<String> defaultPlacement() {
      return Device.of("multicore").placement();
    }
  },

  /** {@code fmpjrun} of FastMPJ. */
  FAST_MPJ {
    @Override
    void define(Options to) {
      to.add(OptionKind.RANKS, "-np -n");
      to.add(OptionKind.DEVICE, "-dev");
      to.add(OptionKind.HOST_FILE, "-machinefile -machinesfile --machinefile -hostfile --hostfile");
      to.add(OptionKind.CLASS_PATH, "-cp -classpath --class-path");
      to.add(OptionKind.CLASS, "-class");
      to.add(OptionKind.JAR, "-jar");
      to.add(OptionKind.DIRECTORY, "-wdir --wdir");
      to.add(OptionKind.NOTHING, "-src");
      to.add(OptionKind.NOTHING_OF_1, "-psl");
      to.add(OptionKind.VERSION, "-V -version --version");
      to.add(OptionKind.HELP, "-h -help --help");
    }

    /** A JVM for each rank: the placement that differs least from that of FastMPJ. */
    @Override
    List<String> defaultPlacement() {
      return Device.of("niodev").placement();
    }
  },

  /** {@code mpirun} and {@code mpiexec} of Open MPI, and of MPICH's kin, in front of java. */
  MPIRUN {
    @Override
    void define(Options to) {
      to.add(OptionKind.RANKS, "-n -np -c --n --np --c");
      to.add(OptionKind.RANKS_PER_HOST, "-N --N -npernode --npernode -ppn --ppn -perhost");
      to.add(OptionKind.ONE_RANK_PER_HOST, "-pernode --pernode");
      to.add(
          OptionKind.HOST_FILE,
          "-hostfile --hostfile -machinefile --machinefile -f -default-hostfile"
              + " --default-hostfile");
      to.add(OptionKind.HOST_LIST, "-host --host -H --H -hosts --hosts");
      both(to, OptionKind.MAP_BY, "map-by");
      both(to, OptionKind.BY_NODE, "bynode");
      both(to, OptionKind.BY_SLOT, "byslot");
      both(to, OptionKind.OVERSUBSCRIBE, "oversubscribe");
      both(to, OptionKind.NETWORK, "iface");
      to.add(OptionKind.DIRECTORY, "-wdir --wdir -wd --wd");
      to.add(OptionKind.ENVIRONMENT, "-x --x");
      to.add(OptionKind.ENVIRONMENT_PAIR, "-env -genv");
      to.add(OptionKind.TAG_OUTPUT, "-tag-output --tag-output -l -prepend-rank");
      to.add(OptionKind.OUTPUT_DIRECTORY, "-output-filename --output-filename");
      to.add(OptionKind.OUTPUT_KIND, "-output --output");
      to.add(OptionKind.TIMEOUT, "-timeout --timeout");
      to.add(OptionKind.BINDING, "-bind-to --bind-to");
      both(
          to,
          OptionKind.NOTHING,
          "nooversubscribe allow-run-as-root bysocket bycore bind-to-core"
              + " bind-to-socket bind-to-none report-bindings use-hwthread-cpus nolocal novm"
              + " leave-session-attached quiet verbose debug-daemons display-map"
              + " display-devel-map display-allocation display-topo timestamp-output"
              + " merge-stderr-to-stdout enable-recovery disable-recovery noprefix"
              + " preload-binary show-progress report-state-on-timeout get-stack-traces"
              + " genvall genvnone envall envnone ordered-output");
      to.add(OptionKind.NOTHING, "-q -v -s -d -xml --xml");
      both(
          to,
          OptionKind.NOTHING_OF_1,
          "rank-by ranks-by npersocket cpus-per-proc cpus-per-rank cpu-set cpu-list"
              + " prefix preload-files tmpdir stdin display personality rankfile"
              + " report-pid report-uri ompi-server tune am path max-restarts forward-signals"
              + " launch-agent xterm runtime-options genvlist envlist launcher-exec"
              + " bootstrap");
      to.add(OptionKind.NOTHING_OF_1, "-rf --rf -launcher");
      both(to, OptionKind.NOTHING_OF_2, "mca gmca omca prtemca pmixmca");
      both(to, OptionKind.REFUSED, "app configfile");
      to.add(OptionKind.VERSION, "-V -version --version");
      to.add(OptionKind.HELP, "-h -help --help");
    }

    private void both(Options to, OptionKind kind, String names) {
      for (String name : names.split(" ", -1)) {
        to.add(kind, "-" + name + " --" + name);
      }
    }

    /** A JVM for each rank, as if {@code java} were started several times. */
    @Override
    List<String> defaultPlacement() {
      return Device.PROCESSES.placement();
    }
  };

  /** The options between {@code java} and the main class, without those of the JVM. */
  static final Options JAVA = new Options();

  static {
    JAVA.add(OptionKind.CLASS_PATH, "-cp -classpath --class-path");
    JAVA.add(OptionKind.JAR, "-jar");
    JAVA.add(OptionKind.MODULE_PATH, "-p --module-path");
    JAVA.add(OptionKind.MODULE, "-m --module");
    JAVA.add(OptionKind.NOTHING, "-d64 -d32 -classic");
    JAVA.add(
        OptionKind.REFUSED, "-version --version -help --help -h -? -X --list-modules --dry-run");
  }

  private final Options options = new Options();

  Family() {
    define(options);
  }

  /** Fills the table of options. */
  abstract void define(Options to);

  /** The placement of ranks if no option sets it. */
  abstract List<String> defaultPlacement();

  /** The options before the program. */
  Options options() {
    return options;
  }

  /** Names of options and their kinds. */
  static final class Options {
    private final Map<String, OptionKind> byName = new LinkedHashMap<>();

    void add(OptionKind kind, String names) {
      for (String name : names.split(" ", -1)) {
        if (byName.put(name, kind) != null) {
          throw new IllegalStateException(name + " has two kinds");
        }
      }
    }

    /** The kind of an option, or null if there is none of this name. */
    @Nullable OptionKind kind(String name) {
      return byName.get(name);
    }

    Map<String, OptionKind> all() {
      return byName;
    }

    /** The names of the options with each description, for the help. */
    Map<String, String> byDescription() {
      Map<String, String> names = new LinkedHashMap<>();
      byName.forEach(
          (name, kind) -> {
            // Of spellings that differ in the number of dashes only, one is listed.
            if (!byName.containsKey("-" + name)) {
              names.merge(kind.description(), name, (a, b) -> a + " " + b);
            }
          });
      return names;
    }
  }
}
