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

  private HostWireUp() {}

  /** Makes this JVM's segment, and tells the other JVMs where it is; collective over the JVMs. */
  static ShmHost connect(JobLayout layout, WireUp wireUp, IntConsumer ringer) {
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
      byte[][] cards = wireUp.allGather(card(host.handle()));
      boolean symmetric = false;
      boolean named = false;
      for (int jvm = 0; jvm < handles.length; jvm++) {
        byte[] card = cards[jvm];
        if (card.length < 2) {
          throw new RonselException(ErrorClass.INTERN, "JVM " + jvm + " sent no address");
        }
        symmetric |= card[0] == SYMMETRIC;
        handles[jvm] = new String(card, 1, card.length - 1, StandardCharsets.UTF_8);
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
      return host;
    } finally {
      if (!complete) {
        host.close();
      }
    }
  }

  private static byte[] card(String handle) {
    byte[] name = handle.getBytes(StandardCharsets.UTF_8);
    byte[] card = new byte[name.length + 1];
    card[0] = Fences.asymmetricAvailability().usable() ? ASYMMETRIC : SYMMETRIC;
    System.arraycopy(name, 0, card, 1, name.length);
    return card;
  }

  /** What only those who know the job's secret can write into a segment. */
  private static byte[] proof(byte[] secret) {
    return Hmac.sha256(secret, "ronsel shared memory".getBytes(StandardCharsets.UTF_8));
  }
}
