package org.ronsel;

import java.util.function.Supplier;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.SelectionTable;
import org.ronsel.collective.direct.SharedMeeting;
import org.ronsel.engine.Engine;
import org.ronsel.runtime.JobLayout;
import org.ronsel.runtime.SharedObjects;

/** What all communicators of one rank have in common. */
final class RankState {
  private final Engine engine;
  private final JobLayout layout;
  private final SharedObjects shared;
  private final ContextIds contexts = new ContextIds();
  private final SelectionTable table = SelectionTable.current();

  /** Names a meeting: groups with the same context id have no member in common. */
  private record MeetingKey(int contextId, int firstEndpoint) {}

  RankState(Engine engine, JobLayout layout, SharedObjects shared) {
    this.engine = engine;
    this.layout = layout;
    this.shared = shared;
  }

  Engine engine() {
    return engine;
  }

  ContextIds contexts() {
    return contexts;
  }

  /** The collective operations of a communicator. */
  Collectives collectives(Group group, int rank, int contextId, String name) {
    Supplier<SharedMeeting> meeting =
        () -> shared.join(key(group, contextId), () -> new SharedMeeting(group.size()));
    return new Collectives(
        engine,
        new GroupMembers(group, rank, name),
        2 * contextId + 1,
        table,
        isInThisJvm(group) ? meeting : null);
  }

  /** Says that this rank will not use the communicator any more. */
  void leave(Group group, int contextId) {
    if (isInThisJvm(group)) {
      shared.leave(key(group, contextId), group.size());
    }
  }

  private boolean isInThisJvm(Group group) {
    int first = layout.firstLocalRank();
    return group.isWithin(first, first + layout.localRanks());
  }

  private static MeetingKey key(Group group, int contextId) {
    return new MeetingKey(contextId, group.endpoint(0));
  }
}
