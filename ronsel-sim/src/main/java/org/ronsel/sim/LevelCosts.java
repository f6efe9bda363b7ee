package org.ronsel.sim;

/**
 * The costs of a message between two ranks of one level: the parameters of LogGP (Alexandrov,
 * Ionescu, Schauser and Scheiman, 1995) and the time per byte of the processors of LogGOPS
 * (Hoefler, Schneider and Lumsdaine, 2010). In nanoseconds.
 *
 * @param latency L: from the moment at which the first byte leaves to that at which it arrives
 * @param sendOverhead o of the sender: its processor is busy
 * @param receiveOverhead o of the receiver
 * @param gap g: least time between the starts of two messages of one rank
 * @param gapPerByte G: time that each byte occupies the path between two ranks
 * @param sendPerByte O of the sender: its processor is busy with each byte, as where it copies it
 *     into shared memory; overlaps with G
 * @param receivePerByte O of the receiver; overlaps with G as well
 */
public record LevelCosts(
    double latency,
    double sendOverhead,
    double receiveOverhead,
    double gap,
    double gapPerByte,
    double sendPerByte,
    double receivePerByte) {
  /** Checks that all are finite and none is negative. */
  public LevelCosts {
    Model.requireCost("L", latency);
    Model.requireCost("o.send", sendOverhead);
    Model.requireCost("o.receive", receiveOverhead);
    Model.requireCost("g", gap);
    Model.requireCost("G", gapPerByte);
    Model.requireCost("O.send", sendPerByte);
    Model.requireCost("O.receive", receivePerByte);
  }

  /** Time of one message from an idle rank to one that waits for it. */
  public double oneWay(long bytes) {
    return sendOverhead
        + latency
        + receiveOverhead
        + bytes * Math.max(wayPerByte(), receivePerByte);
  }

  /** Time between two messages of an endless row to a rank that does nothing else. */
  public double perMessage(long bytes) {
    return Math.max(
        Math.max(gap, bytes * gapPerByte),
        Math.max(sendOverhead + bytes * sendPerByte, receiveOverhead + bytes * receivePerByte));
  }

  /** Least time between arriving bytes: the G of the path, or the time of the sender. */
  double wayPerByte() {
    return Math.max(gapPerByte, sendPerByte);
  }
}
