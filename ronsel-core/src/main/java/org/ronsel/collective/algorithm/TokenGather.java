package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Placement.Level;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Gather of long blocks in which a token goes around the ranks: the rank that has it sends its
 * block to the root, so that the root's link carries one block at a time. On the root's own host a
 * rank passes the token on before it sends, since its block takes no link.
 *
 * <p>Cost {@code (p - 1) (2 a + n b)}; {@code p - 1} messages and {@code p - 2} tokens; nothing is
 * staged.
 */
public final class TokenGather implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.GATHER;
  }

  @Override
  public String summary() {
    return "a token goes around, and whoever has it sends to the root";
  }

  @Override
  public String name() {
    return "token";
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, root);
    if (rank == root) {
      for (int distance = 1; distance < ranks; distance++) {
        int from = (root + distance) % ranks;
        steps.receive(from, Buffer.OUTPUT, from, 1);
      }
      steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, root, 1);
      return steps.build();
    }
    int next = (rank + 1) % ranks;
    int previous = (rank - 1 + ranks) % ranks;
    int token = previous == root ? -1 : steps.awaitSignal(previous);
    boolean near = placement.group(Level.HOST, rank) == placement.group(Level.HOST, root);
    int passed = near && next != root ? steps.signal(next) : -1;
    int send = steps.send(root, Buffer.INPUT, 0, 1);
    if (token >= 0) {
      steps.order(token, passed >= 0 ? passed : send);
      steps.order(token, send);
    }
    if (!near && next != root) {
      steps.order(send, steps.signal(next));
    }
    return steps.build();
  }
}
