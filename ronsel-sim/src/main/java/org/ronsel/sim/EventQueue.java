package org.ronsel.sim;

import java.util.Arrays;

/**
 * A queue of events by time; events of one time are in the order of insertion, so that a simulation
 * is deterministic. A heap with four children per node.
 */
final class EventQueue {
  private double[] times = new double[1024];
  private long[] orders = new long[1024];
  private long[] events = new long[1024];
  private int size;
  private long added;
  private double time;

  /** The number of events that have been inserted. */
  long added() {
    return added;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Time of the event that was removed last. */
  double time() {
    return time;
  }

  void add(double at, long event) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      orders = Arrays.copyOf(orders, size * 2);
      events = Arrays.copyOf(events, size * 2);
    }
    int hole = size++;
    long order = added++;
    while (hole > 0) {
      int parent = (hole - 1) >> 2;
      if (times[parent] <= at) { // the parent was inserted before
        break;
      }
      move(parent, hole);
      hole = parent;
    }
    put(hole, at, order, event);
  }

  /** Removes the earliest event. */
  long next() {
    long first = events[0];
    time = times[0];
    int last = --size;
    int hole = 0;
    while (true) {
      int least = least(hole, last);
      if (least == last) {
        break;
      }
      move(least, hole);
      hole = least;
    }
    move(last, hole);
    return first;
  }

  /** The least of the children of a hole and of the element {@code last}, which is to fill it. */
  private int least(int hole, int last) {
    int least = last;
    int end = Math.min((hole << 2) + 5, last);
    for (int child = (hole << 2) + 1; child < end; child++) {
      if (times[child] < times[least]
          || (times[child] == times[least] && orders[child] < orders[least])) {
        least = child;
      }
    }
    return least;
  }

  private void move(int from, int to) {
    put(to, times[from], orders[from], events[from]);
  }

  private void put(int at, double when, long order, long event) {
    times[at] = when;
    orders[at] = order;
    events[at] = event;
  }
}
