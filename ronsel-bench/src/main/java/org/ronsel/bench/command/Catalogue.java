package org.ronsel.bench.command;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.MeasuredCollective.CallKind;
import org.ronsel.bench.run.Benchmark;

/**
 * The names of benchmarks: Ronsel's own, those of OSU's programs and of IMB, and those of groups.
 * Case, underscores, hyphens and the prefix {@code osu_} make no difference.
 */
public final class Catalogue {
  /** Name of the start-up benchmark, which has no workloads. */
  public static final String START_UP = "startup";

  /** Name of the whole set. */
  private static final String ALL = "all";

  private static final String OSU = "osu";

  private static final List<Benchmark> POINT_TO_POINT =
      Benchmark.of(Benchmark.Group.POINT_TO_POINT);

  private static final List<Benchmark> COLLECTIVES = Benchmark.of(Benchmark.Group.COLLECTIVES);

  /** The persistent loops of the whole set, which is to end in minutes. */
  private static final List<String> FEW_PERSISTENT =
      Stream.of(
              MeasuredCollective.BARRIER,
              MeasuredCollective.BROADCAST,
              MeasuredCollective.ALLREDUCE,
              MeasuredCollective.ALLGATHER,
              MeasuredCollective.ALLTOALL)
          .map(each -> each.kernel(CallKind.PERSISTENT))
          .toList();

  /** What comes near to benchmarks of OSU and IMB that there are none of. */
  private static final Map<String, String> NEAREST =
      Map.ofEntries(
          Map.entry("init", "startup"),
          Map.entry("hello", "startup"),
          Map.entry("latencymp", "latency, with --placement processes"),
          Map.entry("bwpersistent", "latency_persistent, or bw"),
          Map.entry("bibwpersistent", "latency_persistent, or bibw"),
          Map.entry("partitionedlatency", "latency"),
          Map.entry("alltoallw", "alltoallv"),
          Map.entry("ialltoallw", "ialltoallv"),
          Map.entry("neighboralltoallw", "neighbor_alltoallv"),
          Map.entry("ineighboralltoallw", "ineighbor_alltoallv"),
          Map.entry("pingpongspecificsource", "pingpong, which receives from one source"),
          Map.entry("pingponganysource", "pingpong, which receives from one source"),
          Map.entry("pingpingspecificsource", "pingping, which receives from one source"),
          Map.entry("pingpinganysource", "pingping, which receives from one source"),
          Map.entry("imbmt", "latency_mt"),
          Map.entry("pingpingmt", "latency_mt"),
          Map.entry("sendrecvmt", "latency_mt"),
          Map.entry("exchangemt", "latency_mt"),
          Map.entry("unibandmt", "latency_mt"),
          Map.entry("bibandmt", "latency_mt"),
          Map.entry("unidirput", "put_bw"),
          Map.entry("unidirget", "get_bw"),
          Map.entry("bidirput", "put_bibw"),
          Map.entry("bidirget", "get_bw"),
          Map.entry("netpipe", "pingpong, with bare sockets beside it, and stream"));

  /** The selections that each name stands for. */
  private static final Map<String, List<Selection>> NAMES = names();

  /**
   * A benchmark, or some of its loops.
   *
   * @param benchmark the benchmark
   * @param kernels its loops; empty for its default loops
   */
  public record Selection(Benchmark benchmark, List<String> kernels) {
    /** Copies the list. */
    public Selection {
      kernels = List.copyOf(kernels);
    }
  }

  private Catalogue() {}

  private static Map<String, List<Selection>> names() {
    Map<String, List<Selection>> names = new LinkedHashMap<>();
    for (Benchmark benchmark : Benchmark.values()) {
      names.put(plain(benchmark.label()), List.of(whole(benchmark)));
    }
    for (Benchmark benchmark : Benchmark.values()) {
      benchmark.aliases().forEach(name -> names.put(name, List.of(whole(benchmark))));
    }
    for (MeasuredCollective each : MeasuredCollective.values()) {
      String name = plain(each.kernel(CallKind.BLOCKING));
      List<String> spellings =
          each == MeasuredCollective.BROADCAST ? List.of(name, "bcast") : List.of(name);
      for (String spelling : spellings) {
        names.put("i" + spelling, part(Benchmark.OVERLAP, each, CallKind.NONBLOCKING));
        names.put(spelling + "persistent", part(Benchmark.PERSISTENT, each, CallKind.PERSISTENT));
        if (each.isOfNeighbors()) {
          names.put(spelling, part(Benchmark.NEIGHBORS, each, CallKind.BLOCKING));
          names.put(spelling.replace("bor", "bour"), names.get(spelling));
        }
      }
    }
    names.put(
        "nonblocking",
        List.of(
            new Selection(
                Benchmark.OVERLAP,
                Arrays.stream(MeasuredCollective.values())
                    .map(each -> each.kernel(CallKind.NONBLOCKING))
                    .toList())));
    names.put("pt2pt", all(POINT_TO_POINT));
    names.put("p2p", all(POINT_TO_POINT));
    names.put("collectives", all(COLLECTIVES));
    names.put("collective", all(COLLECTIVES));
    names.put(
        "imbmpi1",
        Stream.concat(
                all(
                    List.of(
                        Benchmark.PINGPONG,
                        Benchmark.PINGPING,
                        Benchmark.SENDRECV,
                        Benchmark.EXCHANGE))
                    .stream(),
                all(COLLECTIVES).stream())
            .toList());
    names.put("putlatency", oneSided(Benchmark.RMA, "put"));
    names.put("getlatency", oneSided(Benchmark.RMA, "get"));
    names.put("acclatency", oneSided(Benchmark.RMA, "accumulate"));
    names.put("getacclatency", oneSided(Benchmark.RMA, "getaccumulate"));
    names.put("foplatency", oneSided(Benchmark.RMA, "fetchandop"));
    names.put("caslatency", oneSided(Benchmark.RMA, "compareandswap"));
    names.put("accumulate", names.get("acclatency"));
    names.put("getaccumulate", names.get("getacclatency"));
    names.put("fetchandop", names.get("foplatency"));
    names.put("compareandswap", names.get("caslatency"));
    names.put("putbw", oneSided(Benchmark.RMA_BW, "put-x64"));
    names.put("getbw", oneSided(Benchmark.RMA_BW, "get-x64"));
    names.put("putbibw", oneSided(Benchmark.RMA_BW, "put-pscw-both-x64"));
    names.put("imbnbc", names.get("nonblocking"));
    names.put("imbrma", all(List.of(Benchmark.RMA)));
    names.put(
        ALL,
        Stream.of(
                all(POINT_TO_POINT),
                all(COLLECTIVES),
                all(List.of(Benchmark.OVERLAP, Benchmark.NEIGHBORS, Benchmark.TAIL, Benchmark.RMA)),
                List.of(new Selection(Benchmark.PERSISTENT, FEW_PERSISTENT)))
            .flatMap(List::stream)
            .toList());
    return names;
  }

  private static List<Selection> oneSided(Benchmark benchmark, String kernel) {
    return List.of(new Selection(benchmark, List.of(kernel)));
  }

  private static Selection whole(Benchmark benchmark) {
    return new Selection(benchmark, List.of());
  }

  private static List<Selection> part(
      Benchmark benchmark, MeasuredCollective collective, CallKind kind) {
    return List.of(new Selection(benchmark, List.of(collective.kernel(kind))));
  }

  private static List<Selection> all(List<Benchmark> benchmarks) {
    return benchmarks.stream().map(Catalogue::whole).toList();
  }

  private static String plain(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String joined = lower.replaceAll("[_-]", "");
    return joined.startsWith(OSU) && joined.length() > OSU.length()
        ? joined.substring(OSU.length())
        : joined;
  }

  /** Whether a name stands for the start-up benchmark. */
  public static boolean isStartUp(String name) {
    return plain(name).equals(START_UP);
  }

  /** Whether a name stands for the whole set. */
  static boolean isAll(String name) {
    return plain(name).equals(ALL);
  }

  /**
   * The selections that a name stands for.
   *
   * @throws IllegalArgumentException if the name is unknown; the message has similar names
   */
  public static List<Selection> find(String name) {
    List<Selection> found = NAMES.get(plain(name));
    if (found != null) {
      return found;
    }
    String asked = plain(name);
    String nearest = NEAREST.get(asked);
    if (nearest != null) {
      throw new IllegalArgumentException(
          "no benchmark is called '" + name + "'; near to it is " + nearest);
    }
    List<String> near =
        NAMES.keySet().stream()
            .filter(each -> each.contains(asked) || asked.contains(each))
            .limit(5)
            .toList();
    throw new IllegalArgumentException(
        "no benchmark is called '"
            + name
            + "'"
            + (near.isEmpty()
                ? "; ronsel bench --list has their names"
                : ": " + String.join(", ", near) + "?"));
  }

  /** All benchmarks, a line each, with their other names. */
  static String list() {
    List<String> lines = new ArrayList<>();
    for (Benchmark benchmark : Benchmark.values()) {
      String others = benchmark.aliases().stream().sorted().collect(joining(", "));
      lines.add(
          String.format(
              Locale.ROOT,
              "%-20s %s%s",
              benchmark.label(),
              benchmark.title(),
              others.isEmpty() ? "" : " (" + others + ")"));
    }
    lines.add(String.format(Locale.ROOT, "%-20s %s", START_UP, "command to end of many ranks"));
    lines.add("");
    lines.add("One operation of overlap, persistent or neighbors, as with OSU and IMB: ibcast,");
    lines.add("iallreduce, ineighbor_allgather, allreduce_persistent, neighbor_alltoallv, ...");
    lines.add("One-sided operations of OSU: put_latency, get_latency, acc_latency,");
    lines.add("get_acc_latency, fop_latency, cas_latency, put_bw, get_bw, put_bibw; of IMB:");
    lines.add("Accumulate, Get_accumulate, Fetch_and_op, Compare_and_swap.");
    lines.add("Groups: all, pt2pt, collectives, nonblocking, persistent, neighbors, imb-mpi1,");
    lines.add("imb-nbc, imb-rma. osu_ before a name and the case of letters make no difference.");
    return String.join("\n", lines) + "\n";
  }
}
