package org.ronsel.collective.board;

import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.engine.Engine;
import org.ronsel.transport.HostMemory;

/**
 * Where the board of a communicator is made when it is first needed, or it is found that there is
 * none. Any thread of the rank.
 */
public final class BoardRoom {
  /** With more ranks the places alone are longer than what a cache holds. */
  private static final int MOST_RANKS = 512;

  private static final long NONE = 0;

  private final Engine engine;
  private final Members members;
  private final HostMemory host;
  private final boolean oversubscribed;
  private final long context;
  private final FailureCodec failures;

  private volatile boolean sought;
  private volatile @Nullable BoardVisit visit;
  private long handle = NONE;
  private long bytes;

  /**
   * Makes a place for a board.
   *
   * @param oversubscribed whether the ranks of the job outnumber the cores; alike on all ranks
   * @param failures for what operators of the program throw
   */
  public BoardRoom(
      Engine engine,
      Members members,
      HostMemory host,
      boolean oversubscribed,
      long context,
      FailureCodec failures) {
    this.engine = engine;
    this.members = members;
    this.host = host;
    this.oversubscribed = oversubscribed;
    this.context = context;
    this.failures = failures;
  }

  /** Whether it is known if there is a board. */
  public boolean isSought() {
    return sought;
  }

  /** The rank at the board; null if there is none, or it has not been {@linkplain #seek sought}. */
  public @Nullable BoardVisit visit() {
    return visit;
  }

  /**
   * Makes the board if the ranks share a host. All ranks call this at the same point of the order
   * of their collective calls.
   *
   * @param broadcast broadcasts a number from rank 0
   */
  public synchronized void seek(Placement placement, LongUnaryOperator broadcast) {
    if (sought) {
      return;
    }
    int ranks = members.size();
    if (placement.groups(Placement.Level.HOST) == 1 && ranks <= MOST_RANKS) {
      boolean inJvm = placement.groups(Placement.Level.JVM) == 1;
      int areaBytes = Board.areaBytes(ranks, oversubscribed, inJvm);
      bytes = Board.bytes(ranks, areaBytes);
      handle = broadcast.applyAsLong(members.rank() == 0 ? lend(ranks) : NONE);
      if (handle != NONE) {
        visit =
            new BoardVisit(
                engine,
                members,
                host,
                host.borrow(members.endpoint(0), handle, bytes),
                areaBytes,
                oversubscribed,
                context,
                failures);
      }
    }
    sought = true;
  }

  private long lend(int ranks) {
    try {
      return host.lend(bytes, Board.headBytes(ranks), ranks);
    } catch (RuntimeException refused) {
      return NONE; // no shared memory is left: messages do it too
    }
  }

  /** This rank makes no more calls. */
  public synchronized void close() {
    BoardVisit left = visit;
    if (left != null) {
      visit = null;
      left.leave(() -> host.giveBack(members.endpoint(0), handle, bytes));
    }
  }
}
