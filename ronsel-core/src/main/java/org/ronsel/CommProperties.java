package org.ronsel;

/** What a program may say about a communicator: its name. */
abstract sealed class CommProperties extends ObjectCalls permits CommCreation {
  private volatile String name;

  CommProperties(String name) {
    this.name = name;
  }

  abstract void renamed(String name);

  /**
   * Name for messages and reports (MPI-4.1, section 7.8): {@code world}, {@code self}, derived from
   * the parent's, or as set.
   */
  public String name() {
    return name;
  }

  /**
   * Names the communicator, for this rank's messages and reports.
   *
   * @throws InvalidArgumentException if {@code name} is null
   */
  public void name(String name) {
    checkOpen();
    this.name = Arguments.present(self(), "name", "name", name);
    renamed(name);
  }
}
