package org.ronsel.runtime.pmi;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** A process manager of ranks that are threads of this JVM: they share a map, and meet. */
class TestProcessManager implements ProcessManager {
  private static final long DEADLINE_S = 50;

  private final int rank;
  private final int longestValue;
  private final Map<String, String> space;
  private final CyclicBarrier barrier;

  /**
   * Makes the manager of a rank.
   *
   * @param space of all ranks
   * @param barrier of all ranks
   */
  TestProcessManager(int rank, int longestValue, Map<String, String> space, CyclicBarrier barrier) {
    this.rank = rank;
    this.longestValue = longestValue;
    this.space = space;
    this.barrier = barrier;
  }

  @Override
  public String name() {
    return "the test";
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return barrier.getParties();
  }

  @Override
  public String jobId() {
    return "job";
  }

  @Override
  public int longestValue() {
    return longestValue;
  }

  @Override
  public void put(String key, String value) {
    space.put(key, value);
  }

  @Override
  public void fence(boolean last) throws IOException {
    try {
      barrier.await(DEADLINE_S, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  @Override
  public String get(int ofRank, String key) throws IOException {
    String value = space.get(key);
    if (value == null) {
      throw new PmiException("no " + key);
    }
    return value;
  }

  @Override
  public void finish() {}

  @Override
  public void abort(int status, String reason) {}

  @Override
  public boolean isLost() {
    return false;
  }
}
