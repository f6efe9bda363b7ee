package org.ronsel.launch.connection;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.control.SilenceWatch;

/**
 * The settings that all hosts of a job share, except the launcher's.
 *
 * @param agent the command that starts the agent there
 * @param secret the secret of the job
 * @param network value of {@code --net}, or null
 * @param needed files that the job needs, which may still be searched for
 * @param limits the bounds of the cache of files there
 * @param silence time without a frame after which the other end of a connection is lost
 * @param shared the bytes of frames that all hosts get
 */
public record HostSettings(
    AgentCommand agent,
    byte[] secret,
    @Nullable String network,
    CompletableFuture<NeededFiles> needed,
    FileLimits limits,
    Duration silence,
    SharedFrames shared) {
  /** Copies the secret. */
  public HostSettings {
    secret = secret.clone();
  }

  /** Longest time between two frames to an agent, and from one, in milliseconds. */
  int pingMs() {
    return SilenceWatch.everyMs(silence);
  }

  /** The command that starts the agent on this host. */
  List<String> agentWords(String host) {
    return agent.words(host, pingMs());
  }
}
