package org.ronsel.runtime;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
  private static final int CARD_HEAD = 11;

  private HostWireUp() {}

  /**
   * What JVMs that have met have in common.
   *
   * @param cores that the ranks of all of them run on
   * @param scratchLimit see {@link ScratchLimit}
   */
  record Host(ShmHost memory, int cores, long scratchLimit, JobPlaces places) {}

  /** Makes this JVM's segment, and tells the other JVMs where it is; collective over the JVMs. */
  static Host connect(
      JobLayout layout,
      WireUp wireUp,
      int cores,
      Residence residence,
      AlgorithmChoice own,
      IntConsumer ringer) {
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
      long limit = ScratchLimit.ofJvm(layout.localRanks());
      byte[][] cards = wireUp.allGather(card(host.handle(), cores, limit, own, residence));
      boolean symmetric = false;
      boolean named = false;
      int fewest = cores;
      long least = Long.MAX_VALUE;
      List<Residence> residences = new ArrayList<>();
      for (int jvm = 0; jvm < handles.length; jvm++) {
        ByteBuffer card = ByteBuffer.wrap(cards[jvm]);
        if (card.remaining() <= CARD_HEAD + Integer.BYTES) {
          throw damaged(jvm);
        }
        symmetric |= card.get() == SYMMETRIC;
        fewest = Math.min(fewest, card.getShort() & 0xffff);
        least = Math.min(least, card.getLong());
        agree(layout, jvm, AlgorithmChoice.decode(text(card, jvm)), own);
        Residence its = Residence.decode(card);
        if (its == null || !card.hasRemaining()) {
          throw damaged(jvm);
        }
        residences.add(its);
        handles[jvm] = StandardCharsets.UTF_8.decode(card).toString();
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
      return new Host(host, fewest, least, JobPlaces.of(layout, residences));
    } finally {
      if (!complete) {
        host.close();
      }
    }
  }

  private static String text(ByteBuffer card, int jvm) {
    int length = card.getInt();
    if (length < 0 || length > card.remaining()) {
      throw damaged(jvm);
    }
    ByteBuffer text = card.slice(card.position(), length);
    card.position(card.position() + length);
    return StandardCharsets.UTF_8.decode(text).toString();
  }

  /** Ranks that choose otherwise would wait for messages that nobody sends. */
  private static void agree(
      JobLayout layout, int jvm, AlgorithmChoice choice, AlgorithmChoice own) {
    if (!choice.agreesWith(own)) {
      throw new RonselException(
          ErrorClass.ARGUMENT,
          "JVM "
              + layout.jvm()
              + " chooses collective algorithms by "
              + own
              + ", but JVM "
              + jvm
              + " by "
              + choice
              + "; give all JVMs of a job the same (--algorithm and --collectives of ronsel run,"
              + " not -D or the environment of some)");
    }
  }

  private static RonselException damaged(int jvm) {
    return new RonselException(ErrorClass.INTERN, "JVM " + jvm + " sent no address");
  }

  /** Kind of fences, cores, limit of scratch, choice of algorithms, ranks' places, segment. */
  private static byte[] card(
      String handle, int cores, long limit, AlgorithmChoice choice, Residence residence) {
    byte[] name = handle.getBytes(StandardCharsets.UTF_8);
    byte[] chosen = choice.encode();
    byte[] lives = residence.encode();
    return ByteBuffer.allocate(
            CARD_HEAD + Integer.BYTES + chosen.length + lives.length + name.length)
        .put(Fences.asymmetricAvailability().usable() ? ASYMMETRIC : SYMMETRIC)
        .putShort((short) Math.min(cores, 0xffff))
        .putLong(limit)
        .putInt(chosen.length)
        .put(chosen)
        .put(lives)
        .put(name)
        .array();
  }

  /** What only those who know the job's secret can write into a segment. */
  private static byte[] proof(byte[] secret) {
    return Hmac.sha256(secret, "ronsel shared memory".getBytes(StandardCharsets.UTF_8));
  }
}
