package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;

/**
 * Reduce. Short operands: the last rank to arrive combines all of them into the root's array. Long
 * operands: all ranks share chunks, each a range of elements of all operands.
 */
final class DirectReduce extends DirectAlgorithm {
  static final DirectReduce INSTANCE = new DirectReduce();

  private DirectReduce() {
    super(Collective.REDUCE);
  }

  @Override
  int chunks(DirectPart part) {
    return DirectAllReduce.INSTANCE.chunks(part);
  }

  @Override
  void whole(DirectPart part) {
    Slot root = part.slot(part.slot().root);
    int count = part.count();
    Object partial = part.newResult(count);
    DirectCombining.all(part, 0, count, partial, root.output(), root.outputAt);
  }

  @Override
  void chunk(DirectPart part, int chunk) {
    int pieces = chunks(part);
    int at = Pieces.start(part, chunk, pieces);
    int count = Pieces.start(part, chunk + 1, pieces) - at;
    Slot root = part.slot(part.slot().root);
    DirectCombining.all(part, at, count, part.scratch(count), root.output(), root.outputAt + at);
  }
}
