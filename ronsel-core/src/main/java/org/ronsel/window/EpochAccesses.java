package org.ronsel.window;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ronsel.CheckException;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.WaitInterruptedException;
import org.ronsel.Window.Assertion;
import org.ronsel.comm.Communicator;
import org.ronsel.data.TypedMemory;
import org.ronsel.datatype.AbstractDatatype;
import org.ronsel.engine.request.Operation;
import org.ronsel.observe.CallSite;

/**
 * The ranges of a rank's incomplete operations on a window, and between fences those of all
 * operations of the epoch: by them a checked job finds operations that conflict (MPI-4.1, section
 * 12.7). A rank's own operations are compared in the call; those of several ranks at the fence that
 * ends an epoch, where all ranks exchange them. Not used in an unchecked job. Any thread.
 *
 * <p>Neighbouring ranges of one place in the program are merged; beyond {@link #MOST} ranges none
 * are recorded.
 */
final class EpochAccesses {
  /** Most ranges of a rank in a window that are recorded at a time, some 100 bytes each. */
  private static final int MOST = 4096;

  /** The kind of an operation: get, put, compare-and-swap, or accumulate by an operator. */
  record Kind(String name) {
    static final Kind GET = new Kind("get");
    static final Kind PUT = new Kind("put");
    static final Kind SWAP = new Kind("swap");
    private static final Kind READ = of(Op.NO_OP);

    static Kind of(@Nullable Op op) {
      return new Kind(String.valueOf(op));
    }

    private boolean reads() {
      return equals(GET) || equals(READ);
    }

    private boolean isAtomic() {
      return !equals(GET) && !equals(PUT);
    }

    /** Whether the outcome of two concurrent operations is undefined. */
    private boolean conflicts(Kind other) {
      if (!isAtomic() || !other.isAtomic()) {
        return !(reads() && other.reads());
      }
      boolean goesWithAll =
          reads() || other.reads() || equals(SWAP) || other.equals(SWAP) || equals(other);
      return !goesWithAll;
    }

    /** The same for operations of one rank, whose accumulates are carried out in their order. */
    private boolean conflictsInOneRank(Kind other) {
      return (!isAtomic() || !other.isAtomic()) && conflicts(other);
    }
  }

  /**
   * The range of a target's bytes that an operation accesses.
   *
   * @param fetches whether it is complete at the target when it is complete at the origin
   */
  private record Range(
      long start, long end, Kind kind, String call, String place, boolean fetches) {
    boolean isOfOneCall(Range other) {
      return call.equals(other.call) && place.equals(other.place);
    }

    Range on(long from, long to) {
      return new Range(from, to, kind, call, place, fetches);
    }
  }

  /** The range of an operation with a request; it ends when the request is complete. */
  private record Requested(int target, Range range, Operation request) {}

  /** A range, and the rank that has accessed it. */
  private record OriginRange(int origin, Range range) {}

  /** Ranges of one target; those of one kind do not overlap. */
  private static final class Ranges {
    private final Map<Kind, TreeMap<Long, Range>> byKind = new HashMap<>();

    /**
     * Adds the parts of a range that no range of its kind covers; merges them with neighbours of
     * the same call.
     */
    void add(Range range) {
      TreeMap<Long, Range> known = byKind.computeIfAbsent(range.kind, kind -> new TreeMap<>());
      long from = range.start;
      Map.Entry<Long, Range> before = known.floorEntry(from);
      if (before != null) {
        from = Math.max(from, before.getValue().end);
      }
      while (from < range.end) {
        Map.Entry<Long, Range> next = known.ceilingEntry(from);
        long to = next == null ? range.end : Math.min(range.end, next.getKey());
        if (from < to) {
          insert(known, range.on(from, to));
        }
        from = next == null ? range.end : Math.max(to, next.getValue().end);
      }
    }

    private static void insert(TreeMap<Long, Range> known, Range added) {
      Range range = added;
      Map.Entry<Long, Range> before = known.lowerEntry(range.start);
      if (before != null
          && before.getValue().end == range.start
          && before.getValue().isOfOneCall(range)) {
        range = range.on(before.getKey(), range.end);
      }
      Range after = known.get(range.end);
      if (after != null && after.isOfOneCall(range)) {
        known.remove(range.end);
        range = range.on(range.start, after.end);
      }
      known.put(range.start, range);
    }

    /** A range of this rank that conflicts with the given one, or null. */
    @Nullable Range conflict(Range range) {
      for (Map.Entry<Kind, TreeMap<Long, Range>> each : byKind.entrySet()) {
        if (range.kind.conflictsInOneRank(each.getKey())) {
          Map.Entry<Long, Range> last = each.getValue().lowerEntry(range.end);
          if (last != null && last.getValue().end > range.start) {
            return last.getValue();
          }
        }
      }
      return null;
    }

    int size() {
      return byKind.values().stream().mapToInt(TreeMap::size).sum();
    }
  }

  private final RankWindow window;

  /** Incomplete operations by target. */
  private final Map<Integer, Ranges> open = new TreeMap<>();

  /** All operations since the last fence, by target. */
  private final Map<Integer, Ranges> epoch = new TreeMap<>();

  private final List<Requested> requested = new ArrayList<>();

  /** Whether this rank has said, in the last fence, that nobody writes to its memory. */
  private boolean saidNoPut;

  EpochAccesses(RankWindow window) {
    this.window = window;
  }

  // ---- operations of this rank ----

  /**
   * Records an operation that is about to begin.
   *
   * @param at address of its elements in the memory of the target
   * @param fetches whether it fetches data from the target
   * @param request that is complete when the operation is; null if a flush completes it
   * @param waits whether the call itself completes it
   * @throws CheckException if it conflicts with one that is not complete
   */
  synchronized void add(
      String call,
      Kind kind,
      WindowTarget target,
      long at,
      Datatype<?> type,
      long count,
      boolean fetches,
      @Nullable Operation request,
      boolean waits) {
    requested.removeIf(each -> each.request.isComplete());
    String place = CallSite.current().place();
    List<Range> ranges = new ArrayList<>();
    AbstractDatatype<?> elements = AbstractDatatype.of(type);
    if (elements.isDense()) {
      ranges.add(new Range(at, at + count * type.sizeBytes(), kind, call, place, fetches));
    } else {
      new TypedMemory(MemorySegment.NULL, at, elements.typeMap().plan(), count, type.extentBytes())
          .visit(
              0,
              count * type.sizeBytes(),
              (first, stride, packedAt, packedStride, block, n) -> {
                for (long i = 0; i < n && ranges.size() < MOST; i++) {
                  long from = first + i * stride;
                  ranges.add(new Range(from, from + block, kind, call, place, fetches));
                }
              });
    }
    ranges.forEach(each -> avoid(target.rank(), each));
    int known = requested.size() + size(open) + size(epoch);
    for (Range each : ranges) {
      if (known++ >= MOST) {
        break;
      }
      if (request != null) {
        requested.add(new Requested(target.rank(), each, request));
      } else if (!waits) {
        open.computeIfAbsent(target.rank(), rank -> new Ranges()).add(each);
      }
      if (window.access().isBetweenFences()) {
        epoch.computeIfAbsent(target.rank(), rank -> new Ranges()).add(each);
      }
    }
  }

  private static int size(Map<Integer, Ranges> of) {
    return of.values().stream().mapToInt(Ranges::size).sum();
  }

  private void avoid(int target, Range range) {
    Ranges known = open.get(target);
    Range other = known == null ? null : known.conflict(range);
    for (Requested each : requested) {
      boolean meets = each.range.start < range.end && range.start < each.range.end;
      if (each.target == target && meets && range.kind.conflictsInOneRank(each.range.kind)) {
        other = each.range;
      }
    }
    if (other != null) {
      throw window.raise(
          new CheckException(
              ErrorClass.RMA_CONFLICT,
              window
                  .place(range.call)
                  .message(
                      where(target, range, other)
                          + " of the "
                          + other.call
                          + " at "
                          + other.place
                          + " too, which is not complete, so the outcome is undefined; call flush("
                          + target
                          + "), or end the epoch, between the two")));
    }
  }

  /**
   * Describes the overlap of two ranges: {@code displacements 3 to 5 of rank 1 in window 2 are
   * those}.
   */
  private String where(int target, Range one, Range other) {
    int unit = window.targets().unitBytes(target);
    long first = Math.max(one.start, other.start) / unit;
    long last = (Math.min(one.end, other.end) - 1) / unit;
    return (first == last ? "displacement " + first : "displacements " + first + " to " + last)
        + " of rank "
        + target
        + " in "
        + window.name()
        + (first == last ? " is that" : " are those");
  }

  /**
   * Notes that the operations on a target are complete.
   *
   * @param call name of the call; if it completes them at the origin only, those that fetch nothing
   *     may be under way
   */
  synchronized void completed(String call, int target) {
    requested.removeIf(each -> each.target == target);
    Ranges known = open.get(target);
    if (known != null && call.startsWith("flushLocal")) {
      known.byKind.values().forEach(each -> each.values().removeIf(Range::fetches));
    } else {
      open.remove(target);
    }
  }

  // ---- operations of all ranks ----

  /**
   * Compares the operations of all ranks in the epoch that a fence ends, and what ranks have
   * asserted about it; collective. An interrupt is kept for the next wait.
   *
   * @param assertions of this rank in the fence
   * @return the exception to throw, on all ranks, or null
   */
  @Nullable CheckException compare(Communicator comm, Set<Assertion> assertions) {
    byte[] mine = takeEpoch(assertions);
    saidNoPut = assertions.contains(Assertion.NO_PUT);
    int[] lengths = new int[comm.size()];
    awaitUninterruptibly(comm.iAllGather(new int[] {mine.length}, lengths));
    byte[] together = new byte[Math.toIntExact(Arrays.stream(lengths).asLongStream().sum())];
    awaitUninterruptibly(comm.iAllGatherv(mine, 0, mine.length, together, 0, lengths, null));
    Map<Integer, List<OriginRange>> byTarget = new TreeMap<>();
    Asserted asserted = new Asserted(comm.size());
    int at = 0;
    for (int origin = 0; origin < lengths.length; origin++) {
      String lines = new String(together, at, lengths[origin], UTF_8);
      at += lengths[origin];
      for (String line : lines.lines().toList()) {
        String[] told = line.split("\t", -1);
        if (told.length == 1) {
          asserted.byRank(origin, Assertion.valueOf(line));
          continue;
        }
        Range range =
            new Range(
                Long.parseLong(told[1]),
                Long.parseLong(told[2]),
                new Kind(told[3]),
                told[4],
                told[5],
                false);
        byTarget
            .computeIfAbsent(Integer.valueOf(told[0]), target -> new ArrayList<>())
            .add(new OriginRange(origin, range));
      }
    }
    CheckException broken = broken(asserted, byTarget);
    return broken != null
        ? broken
        : byTarget.entrySet().stream()
            .map(each -> conflict(each.getKey(), each.getValue()))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }

  /** What ranks have asserted in a fence, and of {@code NO_PUT} in the one before. */
  private record Asserted(int ranks, Map<Assertion, BitSet> by) {
    Asserted(int ranks) {
      this(ranks, new EnumMap<>(Assertion.class));
    }

    void byRank(int rank, Assertion assertion) {
      by.computeIfAbsent(assertion, each -> new BitSet()).set(rank);
    }

    boolean isBy(int rank, Assertion assertion) {
      return by.containsKey(assertion) && by.get(assertion).get(rank);
    }
  }

  /** An assertion that is not true, or that all ranks are to make and only some do. */
  private @Nullable CheckException broken(
      Asserted asserted, Map<Integer, List<OriginRange>> byTarget) {
    for (Assertion each : List.of(Assertion.NO_PRECEDE, Assertion.NO_SUCCEED)) {
      BitSet ranks = asserted.by.getOrDefault(each, new BitSet());
      if (!ranks.isEmpty() && ranks.cardinality() < asserted.ranks) {
        return broken(
            "rank "
                + ranks.nextSetBit(0)
                + " asserts "
                + each
                + ", and rank "
                + ranks.nextClearBit(0)
                + " does not; all ranks must, or none");
      }
    }
    for (Map.Entry<Integer, List<OriginRange>> each : byTarget.entrySet()) {
      int target = each.getKey();
      for (OriginRange accessed : each.getValue()) {
        if (asserted.isBy(accessed.origin, Assertion.NO_PRECEDE)) {
          return broken(
              "NO_PRECEDE is asserted, but "
                  + inWords(accessed)
                  + ", on rank "
                  + target
                  + ", precedes it, and is not completed by it; leave the assertion out");
        }
        if (!accessed.range.kind.reads() && asserted.isBy(target, Assertion.NO_PUT)) {
          return broken(
              "rank "
                  + target
                  + " asserted NO_PUT in the fence before, but "
                  + inWords(accessed)
                  + " writes to its memory; leave the assertion out, or the operation");
        }
      }
    }
    return null;
  }

  private CheckException broken(String what) {
    return new CheckException(
        ErrorClass.ASSERT, window.place("fence").on(window.name()).message(what));
  }

  private static void awaitUninterruptibly(Request request) {
    boolean interrupted = false;
    while (true) {
      try {
        request.await();
        break;
      } catch (WaitInterruptedException goesOn) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized byte[] takeEpoch(Set<Assertion> assertions) {
    StringBuilder lines = new StringBuilder();
    for (Assertion each : List.of(Assertion.NO_PRECEDE, Assertion.NO_SUCCEED)) {
      if (assertions.contains(each)) {
        lines.append(each).append('\n');
      }
    }
    if (saidNoPut) {
      lines.append(Assertion.NO_PUT).append('\n');
    }
    epoch.forEach(
        (target, ranges) ->
            ranges.byKind.values().stream()
                .flatMap(each -> each.values().stream())
                .forEach(
                    each ->
                        lines
                            .append(target)
                            .append('\t')
                            .append(each.start)
                            .append('\t')
                            .append(each.end)
                            .append('\t')
                            .append(each.kind.name)
                            .append('\t')
                            .append(each.call)
                            .append('\t')
                            .append(each.place)
                            .append('\n')));
    epoch.clear();
    return lines.toString().getBytes(UTF_8);
  }

  /** The first two operations of different ranks on one target that conflict. */
  private @Nullable CheckException conflict(int target, List<OriginRange> all) {
    all.sort(
        Comparator.<OriginRange>comparingLong(each -> each.range.start)
            .thenComparingInt(each -> each.origin)
            .thenComparing(each -> each.range.kind.name));
    List<OriginRange> before = new ArrayList<>();
    for (OriginRange each : all) {
      before.removeIf(earlier -> earlier.range.end <= each.range.start);
      for (OriginRange earlier : before) {
        if (earlier.origin != each.origin && earlier.range.kind.conflicts(each.range.kind)) {
          return new CheckException(
              ErrorClass.RMA_CONFLICT,
              window
                  .place("fence")
                  .message(
                      where(target, earlier.range, each.range)
                          + " of "
                          + inWords(earlier)
                          + " and of "
                          + inWords(each)
                          + " in the epoch that ends, so the outcome is undefined; put a fence"
                          + " between them, or let both accumulate with one operator"));
        }
      }
      before.add(each);
    }
    return null;
  }

  private static String inWords(OriginRange accessed) {
    Kind kind = accessed.range.kind;
    String op = kind.isAtomic() && !kind.equals(Kind.SWAP) ? " with " + kind.name : "";
    return "the "
        + accessed.range.call
        + op
        + " of rank "
        + accessed.origin
        + " at "
        + accessed.range.place;
  }
}
