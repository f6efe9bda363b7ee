package org.ronsel.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;

/**
 * The waits of a job's ranks as text: a table, which rank waits for which, and a cycle if there is
 * one.
 */
public final class WaitTable {
  private static final int MAX_ROWS = 64;
  private static final int MAX_NAMED = 16;

  private WaitTable() {}

  /**
   * Formats the table.
   *
   * @param ended ranks that have ended
   * @param silent ranks whose JVM did not answer
   */
  public static String of(
      int size, List<WaitReport> reports, Set<Integer> ended, Set<Integer> silent) {
    List<WaitReport> rows =
        reports.stream().sorted(Comparator.comparingInt(WaitReport::rank)).toList();
    StringBuilder text = new StringBuilder();
    text.append("  rank  operation            peer        tag  communicator      waited  thread");
    for (WaitReport row : rows.subList(0, Math.min(rows.size(), MAX_ROWS))) {
      text.append(
          String.format(
              Locale.ROOT,
              "%n  %4d  %-16s %8s %10s  %-14s %8s  %s",
              row.rank(),
              row.operation(),
              peer(row.peer()),
              tag(row.tag()),
              row.communicator(),
              waited(row.waitedNs()),
              row.thread()));
    }
    if (rows.size() > MAX_ROWS) {
      text.append(String.format(Locale.ROOT, "%n  ... and %d more", rows.size() - MAX_ROWS));
    }
    Set<Integer> waiting = new HashSet<>();
    // One whose first thread does not wait may be computing what the others need.
    Set<Integer> blocked = new HashSet<>();
    for (WaitReport row : rows) {
      waiting.add(row.rank());
      if (row.thread().equals("rank-" + row.rank()) || row.thread().equals("main")) {
        blocked.add(row.rank());
      }
    }
    line(text, "does not wait inside Ronsel", others(size, waiting, ended, silent));
    line(
        text,
        "has ended",
        ended.stream().filter(rank -> !waiting.contains(rank)).sorted().toList());
    line(text, "does not answer", silent.stream().sorted().toList());
    rows.stream()
        .filter(row -> ended.contains(row.peer()))
        .limit(MAX_NAMED)
        .forEach(
            row ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "%n  rank %d waits for rank %d, which has ended",
                        row.rank(),
                        row.peer())));
    List<Integer> cycle =
        cycle(edges(rows.stream().filter(row -> blocked.contains(row.rank())).toList()));
    if (cycle != null) {
      text.append(String.format(Locale.ROOT, "%n  deadlock: rank %s", cycle.getFirst()));
      for (int rank : cycle.subList(1, cycle.size())) {
        text.append(" waits for rank ").append(rank).append(", which");
      }
      text.append(" waits for rank ").append(cycle.getFirst());
    }
    return text.toString();
  }

  private static List<Integer> others(
      int size, Set<Integer> waiting, Set<Integer> ended, Set<Integer> silent) {
    List<Integer> others = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      if (!waiting.contains(rank) && !ended.contains(rank) && !silent.contains(rank)) {
        others.add(rank);
      }
    }
    return others;
  }

  private static void line(StringBuilder text, String what, List<Integer> ranks) {
    if (ranks.isEmpty()) {
      return;
    }
    List<String> shown = ranks.stream().limit(MAX_NAMED).map(String::valueOf).toList();
    text.append(
        String.format(
            Locale.ROOT,
            "%n  rank %s%s %s",
            String.join(", ", shown),
            ranks.size() > MAX_NAMED ? ", ... (" + ranks.size() + " ranks)" : "",
            ranks.size() == 1 ? what : plural(what)));
  }

  private static String plural(String what) {
    return what.replace("does not wait", "do not wait")
        .replace("has ended", "have ended")
        .replace("does not answer", "do not answer");
  }

  /**
   * For each rank that waits with all its waiting threads for named ranks, those ranks. For a
   * collective call on the world communicator these are the ranks that have not entered it.
   */
  private static Map<Integer, Set<Integer>> edges(List<WaitReport> rows) {
    Map<Integer, Set<Integer>> edges = new TreeMap<>();
    for (WaitReport row : rows) {
      if (row.peer() >= 0) {
        edges.computeIfAbsent(row.rank(), r -> new HashSet<>()).add(row.peer());
      } else if (row.peer() == WaitReport.NONE && row.communicator().equals("world")) {
        for (WaitReport other : rows) {
          boolean inIt =
              other.peer() == WaitReport.NONE
                  && other.communicator().equals(row.communicator())
                  && other.operation().equals(row.operation());
          if (!inIt && other.rank() != row.rank()) {
            edges.computeIfAbsent(row.rank(), r -> new HashSet<>()).add(other.rank());
          }
        }
      }
    }
    return edges;
  }

  /** A cycle of these edges, from its smallest rank on, or null. */
  private static @Nullable List<Integer> cycle(Map<Integer, Set<Integer>> edges) {
    Set<Integer> done = new HashSet<>();
    for (int start : edges.keySet()) {
      List<Integer> path = new ArrayList<>();
      Map<Integer, Integer> at = new HashMap<>();
      // Follows one peer of each rank: with one waiting thread per rank, the usual case, it is all.
      Integer rank = start;
      while (rank != null && !done.contains(rank) && !at.containsKey(rank)) {
        at.put(rank, path.size());
        path.add(rank);
        Set<Integer> peers = edges.get(rank);
        rank = peers == null ? null : next(peers, at, edges);
      }
      if (rank != null && at.containsKey(rank)) {
        return path.subList(at.get(rank), path.size());
      }
      done.addAll(path);
    }
    return null;
  }

  private static @Nullable Integer next(
      Set<Integer> peers, Map<Integer, Integer> path, Map<Integer, Set<Integer>> edges) {
    Integer open = null;
    for (Integer peer : peers) {
      if (path.containsKey(peer)) {
        return peer;
      }
      if (edges.containsKey(peer)) {
        open = peer;
      }
    }
    return open;
  }

  private static String peer(int peer) {
    return switch (peer) {
      case Ronsel.ANY_SOURCE -> "any";
      case WaitReport.NONE -> "-";
      default -> Integer.toString(peer);
    };
  }

  private static String tag(int tag) {
    return switch (tag) {
      case Ronsel.ANY_TAG -> "any";
      case WaitReport.NONE -> "-";
      default -> Integer.toString(tag);
    };
  }

  private static String waited(long ns) {
    return String.format(Locale.ROOT, "%.1fs", ns / 1e9);
  }
}
