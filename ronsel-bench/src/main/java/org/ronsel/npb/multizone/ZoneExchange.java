package org.ronsel.npb.multizone;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.npb.cfd.Block;
import org.ronsel.npb.cfd.Faces;

/**
 * Gives the boundary of each zone the values of the points beside it in the neighbouring zone. All
 * values from one rank to another are in one message, in the order of the sender's zones and their
 * sides.
 */
final class ZoneExchange {
  private static final int TAG = 3;

  /** A side of a zone whose inner points are to be copied to the neighbour's boundary. */
  private record Seam(int zone, int side) {}

  /** A message to or from a rank. */
  private record Parcel(int peer, List<Seam> seams, double[] message) {}

  private final Comm comm;
  private final Zones zones;
  private final ZoneOwners owners;
  private final Map<Integer, Block> blocks;
  private final List<Parcel> outgoing = new ArrayList<>();
  private final List<Parcel> incoming = new ArrayList<>();

  /**
   * Creates the exchange for the zones of a rank.
   *
   * @param blocks of this rank's zones, by number
   */
  ZoneExchange(Comm comm, Zones zones, ZoneOwners owners, Map<Integer, Block> blocks) {
    this.comm = comm;
    this.zones = zones;
    this.owners = owners;
    this.blocks = blocks;
    for (int peer = 0; peer < comm.size(); peer++) {
      add(outgoing, peer, seams(comm.rank(), peer), true);
      add(incoming, peer, seams(peer, comm.rank()), false);
    }
  }

  private List<Seam> seams(int from, int to) {
    List<Seam> seams = new ArrayList<>();
    for (int zone : owners.zones(from)) {
      for (int side = 0; side < Zones.SIDES; side++) {
        if (owners.of(zones.neighbour(zone, side)) == to) {
          seams.add(new Seam(zone, side));
        }
      }
    }
    return seams;
  }

  private void add(List<Parcel> parcels, int peer, List<Seam> seams, boolean source) {
    int length = 0;
    for (Seam seam : seams) {
      Block block = source ? block(seam.zone) : neighbour(seam);
      length += Faces.innerLength(block, Zones.direction(seam.side));
    }
    if (!seams.isEmpty()) {
      parcels.add(new Parcel(peer, seams, new double[length]));
    }
  }

  private Block block(int zone) {
    return Objects.requireNonNull(blocks.get(zone));
  }

  private Block neighbour(Seam seam) {
    return block(zones.neighbour(seam.zone, seam.side));
  }

  void run() {
    List<Request> requests = new ArrayList<>();
    for (Parcel parcel : incoming) {
      requests.add(comm.iReceive(parcel.message, parcel.peer, TAG));
    }
    for (Parcel parcel : outgoing) {
      pack(parcel);
      requests.add(comm.iSend(parcel.message, parcel.peer, TAG));
    }
    requests.forEach(Request::await);
    incoming.forEach(this::unpack);
  }

  private void pack(Parcel parcel) {
    int at = 0;
    for (Seam seam : parcel.seams) {
      Block block = block(seam.zone);
      int direction = Zones.direction(seam.side);
      int layer = Zones.isHigh(seam.side) ? block.size(direction) - 2 : 1;
      at = Faces.packInner(block, direction, layer, parcel.message, at);
    }
  }

  private void unpack(Parcel parcel) {
    int at = 0;
    for (Seam seam : parcel.seams) {
      Block block = neighbour(seam);
      int direction = Zones.direction(seam.side);
      int layer = Zones.isHigh(seam.side) ? 0 : block.size(direction) - 1;
      at = Faces.unpackInner(block, direction, layer, parcel.message, at);
    }
  }
}
