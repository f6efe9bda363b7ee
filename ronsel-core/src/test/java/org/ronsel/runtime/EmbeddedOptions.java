package org.ronsel.runtime;

import org.ronsel.job.RankKind;

/** Options of ranks inside the JVM of a test. */
public final class EmbeddedOptions {
  private EmbeddedOptions() {}

  /** {@link RankOptions#embedded()} with a kind of thread. */
  public static RankOptions of(RankKind kind) {
    RankOptions usual = RankOptions.embedded();
    return new RankOptions(kind, usual.cores(), usual.daemon(), usual.notices());
  }
}
