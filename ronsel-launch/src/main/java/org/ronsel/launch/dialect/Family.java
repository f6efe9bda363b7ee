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
      to.add(Meaning.RANKS, "-np -n");
      to.add(Meaning.DEVICE, "-dev");
      to.add(Meaning.HOST_FILE, "-machinesfile -machinefile --machinefile -hostfile --hostfile");
      to.add(Meaning.CLASS_PATH, "-cp -classpath --class-path");
      to.add(Meaning.CLASS, "-class");
      to.add(Meaning.JAR, "-jar");
      to.add(Meaning.DIRECTORY, "-wdir --wdir");
      to.add(Meaning.DEBUG_PORT, "-debug");
      to.add(Meaning.NOTHING, "-src -profile");
      to.add(Meaning.NOTHING_OF_1, "-dport -sport -mpjport -psl -mxboardnum -headnodeip");
      to.add(Meaning.VERSION, "-V -version --version");
      to.add(Meaning.HELP, "-h -help --help");
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
      to.add(Meaning.RANKS, "-np -n");
      to.add(Meaning.DEVICE, "-dev");
      to.add(Meaning.HOST_FILE, "-machinefile -machinesfile --machinefile -hostfile --hostfile");
      to.add(Meaning.CLASS_PATH, "-cp -classpath --class-path");
      to.add(Meaning.CLASS, "-class");
      to.add(Meaning.JAR, "-jar");
      to.add(Meaning.DIRECTORY, "-wdir --wdir");
      to.add(Meaning.NOTHING, "-src");
      to.add(Meaning.NOTHING_OF_1, "-psl");
      to.add(Meaning.VERSION, "-V -version --version");
      to.add(Meaning.HELP, "-h -help --help");
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
      to.add(Meaning.RANKS, "-n -np -c --n --np --c");
      to.add(Meaning.RANKS_PER_HOST, "-N --N -npernode --npernode -ppn --ppn -perhost");
      to.add(Meaning.ONE_RANK_PER_HOST, "-pernode --pernode");
      to.add(
          Meaning.HOST_FILE,
          "-hostfile --hostfile -machinefile --machinefile -f -default-hostfile"
              + " --default-hostfile");
      to.add(Meaning.HOST_LIST, "-host --host -H --H -hosts --hosts");
      both(to, Meaning.MAP_BY, "map-by");
      both(to, Meaning.BY_NODE, "bynode");
      both(to, Meaning.BY_SLOT, "byslot");
      both(to, Meaning.OVERSUBSCRIBE, "oversubscribe");
      both(to, Meaning.NETWORK, "iface");
      to.add(Meaning.DIRECTORY, "-wdir --wdir -wd --wd");
      to.add(Meaning.ENVIRONMENT, "-x --x");
      to.add(Meaning.ENVIRONMENT_PAIR, "-env -genv");
      to.add(Meaning.TAG_OUTPUT, "-tag-output --tag-output -l -prepend-rank");
      to.add(Meaning.OUTPUT_DIRECTORY, "-output-filename --output-filename");
      to.add(Meaning.OUTPUT_KIND, "-output --output");
      to.add(Meaning.TIMEOUT, "-timeout --timeout");
      to.add(Meaning.BINDING, "-bind-to --bind-to");
      both(
          to,
          Meaning.NOTHING,
          "nooversubscribe allow-run-as-root bysocket bycore bind-to-core"
              + " bind-to-socket bind-to-none report-bindings use-hwthread-cpus nolocal novm"
              + " leave-session-attached quiet verbose debug-daemons display-map"
              + " display-devel-map display-allocation display-topo timestamp-output"
              + " merge-stderr-to-stdout enable-recovery disable-recovery noprefix"
              + " preload-binary show-progress report-state-on-timeout get-stack-traces"
              + " genvall genvnone envall envnone ordered-output");
      to.add(Meaning.NOTHING, "-q -v -s -d -xml --xml");
      both(
          to,
          Meaning.NOTHING_OF_1,
          "rank-by ranks-by npersocket cpus-per-proc cpus-per-rank cpu-set cpu-list"
              + " prefix preload-files tmpdir stdin display personality rankfile"
              + " report-pid report-uri ompi-server tune am path max-restarts forward-signals"
              + " launch-agent xterm runtime-options genvlist envlist launcher-exec"
              + " bootstrap");
      to.add(Meaning.NOTHING_OF_1, "-rf --rf -launcher");
      both(to, Meaning.NOTHING_OF_2, "mca gmca omca prtemca pmixmca");
      both(to, Meaning.REFUSED, "app configfile");
      to.add(Meaning.VERSION, "-V -version --version");
      to.add(Meaning.HELP, "-h -help --help");
    }

    private void both(Options to, Meaning meaning, String names) {
      for (String name : names.split(" ", -1)) {
        to.add(meaning, "-" + name + " --" + name);
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
    JAVA.add(Meaning.CLASS_PATH, "-cp -classpath --class-path");
    JAVA.add(Meaning.JAR, "-jar");
    JAVA.add(Meaning.MODULE_PATH, "-p --module-path");
    JAVA.add(Meaning.MODULE, "-m --module");
    JAVA.add(Meaning.NOTHING, "-d64 -d32 -classic");
    JAVA.add(Meaning.REFUSED, "-version --version -help --help -h -? -X --list-modules --dry-run");
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

  /** Names of options and their meanings. */
  static final class Options {
    private final Map<String, Meaning> byName = new LinkedHashMap<>();

    void add(Meaning meaning, String names) {
      for (String name : names.split(" ", -1)) {
        if (byName.put(name, meaning) != null) {
          throw new IllegalStateException(name + " has two meanings");
        }
      }
    }

    /** The meaning of an option, or null if there is none of this name. */
    @Nullable Meaning meaning(String name) {
      return byName.get(name);
    }

    Map<String, Meaning> all() {
      return byName;
    }

    /** The names of the options with each description, for the help. */
    Map<String, String> byDescription() {
      Map<String, String> names = new LinkedHashMap<>();
      byName.forEach(
          (name, meaning) -> {
            // Of spellings that differ in the number of dashes only, one is listed.
            if (!byName.containsKey("-" + name)) {
              names.merge(meaning.description(), name, (a, b) -> a + " " + b);
            }
          });
      return names;
    }
  }
}
