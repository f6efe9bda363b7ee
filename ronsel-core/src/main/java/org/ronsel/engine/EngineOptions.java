package org.ronsel.engine;

import org.ronsel.machine.Setting;

/**
 * How an engine behaves.
 *
 * @param eagerLimit largest message, in bytes, sent eagerly
 * @param eagerPoolBytes bound on unexpected eager payload per rank, in bytes
 * @param lateEagerPoolBytes bound on copies, per rank, of sends that complete before a receive is
 *     posted
 * @param unsolicitedLimit largest message, in bytes, whose data go to another JVM unasked: in
 *     fragments behind its announcement, or beside its record
 * @param spins polls before a waiting thread yields; 0 where ranks outnumber cores
 * @param yields yields before it parks
 */
public record EngineOptions(
    int eagerLimit,
    long eagerPoolBytes,
    long lateEagerPoolBytes,
    long unsolicitedLimit,
    int spins,
    int yields) {

  /** The options of the {@link Setting settings}, else measured ones. */
  public static EngineOptions fromProperties(boolean oversubscribed) {
    return new EngineOptions(
        Setting.EAGER_LIMIT.integer(),
        Setting.EAGER_POOL.number(),
        Setting.EAGER_LATE.number(),
        Setting.UNSOLICITED_LIMIT.number(),
        Setting.WAIT_SPINS.integer(oversubscribed ? 0 : 20_000),
        Setting.WAIT_YIELDS.integer(oversubscribed ? 2_000 : 20_000));
  }
}
