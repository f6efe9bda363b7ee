package org.ronsel.resultpage;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A price list, and what the user says about the results that are to be priced by it. */
public final class Pricing {
  private final Prices prices;
  private final Map<String, String> instances;
  private final @Nullable Duration deadline;

  Pricing(Prices prices, Map<String, String> instances, @Nullable Duration deadline) {
    this.prices = prices;
    this.instances = Map.copyOf(instances);
    this.deadline = deadline;
  }

  /** The cost of results. */
  Costs of(ResultFolder folder) {
    return new Costs(folder.results(), prices, instances, deadline);
  }
}
