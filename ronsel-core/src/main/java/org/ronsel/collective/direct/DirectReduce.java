package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;

/**
 * Reduce. Short: the last to arrive combines all operands into the root's array. Long: the same in
 * chunks that all share.
 */
final class DirectReduce extends DirectForm {
  static final DirectReduce FORM = new DirectReduce();

  private DirectReduce() {
    super(Collective.REDUCE);
  }

  @Override
  int chunks(Visit visit) {
    return DirectAllReduce.FORM.chunks(visit);
  }

  @Override
  void whole(Visit visit) {
    Seat root = visit.seat(visit.seat().root);
    int count = visit.count();
    Object partial = visit.meeting().result(root.type, count);
    Combining.all(visit, 0, count, partial, root.output, root.outputAt);
  }

  @Override
  void chunk(Visit visit, int chunk) {
    int pieces = chunks(visit);
    int at = Pieces.start(visit, chunk, pieces);
    int count = Pieces.start(visit, chunk + 1, pieces) - at;
    Seat root = visit.seat(visit.seat().root);
    Combining.all(visit, at, count, visit.scratch(count), root.output, root.outputAt + at);
  }
}
