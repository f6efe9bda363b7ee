package org.ronsel.sim;

import java.util.function.DoubleConsumer;
import org.ronsel.collective.schedule.ScheduleCursor;

/**
 * One execution of the schedules of all ranks in virtual time.
 *
 * <p>A rank is a processor that carries out one step at a time, in the order in which steps become
 * ready. A message takes the sender's processor for {@code o + n O}, then leaves, not before the
 * gap after the rank's previous message; between hosts it waits for its turn at the link of the
 * sender's host, and after the latency at that of the receiver's. The receiver's processor is taken
 * for {@code n O + o}, from the moment at which this ends together with the arrival of the last
 * byte, if it is idle then and has posted the receive. No step waits for buffers: a send is
 * complete when the sender's processor has finished it.
 */
final class Simulation {
  /**
   * Kinds of events, in the upper bits of an event; rank and step are below. This one: a step is
   * complete.
   */
  private static final int DONE = 0;

  /** A message of the rank reaches the link of the rank's host. */
  private static final int LEAVES = 1;

  /** The first byte of a message to the rank is at the link of the rank's host. */
  private static final int ENTERS = 2;

  /** The rank's processor can turn to a message. */
  private static final int ARRIVES = 3;

  private static final int STEP_BITS = 32;
  private static final int RANK_BITS = 28;

  /** Number of steps between two reports of progress. */
  private static final int REPORT_STEPS = 1 << 16;

  private final RankSchedules schedules;
  private final SimulatedPlacement layout;
  private final Model model;
  private final int ranks;
  private final DoubleConsumer progress;
  private final long steps;
  private long worked;
  private final EventQueue queue = new EventQueue();
  private final ScheduleCursor[] cursors;

  /** For each rank, a bit for each step that receives; set by the first of post and arrival. */
  private final long[][] halfMet;

  private final double[] idleFrom;
  private final double[] completion;

  /** The time at which the next message may leave, by level and rank. */
  private final double[][] gapEnds;

  private final double[] linkOutFree;
  private final double[] linkInFree;
  private final long[] messages = new long[Level.values().length];
  private final long[] bytes = new long[Level.values().length];

  /**
   * Prepares a simulation.
   *
   * @param progress receives, now and then, the fraction of steps that are complete
   */
  Simulation(
      RankSchedules schedules, SimulatedPlacement layout, Model model, DoubleConsumer progress) {
    this.schedules = schedules;
    this.progress = progress;
    this.steps = schedules.steps();
    this.layout = layout;
    this.model = model;
    this.ranks = layout.ranks();
    this.cursors = new ScheduleCursor[ranks];
    this.halfMet = new long[ranks][];
    this.idleFrom = new double[ranks];
    this.completion = new double[ranks];
    this.gapEnds = new double[Level.values().length][ranks];
    this.linkOutFree = new double[layout.hosts()];
    this.linkInFree = new double[layout.hosts()];
  }

  Prediction run() {
    for (int rank = 0; rank < ranks; rank++) {
      cursors[rank] = new ScheduleCursor(schedules.shape(rank).schedule());
      cursors[rank].reset();
      halfMet[rank] = new long[(schedules.shape(rank).steps() + 63) >> 6];
    }
    for (int rank = 0; rank < ranks; rank++) {
      startReady(rank, 0);
    }
    while (!queue.isEmpty()) {
      handle(queue.next());
    }
    for (int rank = 0; rank < ranks; rank++) {
      if (!cursors[rank].isAtEnd()) {
        throw new IllegalStateException(
            "rank " + rank + " waits for ever: its schedule and those of others do not match");
      }
    }
    return new Prediction(completion, messages, bytes, queue.added(), schedules.distinct());
  }

  private static long event(int kind, int rank, int step) {
    return (long) kind << (RANK_BITS + STEP_BITS) | (long) rank << STEP_BITS | step;
  }

  private void handle(long event) {
    double now = queue.time();
    int rank = (int) (event >>> STEP_BITS) & (1 << RANK_BITS) - 1;
    int step = (int) event;
    switch ((int) (event >>> (RANK_BITS + STEP_BITS))) {
      case DONE -> {
        cursors[rank].done(step);
        startReady(rank, now);
      }
      case LEAVES -> leave(rank, step, now);
      case ENTERS -> enter(rank, step, now);
      case ARRIVES -> meet(rank, step, now);
      default -> throw new IllegalStateException("event " + event);
    }
  }

  /** Starts every step of a rank that can start. */
  private void startReady(int rank, double now) {
    ScheduleShape shape = schedules.shape(rank);
    int step;
    while ((step = cursors[rank].next()) >= 0) {
      switch (shape.kind(step)) {
        case SEND -> send(rank, step, now);
        case RECEIVE -> meet(rank, step, now);
        case COPY -> work(rank, step, now, shape.bytes(step) * model.copyPerByte());
        case REDUCE -> work(rank, step, now, shape.bytes(step) * model.reducePerByte());
      }
    }
  }

  /**
   * Occupies a rank's processor for a step as soon as it is idle; returns the time at which the
   * step begins.
   */
  private double work(int rank, int step, double now, double duration) {
    worked++;
    if (worked % REPORT_STEPS == 0) {
      progress.accept(worked / (double) steps);
    }
    double start = Math.max(now, idleFrom[rank]);
    double end = start + duration;
    idleFrom[rank] = end;
    completion[rank] = Math.max(completion[rank], end);
    if (schedules.shape(rank).isAwaited(step)) {
      queue.add(end, event(DONE, rank, step));
    } else {
      cursors[rank].done(step);
    }
    return start;
  }

  private void send(int rank, int step, double now) {
    long length = schedules.shape(rank).bytes(step);
    int to = schedules.partners(rank).peer(step);
    Level level = layout.level(rank, to);
    LevelCosts costs = model.costs(level);
    messages[level.ordinal()]++;
    bytes[level.ordinal()] += length;
    double start = work(rank, step, now, costs.sendOverhead() + length * costs.sendPerByte());
    double[] gapEnd = gapEnds[level.ordinal()];
    double leaves = Math.max(start + costs.sendOverhead(), gapEnd[rank]);
    gapEnd[rank] = leaves + Math.max(costs.gap(), length * costs.gapPerByte());
    if (level == Level.HOST) {
      queue.add(leaves, event(LEAVES, rank, step));
    } else {
      int receive = receive(rank, step, to);
      queue.add(
          leaves + costs.latency() + untilNoticed(costs, length), event(ARRIVES, to, receive));
    }
  }

  /** The step that receives the message of another step. */
  private int receive(int from, int step, int to) {
    int label = schedules.shape(from).schedule().label(step);
    int receive = schedules.partners(to).receive(from, label);
    if (receive < 0 || schedules.shape(to).bytes(receive) != schedules.shape(from).bytes(step)) {
      throw new IllegalStateException(
          "rank "
              + to
              + (receive < 0 ? " does not receive" : " expects another length of")
              + " message "
              + label
              + " from rank "
              + from);
    }
    return receive;
  }

  /**
   * The time from the arrival of the first byte to the moment when a receiver must begin so that it
   * ends with the last byte.
   */
  private static double untilNoticed(LevelCosts costs, long length) {
    return length * Math.max(0, costs.wayPerByte() - costs.receivePerByte());
  }

  private void leave(int rank, int step, double now) {
    int host = layout.host(rank);
    double start = Math.max(now, linkOutFree[host]);
    linkOutFree[host] = start + schedules.shape(rank).bytes(step) * model.linkPerByte();
    int to = schedules.partners(rank).peer(step);
    double latency = model.costs(Level.HOST).latency();
    queue.add(start + latency, event(ENTERS, to, receive(rank, step, to)));
  }

  private void enter(int rank, int step, double now) {
    int host = layout.host(rank);
    long length = schedules.shape(rank).bytes(step);
    double start = Math.max(now, linkInFree[host]);
    linkInFree[host] = start + length * model.linkPerByte();
    LevelCosts costs = model.costs(Level.HOST);
    queue.add(start + untilNoticed(costs, length), event(ARRIVES, rank, step));
  }

  /**
   * Notes that a receive is posted, or that its message arrives: the second of both starts the
   * receive.
   */
  private void meet(int rank, int step, double now) {
    long[] bits = halfMet[rank];
    long bit = 1L << step;
    if ((bits[step >> 6] & bit) == 0) {
      bits[step >> 6] |= bit;
      return;
    }
    LevelCosts costs = model.costs(layout.level(rank, schedules.partners(rank).peer(step)));
    long length = schedules.shape(rank).bytes(step);
    work(rank, step, now, length * costs.receivePerByte() + costs.receiveOverhead());
  }
}
