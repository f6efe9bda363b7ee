package org.ronsel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How the ranks of a communicator are dealt to its parts. */
final class Splitting {
  private Splitting() {}

  /** The part of the calling rank; all ranks exchange what they give. */
  static @Nullable Comm split(Comm comm, int contextId, int color, int key, String suffix) {
    int[] given = new int[2 * comm.size()];
    comm.allGather(new int[] {color, key}, given);
    if (color == Ronsel.UNDEFINED) {
      return null;
    }
    int[] ranks = members(given, color);
    Group group = comm.group().include(ranks);
    return comm.part(group, group.rank(comm), contextId, suffix);
  }

  /** The ranks that have given a color, by key and rank. */
  private static int[] members(int[] given, int color) {
    long[] found = new long[given.length / 2];
    int count = 0;
    for (int rank = 0; rank < given.length / 2; rank++) {
      if (given[2 * rank] == color) {
        found[count++] = (long) given[2 * rank + 1] << 32 | rank;
      }
    }
    Arrays.sort(found, 0, count);
    return Arrays.stream(found, 0, count).mapToInt(each -> (int) each).toArray();
  }
}
