package org.ronsel.launch.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ronsel.memory.ByteSize;
import org.ronsel.observe.ProfileRow;
import org.ronsel.observe.ServedRow;
import org.ronsel.observe.SizeHistogram;
import org.ronsel.runtime.control.Frame;

/** The calls of all ranks of a job as text. */
final class ProfileTable {
  private static final int MAX_SITES = 40;
  private static final int MAX_RANKS = 32;

  /** One call site over all ranks. */
  private static final class Site {
    final String operation;
    final String place;
    long count;
    long bytes;
    long timeNs;
    long waitNs;
    int ranks;
    long leastWaitNs = Long.MAX_VALUE;
    long mostWaitNs = -1;
    int mostWaits;
    final long[] sizes = SizeHistogram.empty();

    Site(ProfileRow row) {
      operation = row.operation();
      place = row.place();
    }

    void add(int rank, ProfileRow row) {
      count += row.count();
      bytes += row.bytes();
      timeNs += row.timeNs();
      waitNs += row.waitNs();
      ranks++;
      leastWaitNs = Math.min(leastWaitNs, row.waitNs());
      if (row.waitNs() > mostWaitNs) {
        mostWaitNs = row.waitNs();
        mostWaits = rank;
      }
      IntStream.range(0, sizes.length).forEach(i -> sizes[i] += row.sizes()[i]);
    }
  }

  private ProfileTable() {}

  /**
   * Formats the table.
   *
   * @param size number of ranks of the job
   * @param profiles of those ranks that have sent one
   */
  static String of(int size, List<Frame.Profile> profiles) {
    Map<String, Site> sites = new LinkedHashMap<>();
    List<Frame.Profile> ranks = new ArrayList<>(profiles);
    ranks.sort(Comparator.comparingInt(Frame.Profile::rank));
    for (Frame.Profile profile : ranks) {
      for (ProfileRow row : profile.rows()) {
        sites
            .computeIfAbsent(row.operation() + " " + row.place(), key -> new Site(row))
            .add(profile.rank(), row);
      }
    }
    List<Site> slowestFirst = new ArrayList<>(sites.values());
    slowestFirst.sort(Comparator.comparingLong((Site site) -> site.timeNs).reversed());
    int more = slowestFirst.size() - MAX_SITES;
    List<Site> shown = more > 0 ? slowestFirst.subList(0, MAX_SITES) : slowestFirst;

    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "profile of %d %s", size, size == 1 ? "rank" : "ranks"));
    if (ranks.size() < size) {
      text.append(String.format(Locale.ROOT, " (%d could not tell)", size - ranks.size()));
    }
    calls(text, shown);
    if (more > 0) {
      text.append(String.format(Locale.ROOT, "%n  ... and %d more call sites", more));
    }
    sizes(text, shown);
    algorithms(text, ranks);
    ranks(text, ranks);
    return text.toString();
  }

  private static void calls(StringBuilder text, List<Site> sites) {
    if (sites.isEmpty()) {
      text.append(": no calls");
      return;
    }
    String columns = columns(sites);
    line(
        text,
        "%n  " + columns + " %5s %10s %10s %9s %9s %9s..%-9s",
        "operation",
        "call",
        "ranks",
        "count",
        "bytes",
        "time",
        "wait",
        "per rank",
        "most (rank)");
    for (Site site : sites) {
      line(
          text,
          "%n  " + columns + " %5d %10d %10s %9s %9s %9s..%s (%d)",
          site.operation,
          site.place,
          site.ranks,
          site.count,
          ByteSize.describe(site.bytes),
          time(site.timeNs),
          time(site.waitNs),
          time(site.leastWaitNs),
          time(site.mostWaitNs),
          site.mostWaits);
    }
  }

  private static void sizes(StringBuilder text, List<Site> sites) {
    List<Site> withMessages =
        sites.stream()
            .filter(site -> IntStream.range(0, site.sizes.length).anyMatch(i -> site.sizes[i] != 0))
            .toList();
    if (withMessages.isEmpty()) {
      return;
    }
    String columns = columns(withMessages);
    line(text, "%n%n  " + columns, "messages up to", "call");
    SizeHistogram.CLASSES.forEach(name -> line(text, " %9s", name));
    for (Site site : withMessages) {
      line(text, "%n  " + columns, site.operation, site.place);
      for (long count : site.sizes) {
        line(text, " %9s", count == 0 ? "-" : Long.toString(count));
      }
    }
  }

  /** The calls that one algorithm has served, over all ranks. */
  private static final class Algorithm {
    final String operation;
    final String name;
    int ranks;
    long calls;
    long leastBytes = Long.MAX_VALUE;
    long mostBytes = -1;

    Algorithm(ServedRow row) {
      operation = row.operation();
      name = row.algorithm();
    }

    void add(ServedRow row) {
      ranks++;
      calls += row.calls();
      leastBytes = Math.min(leastBytes, row.leastBytes());
      mostBytes = Math.max(mostBytes, row.mostBytes());
    }

    String lengths() {
      String least = ByteSize.describe(leastBytes);
      return leastBytes < 0
          ? "-"
          : leastBytes == mostBytes ? least : least + ".." + ByteSize.describe(mostBytes);
    }
  }

  private static void algorithms(StringBuilder text, List<Frame.Profile> ranks) {
    Map<String, Algorithm> algorithms = new TreeMap<>();
    for (Frame.Profile rank : ranks) {
      for (ServedRow row : rank.algorithms()) {
        algorithms
            .computeIfAbsent(row.operation() + " " + row.algorithm(), key -> new Algorithm(row))
            .add(row);
      }
    }
    if (algorithms.isEmpty()) {
      return;
    }
    int width = algorithms.values().stream().mapToInt(each -> each.name.length()).max().orElse(0);
    String columns = "%n  %-18s %-" + Math.max(10, width + 1) + "s %5s %10s %s";
    line(text, "%n" + columns, "operation", "algorithm", "ranks", "calls", "message");
    for (Algorithm each : algorithms.values()) {
      line(text, columns, each.operation, each.name, each.ranks, each.calls, each.lengths());
    }
  }

  private static void ranks(StringBuilder text, List<Frame.Profile> ranks) {
    line(text, "%n%n  %5s %9s %9s %9s %7s", "rank", "run", "in calls", "waiting", "waiting");
    for (Frame.Profile rank : ranks.subList(0, Math.min(ranks.size(), MAX_RANKS))) {
      long inside = rank.rows().stream().mapToLong(ProfileRow::timeNs).sum();
      long waiting = rank.rows().stream().mapToLong(ProfileRow::waitNs).sum();
      line(
          text,
          "%n  %5d %9s %9s %9s %6.1f%%",
          rank.rank(),
          time(rank.runNs()),
          time(inside),
          time(waiting),
          100.0 * waiting / Math.max(1, rank.runNs()));
    }
    if (ranks.size() > MAX_RANKS) {
      line(text, "%n  ... and %d more ranks", ranks.size() - MAX_RANKS);
    }
  }

  /** The format of the operation and the place of sites. */
  private static String columns(List<Site> sites) {
    int operation = 18;
    int place = 4;
    for (Site site : sites) {
      operation = Math.max(operation, site.operation.length());
      place = Math.max(place, site.place.length());
    }
    return "%-" + operation + "s %-" + (place + 1) + "s";
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values));
  }

  private static String time(long ns) {
    if (ns < 1000) {
      return ns + " ns";
    }
    List<String> units = List.of("us", "ms", "s");
    double number = ns / 1000.0;
    int unit = 0;
    while (number >= 1000 && unit < units.size() - 1) {
      number /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, number < 10 ? "%.2f %s" : "%.1f %s", number, units.get(unit));
  }
}
