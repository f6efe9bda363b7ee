package org.ronsel;

/**
 * The one place that validates arguments of communication calls; every message names rank and
 * argument.
 */
final class Arguments {
  private Arguments() {}

  static void send(
      Comm comm, String call, long offset, long count, long capacity, int dest, int tag) {
    range(comm, call, offset, count, capacity);
    if ((dest < 0 || dest >= comm.size()) && dest != Ronsel.PROC_NULL) {
      throw rank(comm, call, "dest", dest);
    }
    if (tag < 0) {
      throw new InvalidArgumentException(
          ErrorClass.TAG, prefix(comm, call) + "tag " + tag + " is not in 0.." + Ronsel.MAX_TAG);
    }
  }

  static void receive(
      Comm comm, String call, long offset, long count, long capacity, int source, int tag) {
    range(comm, call, offset, count, capacity);
    source(comm, call, source);
    receiveTag(comm, call, tag);
  }

  static void source(Comm comm, String call, int source) {
    if ((source < 0 || source >= comm.size())
        && source != Ronsel.ANY_SOURCE
        && source != Ronsel.PROC_NULL) {
      throw rank(comm, call, "source", source);
    }
  }

  static void receiveTag(Comm comm, String call, int tag) {
    if (tag < 0 && tag != Ronsel.ANY_TAG) {
      throw new InvalidArgumentException(
          ErrorClass.TAG,
          prefix(comm, call)
              + "tag "
              + tag
              + " is neither in 0.."
              + Ronsel.MAX_TAG
              + " nor ANY_TAG");
    }
  }

  static void root(Comm comm, String call, int root) {
    if (root < 0 || root >= comm.size()) {
      throw new InvalidArgumentException(
          ErrorClass.ROOT,
          prefix(comm, call) + "root " + root + " is not in 0.." + (comm.size() - 1));
    }
  }

  static void range(Comm comm, String call, long offset, long count, long capacity) {
    if ((offset | count) < 0 || count > capacity - offset) {
      throw outside(comm, call, offset, count, capacity);
    }
  }

  private static InvalidArgumentException outside(
      Comm comm, String call, long offset, long count, long capacity) {
    if (count < 0) {
      return new InvalidArgumentException(
          ErrorClass.COUNT, prefix(comm, call) + "count " + count + " is negative");
    }
    return new InvalidArgumentException(
        ErrorClass.BUFFER,
        prefix(comm, call)
            + "offset "
            + offset
            + " and count "
            + count
            + " lie outside a buffer of "
            + capacity
            + " elements");
  }

  private static InvalidArgumentException rank(Comm comm, String call, String what, int rank) {
    return new InvalidArgumentException(
        ErrorClass.RANK,
        prefix(comm, call)
            + what
            + " "
            + rank
            + " is not a rank of "
            + comm.name()
            + ", which has "
            + comm.size());
  }

  private static String prefix(Comm comm, String call) {
    return "rank " + comm.rank() + ", " + call + ": ";
  }
}
