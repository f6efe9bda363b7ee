package org.ronsel.collective.shared;

import java.util.Arrays;

/**
 * One rank's part in the numbered phases of a {@link ControlSegment}: when it may write, that it
 * has posted or arrived, what it waits for. One thread at a time, but for {@link #isReady()} and
 * what is said to be for reports.
 */
final class Phases {
  /** For {@link #awaitWritable}: everybody reads. */
  static final int ALL = -1;

  /** For {@link #awaitedRank()}: nobody. */
  static final int NONE = -2;

  /** The rank whose phases these are. */
  interface Caller {
    /** Waits until {@link Phases#isReady()}. */
    void awaitReady();

    /** Has the other ranks look again; some of them are parked. */
    void wakeOthers();

    /** Has a rank look again, if it is parked. */
    void wake(int rank);

    /** All have arrived, with calls that differ; by the last, before the others know. */
    void findDifference();

    /**
     * Makes what is to be thrown when another rank makes another call.
     *
     * @param other that rank
     * @param theirs the signature of its call
     * @param seenByAll whether all ranks see it in the same phase
     */
    RuntimeException differs(int other, long theirs, boolean seenByAll);
  }

  /** What this rank writes to in turn: the phase for which each was written last, and for whom. */
  private static final class Uses {
    private final long[] writtenFor;
    private final int[] readBy;

    Uses(int places) {
      writtenFor = new long[places];
      readBy = new int[places];
      Arrays.fill(readBy, ALL);
    }

    int place(long phase) {
      return (int) (phase & writtenFor.length - 1);
    }

    void use(long phase, int reader) {
      int place = place(phase);
      writtenFor[place] = phase;
      readBy[place] = reader;
    }
  }

  private final ControlSegment segment;
  private final Arrivals arrivals;
  private final Caller caller;
  private final int rank;
  private final int ranks;

  // As Meeting has them.
  private final boolean counted;
  private final boolean chained;
  private final boolean parksRarely;

  /** Whether this rank was the first to be counted last. */
  private boolean first;

  private long signature;

  /** The phase that is being made, or was last. */
  private long number;

  /** All ranks have finished this one and those before, as far as this rank knows. */
  private long finishedByAll;

  /** The last phase that this rank has finished, and of which it has told the others. */
  private long finished;

  private long told;

  /** Phases of which it tells together: so few that who writes has others to go on with. */
  private final int finishedTogether;

  /** The rank whose progress was looked at last, and what it had finished then. */
  private int lookedAt = NONE;

  private long lookedFinished;

  private final Uses entries;
  private final Uses areas = new Uses(2);

  // What is waited for: that a rank, or ALL, has posted or finished a phase, or that it has ended.
  private boolean awaitedFinish;
  private long awaitedNumber;
  private int awaitedRank = NONE;

  /** Ranks below have been looked at, where all are waited for. */
  private int looked;

  Phases(
      ControlSegment segment,
      Arrivals arrivals,
      Caller caller,
      int rank,
      int ranks,
      Meeting meeting) {
    this.segment = segment;
    this.arrivals = arrivals;
    this.caller = caller;
    this.rank = rank;
    this.ranks = ranks;
    this.counted = meeting.counted;
    this.chained = meeting.chained;
    this.parksRarely = meeting.parksRarely;
    this.entries = new Uses(segment.entries());
    this.finishedTogether = segment.entries() / 2;
  }

  /** Begins a call, in whose phases all ranks must post the same signature. */
  void beginCall(long ofCall) {
    signature = ofCall;
  }

  /** Begins the next phase; its number. */
  long begin() {
    return ++number;
  }

  /** What this rank calls. */
  long signature() {
    return signature;
  }

  /** Number of the phase. */
  long number() {
    return number;
  }

  // ---- between rank and rank ----

  /**
   * Waits until what this rank writes in the phase may be written.
   *
   * @param reader who will read it, or {@link #ALL}
   * @param bytes that will be written
   */
  void awaitWritable(int reader, long bytes) {
    boolean inArea = ControlSegment.isInArea(bytes);
    awaitRead(entries);
    if (inArea) {
      awaitRead(areas);
      areas.use(number, reader);
    }
    entries.use(number, reader); // only now, since a wait that is interrupted is begun again
  }

  private void awaitRead(Uses uses) {
    int place = uses.place(number);
    awaitRead(uses.writtenFor[place], uses.readBy[place]);
  }

  /** Looks at others only if they had not finished that when they were looked at before. */
  private void awaitRead(long phase, int reader) {
    if (phase <= finishedByAll || reader == lookedAt && phase <= lookedFinished) {
      return;
    }
    if (reader == ALL) {
      awaitEach(true, phase);
      finishedByAll = counted ? phase : leastFinished();
    } else {
      await(true, phase, reader);
      lookedAt = reader;
      lookedFinished = segment.finished(reader);
    }
  }

  private long leastFinished() {
    long least = Long.MAX_VALUE;
    for (int other = 0; other < ranks; other++) {
      if (other != rank) {
        least = Math.min(least, segment.finished(other));
      }
    }
    return least;
  }

  /** Posts: for a phase in which some look at this rank's slot. */
  void post() {
    segment.post(rank, number, signature);
    wakeOthers();
  }

  /** Waits until a rank has posted; then what it has written may be read. */
  void awaitPosted(int other) {
    await(false, number, other);
    compare(other, false);
  }

  private void compare(int other, boolean seenByAll) {
    long theirs = segment.signature(other, number);
    if (theirs != signature) {
      throw caller.differs(other, theirs, seenByAll);
    }
  }

  /**
   * Says that this rank reads nothing more in the phase: at once, or, if the rank goes on to others
   * without a wait, for several phases together. For who writes looks at that, and each time that
   * it changes the line goes to and fro.
   *
   * <p>Once all ranks have begun a call, none depends on a later call of another one to end it:
   * there are more entries than phases that are told of together; of phases with areas, where all
   * know the length, ranks tell at once; and where they do not, all wait for all, and who waits
   * tells before.
   *
   * @param atOnce whether who writes next may wait for it
   */
  void finish(boolean atOnce) {
    finished = number;
    if (atOnce || finished - told >= finishedTogether) {
      tellFinished();
    }
  }

  private void tellFinished() {
    if (told != finished) {
      told = finished;
      segment.finish(rank, finished);
      wakeOthers();
    }
  }

  // ---- of all with all ----

  /** Arrives; what it gives has been written. */
  void arrive() {
    if (!counted) {
      post();
    } else {
      count();
    }
  }

  /** Waits until all have arrived; then what they have written may be read. */
  void awaitAll() {
    if (counted) {
      awaitEnd();
      return;
    }
    awaitEach(false, number);
    for (int other = 0; other < ranks; other++) {
      if (other != rank) {
        compare(other, true);
      }
    }
    finishedByAll = number - 1; // nobody posts before it has finished what was before
  }

  /** Counts this rank; the last one ends the phase. */
  private void count() {
    switch (arrive(number)) {
      case FIRST, EARLY -> {}
      case LAST -> end();
      case LAST_OF_DIFFERENT -> endDisagreed();
    }
  }

  /**
   * Counts this rank.
   *
   * @param upTo the last phase for which it need not come again
   */
  Arrivals.Arrival arrive(long upTo) {
    Arrivals.Arrival arrival = arrivals.arrive(rank, number, upTo, signature);
    first = arrival == Arrivals.Arrival.FIRST;
    return arrival;
  }

  /** Whether this rank was the first to arrive. */
  boolean isFirst() {
    return first;
  }

  /** Whether what is waited for is the end of a phase, of which the ranks tell each other. */
  boolean awaitsChain() {
    return chained && awaitedRank == NONE;
  }

  /** Ends the phase. */
  void end() {
    arrivals.end(number, true);
    finishedByAll = number - 1; // nobody arrives before it has finished what was before
    tellOfEnd();
  }

  private void tellOfEnd() {
    if (!chained) {
      wakeOthers();
      return;
    }
    if (rank != 0) {
      caller.wake(0);
    }
    passOn();
  }

  /** Tells those of the end who are to hear of it from this rank. */
  private void passOn() {
    int child = 2 * rank + 1;
    if (child < ranks) {
      caller.wake(child);
      if (child + 1 < ranks) {
        caller.wake(child + 1);
      }
    }
  }

  /** Ends the phase, in which calls differ. */
  void endDisagreed() {
    caller.findDifference();
    arrivals.end(number, false);
    tellOfEnd();
  }

  /** Waits for the end of the phase, for which ranks have counted themselves. */
  void awaitEnd() {
    if (!arrivals.hasEnded(number)) {
      awaitedNumber = number;
      awaitedRank = NONE;
      awaitReady();
    }
    if (chained) {
      passOn();
    }
    if (arrivals.disagreed(number)) {
      int other = firstToDiffer();
      throw caller.differs(other, arrivals.arrivedSignature(other, number), true);
    }
    finishedByAll = number - 1;
  }

  private int firstToDiffer() {
    for (int other = 0; other < ranks; other++) {
      if (arrivals.arrivedSignature(other, number) != signature) {
        return other;
      }
    }
    return rank;
  }

  /** Whether the ranks have counted themselves for the phase, and their calls differ. */
  boolean disagreed() {
    return arrivals.disagreed(number);
  }

  // ---- waiting ----

  /** Waits until a rank has posted the number of a phase, or finished it. */
  private void await(boolean finish, long phase, int other) {
    if (!has(other, finish, phase)) {
      awaitedNumber = phase;
      awaitedFinish = finish;
      awaitedRank = other;
      awaitReady();
    }
  }

  /** Waits for all others: one wait, which is long for whoever waits for many. */
  private void awaitEach(boolean finish, long phase) {
    awaitedNumber = phase;
    awaitedFinish = finish;
    awaitedRank = ALL;
    looked = 0;
    if (!look()) {
      awaitReady();
    }
  }

  /** Waits; those for whom this rank waits may wait for it, so they learn of all first. */
  private void awaitReady() {
    tellFinished();
    caller.awaitReady();
  }

  private boolean has(int other, boolean finish, long phase) {
    return finish ? segment.finished(other) >= phase : segment.hasPosted(other, phase);
  }

  private void wakeOthers() {
    if (arrivals.someParked(parksRarely)) {
      caller.wakeOthers();
    }
  }

  /** Whether what is waited for has come. Acquire; the thread that waits. */
  boolean look() {
    if (awaitedRank != ALL) {
      return isReady();
    }
    looked = firstAwaited();
    return looked == ranks;
  }

  /** The same for any thread while this rank is parked; changes nothing. */
  boolean isReady() {
    return switch (awaitedRank) {
      case NONE -> arrivals.hasEnded(awaitedNumber);
      case ALL -> firstAwaited() == ranks;
      default -> has(awaitedRank, awaitedFinish, awaitedNumber);
    };
  }

  /** The first rank that is still waited for where all are; those before have been looked at. */
  private int firstAwaited() {
    int other = looked;
    while (other < ranks && (other == rank || has(other, awaitedFinish, awaitedNumber))) {
      other++;
    }
    return other;
  }

  /** Whether a rank has to act for the wait to end; for reports, any thread. */
  boolean awaits(int other) {
    return switch (awaitedRank) {
      case NONE -> !arrivals.hasArrived(other, awaitedNumber);
      case ALL -> other != rank && !has(other, awaitedFinish, awaitedNumber);
      default -> other == awaitedRank && !has(other, awaitedFinish, awaitedNumber);
    };
  }

  /** A rank that is waited for, or {@link #NONE}; for reports, any thread. */
  int awaitedRank() {
    for (int other = 0; other < ranks; other++) {
      if (awaits(other)) {
        return other;
      }
    }
    return NONE;
  }
}
