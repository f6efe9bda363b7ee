package org.ronsel.launch.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.job.RankKind;

/**
 * What concerns a job as a whole.
 *
 * @param timeout after which the job is ended, or null
 * @param stall without progress of any rank after which the ranks are asked what they wait for;
 *     zero for never
 * @param output directory of a file per rank, or null
 * @param debugRank rank whose JVM waits for a debugger, or null
 * @param debugPort port on which it waits, 0 for any
 * @param mpjDevice name of a device of MPJ Express, if the arguments of programs are to begin with
 *     rank, number of ranks and device; or null
 * @param reproducible whether reductions combine in an order that depends on the number of ranks
 *     alone
 * @param force whether it is started although this host seems to have too little memory for it
 * @param reportFailures whether the others are told, and go on, when a JVM fails
 * @param progressThreads how many threads each JVM has that make progress while ranks compute
 * @param ghosts how many processes each host has that only carry out one-sided operations
 * @param observed how closely it is looked at
 * @param collectives which algorithms serve its collective calls
 * @param hosts the hosts it has, or null if that is this one
 * @param launcher what starts it and why, in words
 * @param network options of the JVMs that say by which network they reach each other, and how
 * @param files extra files that the ranks find on each host, absolute
 * @param timing whether it is told how long the steps of its start have taken
 * @param dryRun whether it is only told where its ranks would be
 */
public record JobOptions(
    PlacementOptions placement,
    RankKind rankKind,
    boolean sharedClasses,
    String binding,
    boolean tagOutput,
    @Nullable Path output,
    @Nullable Duration timeout,
    Duration stall,
    @Nullable Integer debugRank,
    int debugPort,
    @Nullable String mpjDevice,
    boolean reproducible,
    boolean force,
    boolean reportFailures,
    int progressThreads,
    int ghosts,
    Observed observed,
    CollectiveOptions collectives,
    @Nullable HostOptions hosts,
    String launcher,
    List<String> network,
    List<Path> files,
    boolean timing,
    boolean dryRun) {}
