package org.ronsel.runtime;

import java.io.IOException;
import java.io.InputStream;

/**
 * Standard input of a JVM that holds ranks: that of the job for rank 0 and for threads that belong
 * to no rank, at its end from the start for all others.
 */
final class RankInput extends InputStream {
  private final InputStream ofRankZero;
  private final Runnable beforeRead;

  /**
   * Creates the input.
   *
   * @param ofRankZero that of the job
   * @param beforeRead run before rank 0 waits for input, to show its prompt
   */
  RankInput(InputStream ofRankZero, Runnable beforeRead) {
    this.ofRankZero = ofRankZero;
    this.beforeRead = beforeRead;
  }

  @Override
  public int read() throws IOException {
    if (!hasInput()) {
      return -1;
    }
    beforeRead.run();
    return ofRankZero.read();
  }

  @Override
  public int read(byte[] bytes, int from, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (!hasInput()) {
      return -1;
    }
    beforeRead.run();
    return ofRankZero.read(bytes, from, count);
  }

  @Override
  public int available() throws IOException {
    return hasInput() ? ofRankZero.available() : 0;
  }

  @Override
  public void close() throws IOException {
    if (hasInput()) {
      ofRankZero.close();
    }
  }

  private static boolean hasInput() {
    RankIdentity identity = RankIdentity.ofThread();
    return identity == null || identity.rank() == 0;
  }
}
