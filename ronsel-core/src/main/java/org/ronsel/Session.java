package org.ronsel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.context.ContextAgreement.Agreed;
import org.ronsel.collective.context.ContextIds;
import org.ronsel.collective.context.CreationContext;
import org.ronsel.runtime.JobLayout;
import org.ronsel.runtime.RankIdentity;

/**
 * A use of the library by one part of a program (MPI-4.1, section 11.3), which knows nothing of the
 * other parts: it asks which sets of processes there are, and makes communicators of them, whose
 * messages are apart from all others. Sessions may be opened and closed any number of times,
 * several at a time. Any thread of the rank.
 *
 * <p>{@link Ronsel#world()} is the communicator of {@link #WORLD} of a session that is opened with
 * the job and closed with it.
 */
public final class Session implements AutoCloseable {
  /** The set of all processes of the job. */
  public static final String WORLD = "mpi://WORLD";

  /** The set of the calling process alone. */
  public static final String SELF = "mpi://SELF";

  /** The set of the processes with which the calling one shares memory. */
  public static final String SHARED = "mpi://SHARED";

  /** The set of the ranks that live in the JVM of the calling one. */
  public static final String JVM = "ronsel://jvm";

  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
  private static final int SIGNATURE = 12;

  private final RankState state;
  private final Info info;
  private final Map<String, Supplier<Group>> sets;
  private final Set<Comm> made = ConcurrentHashMap.newKeySet();
  private volatile ErrorHandler errorHandler = ErrorHandler.THROW;
  private volatile boolean closed;
  private @Nullable Comm world;
  private @Nullable Comm self;

  Session(RankState state) {
    this(state, new Info());
  }

  private Session(RankState state, Info info) {
    this.state = state;
    this.info = info;
    JobLayout layout = state.job().layout();
    this.sets =
        Map.of(
            WORLD, () -> range(0, layout.size()),
            SHARED, () -> range(0, layout.size()),
            JVM, () -> range(layout.firstLocalRank(), layout.localRanks()),
            SELF, () -> range(state.engine().rank(), 1));
  }

  private Group range(int first, int size) {
    return Group.range(state.job().shared(), first, size);
  }

  /**
   * Opens a session for the calling rank, which is found as by {@link Ronsel#world()}. Local.
   *
   * @throws RonselException as {@link Ronsel#world()}, if the calling thread belongs to no rank
   */
  public static Session open() {
    return new Session(stateOf(WALKER.getCallerClass()), new Info());
  }

  /** Opens a session, see {@link #open()}, with hints. */
  public static Session open(Info hints) {
    Info own = Arguments.nonNull("Session.open", "hints", hints).dup();
    return new Session(stateOf(WALKER.getCallerClass()), own);
  }

  /**
   * Opens a session, see {@link #open()}, for the rank that a communicator belongs to, on whatever
   * thread.
   */
  public static Session open(Comm of) {
    return new Session(Arguments.nonNull("Session.open", "comm", of).state(), new Info());
  }

  private static RankState stateOf(Class<?> caller) {
    return RankIdentity.current(caller).world().state();
  }

  // ---- the communicators that need no agreement: every rank has them from the beginning ----

  synchronized Comm world() {
    if (world == null) {
      world = wellKnown(WORLD, ContextIds.WORLD, "world");
    }
    return world;
  }

  synchronized Comm self() {
    if (self == null) {
      self = wellKnown(SELF, ContextIds.SELF, "self");
    }
    return self;
  }

  /** The rank ends: whatever its program has kept with {@link #self} is told so. */
  void endSelf() {
    Comm used;
    synchronized (this) {
      used = self;
    }
    if (used != null) {
      used.removeAttributes();
    }
  }

  private Comm wellKnown(String set, int contextId, String name) {
    Group group = group(set);
    int rank = group.rankOf(state.engine().rank());
    return new Comm(new Membership(state, group, rank, contextId, name));
  }

  // ---- process sets ----

  /** The names of the process sets that the calling rank is in (MPI-4.1, section 11.3.2). */
  public List<String> processSets() {
    checkOpen("processSets");
    return List.of(WORLD, SELF, SHARED, JVM);
  }

  /** What is known of a process set: {@code mpi_size}, its number of processes. */
  public Info processSetInfo(String name) {
    return new Info().set("mpi_size", Integer.toString(group(name).size()));
  }

  /**
   * The processes of a set, by their order in the job.
   *
   * @throws InvalidArgumentException if there is no set of that name
   */
  public Group group(String name) {
    checkOpen("group");
    Supplier<Group> set = name == null ? null : sets.get(name);
    if (set == null) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT,
          prefix("group")
              + "there is no process set '"
              + name
              + "'; there are "
              + WORLD
              + ", "
              + SELF
              + ", "
              + SHARED
              + " and "
              + JVM);
    }
    return set.get();
  }

  // ---- communicators ----

  /**
   * Makes a communicator of a group, whose members all call this (MPI-4.1, section 11.3.3).
   *
   * @param group the calling rank is a member
   * @param tag a name of the program's choice; different for calls that members of the group make
   *     at the same time
   */
  public Comm create(Group group, String tag) {
    return create(group, tag, new Info(), errorHandler);
  }

  /** Makes a communicator, see {@link #create(Group, String)}, with hints and error handler. */
  public Comm create(Group group, String tag, Info hints, ErrorHandler handler) {
    String call = "create";
    checkOpen(call);
    if (group == null || !group.sharesUniverse(range(0, 1))) {
      throw new InvalidArgumentException(
          ErrorClass.GROUP,
          prefix(call) + "the group is " + (group == null ? "null" : "of another job"));
    }
    int rank = group.rankOf(state.engine().rank());
    if (rank < 0) {
      throw new InvalidArgumentException(
          ErrorClass.GROUP,
          prefix(call) + "this rank is not in the group, so it must not call this");
    }
    Arguments.nonNull(prefix(call), "tag", tag);
    Arguments.nonNull(prefix(call), "hints", hints);
    Arguments.nonNull(prefix(call), "handler", handler);
    String name = "session." + tag;
    long context = CreationContext.ofSession(("ronsel" + tag).hashCode());
    Agreed agreed =
        state.agree(
            new GroupMembers(group, rank, () -> name),
            context,
            tag.hashCode() & Ronsel.MAX_TAG,
            call,
            SIGNATURE,
            0);
    agreed.await();
    Comm comm = new Comm(new Membership(state, group, rank, agreed.contextId(), name));
    comm.errorHandler(handler);
    comm.info(hints);
    made.removeIf(Comm::isClosed);
    made.add(comm);
    return comm;
  }

  // ---- properties ----

  /** A copy of the hints the session was opened with. */
  public Info info() {
    return info.dup();
  }

  /** The error handler of the communicators that will be made. */
  public ErrorHandler errorHandler() {
    return errorHandler;
  }

  /** Sets the error handler of the communicators that will be made. */
  public void errorHandler(ErrorHandler handler) {
    errorHandler = Arguments.nonNull(prefix("errorHandler"), "handler", handler);
  }

  /** How threads may use the library. */
  public ThreadLevel threadLevel() {
    return ThreadLevel.MULTIPLE;
  }

  private void checkOpen(String call) {
    if (closed) {
      throw new ClosedException(prefix(call) + "the session is closed; open another one");
    }
  }

  private String prefix(String call) {
    return "rank " + state.engine().rank() + ", Session." + call + ": ";
  }

  /**
   * Closes the session and the communicators that were made by it (not those made from these).
   * Local; never blocks, and pending operations go on.
   */
  @Override
  public void close() {
    closed = true;
    List<Comm> open = new ArrayList<>(made);
    made.clear();
    open.forEach(Comm::close);
  }
}
