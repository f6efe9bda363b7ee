package org.ronsel.runtime;

import java.security.SecureRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.ronsel.WaitInterruptedException;
import org.ronsel.job.AgreementTable;
import org.ronsel.job.Agreements;
import org.ronsel.job.WireUp;

/**
 * The wire-up of a job that lives in one JVM: there are no other JVMs to meet, unless parts of this
 * JVM play JVMs of the job.
 */
public final class LocalWireUp {
  private final byte[][] given;
  private final CyclicBarrier barrier;
  private final byte[] secret = new byte[32];
  private final AgreementTable agreements = new AgreementTable();

  /** Makes a wire-up, with a secret of its own, for this many parts of this JVM. */
  public LocalWireUp(int parts) {
    given = new byte[parts][];
    barrier = new CyclicBarrier(parts);
    new SecureRandom().nextBytes(secret);
  }

  /** The wire-up of a job that is whole. */
  public static WireUp alone() {
    return new LocalWireUp(1).of(0);
  }

  /** The wire-up as a part sees it; each is to call from a thread of its own. */
  public WireUp of(int part) {
    return new WireUp() {
      @Override
      public byte[][] allGather(byte[] mine) {
        given[part] = mine.clone();
        meet();
        byte[][] all = given.clone();
        meet();
        return all;
      }

      @Override
      public byte[] secret() {
        return secret.clone();
      }

      @Override
      public Agreements agreements() {
        return agreements;
      }

      @Override
      public boolean oneHost() {
        return true;
      }
    };
  }

  private void meet() {
    try {
      barrier.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException("interrupted while the parts of a job meet");
    } catch (BrokenBarrierException e) {
      throw new IllegalStateException("a part of the job has not come", e);
    }
  }
}
