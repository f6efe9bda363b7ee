package org.ronsel.launch.connection;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all hosts of a job share, except the launcher's.
 *
 * @param agent the command that starts the agent there
 * @param secret the secret of the job
 * @param network value of {@code --net}, or null
 * @param needed files that the job needs, which may still be searched for
 * @param limits the bounds of the cache of files there
 * @param pingMs longest time between two frames to an agent, in milliseconds
 */
public record HostSettings(
    AgentCommand agent,
    byte[] secret,
    @Nullable String network,
    CompletableFuture<NeededFiles> needed,
    FileLimits limits,
    int pingMs) {
  /** Copies the secret. */
  public HostSettings {
    secret = secret.clone();
  }
}
