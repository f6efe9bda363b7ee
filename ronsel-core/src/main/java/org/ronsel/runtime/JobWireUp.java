package org.ronsel.runtime;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.job.JobLayout;
import org.ronsel.job.JobPlaces;
import org.ronsel.job.JvmLocation;
import org.ronsel.job.WireUp;

/** Introduces the JVMs of a job to each other. */
final class JobWireUp {
  private static final int CARD_HEAD = 10;

  private JobWireUp() {}

  /**
   * The facts that JVMs agree on when they have met.
   *
   * @param oversubscribed whether some host has more ranks than cores
   * @param scratchLimit see {@link ScratchLimit}
   */
  record Met(boolean oversubscribed, long scratchLimit, JobPlaces places) {}

  /** Tells the other JVMs about this one, and its transports about theirs; collective. */
  static Met connect(
      JobLayout layout,
      WireUp wireUp,
      Transports transports,
      int cores,
      JvmLocation location,
      AlgorithmSources own) {
    long limit = ScratchLimit.ofJvm(layout.localRanks());
    byte[][] cards = wireUp.allGather(card(transports.addresses(), cores, limit, own, location));
    int[] coresOfJvm = new int[layout.jvms()];
    long least = Long.MAX_VALUE;
    List<JvmLocation> locations = new ArrayList<>();
    List<ByteBuffer> addresses = new ArrayList<>();
    for (int jvm = 0; jvm < layout.jvms(); jvm++) {
      ByteBuffer card = ByteBuffer.wrap(cards[jvm]);
      if (card.remaining() <= CARD_HEAD + Integer.BYTES) {
        throw damaged(jvm);
      }
      coresOfJvm[jvm] = card.getShort() & 0xffff;
      least = Math.min(least, card.getLong());
      agree(layout, jvm, AlgorithmSources.decode(text(card, jvm)), own);
      JvmLocation its = JvmLocation.decode(card);
      if (its == null || !card.hasRemaining()) {
        throw damaged(jvm);
      }
      locations.add(its);
      addresses.add(card);
    }
    JobPlaces places = JobPlaces.of(layout, locations);
    int host = places.host(layout.firstLocalRank());
    boolean again = transports.meet(addresses, jvm -> places.host(layout.firstRank(jvm)) == host);
    // What the transports say holds for a host; with several all take the longer way.
    if (again || places.hasHosts()) {
      wireUp.allGather(new byte[0]);
      transports.allHaveMet();
    }
    return new Met(isOversubscribed(layout, places, coresOfJvm), least, places);
  }

  /**
   * All JVMs come to the same: of a host those count that the JVM with the fewest has. A ghost
   * sleeps while it has nothing to serve, and needs no core then.
   */
  private static boolean isOversubscribed(JobLayout layout, JobPlaces places, int[] coresOfJvm) {
    for (int jvm = 0; jvm < coresOfJvm.length; jvm++) {
      if (places.ranksOnHostOf(layout.firstRank(jvm)) > coresOfJvm[jvm]) {
        return true;
      }
    }
    return false;
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

  /** Ranks that choose otherwise would wait for messages that are never sent. */
  private static void agree(
      JobLayout layout, int jvm, AlgorithmSources choice, AlgorithmSources own) {
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

  /** Cores, limit of scratch, choice of algorithms, ranks' places, addresses. */
  private static byte[] card(
      byte[] addresses, int cores, long limit, AlgorithmSources choice, JvmLocation location) {
    byte[] chosen = choice.encode();
    byte[] lives = location.encode();
    return ByteBuffer.allocate(
            CARD_HEAD + Integer.BYTES + chosen.length + lives.length + addresses.length)
        .putShort((short) Math.min(cores, 0xffff))
        .putLong(limit)
        .putInt(chosen.length)
        .put(chosen)
        .put(lives)
        .put(addresses)
        .array();
  }
}
