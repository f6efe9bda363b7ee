package org.ronsel.onesided;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.Engine;
import org.ronsel.transport.Completion;

/**
 * Chooses the endpoint that carries out records about a peer's memory: the ghost that serves it or,
 * where there is none, where it has failed or where the program wants it, the owner. Any thread.
 *
 * <p>It changes only while no operation is under way at the previous one, and no thread is about to
 * begin one ({@link ServerChange}), so accumulates of this rank keep their order.
 *
 * <p>{@link ProgressBy#AUTO} goes to the owner when answers of the ghost have said often enough in
 * a row that the owner waits in calls, where it would have served the memory itself, without a
 * process in between and in parallel with other owners. It goes back when an answer of the owner is
 * late; the more often that happens, the more answers are needed to go to the owner again.
 */
final class ServerChoice {
  /** Initial number of answers in a row after which the owner is chosen. */
  private static final int FIRST_ENOUGH = 32;

  private static final int MOST_ENOUGH = 1 << 14;

  /** Number of answers of the owner after which the choice counts as right. */
  private static final int WELL_SERVED = 1 << 10;

  /** Shortest time after which an answer of the owner counts as late, in nanoseconds. */
  private static final long LEAST_STALL_NS = 2_000_000;

  /** The same time as a multiple of a ghost's usual time. */
  private static final int STALL_FACTOR = 8;

  private final Engine engine;
  private final RecordMemory owned;
  private final List<RecordMemory> ghosts;
  private final AtomicLong[] loads;
  private volatile GhostBinding binding = GhostBinding.RANK;
  private volatile @Nullable Division division;
  private volatile ProgressBy wanted = ProgressBy.GHOST;
  private final ServerChange ownerServes = new ServerChange();

  /**
   * The number of answers in a row that are needed now. Written by any thread: a lost update only
   * delays a change.
   */
  private volatile int enough = FIRST_ENOUGH;

  /**
   * Creates a choice, at first of the ghosts, if there are any.
   *
   * @param ghosts that serve the memory; the first carries out ordered operations
   * @param loads that this rank has given each of them
   */
  ServerChoice(Engine engine, RecordMemory owned, List<RecordMemory> ghosts, AtomicLong[] loads) {
    this.engine = engine;
    this.owned = owned;
    this.ghosts = List.copyOf(ghosts);
    this.loads = loads;
  }

  /** The owner, for records that only the owner may carry out. */
  RecordMemory owner() {
    return owned;
  }

  /** Whether there is a choice. */
  boolean hasGhost() {
    return !ghosts.isEmpty();
  }

  /** Whether the present preference differs from {@code preference}. */
  boolean differsFrom(ProgressBy preference) {
    return wanted != preference;
  }

  /** Sets the preference from now on; no operation may be under way. */
  void want(ProgressBy preference) {
    wanted = preference;
    ownerServes.set(preference == ProgressBy.TARGET);
    enough = FIRST_ENOUGH;
    if (!ghosts.isEmpty()) {
      owned.watchAnswers(preference == ProgressBy.AUTO);
      ghosts.forEach(ghost -> ghost.watchAnswers(false)); // until one carries out ordered records
    }
  }

  /**
   * Sets the rule by which operations are dealt to several ghosts from now on; no operation may be
   * under way.
   *
   * @param first byte of the memory that is operated on
   * @param bytes length of that memory
   */
  void bind(GhostBinding binding, long first, long bytes) {
    this.binding = binding;
    division =
        binding == GhostBinding.SEGMENTS && ghosts.size() > 1
            ? Division.of(first, bytes, ghosts.size())
            : null;
  }

  /** The rule by which operations are dealt now. */
  GhostBinding binding() {
    return binding;
  }

  /** The division of the memory among ghosts, or null. */
  @Nullable Division division() {
    return wanted == ProgressBy.GHOST ? division : null;
  }

  /** The server of a place of memory that is divided. */
  RecordMemory serverOf(Division divided, long at) {
    RecordMemory ghost = ghosts.get(divided.indexOf(at));
    return hasFailed(ghost) ? usual() : ghost;
  }

  private boolean hasFailed(RecordMemory ghost) {
    return engine.mayHaveFailures() && engine.peerFailures().hasFailed(ghost.endpoint());
  }

  private @Nullable RecordMemory firstLiving() {
    for (int i = 0; i < ghosts.size(); i++) { // an index loop, which creates no object
      if (!hasFailed(ghosts.get(i))) {
        return ghosts.get(i);
      }
    }
    return null;
  }

  /** The server of the next put or get; these are not ordered among each other. */
  RecordMemory nextOfMoves(long bytes) {
    RecordMemory usual = next();
    if (binding == GhostBinding.RANK || ghosts.size() < 2 || usual == owned) {
      return usual;
    }
    RecordMemory dealt = ghosts.get(binding.deal(loads, bytes));
    return hasFailed(dealt) ? usual : dealt;
  }

  /**
   * The server of the next ordered record; it does not change until the caller has begun the record
   * and calls {@link #end}.
   */
  RecordMemory begin() {
    if (wanted != ProgressBy.AUTO || ghosts.isEmpty()) {
      return usual();
    }
    long entered = ownerServes.enter();
    RecordMemory ghost = firstLiving();
    if (ghost == null) {
      return owned;
    }
    return ServerChange.isOtherSide(adapt(ghost, entered)) ? owned : ghost;
  }

  /** Ends {@link #begin}. */
  void end() {
    if (wanted == ProgressBy.AUTO && !ghosts.isEmpty()) {
      ownerServes.leave();
    }
  }

  /** The server of the next record of another kind. */
  RecordMemory next() {
    RecordMemory next = begin();
    end();
    return next;
  }

  /** The same, without an evaluation of answers. */
  private RecordMemory usual() {
    RecordMemory ghost = firstLiving();
    return ghost == null || ownerServes.isOtherSide() ? owned : ghost;
  }

  private long adapt(RecordMemory ghost, long entered) {
    ReplyStatistics ofGhost = ghost.replyStatistics();
    ReplyStatistics ofOwner = owned.replyStatistics();
    if (ofGhost == null) { // the first operation, or the first since another ghost has failed
      ghost.watchAnswers(true);
      return entered;
    }
    if (ofOwner == null) {
      return entered;
    }
    if (ServerChange.isOtherSide(entered)) {
      long stallNs = Math.max(LEAST_STALL_NS, STALL_FACTOR * ofGhost.usualNs());
      if (ofOwner.longestNs() > stallNs && owned.pending() == 0) {
        boolean wasRight = ofOwner.count() >= WELL_SERVED;
        long now = ownerServes.tryChange(entered);
        if (now != entered) {
          enough = wasRight ? FIRST_ENOUGH : Math.min(2 * enough, MOST_ENOUGH);
          ghost.watchAnswers(true);
        }
        return now;
      }
    } else if (ofGhost.ownerSeen() >= enough && ghost.pending() == 0) {
      long now = ownerServes.tryChange(entered);
      if (now != entered) {
        owned.watchAnswers(true);
      }
      return now;
    }
    return entered;
  }

  /**
   * Completes a completion when several servers have completed.
   *
   * @param wait makes a server complete its completion, which it does also where nothing is under
   *     way there
   */
  void whenAll(Completion all, BiConsumer<RecordMemory, Completion> wait) {
    RecordMemory usual = usual();
    Completion last = all;
    if (!ghosts.isEmpty()) {
      last = besides(usual, owned, last, wait);
      for (RecordMemory ghost : ghosts) {
        last = besides(usual, ghost, last, wait);
      }
    }
    wait.accept(usual, last);
  }

  private static Completion besides(
      RecordMemory usual,
      RecordMemory other,
      Completion all,
      BiConsumer<RecordMemory, Completion> wait) {
    if (other == usual || other.isFlushed()) {
      return all;
    }
    Completion both = new BothCompletions(all);
    wait.accept(other, both);
    return both;
  }
}
