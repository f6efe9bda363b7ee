package org.ronsel.launch.plan;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.launch.hosts.Host;
import org.ronsel.launch.spi.UsageException;

/**
 * The hosts of the ranks and JVMs of a job.
 *
 * @param firstRank first rank of each JVM, and at the end the number of ranks
 * @param hosts by JVM the name of its host
 */
record HostMap(int[] firstRank, List<String> hosts) {
  /**
   * Deals ranks to hosts and to JVMs.
   *
   * @param blocks sizes of blocks of ranks that cannot share a JVM
   */
  static HostMap of(List<Integer> blocks, PlacementOptions placement, HostOptions options) {
    Dealer dealer = new Dealer(blocks, placement, options);
    if (options.dealing().byNode()) {
      dealer.inTurn();
    } else {
      dealer.hostByHost();
    }
    return dealer.map();
  }

  /** Number of ranks on a host. */
  int ranksOn(String host) {
    int count = 0;
    for (int jvm = 0; jvm < hosts.size(); jvm++) {
      count += hosts.get(jvm).equals(host) ? firstRank[jvm + 1] - firstRank[jvm] : 0;
    }
    return count;
  }

  /** Number of JVMs on a host. */
  int jvmsOn(String host) {
    return (int) hosts.stream().filter(host::equals).count();
  }

  /** Consecutive ranks of one host and one block. */
  private record Piece(Host host, int firstRank, int ranks) {}

  /** Builds the map. */
  private static final class Dealer {
    private final List<Integer> blocks;
    private final PlacementOptions placement;
    private final HostOptions options;
    private final List<Host> hosts;
    private final int ranks;
    private final List<Integer> firstRank = new ArrayList<>();
    private final List<String> ofJvm = new ArrayList<>();

    Dealer(List<Integer> blocks, PlacementOptions placement, HostOptions options) {
      this.blocks = blocks;
      this.placement = placement;
      this.options = options;
      hosts = options.hosts().hosts();
      ranks = blocks.stream().mapToInt(Integer::intValue).sum();
      if (options.dealing().jvmsPerHost() != null) {
        PlacementOptions.requireOneBlock("--jvms-per-host", blocks);
      }
      if (placement.jvms() != null) {
        PlacementOptions.requireOneBlock("--jvms", blocks);
      }
    }

    HostMap map() {
      firstRank.add(ranks);
      return new HostMap(
          firstRank.stream().mapToInt(Integer::intValue).toArray(), List.copyOf(ofJvm));
    }

    /** The largest number of ranks of each host. */
    private int[] room() {
      int[] room = new int[hosts.size()];
      Integer perHost = options.dealing().ranksPerHost();
      if (perHost != null) {
        for (int h = 0; h < room.length; h++) {
          room[h] = perHost;
          requireSlots(hosts.get(h), perHost);
        }
        if ((long) perHost * room.length < ranks) {
          throw new UsageException(
              "--ranks-per-host "
                  + perHost
                  + ": "
                  + ranks
                  + " ranks need "
                  + Math.ceilDiv(ranks, perHost)
                  + " hosts, and there "
                  + (room.length == 1 ? "is 1" : "are " + room.length));
        }
      } else if (options.hosts().hasSlots()) {
        for (int h = 0; h < room.length; h++) {
          room[h] = hosts.get(h).slots();
        }
        oversubscribe(room);
      } else {
        for (int h = 0; h < room.length; h++) {
          room[h] = ranks / room.length + (h < ranks % room.length ? 1 : 0);
        }
      }
      return room;
    }

    private void requireSlots(Host host, int wanted) {
      if (options.hosts().hasSlots()
          && wanted > (options.dealing().oversubscribe() ? host.maxSlots() : host.slots())) {
        throw new UsageException(
            "--ranks-per-host "
                + wanted
                + " is more than the "
                + (options.dealing().oversubscribe()
                    ? "max_slots=" + host.maxSlots()
                    : slots(host.slots()))
                + " of host "
                + host.name()
                + (options.dealing().oversubscribe()
                    ? ""
                    : "; --oversubscribe starts it all the same"));
      }
    }

    /** Gives hosts more room than they have slots, evenly, if the ranks need it. */
    private void oversubscribe(int[] room) {
      long missing = ranks - options.hosts().slots();
      if (missing <= 0) {
        return;
      }
      if (!options.dealing().oversubscribe()) {
        throw new UsageException(
            ranks
                + " ranks are more than the "
                + slots(options.hosts().slots())
                + " of the hosts ("
                + options.hosts().where()
                + "): run fewer, name more hosts or slots, or --oversubscribe them");
      }
      while (missing > 0) {
        long before = missing;
        long share = Math.ceilDiv(missing, room.length);
        for (int h = 0; h < room.length && missing > 0; h++) {
          int more =
              (int) Math.min(Math.min(share, missing), (long) hosts.get(h).maxSlots() - room[h]);
          room[h] += more;
          missing -= more;
        }
        if (missing == before) {
          throw new UsageException(
              ranks
                  + " ranks are more than max_slots of the hosts ("
                  + options.hosts().where()
                  + ") allow");
        }
      }
    }

    private static String slots(long count) {
      return count == 1 ? "1 slot" : count + " slots";
    }

    private void hostByHost() {
      List<Piece> pieces = pieces(room());
      Integer jvms = placement.jvms();
      if (jvms != null && jvms < pieces.size()) {
        throw new UsageException(
            "--jvms "
                + jvms
                + ": the ranks are on "
                + pieces.size()
                + " hosts, and each needs a JVM at least (--jvms-per-host J)");
      }
      int[] shares = jvms == null ? new int[0] : shares(jvms, pieces);
      for (int p = 0; p < pieces.size(); p++) {
        PlacementOptions ofPiece = placement;
        if (jvms != null) {
          ofPiece = new PlacementOptions(false, shares[p], null);
        } else if (options.dealing().jvmsPerHost() != null) {
          ofPiece = jvmsOf(pieces.get(p), options.dealing().jvmsPerHost(), p == 0);
        }
        add(pieces.get(p), ofPiece);
      }
    }

    /** The number of JVMs of each piece: evenly, as far as each JVM has a rank. */
    private int[] shares(int jvms, List<Piece> pieces) {
      var _ = placement.jvms(List.of(ranks)); // refuses more than there are ranks
      int[] shares = new int[pieces.size()];
      int left = jvms;
      for (int p = 0; p < shares.length; p++) {
        long before = (long) jvms * p / shares.length;
        long after = (long) jvms * (p + 1) / shares.length;
        shares[p] = (int) Math.min(after - before, pieces.get(p).ranks);
        left -= shares[p];
      }
      for (int p = 0; left > 0; p++) {
        int more = Math.min(left, pieces.get(p).ranks - shares[p]);
        shares[p] += more;
        left -= more;
      }
      return shares;
    }

    private void add(Piece piece, PlacementOptions ofPiece) {
      int[] first = ofPiece.deal(List.of(piece.ranks));
      for (int j = 0; j < first.length - 1; j++) {
        add(piece.firstRank + first[j], piece.host.name());
      }
    }

    /**
     * The JVMs of a piece; the last host may have fewer ranks than JVMs are wanted, but not the
     * first.
     */
    private static PlacementOptions jvmsOf(Piece piece, int wanted, boolean first) {
      if (first && wanted > piece.ranks) {
        throw new UsageException(
            "--jvms-per-host "
                + wanted
                + " is more than the "
                + piece.ranks
                + " rank"
                + (piece.ranks == 1 ? "" : "s")
                + " of host "
                + piece.host.name()
                + ": a JVM needs at least 1 rank");
      }
      return new PlacementOptions(false, Math.min(wanted, piece.ranks), null);
    }

    private List<Piece> pieces(int[] room) {
      List<Piece> pieces = new ArrayList<>();
      int host = 0;
      int rank = 0;
      for (int block : blocks) {
        int end = rank + block;
        while (rank < end) {
          while (room[host] == 0) {
            host++;
          }
          int count = Math.min(room[host], end - rank);
          pieces.add(new Piece(hosts.get(host), rank, count));
          room[host] -= count;
          rank += count;
        }
      }
      return pieces;
    }

    private void inTurn() {
      boolean bounded = options.dealing().ranksPerHost() != null || options.hosts().hasSlots();
      int[] room = bounded ? room() : new int[hosts.size()];
      int[] first = jvmsInTurn().deal(blocks);
      int host = hosts.size() - 1;
      for (int j = 0; j < first.length - 1; j++) {
        host = (host + 1) % hosts.size();
        int size = first[j + 1] - first[j];
        for (int tried = 0; bounded && room[host] < size; tried++) {
          if (tried == hosts.size()) {
            throw new UsageException(
                "--map-by node: no host has room left for a JVM of "
                    + size
                    + " ranks; give them more slots, or put fewer ranks into a JVM");
          }
          host = (host + 1) % hosts.size();
        }
        room[host] -= size;
        add(first[j], hosts.get(host).name());
      }
    }

    /**
     * The JVMs without their hosts; ranks of a JVM are consecutive, so by default each rank has its
     * own.
     */
    private PlacementOptions jvmsInTurn() {
      if (options.dealing().jvmsPerHost() != null) {
        return new PlacementOptions(
            false,
            (int) Math.min(ranks, (long) options.dealing().jvmsPerHost() * hosts.size()),
            null);
      }
      return placement.isDefault() ? new PlacementOptions(true, null, null) : placement;
    }

    private void add(int first, String host) {
      firstRank.add(first);
      ofJvm.add(host);
    }
  }
}
