package org.ronsel.collective;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The numbers of a communicator's collective calls that are executed by messages: with each, its
 * messages have a matching context of their own. Every rank counts for itself. Calls count in the
 * order in which they are made; persistent ones in the order of their initialisation, and of each
 * its starts, so that ranks may start them in different orders (MPI-4.1, section 6.13).
 *
 * <p>Numbers come again when what had them is long over: after 2^30 calls, after 2^12 starts of one
 * persistent operation, and when 2^18 others have been initialised.
 */
final class CallInstances {
  private static final int PERSISTENT = 1 << 30;
  private static final int CALLS = PERSISTENT - 1;
  private static final int START_BITS = 12;
  private static final int STARTS = (1 << START_BITS) - 1;
  private static final int REQUESTS = (PERSISTENT >>> START_BITS) - 1;

  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();

  /** The number of the next call. */
  int next() {
    return calls.getAndIncrement() & CALLS;
  }

  /** The number of persistent operations that were initialised before the present one. */
  int initialised() {
    return requests.getAndIncrement();
  }

  /**
   * The number of a start of a persistent operation.
   *
   * @param request how many have been initialised before it
   * @param start how often it has been started before
   */
  static int ofStart(int request, int start) {
    return PERSISTENT | (request & REQUESTS) << START_BITS | start & STARTS;
  }
}
