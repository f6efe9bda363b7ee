package org.ronsel.runtime.control;

import org.jspecify.annotations.Nullable;
import org.ronsel.job.RankKind;

/**
 * How the ranks of a job are run, the same for all its JVMs.
 *
 * @param jobId identifies the job on its hosts
 * @param firstRank as in {@link org.ronsel.job.JobLayout}
 * @param rankKind the kind of thread that a rank is
 * @param sharedClasses whether the ranks of a JVM share one class loader
 * @param tagOutput whether lines of output start with the rank
 * @param outputDirectory directory of the files that output goes to, or null for standard output
 * @param binding {@code "core"}, {@code "numa"} or {@code "none"}
 * @param heartbeatMs milliseconds between two {@link Frame.Progress}, 0 for never
 * @param tableName what the table of collective algorithms is called in messages
 * @param table its text, or null for the built-in one alone
 */
public record JobSpec(
    String jobId,
    int[] firstRank,
    RankKind rankKind,
    boolean sharedClasses,
    boolean tagOutput,
    @Nullable String outputDirectory,
    String binding,
    int heartbeatMs,
    String tableName,
    @Nullable String table) {}
