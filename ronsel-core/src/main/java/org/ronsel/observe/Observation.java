package org.ronsel.observe;

/**
 * The observations that this JVM makes of itself; fixed when the class is initialised, so that code
 * of those that are off is not even compiled. {@code ronsel run} sets the properties by its options
 * of the same names.
 */
public final class Observation {
  /** Property {@code ronsel.check}: whether errors are looked for that cost time to find. */
  public static final boolean CHECK = Boolean.getBoolean("ronsel.check");

  /** Property {@code ronsel.profile}: whether calls are counted and timed. */
  public static final boolean PROFILE = Boolean.getBoolean("ronsel.profile");

  /** Property {@code ronsel.trace}: whether calls are recorded one by one. */
  public static final boolean TRACE = Boolean.getBoolean("ronsel.trace");

  /** Whether calls are recorded in any way. */
  public static final boolean RECORD = PROFILE || TRACE;

  private Observation() {}
}
