package org.ronsel.collective.shared;

import java.util.Arrays;

/**
 * One rank's part in the numbered phases of a {@link ControlSegment}: finds out when the rank may
 * write and when others have written, announces that it has posted, arrived or finished, and
 * compares the calls of the ranks. For one thread at a time, except for {@link #isReady()} and the
 * methods for reports.
 */
final class Phases {
  /** In place of one rank: all other ranks. */
  static final int ALL = -1;

  /** In place of one rank: no rank. */
  static final int NONE = -2;

  /** The rank whose phases these are: how it waits, wakes other ranks, and fails. */
  interface Caller {
    /** Waits until {@link Phases#isReady()}. */
    void awaitReady();

    /** Wakes all other ranks that are parked, to look again. */
    void wakeOthers();

    /** Wakes a rank, if it is parked, to look again. */
    void wake(int rank);

    /**
     * Finds out how the calls of the ranks differ. Called by the last rank to arrive, before it
     * ends the phase.
     */
    void findDifference();

    /**
     * Makes the exception to throw when another rank makes a different call.
     *
     * @param other the other rank
     * @param theirs the signature of its call
     * @param seenByAll whether all ranks find in this phase that calls differ
     */
    RuntimeException differs(int other, long theirs, boolean seenByAll);
  }

  /**
   * The use of the places that this rank writes to in turn, which are entries or areas: for each of
   * them, the phase for which it was written last, and which rank reads it.
   */
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

  // As WaitStrategy has them.
  private final boolean counted;
  private final boolean alongTree;
  private final boolean parksRarely;

  private final CoreGroups groups;
  private final CoreGroups.Group group;

  /** The signature of this rank's call. */
  private long signature;

  /** The number of the current phase or, between two calls, of the last one. */
  private long number;

  /** The last phase of which this rank knows that all ranks have finished it. */
  private long finishedByAll;

  /** The last phase that this rank has finished. */
  private long finished;

  /** The last phase of which the other ranks can see that this rank has finished it. */
  private long published;

  /**
   * The number of finished phases that are published by one store, if none is waited for: half of
   * the entries, so that a writer can go on with the other half meanwhile.
   */
  private final int publishedTogether;

  /** The rank of which this rank last read which phase it has finished. */
  private int lookedAt = NONE;

  /** The phase that it had finished then. */
  private long lookedFinished;

  private final Uses entries;
  private final Uses areas = new Uses(2);

  // What this rank waits for: that a rank, or ALL, has posted in a phase or finished it; or, if the
  // rank is NONE, that the phase has ended.
  private boolean awaitedFinish;
  private long awaitedNumber;
  private int awaitedRank = NONE;

  /** While ALL are waited for: the ranks below this one have done what they are waited for. */
  private int looked;

  Phases(
      ControlSegment segment,
      Arrivals arrivals,
      Caller caller,
      int rank,
      CoreGroups groups,
      WaitStrategy waits) {
    this.segment = segment;
    this.arrivals = arrivals;
    this.caller = caller;
    this.rank = rank;
    this.ranks = groups.ranks();
    this.groups = groups;
    this.group = groups.of(rank);
    this.counted = waits.counted;
    this.alongTree = waits.alongTree;
    this.parksRarely = waits.parksRarely;
    this.entries = new Uses(segment.entries());
    this.publishedTogether = segment.entries() / 2;
  }

  /** Begins a call. In its phases all ranks must have this signature. */
  void beginCall(long ofCall) {
    signature = ofCall;
  }

  /** Begins the next phase, and returns its number. */
  long begin() {
    return ++number;
  }

  /** The signature of this rank's call. */
  long signature() {
    return signature;
  }

  /** The number of the current phase. */
  long number() {
    return number;
  }

  // ---- phases in which ranks wait for particular ranks ----

  /**
   * Waits until this rank may write its data of the phase, because those that lie there have been
   * read.
   *
   * @param reader the rank that will read the data, or {@link #ALL}
   * @param bytes length of the data
   */
  void awaitWritable(int reader, long bytes) {
    boolean inArea = ControlSegment.isInArea(bytes);
    awaitRead(entries);
    if (inArea) {
      awaitRead(areas);
      areas.use(number, reader);
    }
    entries.use(number, reader); // after the waits: one that is interrupted is made again
  }

  private void awaitRead(Uses uses) {
    int place = uses.place(number);
    awaitRead(uses.writtenFor[place], uses.readBy[place]);
  }

  /** Waits until a phase is finished; reads lines of others only if that is not known yet. */
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

  /** Posts, in a phase in which other ranks look at this rank's slot. */
  void post() {
    segment.post(rank, number, signature);
    wakeOthers();
  }

  /** Waits until a rank has posted. Then the data that it has written may be read. */
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
   * Notes that this rank reads nothing more in the phase. That is published at once, or together
   * with the phases that follow, if the rank goes on to these without a wait: a writer that is far
   * ahead reads the published number again and again, and each change moves its cache line from one
   * core to the other and back.
   *
   * <p>A call that all ranks have begun ends on each of them, whether or not the others make
   * further calls: no writer waits for a phase that is finished but not published, since
   *
   * <ul>
   *   <li>For data in entries, there are more entries than phases that are published together.
   *   <li>For data in areas, of a length that all readers know, finished phases are published at
   *       once.
   *   <li>For data in areas, of a length that not all readers know, all ranks wait for all, and a
   *       rank that waits publishes first.
   * </ul>
   *
   * @param atOnce whether the writer may wait for this in its next phases
   */
  void finish(boolean atOnce) {
    finished = number;
    if (atOnce || finished - published >= publishedTogether) {
      publishFinished();
    }
  }

  private void publishFinished() {
    if (published != finished) {
      published = finished;
      segment.finish(rank, finished);
      wakeOthers();
    }
  }

  // ---- phases in which all ranks wait for all ----

  /** Arrives. This rank's data of the phase must have been written. */
  void arrive() {
    if (!counted) {
      post();
    } else {
      count();
    }
  }

  /** Waits until all ranks have arrived. Then the data that they have written may be read. */
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
    finishedByAll = number - 1; // each rank posts after it has finished the phase before
  }

  /** Counts this rank; if it is the last to arrive, ends the phase. */
  private void count() {
    switch (arrive(number)) {
      // Those that wait compare their calls with the others', as if one of these had not arrived.
      case EARLY, LAST_OF_DIFFERENT_PHASES -> {}
      case LAST -> end();
      case LAST_OF_DIFFERENT -> endDisagreed();
    }
  }

  /**
   * Counts this rank.
   *
   * @param upTo the last phase that the arrival counts for; see {@link Arrivals#arrive}
   */
  Arrivals.Arrival arrive(long upTo) {
    return arrivals.arrive(rank, group, number, upTo, signature);
  }

  /** Whether this rank is the first of its group, by number. */
  boolean leads() {
    return rank == group.first();
  }

  /**
   * Whether this rank waits for the end of a phase, at which ranks wake each other along a tree.
   */
  boolean isWokenAlongTree() {
    return alongTree && awaitedRank == NONE;
  }

  /** Ends the phase, and wakes those that wait for that. */
  void end() {
    arrivals.end(number, true);
    finishedByAll = number - 1; // each rank arrives after it has finished the phase before
    wakeAtEnd();
  }

  private void wakeAtEnd() {
    if (!alongTree) {
      wakeOthers();
      return;
    }
    for (int each = 0; each < groups.groups(); each++) {
      int first = groups.first(each);
      if (first != rank) {
        caller.wake(first);
      }
    }
    passOn();
  }

  /** Wakes the children of this rank in the tree of its group. */
  private void passOn() {
    int child = group.child(rank);
    if (child < group.end()) {
      caller.wake(child);
      if (child + 1 < group.end()) {
        caller.wake(child + 1);
      }
    }
  }

  /** As {@link #end}, of a phase in which the calls of the ranks differ. */
  void endDisagreed() {
    caller.findDifference();
    arrivals.end(number, false);
    wakeAtEnd();
  }

  /** Waits for the end of the phase, at which ranks arrive by counting themselves. */
  void awaitEnd() {
    if (!arrivals.hasEnded(number)) {
      awaitedNumber = number;
      awaitedRank = NONE;
      awaitReady();
    }
    if (alongTree) {
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

  /** Whether all ranks have arrived at the phase by counting themselves, with different calls. */
  boolean disagreed() {
    return arrivals.disagreed(number);
  }

  // ---- waiting ----

  /**
   * Waits until a rank has finished a phase.
   *
   * @param finish if false, waits until the rank has posted in the phase instead
   */
  private void await(boolean finish, long phase, int other) {
    if (!has(other, finish, phase)) {
      awaitedNumber = phase;
      awaitedFinish = finish;
      awaitedRank = other;
      awaitReady();
    }
  }

  /** As {@link #await}, for all other ranks in a single wait, which yields and parks but once. */
  private void awaitEach(boolean finish, long phase) {
    awaitedNumber = phase;
    awaitedFinish = finish;
    awaitedRank = ALL;
    looked = 0;
    if (!look()) {
      awaitReady();
    }
  }

  /** Waits. Publishes finished phases first, since the ranks waited for may wait for that. */
  private void awaitReady() {
    publishFinished();
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

  /** Whether what this rank waits for has happened. Acquire; for the thread that waits. */
  boolean look() {
    if (awaitedRank != ALL) {
      return isReady();
    }
    looked = firstAwaited();
    return looked == ranks;
  }

  /** As {@link #look}, for any thread while this rank is parked; changes nothing. */
  boolean isReady() {
    return switch (awaitedRank) {
      case NONE -> arrivals.hasEnded(awaitedNumber);
      case ALL -> firstAwaited() == ranks;
      default -> has(awaitedRank, awaitedFinish, awaitedNumber);
    };
  }

  /** While ALL are waited for: the first rank that is still waited for, or the number of ranks. */
  private int firstAwaited() {
    int other = looked;
    while (other < ranks && (other == rank || has(other, awaitedFinish, awaitedNumber))) {
      other++;
    }
    return other;
  }

  /** Whether this rank waits for another; for reports, and any thread. */
  boolean awaits(int other) {
    return switch (awaitedRank) {
      case NONE -> !arrivals.hasArrived(other, awaitedNumber);
      case ALL -> other != rank && !has(other, awaitedFinish, awaitedNumber);
      default -> other == awaitedRank && !has(other, awaitedFinish, awaitedNumber);
    };
  }

  /** A rank that this rank waits for, or {@link #NONE}; for reports, and any thread. */
  int awaitedRank() {
    for (int other = 0; other < ranks; other++) {
      if (awaits(other)) {
        return other;
      }
    }
    return NONE;
  }
}
