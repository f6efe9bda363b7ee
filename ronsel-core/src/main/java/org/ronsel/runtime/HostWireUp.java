package org.ronsel.runtime;

import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.machine.Fences;
import org.ronsel.runtime.control.Hmac;
import org.ronsel.transport.shm.ShmHost;

/** Connects the JVMs of a job on one host through shared memory. */
final class HostWireUp {
  private static final byte SYMMETRIC = 0;
  private static final byte ASYMMETRIC = 1;
  private static final int CARD_HEAD = 3;

  private HostWireUp() {}

  /**
   * What JVMs that have met have in common.
   *
   * @param cores that the ranks of all of them run on
   */
  record Host(ShmHost memory, int cores) {}

  /** Makes this JVM's segment, and tells the other JVMs where it is; collective over the JVMs. */
  static Host connect(JobLayout layout, WireUp wireUp, int cores, IntConsumer ringer) {
    int[] first = layout.firstRank();
    String[] handles = new String[layout.jvms()];
    ShmHost.Directory directory =
        new ShmHost.Directory() {
          @Override
          public int jvms() {
            return handles.length;
          }

          @Override
          public int jvmOf(int rank) {
            return layout.jvmOf(rank);
          }

          @Override
          public int firstRank(int jvm) {
            return first[jvm];
          }

          @Override
          public String handle(int jvm) {
            return handles[jvm];
          }
        };
    ShmHost host = new ShmHost(layout.jvm(), directory, proof(wireUp.secret()), ringer);
    boolean complete = false;
    try {
      byte[][] cards = wireUp.allGather(card(host.handle(), cores));
      boolean symmetric = false;
      boolean named = false;
      int fewest = cores;
      for (int jvm = 0; jvm < handles.length; jvm++) {
        byte[] card = cards[jvm];
        if (card.length <= CARD_HEAD) {
          throw new RonselException(ErrorClass.INTERN, "JVM " + jvm + " sent no address");
        }
        symmetric |= card[0] == SYMMETRIC;
        fewest = Math.min(fewest, (card[1] & 0xff) << 8 | card[2] & 0xff);
        handles[jvm] = new String(card, CARD_HEAD, card.length - CARD_HEAD, StandardCharsets.UTF_8);
        named |= !handles[jvm].startsWith("/proc/");
      }
      // Both sides of a fence pair must be of one kind, and they may live in different JVMs.
      if (symmetric) {
        Fences.useSymmetric();
      }
      if (named) {
        host.mapAll();
        wireUp.allGather(new byte[0]);
        host.unlink();
      }
      complete = true;
      return new Host(host, fewest);
    } finally {
      if (!complete) {
        host.close();
      }
    }
  }

  /** Kind of fences, cores, name of the segment. */
  private static byte[] card(String handle, int cores) {
    byte[] name = handle.getBytes(StandardCharsets.UTF_8);
    byte[] card = new byte[CARD_HEAD + name.length];
    card[1] = (byte) (Math.min(cores, 0xffff) >>> 8);
    card[2] = (byte) Math.min(cores, 0xffff);
    card[0] = Fences.asymmetricAvailability().usable() ? ASYMMETRIC : SYMMETRIC;
    System.arraycopy(name, 0, card, CARD_HEAD, name.length);
    return card;
  }

  /** What only those who know the job's secret can write into a segment. */
  private static byte[] proof(byte[] secret) {
    return Hmac.sha256(secret, "ronsel shared memory".getBytes(StandardCharsets.UTF_8));
  }
}
