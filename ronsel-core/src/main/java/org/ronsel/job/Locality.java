package org.ronsel.job;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.CpuSet;
import org.ronsel.machine.Topology;

/**
 * The place of a rank: for each {@link Level} the number of the place that it is confined to, or
 * {@link #NOWHERE}. Numbers are comparable between all ranks of a job.
 */
public final class Locality {
  /** Stands for the place of a rank that may run in several. */
  public static final int NOWHERE = -1;

  /** Bits of a place's number among those of its host: enough for that of any processor. */
  private static final int PLACE_BITS = 16;

  /** Kinds of places, large ones first. */
  public enum Level {
    /** A host. */
    HOST,
    /** A JVM. */
    JVM,
    /** A processor package. */
    PACKAGE,
    /** A memory node. */
    NUMA,
    /** Processors that share the last level of caches. */
    LAST_CACHE,
    /** A physical core. */
    CORE
  }

  private final int[] places = new int[Level.values().length];

  /**
   * The locality of a rank.
   *
   * @param bound the processors that the rank's thread is bound to, or null
   */
  public static Locality of(JobPlaces places, int rank, @Nullable CpuSet bound) {
    return new Locality(places.host(rank), places.jvm(rank), Topology.ofThisHost(), bound);
  }

  public Locality(int host, int jvm, Topology topology, @Nullable CpuSet bound) {
    CpuSet cpus = bound != null ? bound : topology.allowed();
    set(Level.HOST, host);
    set(Level.JVM, jvm);
    set(Level.PACKAGE, inHost(host, common(topology, cpus, Topology.Cpu::packageId)));
    set(Level.NUMA, inHost(host, common(topology, cpus, Topology.Cpu::numaNode)));
    set(Level.LAST_CACHE, inHost(host, common(topology, cpus, Topology.Cpu::lastCache)));
    set(Level.CORE, inHost(host, common(topology, cpus, Topology.Cpu::core)));
  }

  /** A number that no place of another host has. */
  private static int inHost(int host, int place) {
    return place == NOWHERE ? NOWHERE : host << PLACE_BITS | place & (1 << PLACE_BITS) - 1;
  }

  private void set(Level level, int place) {
    places[level.ordinal()] = place;
  }

  /** The place that processors have in common, or {@link #NOWHERE}. */
  public static int common(Topology topology, CpuSet cpus, ToIntFunction<Topology.Cpu> place) {
    int[] found =
        topology.cpus().stream()
            .filter(cpu -> cpus.contains(cpu.id()))
            .mapToInt(place)
            .distinct()
            .limit(2)
            .toArray();
    return found.length == 1 ? found[0] : NOWHERE;
  }

  /** The places by level. */
  public int[] places() {
    return places.clone();
  }
}
