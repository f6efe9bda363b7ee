package org.ronsel.requirements;

import java.util.List;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.ronsel.machine.SharedSegment;

/**
 * What tests need of the machine. Where it is absent they are skipped, unless the environment
 * variable {@code RONSEL_TEST_REQUIRE} names it: then they fail. What a machine has is known by
 * code of Ronsel, whose faults would otherwise look like a machine without it.
 */
public enum Requires {
  /** Memory that processes of the host share. */
  SHARED_MEMORY("shared-memory"),

  /** Hosts that tests make, of network namespaces. */
  HOSTS("hosts"),

  /** Open MPI, as a library to be compared with and as a starter of programs. */
  OPENMPI("openmpi"),

  /** The same of MPICH. */
  MPICH("mpich"),

  /** Chromium, which draws pages of results. */
  CHROMIUM("chromium");

  private final String word;

  Requires(String word) {
    this.word = word;
  }

  /** Skips the test that calls, or fails it, unless processes of the host can share memory. */
  public static void sharedMemory() {
    SHARED_MEMORY.unless(SharedSegment.anonymous().usable(), "no shared memory here");
  }

  /**
   * Skips the test that calls, or fails it, unless what it needs is there.
   *
   * @param why what is said of the absence
   */
  public void unless(boolean there, String why) {
    if (there) {
      return;
    }
    String required = System.getenv().getOrDefault("RONSEL_TEST_REQUIRE", "");
    if (List.of(required.split(",", -1)).contains(word)) {
      throw new AssertionFailedError(why + "; RONSEL_TEST_REQUIRE says that it is there: " + word);
    }
    throw new TestAbortedException(why);
  }
}
