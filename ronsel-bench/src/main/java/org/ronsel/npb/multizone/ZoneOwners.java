package org.ronsel.npb.multizone;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The assignment of zones to ranks, by bin packing: the largest remaining zone goes to the rank
 * with the fewest points. Among zones that are nearly as large, the one with the longest sides to
 * zones of that rank is taken (NAS-03-010, section 3).
 */
final class ZoneOwners {
  /** A zone counts as nearly as large if it has at most this fraction less points. */
  private static final double NEARLY = 0.05;

  private static final int NOBODY = -1;

  private final Zones zones;
  private final int[] owner;

  ZoneOwners(Zones zones, int ranks) {
    this.zones = zones;
    owner = new int[zones.count()];
    Arrays.fill(owner, NOBODY);
    long[] points = new long[ranks];
    List<Integer> left = new ArrayList<>(bySize());
    while (!left.isEmpty()) {
      int rank = emptiest(points);
      Integer zone = next(left, rank);
      owner[zone] = rank;
      points[rank] += zones.volume(zone);
      left.remove(zone);
    }
  }

  private List<Integer> bySize() {
    return IntStream.range(0, zones.count())
        .boxed()
        .sorted(Comparator.comparingLong(zone -> -zones.volume(zone)))
        .toList();
  }

  private static int emptiest(long[] points) {
    int best = 0;
    for (int rank = 1; rank < points.length; rank++) {
      if (points[rank] < points[best]) {
        best = rank;
      }
    }
    return best;
  }

  private Integer next(List<Integer> left, int rank) {
    long largest = zones.volume(left.getFirst());
    Integer best = left.getFirst();
    for (Integer zone : left) {
      if (largest - zones.volume(zone) > NEARLY * largest) {
        break;
      }
      if (sharedSides(zone, rank) > sharedSides(best, rank)) {
        best = zone;
      }
    }
    return best;
  }

  private int sharedSides(int zone, int rank) {
    int length = 0;
    for (int side = 0; side < Zones.SIDES; side++) {
      if (owner[zones.neighbour(zone, side)] == rank) {
        length += zones.length(zone, side);
      }
    }
    return length;
  }

  /** The rank of a zone. */
  int of(int zone) {
    return owner[zone];
  }

  /** The zones of a rank, in ascending order. */
  List<Integer> zones(int rank) {
    return IntStream.range(0, owner.length).filter(zone -> owner[zone] == rank).boxed().toList();
  }
}
