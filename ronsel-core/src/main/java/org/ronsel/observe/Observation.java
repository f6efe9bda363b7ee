package org.ronsel.observe;

/**
 * The observations that this JVM makes of itself; fixed when the class is initialised, so that code
 * of those that are off is not even compiled. {@code ronsel run} sets the properties by its options
 * of the same names.
 */
public final class Observation {
  // Settings, by their names: their class is of a higher layer.
  static final String CHECK_PROPERTY = "ronsel.check";
  static final String PROFILE_PROPERTY = "ronsel.profile";
  static final String TRACE_PROPERTY = "ronsel.trace";

  /** Property {@code ronsel.check}: whether errors are looked for that cost time to find. */
  public static final boolean CHECK = Boolean.getBoolean(CHECK_PROPERTY);

  /** Property {@code ronsel.profile}: whether calls are counted and timed. */
  public static final boolean PROFILE = Boolean.getBoolean(PROFILE_PROPERTY);

  /** Property {@code ronsel.trace}: whether calls are recorded one by one. */
  public static final boolean TRACE = Boolean.getBoolean(TRACE_PROPERTY);

  /** Whether calls are recorded in any way. */
  public static final boolean RECORD = PROFILE || TRACE;

  private Observation() {}
}
