package org.ronsel.npb.cfd;

/** The threads of a rank, among which it deals planes of its grid. */
public interface Workers {
  /**
   * Work on the planes from {@code from} up to but without {@code to}, by worker {@code worker}.
   */
  @FunctionalInterface
  interface Work {
    /** Does the work. */
    void run(int worker, int from, int to);
  }

  /** The number of workers. */
  int count();

  /** Deals {@code from} to {@code to} among the workers, and returns when all have ended. */
  void share(int from, int to, Work work);

  /** A single worker: the calling thread. */
  static Workers caller() {
    return new Workers() {
      @Override
      public int count() {
        return 1;
      }

      @Override
      public void share(int from, int to, Work work) {
        work.run(0, from, to);
      }
    };
  }
}
