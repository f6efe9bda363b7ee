package org.ronsel.machine;

/**
 * The kernel's {@code membarrier}: makes every running thread of every process that has registered
 * execute a full memory barrier. Loading this class registers this process.
 */
final class Membarrier {
  private Membarrier() {}

  private static final int QUERY = 0;
  private static final int GLOBAL_EXPEDITED = 1 << 1;
  private static final int REGISTER_GLOBAL_EXPEDITED = 1 << 2;

  /** Whether this process is registered and may issue barriers, or why not. */
  static final Availability AVAILABILITY = register();

  private static Availability register() {
    if (!LinuxCalls.AVAILABILITY.usable()) {
      return LinuxCalls.AVAILABILITY;
    }
    long commands = LinuxCalls.call(LinuxCalls.MEMBARRIER, QUERY, 0, 0);
    if (commands < 0) {
      return Availability.unavailable(
          "the kernel refuses membarrier: " + LinuxCalls.errorText(commands));
    }
    int needed = GLOBAL_EXPEDITED | REGISTER_GLOBAL_EXPEDITED;
    if ((commands & needed) != needed) {
      return Availability.unavailable("membarrier of this kernel has no expedited global form");
    }
    long registered = LinuxCalls.call(LinuxCalls.MEMBARRIER, REGISTER_GLOBAL_EXPEDITED, 0, 0);
    if (registered < 0) {
      return Availability.unavailable(
          "membarrier cannot be registered: " + LinuxCalls.errorText(registered));
    }
    long tried = LinuxCalls.callQuick(LinuxCalls.MEMBARRIER, GLOBAL_EXPEDITED, 0, 0);
    return tried == 0
        ? Availability.usable("membarrier")
        : Availability.unavailable("membarrier fails on this host");
  }

  /** Issues the barrier; a full fence of the calling thread is included. */
  static void issue() {
    if (LinuxCalls.callQuick(LinuxCalls.MEMBARRIER, GLOBAL_EXPEDITED, 0, 0) != 0) {
      throw new IllegalStateException(
          "membarrier worked when it was probed and fails now; start with"
              + " -Dronsel.fences=symmetric in every JVM of the job");
    }
  }
}
