package org.ronsel.launch.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.job.RankKind;

/**
 * The options of a job as a whole.
 *
 * @param debugging what waits for a debugger, or null
 * @param reproducible whether reductions combine in an order that depends on the number of ranks
 *     alone
 * @param force whether it is started even if this host seems to have too little memory for it
 * @param reportFailures whether, when a JVM fails, the others are notified and continue
 * @param observed the checks and records that are made
 * @param collectives the algorithms of its collective calls
 * @param hosts the hosts of the job, or null if it has this one only
 * @param launcher the means by which it is started and the reason for them, in words
 * @param network options of the JVMs for the network between them
 * @param files extra files that the ranks find on each host, absolute
 * @param timing whether the times of the steps of its start are printed
 * @param dryRun whether only the placement of its ranks is printed
 */
public record JobOptions(
    PlacementOptions placement,
    Ranks ranks,
    Output output,
    Limits limits,
    @Nullable Debugging debugging,
    boolean reproducible,
    boolean force,
    boolean reportFailures,
    Helpers helpers,
    Observed observed,
    CollectiveOptions collectives,
    @Nullable HostOptions hosts,
    String launcher,
    List<String> network,
    List<Path> files,
    boolean timing,
    boolean dryRun) {
  /**
   * What ranks are.
   *
   * @param mpjDevice name of a device of MPJ Express, if the arguments of programs are to begin
   *     with rank, number of ranks and device; or null
   */
  public record Ranks(
      RankKind kind, boolean sharedClasses, String binding, @Nullable String mpjDevice) {}

  /**
   * Where their output goes.
   *
   * @param tagged whether each line begins with its rank
   * @param directory directory of a file per rank, or null
   */
  public record Output(boolean tagged, @Nullable Path directory) {}

  /**
   * How long something may take.
   *
   * @param timeout time after which the job is ended, or null
   * @param stall time without progress of any rank after which the ranks are asked what they wait
   *     for; zero for never
   */
  public record Limits(@Nullable Duration timeout, Duration stall) {}

  /**
   * A JVM that waits for a debugger.
   *
   * @param rank a rank in it
   * @param port port on which it waits, 0 for any
   */
  public record Debugging(int rank, int port) {}

  /**
   * What makes progress besides the ranks.
   *
   * @param threads number of threads of each JVM that make progress while ranks compute
   * @param ghosts number of processes of each host that only carry out one-sided operations
   */
  public record Helpers(int threads, int ghosts) {}
}
