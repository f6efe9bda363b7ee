package org.ronsel.comm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;
import org.ronsel.ClosedException;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorHandler;
import org.ronsel.ErrorPlace;
import org.ronsel.Group;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Ronsel;
import org.ronsel.Session;
import org.ronsel.ThreadLevel;
import org.ronsel.collective.context.ContextAgreement.Agreed;
import org.ronsel.collective.context.ContextIds;
import org.ronsel.collective.context.CreationContext;
import org.ronsel.job.JobLayout;
import org.ronsel.job.JobPlaces;

/** The session of a rank; that of its world lives as long as the job. */
public final class RankSession implements Session {
  private static final int SIGNATURE = 12;

  private final RankState state;
  private final Info info;
  private final Map<String, Supplier<EndpointGroup>> sets;
  private final Set<Communicator> made = ConcurrentHashMap.newKeySet();
  private volatile ErrorHandler errorHandler = ErrorHandler.THROW;
  private volatile boolean closed;
  private @Nullable Communicator world;
  private @Nullable Communicator self;

  /**
   * Opens a session for a rank.
   *
   * @param info its hints
   */
  public RankSession(RankState state, Info info) {
    this.state = state;
    this.info = info;
    JobLayout layout = state.job().layout();
    this.sets =
        Map.of(
            WORLD, () -> range(0, layout.size()),
            SHARED, this::ranksOfHost,
            JVM, () -> range(layout.firstLocalRank(), layout.localRanks()),
            SELF, () -> range(state.engine().rank(), 1));
  }

  private EndpointGroup range(int first, int size) {
    return EndpointGroup.range(state.job().shared(), first, size);
  }

  private EndpointGroup ranksOfHost() {
    JobPlaces places = state.job().places();
    int ranks = state.job().layout().size();
    if (!places.hasHosts()) {
      return range(0, ranks);
    }
    int host = places.host(state.engine().rank());
    int[] near = IntStream.range(0, ranks).filter(rank -> places.host(rank) == host).toArray();
    return EndpointGroup.ofEndpoints(state.job().shared(), near);
  }

  // ---- the communicators that need no agreement: every rank has them from the beginning ----

  /** The communicator of {@link #WORLD}. */
  public synchronized Communicator world() {
    if (world == null) {
      world = wellKnown(WORLD, ContextIds.WORLD, "world");
    }
    return world;
  }

  /** The communicator of {@link #SELF}; the same object at each call. */
  public synchronized Communicator self() {
    if (self == null) {
      self = wellKnown(SELF, ContextIds.SELF, "self");
    }
    return self;
  }

  /** The rank ends: objects that its program has kept with {@link #self} are told. */
  public void endSelf() {
    Communicator used;
    synchronized (this) {
      used = self;
    }
    if (used != null) {
      used.removeAttributes();
    }
  }

  private Communicator wellKnown(String set, int contextId, String name) {
    EndpointGroup group = group(set);
    int rank = group.rankOf(state.engine().rank());
    return new Communicator(new Membership(state, group, rank, contextId, name));
  }

  // ---- process sets ----

  @Override
  public List<String> processSets() {
    checkOpen("processSets");
    return List.of(WORLD, SELF, SHARED, JVM);
  }

  @Override
  public Info processSetInfo(String name) {
    return new Info().set("mpi_size", Integer.toString(group(name).size()));
  }

  @Override
  public EndpointGroup group(String name) {
    checkOpen("group");
    Supplier<EndpointGroup> set = name == null ? null : sets.get(name);
    if (set == null) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT,
          place("group")
              .message(
                  "there is no process set '"
                      + name
                      + "'; there are "
                      + WORLD
                      + ", "
                      + SELF
                      + ", "
                      + SHARED
                      + " and "
                      + JVM));
    }
    return set.get();
  }

  // ---- communicators ----

  @Override
  public Comm create(Group group, String tag) {
    return create(group, tag, new Info(), errorHandler);
  }

  @Override
  public Comm create(Group given, String tag, Info hints, ErrorHandler handler) {
    String call = "create";
    checkOpen(call);
    EndpointGroup group = given == null ? null : EndpointGroup.of(given);
    if (group == null || !group.sharesUniverse(range(0, 1))) {
      throw new InvalidArgumentException(
          ErrorClass.GROUP,
          place(call).message("the group is " + (group == null ? "null" : "of another job")));
    }
    int rank = group.rankOf(state.engine().rank());
    if (rank < 0) {
      throw new InvalidArgumentException(
          ErrorClass.GROUP,
          place(call).message("this rank is not in the group, so it must not call this"));
    }
    present(call, "tag", tag);
    present(call, "hints", hints);
    present(call, "handler", handler);
    String name = "session." + tag;
    byte[] utf8 = tag.getBytes(StandardCharsets.UTF_8);
    long context = CreationContext.ofSession(sum(new CRC32C(), utf8));
    Agreed agreed =
        state.agree(
            new GroupMembers(group, rank, () -> name),
            context,
            tag.hashCode() & Ronsel.MAX_TAG,
            call,
            (long) sum(new CRC32(), utf8) << 32 | SIGNATURE,
            0);
    agreed.await();
    Communicator comm =
        new Communicator(new Membership(state, group, rank, agreed.contextId(), name));
    made.removeIf(Communicator::isClosed);
    made.add(comm);
    comm.errorHandler(handler);
    comm.info(hints);
    return comm;
  }

  private static int sum(Checksum checksum, byte[] bytes) {
    checksum.update(bytes);
    return (int) checksum.getValue();
  }

  // ---- properties ----

  @Override
  public Info info() {
    return info.dup();
  }

  @Override
  public ErrorHandler errorHandler() {
    return errorHandler;
  }

  @Override
  public void errorHandler(ErrorHandler handler) {
    errorHandler = present("errorHandler", "handler", handler);
  }

  @Override
  public ThreadLevel threadLevel() {
    return ThreadLevel.MULTIPLE;
  }

  private void checkOpen(String call) {
    if (closed) {
      throw new ClosedException(
          ErrorClass.COMM, place(call).message("the session is closed; open another one"));
    }
  }

  private <T> T present(String call, String what, @Nullable T argument) {
    if (argument == null) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT, place(call).message(what + " is null"));
    }
    return argument;
  }

  private ErrorPlace place(String call) {
    return ErrorPlace.of(state.engine().rank(), "Session." + call);
  }

  @Override
  public void close() {
    closed = true;
    List<Communicator> open = new ArrayList<>(made);
    made.clear();
    closeAll(open);
  }

  /** Closes all also where one throws, because of the callback of an attribute. */
  private static void closeAll(List<Communicator> open) {
    if (!open.isEmpty()) {
      try (var _ = open.getLast()) {
        closeAll(open.subList(0, open.size() - 1));
      }
    }
  }
}
