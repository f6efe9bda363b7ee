package org.ronsel;

import org.ronsel.collective.schedule.Members;

/** A group as the collective operations see it. */
record GroupMembers(Group group, int rank, String name) implements Members {
  @Override
  public int size() {
    return group.size();
  }

  @Override
  public int endpoint(int rank) {
    return group.endpoint(rank);
  }
}
