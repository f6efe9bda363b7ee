package org.ronsel.runtime;

import java.io.IOException;
import java.io.InputStream;

/**
 * Standard input of a JVM that holds ranks: that of the job for rank 0 and for threads that belong
 * to no rank, at its end from the start for all others.
 */
final class RankInput extends InputStream {
  private final InputStream ofRankZero;

  RankInput(InputStream ofRankZero) {
    this.ofRankZero = ofRankZero;
  }

  @Override
  public int read() throws IOException {
    return hasInput() ? ofRankZero.read() : -1;
  }

  @Override
  public int read(byte[] bytes, int from, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    return hasInput() ? ofRankZero.read(bytes, from, count) : -1;
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
