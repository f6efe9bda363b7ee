package org.ronsel.collective.board;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.reduction.Reduction;

/**
 * How an operation is executed on a board. Stateless; how far it has come is in the {@link
 * BoardWork} of the calling rank. Long messages go in rounds, as much as an area holds in each. All
 * forms combine in the order of ranks or, if that is asked for, in the fixed order.
 */
public abstract class BoardForm implements Algorithm {
  /** Rounds are of a multiple of so many elements, shares too. */
  private static final int GRAIN = 8;

  /** Rounds that are worth it where an area holds a part of every rank's block. */
  private static final long MOST_ROUNDS = 8;

  /** Bytes of an area that hold a grain of each type. */
  private static final int LEAST_SHARE = GRAIN * Long.BYTES;

  private final Collective collective;

  BoardForm(Collective collective) {
    this.collective = collective;
  }

  private static final @Nullable BoardForm[] FORMS = new BoardForm[Collective.values().length];

  static {
    for (BoardForm form :
        new BoardForm[] {
          new BoardMeeting(Collective.BARRIER),
          new BoardBroadcast(),
          new BoardReduce(),
          new BoardAllReduce(),
          new BoardGather(),
          new BoardMeeting(Collective.ALL_GATHER),
          new BoardScatter(),
          new BoardMeeting(Collective.ALL_TO_ALL),
          new BoardMeeting(Collective.REDUCE_SCATTER_BLOCK),
          new BoardScan(Collective.SCAN),
          new BoardScan(Collective.EXSCAN)
        }) {
      FORMS[form.collective.ordinal()] = form;
    }
  }

  /** All forms: one for each operation that has one. */
  public static List<BoardForm> all() {
    List<BoardForm> all = new ArrayList<>();
    for (BoardForm form : FORMS) {
      if (form != null) {
        all.add(form);
      }
    }
    return all;
  }

  /** The form of an operation that has one. */
  static BoardForm of(Collective collective) {
    BoardForm form = FORMS[collective.ordinal()];
    if (form == null) {
      throw new IllegalArgumentException(collective + " has no form on a board");
    }
    return form;
  }

  /** Whether a call can be made on a board; what it rests on is alike on all ranks. */
  static boolean serves(Invocation call, int ranks, int areaBytes) {
    BoardForm form = FORMS[call.collective().ordinal()];
    Reduction op = call.reduction();
    return form != null && (op == null || serves(op)) && form.fits(call.bytes(), ranks, areaBytes);
  }

  /** Whether rounds, and shares of them, end where an operator lets them. */
  private static boolean serves(Reduction op) {
    return GRAIN % op.grain() == 0;
  }

  @Override
  public final Collective collective() {
    return collective;
  }

  @Override
  public final boolean supports(int ranks) {
    return ranks >= 2;
  }

  @Override
  public final String name() {
    return "board";
  }

  @Override
  public final String summary() {
    return "blocking calls of ranks of several JVMs of a host: in memory that they share";
  }

  @Override
  public final boolean keepsFixedOrder(int ranks) {
    return true;
  }

  /** Whether the form is made for messages of a length. */
  boolean fits(long bytes, int ranks, int areaBytes) {
    return true;
  }

  /** As {@link #fits}, where an area holds a part of every rank's block. */
  static boolean fitsAsBlocks(long bytes, int ranks, int areaBytes) {
    return bytes * ranks <= MOST_ROUNDS * areaBytes && LEAST_SHARE * ranks <= areaBytes;
  }

  /** Into how many blocks, which lie in an area together, the message of a rank is divided. */
  int shares(BoardWork work) {
    return 1;
  }

  /** Goes on as far as possible; true when the rank's part is done. */
  final boolean advance(BoardWork work) {
    Invocation call = work.call();
    int perRound = roundElements(work, shares(work));
    while (true) {
      if (work.stage == 0) {
        work.beginRound();
      }
      long at = (long) work.round * perRound;
      int count = (int) Math.min(perRound, call.count() - at);
      if (!round(work, at, count, (long) count << call.type().shift())) {
        return false;
      }
      work.exchanges().finish();
      if (at + perRound >= call.count()) {
        return true;
      }
      work.round++;
      work.stage = 0;
    }
  }

  /**
   * Goes on with a round, whose first exchange has begun; true when nothing is left to do in it.
   *
   * @param at the first element of the round in a block
   * @param count elements of the round in a block
   * @param bytes of these elements
   */
  abstract boolean round(BoardWork work, long at, int count, long bytes);

  /** Elements that one round moves, of {@code shares} blocks that lie in an area together. */
  private static int roundElements(BoardWork work, int shares) {
    int most = work.areaBytes() / shares >> work.call().type().shift();
    return (int) Math.min(work.call().count(), most & -GRAIN);
  }
}
