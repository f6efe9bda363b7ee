package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;

/** AllReduce of one value of each rank: the last rank to arrive combines them. */
final class DirectScalarAllReduce extends DirectAlgorithm {
  static final DirectScalarAllReduce INSTANCE = new DirectScalarAllReduce();

  private DirectScalarAllReduce() {
    super(Collective.ALL_REDUCE);
  }

  @Override
  void whole(DirectPart part) {
    part.result(DirectCombining.values(part));
  }
}
