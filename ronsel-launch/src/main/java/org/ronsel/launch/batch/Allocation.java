package org.ronsel.launch.batch;

import org.jspecify.annotations.Nullable;
import org.ronsel.launch.hosts.HostList;

/**
 * The resources that a batch system has allocated to a job.
 *
 * @param evidence the variable that shows it, with its value
 * @param hosts with their slots
 * @param ranks number of ranks that was requested, or null for one rank per slot
 * @param here the batch system's name of this host, or null if unknown
 */
public record Allocation(
    BatchSystem system,
    String evidence,
    HostList hosts,
    @Nullable Integer ranks,
    @Nullable String here) {}
