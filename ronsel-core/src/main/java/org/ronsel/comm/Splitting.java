package org.ronsel.comm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Info;
import org.ronsel.Ronsel;
import org.ronsel.SplitType;
import org.ronsel.job.Locality;
import org.ronsel.job.Locality.Level;

/** How the ranks of a communicator are dealt to its parts. */
final class Splitting {
  private Splitting() {}

  /** The part of the calling rank; all ranks exchange what they give. */
  static @Nullable Comm split(Communicator comm, int contextId, int color, int key, String suffix) {
    int[] given = comm.exchange(color, key);
    if (color == Ronsel.UNDEFINED) {
      return null;
    }
    EndpointGroup all = comm.all().group();
    EndpointGroup part = all.include(members(given, color));
    EndpointGroup own = part.intersection(comm.group());
    if (!comm.isInter()) {
      return comm.creation.part(own, own.rank(comm), contextId, suffix);
    }
    EndpointGroup remote = part.intersection(comm.peers());
    return remote.isEmpty()
        ? null
        : comm.creation.part(own, remote, own.rank(comm), contextId, suffix);
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

  /**
   * The color of the calling rank for a type; all ranks exchange where they are if that is needed.
   *
   * @return {@link Ronsel#UNDEFINED} if it is in no part
   */
  static int color(Communicator comm, SplitType type, Info hints) {
    int[] places = comm.state().places();
    Level level =
        switch (type) {
          case SHARED -> Level.HOST;
          case JVM -> Level.JVM;
          case PACKAGE -> Level.PACKAGE;
          case NUMA -> Level.NUMA;
          case LAST_CACHE -> Level.LAST_CACHE;
          case CORE -> Level.CORE;
          case HARDWARE_GUIDED -> level(hints);
          case HARDWARE_UNGUIDED -> dividing(comm.exchange(places), places.length);
          case UNDEFINED -> null;
        };
    int place = level == null ? Locality.NOWHERE : places[level.ordinal()];
    return place == Locality.NOWHERE ? Ronsel.UNDEFINED : place;
  }

  private static @Nullable Level level(Info hints) {
    return switch (hints.get("mpi_hw_resource_type")) {
      case "mpi_shared_memory", "hwloc://Machine" -> Level.HOST;
      case "hwloc://Package" -> Level.PACKAGE;
      case "hwloc://NUMANode" -> Level.NUMA;
      case "hwloc://L3Cache" -> Level.LAST_CACHE;
      case "hwloc://Core" -> Level.CORE;
      case "ronsel://jvm" -> Level.JVM;
      case null, default -> null;
    };
  }

  /** The first level at which not all ranks are in the same place. */
  private static @Nullable Level dividing(int[] places, int levels) {
    for (Level level : Level.values()) {
      for (int i = level.ordinal(); i < places.length; i += levels) {
        if (places[i] != places[level.ordinal()]) {
          return level;
        }
      }
    }
    return null;
  }
}
