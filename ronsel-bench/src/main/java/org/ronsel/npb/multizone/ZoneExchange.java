package org.ronsel.npb.multizone;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.npb.cfd.Block;
import org.ronsel.npb.cfd.Faces;

/**
 * Gives the boundary of each zone the values of the points beside it in the neighbouring zone. All
 * that one rank sends to another is one message, in the order of the sender's zones and their sides.
 */
final class ZoneExchange {
  private static final int TAG = 3;

  /** A side of a zone whose inner points are to be copied to the neighbour's boundary. */
  private record Seam(int zone, int side) {}

  private final Comm comm;
  private final Zones zones;
  private final ZoneOwners owners;
  private final IntFunction<Block> blocks;
  private final Map<Integer, List<Seam>> outgoing = new HashMap<>();
  private final Map<Integer, List<Seam>> incoming = new HashMap<>();
  private final Map<Integer, double[]> out = new HashMap<>();
  private final Map<Integer, double[]> in = new HashMap<>();

  /**
   * For the zones of a rank.
   *
   * @param blocks of the zones that this rank has
   */
  ZoneExchange(Comm comm, Zones zones, ZoneOwners owners, IntFunction<Block> blocks) {
    this.comm = comm;
    this.zones = zones;
    this.owners = owners;
    this.blocks = blocks;
    for (int zone = 0; zone < zones.count(); zone++) {
      for (int side = 0; side < Zones.SIDES; side++) {
        add(new Seam(zone, side));
      }
    }
    outgoing.forEach((peer, seams) -> out.put(peer, new double[length(seams, true)]));
    incoming.forEach((peer, seams) -> in.put(peer, new double[length(seams, false)]));
  }

  private void add(Seam seam) {
    int from = owners.of(seam.zone);
    int to = owners.of(zones.neighbour(seam.zone, seam.side));
    if (from == comm.rank()) {
      outgoing.computeIfAbsent(to, peer -> new ArrayList<>()).add(seam);
    }
    if (to == comm.rank()) {
      incoming.computeIfAbsent(from, peer -> new ArrayList<>()).add(seam);
    }
  }

  private int length(List<Seam> seams, boolean source) {
    int length = 0;
    for (Seam seam : seams) {
      int zone = source ? seam.zone : zones.neighbour(seam.zone, seam.side);
      length += Faces.innerLength(blocks.apply(zone), Zones.direction(seam.side));
    }
    return length;
  }

  void run() {
    List<Request> requests = new ArrayList<>();
    in.forEach(
        (peer, message) -> {
          if (peer != comm.rank()) {
            requests.add(comm.iReceive(message, peer, TAG));
          }
        });
    out.forEach(
        (peer, message) -> {
          pack(outgoing.get(peer), message);
          if (peer != comm.rank()) {
            requests.add(comm.iSend(message, peer, TAG));
          }
        });
    requests.forEach(Request::await);
    in.forEach(
        (peer, message) ->
            unpack(incoming.get(peer), peer == comm.rank() ? out.get(peer) : message));
  }

  private void pack(List<Seam> seams, double[] message) {
    int at = 0;
    for (Seam seam : seams) {
      Block block = blocks.apply(seam.zone);
      int direction = Zones.direction(seam.side);
      int layer = Zones.isHigh(seam.side) ? block.size(direction) - 2 : 1;
      at = Faces.packInner(block, direction, layer, message, at);
    }
  }

  private void unpack(List<Seam> seams, double[] message) {
    int at = 0;
    for (Seam seam : seams) {
      Block block = blocks.apply(zones.neighbour(seam.zone, seam.side));
      int direction = Zones.direction(seam.side);
      int side = Zones.opposite(seam.side);
      int layer = Zones.isHigh(side) ? block.size(direction) - 1 : 0;
      at = Faces.unpackInner(block, direction, layer, message, at);
    }
  }
}
