package org.ronsel.launch.connection;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What is the same for all hosts of a job that are not the launcher's.
 *
 * @param agent the command that starts the agent there
 * @param secret the secret of the job
 * @param network what {@code --net} says, or null
 * @param needed files that the job needs, which may still be looked for
 * @param limits the bounds of the cache of files there
 * @param pingMs an agent hears something at least so often
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
