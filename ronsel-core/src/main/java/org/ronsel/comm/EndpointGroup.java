package org.ronsel.comm;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Comparison;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.Group;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Ronsel;

/**
 * A group as endpoints of a job. It belongs to no rank, so every rank that computes it gets an
 * equal one.
 */
public final class EndpointGroup implements Group {
  /** {@link Group#EMPTY}. */
  public static final EndpointGroup NONE = new EndpointGroup(null, 0, 0, 1, null);

  /** The job that the endpoints belong to; null for the empty group, which fits any. */
  private final @Nullable Object universe;

  private final int size;

  // Either an arithmetic progression, which needs no table, or a table and its inverse.
  private final int first;
  private final int stride;
  private final int @Nullable [] endpoints;
  private final @Nullable Inverse inverse;

  private EndpointGroup(
      @Nullable Object universe, int size, int first, int stride, int @Nullable [] endpoints) {
    this.universe = universe;
    this.size = size;
    this.first = first;
    this.stride = stride;
    this.endpoints = endpoints;
    this.inverse = endpoints == null ? null : new Inverse(endpoints);
  }

  /** Endpoints {@code first} to {@code first + size - 1} of a job, in that order. */
  public static EndpointGroup range(Object universe, int first, int size) {
    return new EndpointGroup(universe, size, first, 1, null);
  }

  /** Different endpoints of a job, in the order given; the array is kept unless it is regular. */
  public static EndpointGroup ofEndpoints(@Nullable Object universe, int... endpoints) {
    int size = endpoints.length;
    if (size == 0) {
      return NONE;
    }
    int stride = size == 1 ? 1 : endpoints[1] - endpoints[0];
    for (int i = 2; i < size; i++) {
      if (endpoints[i] - endpoints[i - 1] != stride) {
        return new EndpointGroup(universe, size, 0, 1, endpoints);
      }
    }
    return new EndpointGroup(universe, size, endpoints[0], stride, null);
  }

  /**
   * A group of this library.
   *
   * @throws InvalidArgumentException if it was made by another library
   */
  public static EndpointGroup of(Group group) {
    if (group instanceof EndpointGroup known) {
      return known;
    }
    throw new InvalidArgumentException(
        ErrorClass.GROUP, group + " is not a group that Ronsel has made");
  }

  // ---- what it is ----

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isEmpty() {
    return size == 0;
  }

  @Override
  public int rank(Comm comm) {
    Comm own = InvalidArgumentException.requireNonNull("Group.rank", "comm", comm);
    EndpointGroup members = of(own.group());
    return sharesUniverse(members) ? rankOf(members.endpoint(own.rank())) : Ronsel.UNDEFINED;
  }

  @Override
  public int[] translate(int[] ranks, Group other) {
    String call = "Group.translate";
    InvalidArgumentException.requireNonNull(call, "ranks", ranks);
    EndpointGroup to = ofSameUniverse(call, other);
    int[] translated = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      if (ranks[i] == Ronsel.PROC_NULL) {
        translated[i] = Ronsel.PROC_NULL;
      } else {
        checkRank(call, ranks[i]);
        translated[i] = to.rankOf(endpoint(ranks[i]));
      }
    }
    return translated;
  }

  @Override
  public Comparison compare(Group other) {
    EndpointGroup with =
        of(InvalidArgumentException.requireNonNull("Group.compare", "other", other));
    if (size != with.size || !sharesUniverse(with)) {
      return Comparison.UNEQUAL;
    }
    Comparison result = Comparison.IDENTICAL;
    for (int rank = 0; rank < size; rank++) {
      int endpoint = endpoint(rank);
      if (endpoint != with.endpoint(rank)) {
        result = Comparison.SIMILAR;
        if (!with.contains(endpoint)) {
          return Comparison.UNEQUAL;
        }
      }
    }
    return result;
  }

  // ---- set operations ----

  @Override
  public EndpointGroup union(Group other) {
    EndpointGroup with = ofSameUniverse("Group.union", other);
    if (with.isEmpty()) {
      return this;
    }
    int[] more = with.endpoints(endpoint -> !contains(endpoint));
    int[] all = Arrays.copyOf(endpoints(endpoint -> true), size + more.length);
    System.arraycopy(more, 0, all, size, more.length);
    return ofEndpoints(isEmpty() ? with.universe : universe, all);
  }

  @Override
  public EndpointGroup intersection(Group other) {
    EndpointGroup with = ofSameUniverse("Group.intersection", other);
    return ofEndpoints(universe, endpoints(with::contains));
  }

  @Override
  public EndpointGroup difference(Group other) {
    EndpointGroup without = ofSameUniverse("Group.difference", other);
    return ofEndpoints(universe, endpoints(endpoint -> !without.contains(endpoint)));
  }

  @Override
  public EndpointGroup include(int... ranks) {
    return include("Group.include", ranks);
  }

  @Override
  public EndpointGroup exclude(int... ranks) {
    return exclude("Group.exclude", ranks);
  }

  @Override
  public EndpointGroup rangeInclude(int[]... ranges) {
    return include("Group.rangeInclude", expand("Group.rangeInclude", ranges));
  }

  @Override
  public EndpointGroup rangeExclude(int[]... ranges) {
    return exclude("Group.rangeExclude", expand("Group.rangeExclude", ranges));
  }

  private EndpointGroup include(String call, int[] ranks) {
    checkRanks(call, ranks);
    int[] chosen = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      chosen[i] = endpoint(ranks[i]);
    }
    return ofEndpoints(universe, chosen);
  }

  private EndpointGroup exclude(String call, int[] ranks) {
    BitSet without = checkRanks(call, ranks);
    return ofEndpoints(universe, endpoints(endpoint -> !without.get(rankOf(endpoint))));
  }

  private int[] expand(String call, int[][] ranges) {
    InvalidArgumentException.requireNonNull(call, "ranges", ranges);
    int[] ranks = new int[size + 1]; // one more, so that the first that is too much is seen
    int count = 0;
    for (int[] range : ranges) {
      if (range == null || range.length != 3) {
        throw bad(call, ErrorClass.ARGUMENT, "a range is first rank, last rank and stride");
      }
      int step = range[2];
      if (step == 0) {
        throw bad(call, ErrorClass.ARGUMENT, "the stride of a range is 0");
      }
      // The last rank need not be one of the range, nor of the group (MPI-4.1, section 7.3.2).
      for (long rank = range[0]; step > 0 ? rank <= range[1] : rank >= range[1]; rank += step) {
        checkRank(call, (int) rank);
        if (count == ranks.length) {
          throw bad(call, ErrorClass.RANK, "a rank is in several ranges");
        }
        ranks[count++] = (int) rank;
      }
    }
    return Arrays.copyOf(ranks, count);
  }

  private BitSet checkRanks(String call, int[] ranks) {
    InvalidArgumentException.requireNonNull(call, "ranks", ranks);
    BitSet seen = new BitSet(size);
    for (int rank : ranks) {
      checkRank(call, rank);
      if (seen.get(rank)) {
        throw bad(call, ErrorClass.RANK, "rank " + rank + " is given twice");
      }
      seen.set(rank);
    }
    return seen;
  }

  private void checkRank(String call, int rank) {
    if (rank < 0 || rank >= size) {
      throw bad(
          call,
          ErrorClass.RANK,
          isEmpty()
              ? "rank " + rank + " is not in the group, which is empty"
              : "rank " + rank + " is not in 0.." + (size - 1));
    }
  }

  private EndpointGroup ofSameUniverse(String call, Group other) {
    EndpointGroup with = of(InvalidArgumentException.requireNonNull(call, "other", other));
    if (!sharesUniverse(with)) {
      throw bad(call, ErrorClass.GROUP, "the groups belong to different jobs");
    }
    return with;
  }

  private static InvalidArgumentException bad(String call, ErrorClass errorClass, String problem) {
    return new InvalidArgumentException(errorClass, ErrorPlace.of(call).message(problem));
  }

  // ---- endpoints ----

  /** Whether both are groups of one job; the empty group is of any. */
  public boolean sharesUniverse(EndpointGroup other) {
    return universe == other.universe || universe == null || other.universe == null;
  }

  /** The job it belongs to, null if it is empty. */
  public @Nullable Object universe() {
    return universe;
  }

  /** The endpoint of a member. */
  public int endpoint(int rank) {
    return endpoints == null ? first + rank * stride : endpoints[rank];
  }

  /** The rank of an endpoint, {@link Ronsel#UNDEFINED} if it is not a member. */
  public int rankOf(int endpoint) {
    if (inverse != null) {
      return inverse.rankOf(endpoint);
    }
    int distance = endpoint - first;
    int rank = stride == 1 ? distance : distance / stride;
    boolean member = rank >= 0 && rank < size && (stride == 1 || rank * stride == distance);
    return member ? rank : Ronsel.UNDEFINED;
  }

  /** Whether an endpoint is a member. */
  public boolean contains(int endpoint) {
    return rankOf(endpoint) >= 0;
  }

  /** The endpoints of the members that a condition holds for, in order. */
  public int[] endpoints(IntPredicate condition) {
    int[] chosen = new int[size];
    int count = 0;
    for (int rank = 0; rank < size; rank++) {
      int endpoint = endpoint(rank);
      if (condition.test(endpoint)) {
        chosen[count++] = endpoint;
      }
    }
    return count == size ? chosen : Arrays.copyOf(chosen, count);
  }

  /**
   * Whether this group comes before another one without common members; all ranks get the same
   * answer.
   */
  public boolean comesBefore(EndpointGroup other) {
    return leastEndpoint() < other.leastEndpoint();
  }

  private int leastEndpoint() {
    return Arrays.stream(endpoints(endpoint -> true)).min().orElseThrow();
  }

  /** Whether all endpoints are at least {@code from} and less than {@code to}. */
  public boolean isWithin(int from, int to) {
    if (endpoints == null) {
      int last = endpoint(size - 1);
      return Math.min(first, last) >= from && Math.max(first, last) < to;
    }
    for (int endpoint : endpoints) {
      if (endpoint < from || endpoint >= to) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EndpointGroup group && compare(group) == Comparison.IDENTICAL;
  }

  @Override
  public int hashCode() {
    int hash = size;
    for (int rank = 0; rank < size; rank++) {
      hash = 31 * hash + endpoint(rank);
    }
    return hash;
  }

  @Override
  public String toString() {
    String members =
        endpoints != null || size <= 8
            ? Arrays.toString(endpoints(endpoint -> true))
            : "[" + first + ", " + (first + stride) + ", .., " + endpoint(size - 1) + "]";
    return "Group[" + size + " of the job's ranks " + members + "]";
  }

  /** The ranks of endpoints: a hash table with linear probing, at most half full. */
  private static final class Inverse {
    private static final int SPREAD = 0x9E3779B1;

    private final int[] endpoints;
    private final int[] slots; // rank + 1, or 0
    private final int shift;

    Inverse(int[] endpoints) {
      this.endpoints = endpoints;
      int bits = Integer.SIZE - Integer.numberOfLeadingZeros(2 * endpoints.length - 1);
      shift = Integer.SIZE - bits;
      slots = new int[1 << bits];
      for (int rank = 0; rank < endpoints.length; rank++) {
        int at = endpoints[rank] * SPREAD >>> shift;
        while (slots[at] != 0) {
          at = at + 1 & slots.length - 1;
        }
        slots[at] = rank + 1;
      }
    }

    int rankOf(int endpoint) {
      int at = endpoint * SPREAD >>> shift;
      for (int slot; (slot = slots[at]) != 0; at = at + 1 & slots.length - 1) {
        if (endpoints[slot - 1] == endpoint) {
          return slot - 1;
        }
      }
      return Ronsel.UNDEFINED;
    }
  }
}
