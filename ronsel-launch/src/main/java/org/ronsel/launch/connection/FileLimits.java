package org.ronsel.launch.connection;

import org.ronsel.launch.spi.UsageException;
import org.ronsel.memory.ByteSize;

/**
 * The bounds of the cache of files on other hosts.
 *
 * @param bytes largest size; 0 for no cache
 * @param days number of days without use after which a file may be removed
 */
public record FileLimits(long bytes, int days) {
  private static final String BYTES = "RONSEL_CACHE_SIZE";
  private static final String DAYS = "RONSEL_CACHE_DAYS";
  private static final String DEFAULT_BYTES = "2G";
  private static final int DEFAULT_DAYS = 30;

  /** The limits in the environment, or the defaults. */
  public static FileLimits ofEnvironment() {
    String bytes = System.getenv(BYTES);
    try {
      return new FileLimits(ByteSize.parse(bytes == null ? DEFAULT_BYTES : bytes), wantedDays());
    } catch (IllegalArgumentException e) {
      throw new UsageException(BYTES + ": " + e.getMessage());
    }
  }

  private static int wantedDays() {
    String days = System.getenv(DAYS);
    if (days == null) {
      return DEFAULT_DAYS;
    }
    if (!days.matches("\\d{1,5}")) {
      throw new UsageException(DAYS + ": '" + days + "' is not a number of days");
    }
    return Integer.parseInt(days);
  }
}
