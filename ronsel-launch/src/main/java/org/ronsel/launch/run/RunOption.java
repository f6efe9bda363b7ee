package org.ronsel.launch.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code ronsel run}; its parser and its help are based on them.
 *
 * <p>They are not picocli's, as those of the other commands are: reading them with reflection took
 * as long as all the rest of the launcher's start.
 */
public enum RunOption {
  RANKS("N", "number of ranks", "-n", "-np"),
  PROCESSES(null, "a JVM for each rank; the default is one JVM for all", "--processes"),
  JVMS("J", "J JVMs, ranks dealt evenly", "--jvms"),
  RANKS_PER_JVM("K", "JVMs of K ranks each", "--ranks-per-jvm"),
  HOSTS(
      "HOST[:SLOTS][,HOST...]",
      "hosts of the job; without SLOTS the ranks are dealt to them evenly",
      "--hosts"),
  HOST_FILE(
      "FILE",
      "hosts, one a line: HOST, HOST:4, or HOST slots=4 [max_slots=8]",
      "--hostfile",
      "-hostfile",
      "-machinefile",
      "--machinefile"),
  MAP_BY(
      "slot|node|numa",
      "how ranks are dealt to hosts: slot (the default) fills one host after the"
          + " other; node gives each host one JVM in turn, of one rank unless an option"
          + " says otherwise; numa fills hosts as slot does, deals the ranks of a host to"
          + " its memory nodes in turn, and binds them there (--bind numa: in blocks)",
      "--map-by"),
  RANKS_PER_HOST("K", "K ranks on each host", "--ranks-per-host"),
  JVMS_PER_HOST("J", "J JVMs on each host, its ranks dealt evenly", "--jvms-per-host"),
  OVERSUBSCRIBE(null, "allow more ranks on a host than it has slots", "--oversubscribe"),
  LAUNCHER(
      "KIND",
      "how JVMs are started: auto (the default: by the batch system inside an"
          + " allocation, else by ssh if hosts are named, else as local), local (on this"
          + " host only), ssh (also on this host), slurm, pbs, lsf, gridengine",
      "--launcher"),
  SSH(
      "COMMAND",
      "remote shell to use in place of ssh, with its options: --ssh 'ssh -p 2222'",
      "--ssh"),
  FAN_OUT(
      "K",
      "the launcher reaches K hosts by ssh itself (default 32), and each of these"
          + " reaches up to K further ones; with --on-failure report the launcher reaches"
          + " all of them",
      "--fan-out"),
  RONSEL_HOME(
      "DIR",
      "where Ronsel is installed on the other hosts (default: where it is here)",
      "--ronsel-home"),
  NET(
      "NETWORK",
      "network between hosts: a subnet (10.0.0.0/8) or the name of an interface",
      "--net"),
  PORTS("FIRST-LAST", "ports on which JVMs listen for JVMs of other hosts", "--ports"),
  CONNECTIONS(
      "K",
      "send a message of 256 KiB or more to another host over K connections, for"
          + " networks that limit the rate of each connection (default 1)",
      "--connections"),
  ENCRYPT(null, "encrypt what ranks of different hosts send each other, by TLS 1.3", "--encrypt"),
  DRY_RUN(null, "print which rank would be where, and start nothing", "--dry-run"),
  RANKS_AS(
      "KIND",
      "run ranks as platform or virtual threads; the default is virtual if a JVM has"
          + " more ranks than cores (a rank that loops without calling Ronsel then keeps"
          + " others from running)",
      "--ranks-as"),
  NO_MPI(
      null,
      "leave Ronsel's package mpi out of the program's class path; by default it comes first",
      "--no-mpi"),
  MPJ_ARGS(
      null,
      "begin the program's arguments with rank, number of ranks and device, as MPJ Express does",
      "--mpj-args"),
  SHARED_CLASSES(
      null,
      "ranks of a JVM share classes and static fields; by default each rank has its own",
      "--shared-classes"),
  BIND(
      "TO",
      "bind each rank to a core (core), to a memory node (numa), or not at all (none,"
          + " the default)",
      "--bind"),
  PROGRESS_THREAD(
      null,
      "start a thread in each JVM that completes pending operations while ranks"
          + " compute; needs a core that no rank uses",
      "--progress-thread"),
  PROGRESS_THREADS(
      "K",
      "as --progress-thread, but start K threads in each JVM, which divide its ranks"
          + " among them",
      "--progress-threads"),
  GHOSTS(
      "K",
      "start K extra processes on each host that carry out one-sided operations of"
          + " other hosts while ranks compute",
      "--ghosts"),
  CLASS_PATH(
      "PATH",
      "jars and directories of the program's classes; with -jar they come after that jar",
      "--class-path",
      "-cp",
      "-classpath"),
  MODULE_PATH("PATH", "jars and directories of the program's modules", "--module-path", "-p"),
  MODULE("MODULE[/CLASS]", "the program is this class of a module", "--module", "-m"),
  JAR("FILE", "the program is this executable jar", "--jar", "-jar"),
  JVM_OPTION("OPTION", "option for the JVMs, such as -J-Xmx2g", "-J"),
  ENVIRONMENT("NAME=VALUE", "set an environment variable for the ranks", "--env"),
  DIRECTORY("DIR", "working directory of the ranks", "--wdir"),
  FILE(
      "PATH",
      "make a file or directory available to the ranks of every host, in the"
          + " directory $RONSEL_FILES (property ronsel.files)",
      "--file"),
  TAG_OUTPUT(null, "begin each line of output with its rank", "--tag-output"),
  OUTPUT("DIR", "write output to DIR/rank-N.out and DIR/rank-N.err instead", "--output"),
  TIMEOUT(
      "TIME",
      "end the job with status 124 after TIME (500ms, 60s, 5m); 0 for never (the default)",
      "--timeout"),
  ON_FAILURE(
      "WHAT",
      "what to do when a JVM or host fails: abort the job (the default), or report"
          + " it, so that the other ranks go on and only operations with the failed ones"
          + " throw ProcessFailedException",
      "--on-failure"),
  STALL(
      "TIME",
      "when all ranks have waited for TIME without progress, print who waits for whom"
          + " (default 30s; 0 for never); SIGQUIT prints it at any time",
      "--stall"),
  ALGORITHM(
      "OP=NAME[,OP=NAME]",
      "use this algorithm for a collective operation wherever it can be used; ronsel"
          + " tune --list shows them",
      "--algorithm"),
  COLLECTIVES(
      "FILE",
      "table of collective algorithms, written by ronsel tune (default:"
          + " $RONSEL_COLLECTIVES, else ~/.config/ronsel/collectives.table, else the"
          + " built-in one)",
      "--collectives"),
  CHECK(
      null,
      "look for errors that are hard to find: types of sender and receiver that"
          + " differ, collective calls that differ between ranks, buffers used while a"
          + " request is pending, leaks",
      "--check"),
  PROFILE(null, "at the end print calls, bytes and waiting time for each call site", "--profile"),
  TRACE("FILE", "write a timeline of all calls for Perfetto or chrome://tracing", "--trace"),
  REPRODUCIBLE(
      null,
      "combine floating-point values in an order that depends only on the number of"
          + " ranks, so that results have the same bits wherever the ranks run",
      "--reproducible"),
  FORCE(null, "start even if this host seems to have too little memory for all ranks", "--force"),
  DEBUG(
      "RANK[:PORT]",
      "make the JVM of RANK wait for a debugger; any user of this host may attach one",
      "--debug"),
  TIMING(null, "print at the end how long each step of the start took", "--timing"),
  VERSION(null, "print the version", "--version", "-V"),
  HELP(null, "show this help", "--help", "-h");

  private final @Nullable String value;
  private final String description;
  private final List<String> names;

  RunOption(@Nullable String value, String description, String... names) {
    this.value = value;
    this.description = description;
    this.names = List.of(names);
  }

  /** The placeholder of the value in the help, or null for an option without one. */
  @Nullable String value() {
    return value;
  }

  /** The effect of the option. */
  String description() {
    return description;
  }

  /** The names of the option; the first one is used in messages. */
  List<String> names() {
    return names;
  }

  /**
   * The long names, which may be mixed with other families' options, with the number of words that
   * follow each.
   */
  public static Map<String, Integer> longNames() {
    Map<String, Integer> names = new HashMap<>();
    for (RunOption option : values()) {
      for (String name : option.names) {
        if (name.startsWith("--")) {
          names.put(name, option.value == null ? 0 : 1);
        }
      }
    }
    return names;
  }

  /** Whether it may be given more than once. */
  boolean isRepeatable() {
    return this == JVM_OPTION || this == ENVIRONMENT || this == ALGORITHM || this == FILE;
  }

  /** Whether the option has an effect only if the job has hosts, or names the hosts. */
  boolean isOfHosts() {
    return switch (this) {
      case HOSTS,
          HOST_FILE,
          MAP_BY,
          RANKS_PER_HOST,
          JVMS_PER_HOST,
          OVERSUBSCRIBE,
          LAUNCHER,
          SSH,
          FAN_OUT,
          RONSEL_HOME ->
          true;
      default -> false;
    };
  }

  /** Whether the option concerns the whole job, not only the program that follows. */
  boolean isOfJob() {
    return switch (this) {
      case RANKS,
          CLASS_PATH,
          MODULE_PATH,
          MODULE,
          JAR,
          JVM_OPTION,
          ENVIRONMENT,
          DIRECTORY,
          VERSION,
          HELP ->
          false;
      default -> true;
    };
  }
}
