package org.ronsel.collective.algorithm;

import java.util.function.IntUnaryOperator;
import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/** Makes a schedule among a few ranks, such as the leaders of hosts, a part of one of all ranks. */
final class Embedding {
  /** Maps places of the inner schedule to those of the outer one. */
  interface Places {
    Buffer buffer(Buffer inner);

    int unit(Buffer inner, int unit);

    /** The number of units of the outer schedule for {@code units} of the inner one. */
    int units(Buffer inner, int unit, int units);
  }

  /** Places are what they are. */
  static final Places SAME =
      new Places() {
        @Override
        public Buffer buffer(Buffer inner) {
          return inner;
        }

        @Override
        public int unit(Buffer inner, int unit) {
          return unit;
        }

        @Override
        public int units(Buffer inner, int unit, int units) {
          return units;
        }
      };

  private Embedding() {}

  /**
   * Adds the steps of a schedule.
   *
   * @param peer the rank of a rank of the inner schedule
   * @return the numbers of the steps
   */
  static int[] add(ScheduleBuilder steps, Schedule inner, IntUnaryOperator peer, Places places) {
    int[] added = new int[inner.steps()];
    for (int step = 0; step < added.length; step++) {
      added[step] = add(steps, inner, step, peer, places);
    }
    for (int step = 0; step < added.length; step++) {
      for (int i = inner.successors(step) - 1; i >= 0; i--) {
        steps.order(added[step], added[inner.successor(step, i)]);
      }
    }
    return added;
  }

  private static int add(
      ScheduleBuilder steps, Schedule inner, int step, IntUnaryOperator peer, Places places) {
    Buffer[] buffers = new Buffer[3];
    int[] at = new int[3];
    int used =
        switch (inner.kind(step)) {
          case SEND, RECEIVE -> 1;
          case COPY -> 2;
          case REDUCE -> 3;
        };
    for (int place = 0; place < used; place++) {
      buffers[place] = places.buffer(inner.buffer(step, place));
      at[place] = places.unit(inner.buffer(step, place), inner.unit(step, place));
    }
    int units = inner.units(step);
    int length = units == 0 ? 0 : places.units(inner.buffer(step, 0), inner.unit(step, 0), units);
    return switch (inner.kind(step)) {
      case SEND -> steps.send(peer.applyAsInt(inner.peer(step)), buffers[0], at[0], length);
      case RECEIVE -> steps.receive(peer.applyAsInt(inner.peer(step)), buffers[0], at[0], length);
      case COPY -> steps.copy(buffers[0], at[0], buffers[1], at[1], length);
      case REDUCE -> steps.reduce(buffers[0], at[0], buffers[1], at[1], buffers[2], at[2], length);
    };
  }

  /**
   * Places of a schedule that works on one of several equal shares of the data.
   *
   * @param input where the inner schedule finds its INPUT
   * @param parts units per whole of the inner schedule
   * @param shares into how many shares a whole of the outer schedule is divided
   * @param share the number of this share
   * @param scratchWholes first whole of SCRATCH that the inner schedule may use
   */
  record Share(Buffer input, int parts, int shares, int share, int scratchWholes)
      implements Places {
    @Override
    public Buffer buffer(Buffer inner) {
      return inner == Buffer.INPUT ? input : inner;
    }

    @Override
    public int unit(Buffer inner, int unit) {
      int whole = unit / parts + (inner == Buffer.SCRATCH ? scratchWholes : 0);
      return (whole * shares + share) * parts + unit % parts;
    }

    @Override
    public int units(Buffer inner, int unit, int units) {
      if (shares > 1 && unit % parts + units > parts) {
        throw new IllegalArgumentException("shares of several wholes do not lie together");
      }
      return units;
    }
  }
}
