package org.ronsel.job;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.CpuSet;
import org.ronsel.machine.Setting;
import org.ronsel.machine.Topology;

/**
 * The location of the ranks of one JVM, which it sends to the other JVMs of the job.
 *
 * @param host a name that JVMs of one host have in common
 * @param regions by rank of the JVM, the part of the host's memory that the rank is bound to, or
 *     {@link JobPlaces#ANY_REGION}; empty if no rank is bound
 */
public record JvmLocation(String host, int[] regions) {
  /** Sets the numbers of caches apart from those of memory nodes. */
  private static final int CACHE = 1 << 14;

  /**
   * The location of this JVM in a job whose JVMs run on one host; the property {@code
   * ronsel.hosts}, a list of names separated by commas of which JVM {@code j} takes the {@code
   * j}-th, lets them count as several, which share no memory, so that what is made for several
   * hosts can be tried on one.
   */
  public static JvmLocation of(int jvm) {
    String[] names = Setting.HOSTS.text("").split(",", -1);
    return onHost(names[jvm % names.length].strip());
  }

  /**
   * The location of a JVM that counts as one of a host of this name, and whose ranks are not bound.
   */
  public static JvmLocation onHost(String name) {
    return new JvmLocation(name, new int[0]);
  }

  /** This location with ranks that are bound to processors. */
  public JvmLocation bound(CpuSet[] cpus, Topology topology) {
    int[] found = new int[cpus.length];
    for (int i = 0; i < found.length; i++) {
      found[i] = region(topology, cpus[i]);
    }
    return new JvmLocation(host, found);
  }

  /** The last-level cache if all processors share one, else the memory node if they share that. */
  private static int region(Topology topology, CpuSet cpus) {
    int cache = Locality.common(topology, cpus, Topology.Cpu::lastCache);
    int node = Locality.common(topology, cpus, Topology.Cpu::numaNode);
    if (cache != Locality.NOWHERE && cache < CACHE) {
      return CACHE | cache;
    }
    return node != Locality.NOWHERE && node < CACHE ? node : JobPlaces.ANY_REGION;
  }

  /** Appends it to what JVMs tell each other: two lengths, the name, two bytes for each region. */
  public byte[] encode() {
    byte[] name = host.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(4 + name.length + 2 * regions.length);
    bytes.putShort((short) name.length).putShort((short) regions.length).put(name);
    for (int region : regions) {
      bytes.putShort((short) region);
    }
    return bytes.array();
  }

  /** Reads what {@link #encode} wrote, or null if it is damaged. */
  public static @Nullable JvmLocation decode(ByteBuffer bytes) {
    if (bytes.remaining() < 4) {
      return null;
    }
    int nameLength = bytes.getShort() & 0xffff;
    int[] regions = new int[bytes.getShort() & 0xffff];
    if (bytes.remaining() < nameLength + 2 * regions.length) {
      return null;
    }
    byte[] name = new byte[nameLength];
    bytes.get(name);
    for (int i = 0; i < regions.length; i++) {
      regions[i] = bytes.getShort();
    }
    return new JvmLocation(new String(name, StandardCharsets.UTF_8), regions);
  }
}
