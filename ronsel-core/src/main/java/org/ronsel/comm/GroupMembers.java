package org.ronsel.comm;

import java.util.function.Supplier;
import org.ronsel.collective.schedule.Members;

/** A group as the collective operations see it. */
record GroupMembers(EndpointGroup group, int rank, Supplier<String> label) implements Members {
  @Override
  public int size() {
    return group.size();
  }

  @Override
  public int endpoint(int rank) {
    return group.endpoint(rank);
  }

  @Override
  public String name() {
    return label.get();
  }
}
