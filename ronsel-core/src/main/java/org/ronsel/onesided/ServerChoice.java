package org.ronsel.onesided;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.Engine;
import org.ronsel.transport.Completion;

/**
 * Who carries out records about a peer's memory: the ghost that serves it or, where there is none,
 * where it has failed or where that is wanted, the owner. Any thread.
 *
 * <p>It changes only while nothing is under way at the one before, and nobody is about to begin
 * something ({@link ServerChange}), so accumulates of this rank keep their order.
 *
 * <p>{@link ProgressBy#AUTO} goes to the owner when answers of the ghost have said often enough in
 * a row that the owner waits in calls, where it would have served itself, and so without a process
 * in between and beside other owners. It goes back when the owner keeps an answer waiting; the more
 * often that happens, the more answers it takes to go to the owner again.
 */
final class ServerChoice {
  /** Answers in a row after which the owner is asked. */
  private static final int FIRST_ENOUGH = 32;

  private static final int MOST_ENOUGH = 1 << 14;

  /** Answers of the owner after which it was right to go there. */
  private static final int WELL_SERVED = 1 << 10;

  /** How long an owner that waits in a call may take to answer at most, in nanoseconds. */
  private static final long LEAST_STALL_NS = 2_000_000;

  /** And how many times as long as a ghost. */
  private static final int STALL_FACTOR = 8;

  private final Engine engine;
  private final RecordMemory owned;
  private final List<RecordMemory> ghosts;
  private final AtomicLong[] loads;
  private volatile GhostBinding binding = GhostBinding.RANK;
  private volatile @Nullable Division division;
  private volatile ProgressBy wanted = ProgressBy.GHOST;
  private final ServerChange ownerServes = new ServerChange();

  /** Written by any thread: a lost update delays a change. */
  private volatile int enough = FIRST_ENOUGH;

  /**
   * The ghosts of a rank are chosen, if there are any.
   *
   * @param ghosts that serve the memory; the first does what needs an order
   * @param loads what this rank has given each of them to do
   */
  ServerChoice(Engine engine, RecordMemory owned, List<RecordMemory> ghosts, AtomicLong[] loads) {
    this.engine = engine;
    this.owned = owned;
    this.ghosts = List.copyOf(ghosts);
    this.loads = loads;
  }

  /** Who carries out records where nobody else may. */
  RecordMemory owner() {
    return owned;
  }

  /** Whether there is a choice. */
  boolean hasGhost() {
    return !ghosts.isEmpty();
  }

  /** Whether another one is wanted than {@code by}. */
  boolean differsFrom(ProgressBy by) {
    return wanted != by;
  }

  /** Says who is wanted from now on; nothing is under way. */
  void want(ProgressBy by) {
    wanted = by;
    ownerServes.set(by == ProgressBy.TARGET);
    enough = FIRST_ENOUGH;
    if (!ghosts.isEmpty()) {
      owned.watchAnswers(by == ProgressBy.AUTO);
      ghosts.getFirst().watchAnswers(by == ProgressBy.AUTO);
    }
  }

  /**
   * Says how operations are dealt to several ghosts from now on; nothing is under way.
   *
   * @param first where the memory begins that is operated on
   * @param bytes of it
   */
  void bind(GhostBinding by, long first, long bytes) {
    binding = by;
    division =
        by == GhostBinding.SEGMENTS && ghosts.size() > 1
            ? Division.of(first, bytes, ghosts.size())
            : null;
  }

  /** How they are dealt just now. */
  GhostBinding binding() {
    return binding;
  }

  /** How ghosts divide the memory, if they do. */
  @Nullable Division division() {
    return wanted == ProgressBy.GHOST ? division : null;
  }

  /** Who serves a place of memory that is divided. */
  RecordMemory serverOf(Division divided, long at) {
    RecordMemory ghost = ghosts.get(divided.indexOf(at));
    return hasFailed(ghost) ? usual() : ghost;
  }

  private boolean hasFailed(RecordMemory ghost) {
    return engine.isTroubled() && engine.peerFailures().hasFailed(ghost.endpoint());
  }

  private @Nullable RecordMemory firstLiving() {
    for (int i = 0; i < ghosts.size(); i++) { // without an object
      if (!hasFailed(ghosts.get(i))) {
        return ghosts.get(i);
      }
    }
    return null;
  }

  /** Who carries out the next record that puts or gets, which have no order among each other. */
  RecordMemory nextOfMoves(long bytes) {
    RecordMemory usual = next();
    if (binding == GhostBinding.RANK || ghosts.size() < 2 || usual == owned) {
      return usual;
    }
    RecordMemory dealt = ghosts.get(binding.deal(loads, bytes));
    return hasFailed(dealt) ? usual : dealt;
  }

  /**
   * Who carries out the next record of those that keep their order; until the caller has begun it
   * and calls {@link #end} nothing changes.
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

  /** Who carries out the next record of another kind. */
  RecordMemory next() {
    RecordMemory next = begin();
    end();
    return next;
  }

  /** The same, where no look at what answers are like is needed. */
  private RecordMemory usual() {
    RecordMemory ghost = firstLiving();
    return ghost == null || ownerServes.isOtherSide() ? owned : ghost;
  }

  private long adapt(RecordMemory ghost, long entered) {
    Answers ofGhost = ghost.answers();
    Answers ofOwner = owned.answers();
    if (ofGhost == null || ofOwner == null) {
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
   * Has something told when all of several have completed.
   *
   * @param wait has a server tell, which it does also where nothing is under way there
   */
  void whenAll(Completion all, BiConsumer<RecordMemory, Completion> wait) {
    RecordMemory usual = usual();
    usual.tellServer(all);
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
    if (other == usual || other.pending() == 0) {
      return all;
    }
    Completion both = new BothCompletions(all);
    wait.accept(other, both);
    return both;
  }

  /** Whether a ghost has failed while operations were under way; told once. */
  boolean isLost() {
    for (RecordMemory ghost : ghosts) {
      if (ghost.pending() > 0 && engine.peerFailures().hasFailed(ghost.endpoint())) {
        ghost.abandon(Ghosts.failed(owned.owner()));
        return true;
      }
    }
    return false;
  }
}
