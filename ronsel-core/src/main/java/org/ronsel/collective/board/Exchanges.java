package org.ronsel.collective.board;

import org.ronsel.collective.schedule.Members;
import org.ronsel.transport.HostMemory;

/**
 * One rank's part in the numbered exchanges on a {@link Board}: when it may write, that it has
 * posted, what it waits for. What looks at others says whether it has seen what is waited for, and
 * is called again until it has. One thread at a time, but for {@link #isReady()} and {@link
 * #awaitedRank()}.
 */
final class Exchanges {
  /** For {@link #mayWrite}: everybody reads. */
  static final int ALL = -1;

  /** For {@link #awaitedRank()}: nobody. */
  static final int NONE = -1;

  /** What a rank may wait for. */
  private enum Wait {
    NOTHING,
    POSTED,
    FINISHED,
    ENDED
  }

  /** Told when another rank makes another call. */
  interface Difference {
    /**
     * Another rank makes another call.
     *
     * @param other that rank
     * @param seenByAll whether all ranks see it in the same exchange
     */
    RuntimeException found(int other, boolean seenByAll);
  }

  private final Board board;
  private final Members members;
  private final HostMemory host;
  private final Difference difference;
  private final int rank;
  private final int ranks;

  /** Whether ranks count themselves in an exchange of all with all. */
  private final boolean counted;

  private long signature;

  /** The exchange that is being made, or was last. */
  private long number;

  /** All ranks have finished this one and those before, as far as this rank knows. */
  private long finishedByAll;

  /** By side: the exchange for which it was written last, and who reads it, or {@link #ALL}. */
  private final long[] writtenFor = new long[2];

  private final int[] readBy = {ALL, ALL};

  /** Those that have been looked at while one condition for all is waited for. */
  private int looked;

  // What is waited for, for those who look after a parked thread.
  private Wait wait = Wait.NOTHING;
  private int awaitedRank;
  private long awaitedNumber;

  Exchanges(Board board, Members members, HostMemory host, boolean counted, Difference difference) {
    this.board = board;
    this.members = members;
    this.host = host;
    this.counted = counted;
    this.difference = difference;
    this.rank = members.rank();
    this.ranks = members.size();
  }

  /** Begins a call, in whose exchanges all ranks must post the same signature. */
  void beginCall(long ofCall) {
    signature = ofCall;
  }

  /** Begins the next exchange. */
  void begin() {
    number++;
    looked = 0;
  }

  /** Number of the exchange. */
  long number() {
    return number;
  }

  /**
   * Whether this rank's side for the exchange may be written.
   *
   * @param reader who will read it, or {@link #ALL}
   */
  boolean mayWrite(int reader) {
    int side = (int) (number & 1);
    long last = writtenFor[side];
    if (finishedByAll < last && !isRead(last, readBy[side])) {
      return false;
    }
    looked = 0;
    writtenFor[side] = number;
    readBy[side] = reader;
    return true;
  }

  private boolean isRead(long last, int reader) {
    if (reader >= 0) {
      return hasFinished(reader, last);
    }
    for (; looked < ranks; looked++) {
      if (looked != rank && !hasFinished(looked, last)) {
        return false;
      }
    }
    finishedByAll = last;
    return true;
  }

  private boolean hasFinished(int other, long last) {
    return board.finished(other) >= last || waitFor(Wait.FINISHED, other, last);
  }

  /** Posts: for an exchange in which some look at this rank's place. */
  void post() {
    board.post(rank, number, signature);
    wakeOthers();
  }

  /** Posts, for an exchange of all with all. */
  void arrive() {
    if (!counted) {
      post();
      return;
    }
    board.post(rank, number, signature); // for the reports
    switch (board.arrive(Long.hashCode(signature))) {
      case EARLY -> {}
      case LAST -> {
        board.end(number, true);
        wakeOthers();
      }
      case LAST_OF_DIFFERENT -> {
        board.end(number, false);
        wakeOthers();
      }
    }
  }

  /** Whether all have arrived; then what they have written may be read. */
  boolean allArrived() {
    if (counted) {
      if (!board.hasEnded(number)) {
        return waitFor(Wait.ENDED, rank, number);
      }
      if (board.disagreed(number)) {
        throw difference.found(firstToDiffer(), true);
      }
    } else {
      for (; looked < ranks; looked++) {
        if (looked != rank && !hasPostedAny(looked)) {
          return false;
        }
        if (looked != rank && board.signature(looked, number) != signature) {
          throw difference.found(looked, true);
        }
      }
    }
    finishedByAll = number - 1; // nobody posts before it has finished what was before
    return true;
  }

  /** Whether a rank has posted; then what it has written may be read. */
  boolean hasPosted(int other) {
    if (!hasPostedAny(other)) {
      return false;
    }
    if (board.signature(other, number) != signature) {
      throw difference.found(other, false);
    }
    return true;
  }

  /** Whether a rank has posted, whatever it calls. */
  private boolean hasPostedAny(int other) {
    return board.hasPosted(other, number) || waitFor(Wait.POSTED, other, number);
  }

  private int firstToDiffer() {
    for (int other = 0; other < ranks; other++) {
      if (signatureOf(other) != signature) {
        return other;
      }
    }
    return rank;
  }

  /** What a rank that has posted calls. */
  long signatureOf(int other) {
    return board.signature(other, number);
  }

  /** Says that this rank reads nothing more in the exchange. */
  void finish() {
    board.finish(rank, number);
    wakeOthers();
  }

  // ---- waiting ----

  private boolean waitFor(Wait what, int other, long exchange) {
    awaitedRank = other;
    awaitedNumber = exchange;
    wait = what;
    return false;
  }

  private void wakeOthers() {
    if (board.someParked()) {
      for (int other = 0; other < ranks; other++) {
        if (other != rank) {
          host.wake(members.endpoint(other));
        }
      }
    }
  }

  /** Whether what is waited for has come. Acquire; any thread while this rank is parked. */
  boolean isReady() {
    return switch (wait) {
      case NOTHING -> false;
      case POSTED -> board.hasPosted(awaitedRank, awaitedNumber);
      case FINISHED -> board.finished(awaitedRank) >= awaitedNumber;
      case ENDED -> board.hasEnded(awaitedNumber);
    };
  }

  /** A rank that is waited for, or {@link #NONE}; for reports, any thread. */
  int awaitedRank() {
    return switch (wait) {
      case NOTHING -> NONE;
      case POSTED, FINISHED -> awaitedRank;
      case ENDED -> {
        int late = 0;
        while (late < ranks && board.hasPosted(late, awaitedNumber)) {
          late++;
        }
        yield late < ranks ? late : NONE;
      }
    };
  }
}
