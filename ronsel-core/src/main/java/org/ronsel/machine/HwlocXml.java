package org.ronsel.machine;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.HwlocTopology.UnavailableException;
import org.ronsel.machine.Topology.Cache;
import org.ronsel.machine.Topology.Cpu;
import org.ronsel.machine.Topology.NumaNode;

/** Reads the XML form of a hwloc 2 topology. */
final class HwlocXml {
  private final List<Cpu> cpus = new ArrayList<>();
  private final List<NumaNode> nodes = new ArrayList<>();
  private final List<Cache> caches = new ArrayList<>();
  private final Map<Integer, Integer> threads = new HashMap<>();
  private final BitSet seen = new BitSet();
  private int cores;
  private int lastCaches;

  /** What the objects around the current one say. */
  private record Place(int packageId, int lastCache, int lastLevel, int core) {}

  private HwlocXml() {}

  /**
   * Reads it.
   *
   * @param allowed what the process may use; ignored where the topology has none of it
   * @throws UnavailableException if this is not such a text
   */
  static Topology parse(String xml, CpuSet allowed, OptionalDouble quota)
      throws UnavailableException {
    HwlocXml parsed = new HwlocXml();
    try {
      XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
      // The text names a document type; nothing may be fetched for it.
      factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
      XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(xml));
      parsed.readObjects(reader);
      reader.close();
    } catch (XMLStreamException e) {
      throw new UnavailableException("its XML cannot be read: " + e.getMessage());
    }
    return parsed.topology(allowed, quota);
  }

  private void readObjects(XMLStreamReader reader) throws XMLStreamException {
    Deque<Place> places = new ArrayDeque<>();
    places.push(new Place(0, -1, 0, -1));
    while (reader.hasNext()) {
      int event = reader.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        Place around = places.element();
        boolean object = reader.getLocalName().equals("object");
        places.push(object ? enter(reader, around) : around);
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        places.pop();
      }
    }
  }

  private Place enter(XMLStreamReader object, Place around) {
    String type = text(object, "type");
    int index = (int) number(object, "os_index", -1);
    CpuSet set = CpuSet.parseMask(text(object, "cpuset"));
    CpuSet near = set == null ? CpuSet.empty() : set;
    switch (type) {
      case "Package":
        return new Place(Math.max(0, index), around.lastCache, around.lastLevel, around.core);
      case "Core":
        return new Place(around.packageId, around.lastCache, around.lastLevel, cores++);
      case "NUMANode":
        long memory = number(object, "local_memory", 0);
        nodes.add(new NumaNode(Math.max(0, index), near, Math.max(0, memory)));
        return around;
      case "PU":
        addCpu(index, around);
        return around;
      default:
        return isCache(type) ? enterCache(object, type, near, around) : around;
    }
  }

  private static boolean isCache(String type) {
    return type.matches("L[1-9]i?Cache");
  }

  private Place enterCache(XMLStreamReader object, String type, CpuSet near, Place around) {
    int level = type.charAt(1) - '0';
    boolean instruction = type.charAt(2) == 'i';
    String kind = instruction ? "instruction" : level == 1 ? "data" : "unified";
    long bytes = Math.max(0, number(object, "cache_size", 0));
    int line = (int) Math.max(0, Math.min(1 << 20, number(object, "cache_linesize", 0)));
    caches.add(new Cache(level, kind, bytes, line, near));
    // Objects further out come first, so the first cache on the way in is the last level.
    return around.lastLevel > 0
        ? around
        : new Place(around.packageId, lastCaches++, level, around.core);
  }

  private void addCpu(int id, Place around) {
    if (id < 0 || id >= CpuSet.LIMIT || seen.get(id)) {
      return;
    }
    seen.set(id);
    int core = around.core >= 0 ? around.core : cores++;
    int thread = threads.merge(core, 1, Integer::sum) - 1;
    cpus.add(new Cpu(id, around.packageId, 0, around.lastCache, core, thread));
  }

  private Topology topology(CpuSet allowed, OptionalDouble quota) throws UnavailableException {
    if (cpus.isEmpty()) {
      throw new UnavailableException("its XML names no processor");
    }
    Map<Integer, Integer> nodeOf = new TreeMap<>();
    nodes.sort(Comparator.comparingInt(NumaNode::id));
    for (NumaNode node : nodes) {
      node.cpus().stream().forEach(cpu -> nodeOf.putIfAbsent(cpu, node.id()));
    }
    List<Cpu> placed =
        cpus.stream()
            .map(
                c ->
                    new Cpu(
                        c.id(),
                        c.packageId(),
                        nodeOf.getOrDefault(c.id(), 0),
                        c.lastCache(),
                        c.core(),
                        c.thread()))
            .sorted(Comparator.comparingInt(Cpu::id))
            .toList();
    CpuSet all = CpuSet.of(seen);
    List<String> notes = new ArrayList<>();
    CpuSet usable = allowed.and(all);
    if (usable.isEmpty()) {
      notes.add("no processor of hwloc's topology is allowed; all are taken for allowed");
      usable = all;
    }
    if (nodes.isEmpty()) {
      nodes.add(new NumaNode(0, all, 0));
    }
    caches.sort(Comparator.comparingInt(Cache::level).thenComparing(c -> c.cpus().first()));
    return new Topology("hwloc", placed, usable, quota, nodes, caches, notes);
  }

  private static String text(XMLStreamReader object, String attribute) {
    @Nullable String value = object.getAttributeValue(null, attribute);
    return value == null ? "" : value;
  }

  private static long number(XMLStreamReader object, String attribute, long otherwise) {
    String digits = text(object, attribute);
    try {
      long value = Long.parseLong(digits);
      return attribute.equals("os_index") && value > Integer.MAX_VALUE ? otherwise : value;
    } catch (NumberFormatException notANumber) {
      return otherwise;
    }
  }
}
