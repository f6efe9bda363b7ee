package org.ronsel.comm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.Info;
import org.ronsel.Ronsel;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.context.ContextAgreement;
import org.ronsel.collective.context.ContextIds;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.collective.shared.LocalSegment;
import org.ronsel.collective.shared.SegmentAccess;
import org.ronsel.engine.Engine;
import org.ronsel.engine.message.Contexts;
import org.ronsel.job.Job;
import org.ronsel.job.JobLayout;
import org.ronsel.job.JobPlaces;
import org.ronsel.machine.AvailableMemory;
import org.ronsel.onesided.ExposedPool;
import org.ronsel.onesided.Ghosts;
import org.ronsel.onesided.OneSided;

/** The state that all communicators of one rank share. */
public final class RankState {
  private final Job job;
  private final Engine engine;
  private final ContextIds contexts = new ContextIds();
  private final AttachedBuffer buffer;
  private final SelectionTable table;
  private final RankSession session;
  private @Nullable OneSided oneSided;
  private @Nullable ExposedPool exposedPool;
  private final DeferredFrees deferredFrees = new DeferredFrees();
  private final Set<Runnable> atEnd = ConcurrentHashMap.newKeySet();

  /** The objects that the members of a group that live in this JVM share. */
  private enum Shared {
    SEGMENT,
    PLACEMENT
  }

  /**
   * Names it: groups with the same context id have no member in common. The methods that a record
   * would have are linked when they are first called, which takes milliseconds of a start.
   */
  private record SharedKey(Shared what, int contextId, int firstEndpoint) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof SharedKey that
          && what == that.what
          && contextId == that.contextId
          && firstEndpoint == that.firstEndpoint;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * contextId + firstEndpoint) + what.ordinal();
    }
  }

  /** Makes the state of a rank at its beginning. */
  public RankState(Job job, Engine engine) {
    this.job = job;
    this.engine = engine;
    this.buffer = new AttachedBuffer(engine);
    this.table = job.algorithms();
    this.session = new RankSession(this, new Info());
  }

  Job job() {
    return job;
  }

  /** Whether something makes progress for the rank while it computes. */
  public boolean hasProgressThread() {
    return job.hasProgressThread();
  }

  /** The number of the JVM in which an endpoint is. */
  int jvmOf(int endpoint) {
    return job.layout().jvmOf(endpoint);
  }

  /** The locality of the rank; see {@link org.ronsel.job.Locality}. */
  int[] places() {
    return job.locality(engine.rank()).places();
  }

  /**
   * The one-sided operations of the rank. Made when first asked for, which all ranks that use it do
   * before they tell their keys.
   */
  public synchronized OneSided oneSided() {
    if (oneSided == null) {
      oneSided = new OneSided(engine, ghosts());
    }
    return oneSided;
  }

  private Ghosts ghosts() {
    JobLayout layout = job.layout();
    int rank = engine.rank();
    List<Integer> own = new ArrayList<>();
    if (layout.ghosts() > 0 && !layout.isGhost(rank)) {
      for (int ghost : job.places().ghostsOf(rank)) {
        own.add(ghost);
      }
    }
    return new Ghosts(layout::isGhost, own);
  }

  /** Registers an action for the end of the rank, if none of its threads goes on. */
  public void whenRankEnds(Runnable action) {
    atEnd.add(action);
  }

  /** Takes back what {@link #whenRankEnds} was told. */
  public void forget(Runnable action) {
    atEnd.remove(action);
  }

  /** Does what was to be done at the end of the rank. */
  public void rankEnds() {
    atEnd.forEach(Runnable::run);
  }

  /** Makes this endpoint, which is a ghost, serve memory of the ranks of its host. */
  public void serve() {
    var _ = oneSided();
  }

  /** Memory for windows of this rank; see {@link #oneSided()}. */
  public synchronized ExposedPool exposedPool() {
    if (exposedPool == null) {
      int sharers = job.places().ranksOnHostOf(engine.rank());
      exposedPool =
          new ExposedPool(oneSided(), job::allocate, () -> AvailableMemory.bytes() / sharers);
    }
    return exposedPool;
  }

  /** Resources to be freed when other ranks are ready for it. */
  DeferredFrees deferredFrees() {
    return deferredFrees;
  }

  /** The engine of the rank. */
  public Engine engine() {
    return engine;
  }

  /** Gives the buffered sends of this rank a buffer; see {@link org.ronsel.Ronsel#attachBuffer}. */
  public void attachBuffer(long bytes) {
    buffer.attach("this rank", bytes);
  }

  /** Waits until the buffer is empty, and takes it away. */
  public long detachBuffer() {
    return buffer.detach("this rank");
  }

  /** Waits until the buffer is empty. */
  public void flushBuffer() {
    buffer.flush();
  }

  /** The buffer of buffered sends in all communicators that have none of their own. */
  AttachedBuffer buffer() {
    return buffer;
  }

  /**
   * The session that the world and {@link Ronsel#self()} belong to; it lives as long as the job.
   */
  public RankSession session() {
    return session;
  }

  /** The context ids of the rank. */
  ContextIds contexts() {
    return contexts;
  }

  /** Which algorithms serve collective calls where a communicator says nothing else. */
  SelectionTable table() {
    return table;
  }

  /** The collective operations of a communicator. */
  Collectives collectives(Members members, EndpointGroup group, int contextId) {
    int context = Contexts.collectives(contextId);
    Supplier<LocalSegment> ofJvm =
        () ->
            job.shared()
                .join(key(Shared.SEGMENT, group, contextId), () -> new LocalSegment(group.size()));
    FailureCodec failures = new OperatorFailures();
    SegmentAccess segment =
        new SegmentAccess(
            engine,
            members,
            isInThisJvm(group) ? ofJvm : null,
            job.hostMemory(engine.rank()),
            job.oversubscribed(),
            context,
            failures);
    return new Collectives(
        engine,
        members,
        () -> placement(group, contextId),
        context,
        table,
        job.oversubscribed(),
        failures,
        segment);
  }

  /** The placement of the members of a group; the ranks of this JVM share it. */
  private Placement placement(EndpointGroup group, int contextId) {
    JobPlaces places = job.places();
    if (isInThisJvm(group) && !places.hasRegions()) {
      return Placement.together(group.size());
    }
    return job.shared()
        .join(
            key(Shared.PLACEMENT, group, contextId),
            () ->
                Placement.of(
                    group.size(),
                    rank -> places.host(group.endpoint(rank)),
                    rank -> places.region(group.endpoint(rank)),
                    rank -> places.jvm(group.endpoint(rank))));
  }

  /** Starts an agreement on the context id of a communicator that is to be made. */
  ContextAgreement.Agreed agree(
      Members members, long context, int tag, String call, long signature, long wishes) {
    return ContextAgreement.start(engine, members, context, tag, contexts, call, signature, wishes);
  }

  /** Says that this rank will not use the communicator any more. */
  void leave(EndpointGroup group, int contextId) {
    engine.close(contextId);
    if (isInThisJvm(group)) {
      job.shared().leave(key(Shared.SEGMENT, group, contextId), group.size());
    }
    if (!isInThisJvm(group) || job.places().hasRegions()) {
      job.shared().leave(key(Shared.PLACEMENT, group, contextId), localMembers(group));
    }
  }

  private boolean isInThisJvm(EndpointGroup group) {
    JobLayout layout = job.layout();
    int first = layout.firstLocalRank();
    return group.isWithin(first, first + layout.localRanks());
  }

  private int localMembers(EndpointGroup group) {
    JobLayout layout = job.layout();
    return group.endpoints(layout::isLocal).length;
  }

  private static SharedKey key(Shared what, EndpointGroup group, int contextId) {
    return new SharedKey(what, contextId, group.endpoint(0));
  }
}
