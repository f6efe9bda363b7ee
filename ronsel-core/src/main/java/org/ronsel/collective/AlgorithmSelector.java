package org.ronsel.collective;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.CombiningOrder;
import org.ronsel.collective.algorithm.InPlaceAllToAll;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.selection.Selection;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.collective.shared.DirectAlgorithm;
import org.ronsel.collective.shared.SegmentAccess;
import org.ronsel.data.ElementType;

/**
 * Selects the algorithms of the collective operations of one communicator, alike on all its ranks:
 * by the {@link SelectionTable}, the placement of the ranks, and what the call itself says. Any
 * thread of the rank.
 */
final class AlgorithmSelector {
  private static final ScheduledAlgorithm SWAP_IN_PLACE =
      new InPlaceAllToAll(Collective.ALL_TO_ALLV);

  private static final int DIRECT = 1;
  private static final int NOT_ALWAYS_DIRECT = 2;

  private final Members members;
  private final SegmentAccess segment;
  private final Supplier<Placement> places;
  private final boolean oversubscribed;
  private volatile @Nullable Placement placement;

  /** Chooses the algorithms of calls; replaced only between the calls of all ranks. */
  private volatile SelectionTable table;

  private volatile @Nullable Selection selection;

  /**
   * Two bits for each operation, which say whether its blocking form is always direct, once that
   * has been asked: looked at in every call. Any thread of the rank; what one writes and another
   * overwrites is found out again.
   */
  private volatile long direct;

  /**
   * Makes a selector.
   *
   * @param places where the members are; may be called by several threads at once, alike
   * @param table which algorithms serve the calls
   * @param oversubscribed whether the ranks of the job outnumber the cores that they run on
   */
  AlgorithmSelector(
      Members members,
      SegmentAccess segment,
      Supplier<Placement> places,
      SelectionTable table,
      boolean oversubscribed) {
    this.members = members;
    this.segment = segment;
    this.places = places;
    this.table = table;
    this.oversubscribed = oversubscribed;
  }

  /**
   * Says by which table calls are served from now on. All ranks do so between the same two
   * collective calls.
   */
  void use(SelectionTable table) {
    this.table = table;
    selection = null;
    direct = 0;
  }

  // ---- in shared memory ----

  /** Whether the blocking form of an operation is direct, whatever the call. */
  boolean isAlwaysDirect(Collective collective) {
    int known = (int) (direct >>> 2 * collective.ordinal()) & 3;
    return known == 0 ? learnDirect(collective) : known == DIRECT;
  }

  private boolean learnDirect(Collective collective) {
    boolean always = segment.isInJvm() && selection().isAlwaysDirect(collective);
    direct |= (long) (always ? DIRECT : NOT_ALWAYS_DIRECT) << 2 * collective.ordinal();
    return always;
  }

  /**
   * Whether other ranks' threads may read and write the data of a blocking call: where it is
   * direct, or becomes so when its blocks are found to be too long for copying.
   */
  boolean isSharedWithThreads(Invocation call) {
    return isDirect(call) || segment.isInJvm() && call.collective() == Collective.ALL_TO_ALLV;
  }

  /** Whether a blocking call is direct, so that other threads read and write the rank's data. */
  private boolean isDirect(Invocation call) {
    return segment.isInJvm() && inMemory(call) instanceof DirectAlgorithm;
  }

  /**
   * The algorithm that serves a blocking call in shared memory, or null if the call is to be made
   * by messages; alike on all ranks. A direct one is none for what is too long for an array.
   */
  @Nullable Algorithm inMemory(Invocation call) {
    if (!segment.isPossible() || call.algorithm() != null) {
      return null;
    }
    Algorithm chosen = choice(call);
    Collective collective = call.collective();
    boolean isTooLong =
        chosen instanceof DirectAlgorithm
            && !collective.hasTable()
            && call.count() > longestDirect(collective);
    return isTooLong ? null : chosen;
  }

  private int longestDirect(Collective collective) {
    return switch (collective) {
      case GATHER, SCATTER, ALL_GATHER, ALL_TO_ALL, REDUCE_SCATTER_BLOCK ->
          Integer.MAX_VALUE / members.size();
      default -> Integer.MAX_VALUE;
    };
  }

  /** The algorithm that the table chooses for a blocking allReduce of one value. */
  Algorithm ofOneValue(ElementType type, Reduction op) {
    return selection().find(Collective.ALL_REDUCE, type.bytes(), CombiningOrder.of(op), true);
  }

  /** The algorithm that the table chooses for a blocking call. */
  Algorithm choice(Invocation call) {
    return selection().find(call.collective(), call.commonBytes(), call.order(), inPlace(call));
  }

  /**
   * Whether the data go where they come from, as far as the choice is concerned: a value that is
   * combined for all is always taken for one, since it may be in an array on another rank.
   */
  private boolean inPlace(Invocation call) {
    return call.collective() == Collective.ALL_REDUCE && call.count() == 1
        || call.collective().agreesOnPlace() && call.inPlace(members.rank());
  }

  /** Whether a call is served by other means than it would be if it were not in place. */
  boolean decidesByPlace(Invocation call) {
    Collective collective = call.collective();
    return collective.agreesOnPlace()
        && call.algorithm() == null
        && (collective != Collective.ALL_REDUCE || call.count() != 1)
        && selection().asksForPlace(collective)
        && call.inPlace(members.rank());
  }

  // ---- by messages ----

  /** The algorithm that serves a call now. */
  ScheduledAlgorithm scheduled(Invocation call) {
    ScheduledAlgorithm only = call.algorithm();
    return only == null ? select(call) : only;
  }

  private ScheduledAlgorithm select(Invocation call) {
    long most = (long) ElementType.LONGEST_ARRAY << call.type().shift();
    ScheduledAlgorithm found =
        selection()
            .findScheduled(
                call.collective(), call.commonBytes(), call.order(), inPlace(call), most);
    return call.collective().mixesAlgorithms()
            && !found.supportsInPlace()
            && call.inPlace(members.rank())
        ? SWAP_IN_PLACE
        : found;
  }

  // ---- the rules ----

  /** The rules for this communicator, made when they are first needed. */
  private Selection selection() {
    Selection known = selection;
    if (known == null) {
      known = table.forPlacement(placement(), means(), oversubscribed);
      selection = known;
    }
    return known;
  }

  private Selection.Means means() {
    return Selection.Means.of(segment.isInJvm(), segment.isPossible());
  }

  /** The placement of the members. */
  Placement placement() {
    Placement known = placement;
    if (known == null) {
      known = places.get(); // whichever thread comes first, it makes the same one
      placement = known;
    }
    return known;
  }
}
