package org.ronsel.engine;

/**
 * How an engine behaves.
 *
 * @param eagerLimit largest message, in bytes, sent eagerly
 * @param eagerPoolBytes bound on unexpected eager payload per rank, in bytes
 * @param lateEagerPoolBytes bound on copies, per rank, of sends that complete while nobody receives
 * @param unsolicitedLimit largest message, in bytes, whose fragments follow its announcement at
 *     once
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

  /** Reads the options from system properties {@code ronsel.*}, with defaults by measurement. */
  public static EngineOptions fromProperties(boolean oversubscribed) {
    return new EngineOptions(
        Integer.getInteger("ronsel.eager.limit", 8 << 10),
        Long.getLong("ronsel.eager.pool", 4L << 20),
        Long.getLong("ronsel.eager.late", 1L << 20),
        Long.getLong("ronsel.unsolicited.limit", 128L << 10),
        Integer.getInteger("ronsel.wait.spins", oversubscribed ? 0 : 20_000),
        Integer.getInteger("ronsel.wait.yields", oversubscribed ? 2_000 : 100));
  }
}
