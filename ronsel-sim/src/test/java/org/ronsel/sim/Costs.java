package org.ronsel.sim;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/** Models of round numbers, and schedules of a few steps. */
final class Costs {
  private Costs() {}

  /** L 100, o 10 and 20, G 1, no gap; within a host processors move the bytes. */
  static Model round(double gap, double linkPerByte) {
    Map<Level, LevelCosts> levels = new EnumMap<>(Level.class);
    levels.put(Level.THREAD, new LevelCosts(100, 10, 20, gap, 1, 1, 1));
    levels.put(Level.PROCESS, new LevelCosts(100, 10, 20, gap, 1, 1, 1));
    levels.put(Level.HOST, new LevelCosts(100, 10, 20, gap, 1, 0, 0));
    return new Model(levels, linkPerByte, 2, 3);
  }

  /** An algorithm of the steps that are given for each rank. */
  @SafeVarargs
  static ScheduledAlgorithm algorithm(Consumer<ScheduleBuilder>... steps) {
    return new ScheduledAlgorithm() {
      @Override
      public Schedule schedule(int rank, Placement placement, int root) {
        ScheduleBuilder builder = new ScheduleBuilder(rank, placement.ranks(), 1);
        steps[rank].accept(builder);
        return builder.build();
      }

      @Override
      public Collective collective() {
        return Collective.BROADCAST;
      }

      @Override
      public String name() {
        return "test";
      }
    };
  }
}
