package org.ronsel.runtime;

import java.util.function.Consumer;
import org.ronsel.job.RankKind;

/**
 * How the ranks of a JVM are run.
 *
 * @param kind the kind of thread that a rank is
 * @param cores number of cores that this JVM may use
 * @param daemon whether platform rank threads are daemons, and with them the threads they start
 * @param notices told, in one line each, of what the user should know
 */
public record RankOptions(RankKind kind, int cores, boolean daemon, Consumer<String> notices) {
  /** For ranks inside a JVM that is not Ronsel's own; notices go to the logger of Ronsel. */
  public static RankOptions embedded() {
    return new RankOptions(
        RankKind.AUTO,
        Runtime.getRuntime().availableProcessors(),
        true,
        notice -> System.getLogger("org.ronsel").log(System.Logger.Level.WARNING, notice));
  }
}
