package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;

/**
 * Broadcast. Short: the last to arrive copies the root's data to a place of the meeting, from where
 * each rank takes them; the root need not stay. Long: everybody's array is filled from the root's,
 * in chunks that all share, the root too.
 */
final class DirectBroadcast extends DirectForm {
  static final DirectBroadcast FORM = new DirectBroadcast();

  private static final int LONGEST_WHOLE = 4 << 10;
  private static final int CHUNK_BYTES = 128 << 10;

  private DirectBroadcast() {
    super(Collective.BROADCAST);
  }

  private static boolean isWhole(Visit visit) {
    return visit.bytes() <= LONGEST_WHOLE;
  }

  @Override
  int chunks(Visit visit) {
    return isWhole(visit) ? 0 : (visit.ranks() - 1) * Pieces.of(visit, CHUNK_BYTES);
  }

  @Override
  void whole(Visit visit) {
    if (!isWhole(visit)) {
      return; // a single rank
    }
    Seat root = visit.seat(visit.seat().root);
    int count = visit.count();
    Object result = visit.meeting().result(root.type, count);
    visit.copy(root.input, root.inputAt, result, 0, count);
  }

  @Override
  void leave(Visit visit) {
    Seat seat = visit.seat();
    if (isWhole(visit) && visit.rank() != seat.root) {
      visit.copy(visit.meeting().result(), 0, seat.output, seat.outputAt, visit.count());
    }
  }

  @Override
  void chunk(Visit visit, int chunk) {
    int pieces = Pieces.of(visit, CHUNK_BYTES);
    int root = visit.seat().root;
    int receiver = chunk / pieces;
    Seat from = visit.seat(root);
    Seat to = visit.seat(receiver < root ? receiver : receiver + 1);
    int piece = chunk % pieces;
    int at = Pieces.start(visit, piece, pieces);
    int count = Pieces.start(visit, piece + 1, pieces) - at;
    visit.copy(from.input, from.inputAt + at, to.output, to.outputAt + at, count);
  }
}
