package org.ronsel.launch.batch;

import org.jspecify.annotations.Nullable;
import org.ronsel.launch.hosts.HostList;

/**
 * What a batch system has given to a job.
 *
 * @param evidence the variable that shows it, with its value
 * @param hosts with their slots
 * @param ranks how many ranks have been asked for, or null if that is a rank a slot
 * @param here what the batch system calls this host, or null if it does not say
 */
public record Allocation(
    BatchSystem system,
    String evidence,
    HostList hosts,
    @Nullable Integer ranks,
    @Nullable String here) {}
