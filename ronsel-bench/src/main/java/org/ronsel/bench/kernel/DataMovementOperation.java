package org.ronsel.bench.kernel;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Info;
import org.ronsel.UntypedCollectives;
import org.ronsel.bench.kernel.ObjectPayload.Parcel;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.Message;
import org.ronsel.bench.method.Settings;

/**
 * A collective operation that moves blocks. The content of a block depends on its sender, on its
 * receiver if blocks differ by that, and on the number of the operation.
 */
final class DataMovementOperation extends CollectiveOperation {
  private final MeasuredCollective which;
  private final int size;
  private final boolean objects;
  private final Payload in;
  private final Payload out;
  private final Datatype<?> type;
  private final int count;
  private final int[] counts;
  private final int[] displacements;

  /** The ranks on both sides in a ring; empty if the operation is one of all ranks. */
  private final int[] neighbors;

  DataMovementOperation(MeasuredCollective which, Comm world, int size, Settings settings) {
    super(which.isOfNeighbors() ? ring(world) : world);
    this.which = which;
    this.size = size;
    objects = settings.memory() == Settings.Memory.OBJECT;
    in = Payload.of(settings, size, Math.toIntExact(which.blocksGiven(ranks)));
    out =
        which == MeasuredCollective.BROADCAST
            ? in
            : Payload.of(settings, size, Math.toIntExact(which.blocksTaken(ranks)));
    type = objects ? Datatype.BYTE : in.type();
    count = in.count();
    int blocks = which.isOfNeighbors() ? 2 : ranks;
    counts = new int[blocks];
    Arrays.fill(counts, count);
    displacements = new int[blocks];
    Arrays.setAll(displacements, i -> i * count);
    neighbors = which.isOfNeighbors() ? sides(comm) : new int[0];
  }

  private static int[] sides(Comm comm) {
    int size = comm.size();
    return new int[] {(comm.rank() + size - 1) % size, (comm.rank() + 1) % size};
  }

  private static Comm ring(Comm world) {
    int[] sides = sides(world);
    return world.createDistGraphAdjacent(sides, null, sides, null, new Info(), false);
  }

  @Override
  @SuppressWarnings("NullAway") // the caller knows what the form returns
  <R extends @Nullable Object> R call(UntypedCollectives<R> form, int root) {
    Object from = in.buffer();
    Object into = out.buffer();
    return switch (which) {
      case BROADCAST -> form.broadcast(from, type, 0, count, root);
      case GATHER -> form.gather(from, type, 0, count, into, type, 0, count, root);
      case GATHERV ->
          form.gatherv(from, type, 0, count, into, type, 0, counts, displacements, root);
      case SCATTER -> form.scatter(from, type, 0, count, into, type, 0, count, root);
      case SCATTERV ->
          form.scatterv(from, type, 0, counts, displacements, into, type, 0, count, root);
      case ALLGATHER -> form.allGather(from, type, 0, count, into, type, 0, count);
      case ALLGATHERV ->
          form.allGatherv(from, type, 0, count, into, type, 0, counts, displacements);
      case ALLTOALL -> form.allToAll(from, type, 0, count, into, type, 0, count);
      case ALLTOALLV ->
          form.allToAllv(
              from, type, 0, counts, displacements, into, type, 0, counts, displacements);
      case NEIGHBORALLGATHER -> form.neighborAllGather(from, type, 0, count, into, type, 0, count);
      case NEIGHBORALLGATHERV ->
          form.neighborAllGatherv(from, type, 0, count, into, type, 0, counts, displacements);
      case NEIGHBORALLTOALL -> form.neighborAllToAll(from, type, 0, count, into, type, 0, count);
      case NEIGHBORALLTOALLV ->
          form.neighborAllToAllv(
              from, type, 0, counts, displacements, into, type, 0, counts, displacements);
      default -> throw new IllegalStateException(which + " moves no blocks");
    };
  }

  @Override
  void run(int root) {
    if (objects) {
      runObjects(root);
    } else {
      call(comm.untyped(), root);
    }
  }

  private void runObjects(int root) {
    ObjectPayload from = (ObjectPayload) in;
    ObjectPayload into = (ObjectPayload) out;
    switch (which) {
      case BROADCAST -> from.set(0, comm.broadcastObject(from.get(0), root));
      case GATHER -> keep(comm.gatherObjects(from.get(0), root), into, rank == root);
      case SCATTER -> {
        List<Parcel> all = rank == root ? all(from) : null;
        into.set(0, comm.<Parcel>scatterObjects(all, root));
      }
      case ALLGATHER -> keep(comm.allGatherObjects(from.get(0)), into, true);
      case ALLTOALL -> keep(comm.<Parcel>allToAllObjects(all(from)), into, true);
      default -> throw new IllegalStateException(which + " has no form for objects");
    }
  }

  private List<Parcel> all(ObjectPayload from) {
    Parcel[] parcels = new Parcel[ranks];
    Arrays.setAll(parcels, from::get);
    return List.of(parcels);
  }

  private static void keep(List<@Nullable Parcel> arrived, ObjectPayload into, boolean here) {
    for (int slot = 0; here && slot < arrived.size(); slot++) {
      into.set(slot, arrived.get(slot));
    }
  }

  // ---- senders and receivers of blocks ----

  private int given(int root) {
    return switch (which) {
      case BROADCAST, SCATTER, SCATTERV -> rank != root ? 0 : (int) which.blocksGiven(ranks);
      default -> (int) which.blocksGiven(ranks);
    };
  }

  private int taken(int root) {
    return switch (which) {
      case GATHER, GATHERV -> rank == root ? ranks : 0;
      default -> (int) which.blocksTaken(ranks);
    };
  }

  /** The receiver of the block in a slot; 0 if there are several. */
  private int target(int slot) {
    return switch (which) {
      case SCATTER, SCATTERV, ALLTOALL, ALLTOALLV -> slot;
      case NEIGHBORALLTOALL, NEIGHBORALLTOALLV -> neighbors[slot];
      default -> 0;
    };
  }

  /** The sender of the block in a slot of the result. */
  private int source(int slot, int root) {
    return switch (which) {
      case BROADCAST, SCATTER, SCATTERV -> root;
      case NEIGHBORALLGATHER, NEIGHBORALLGATHERV, NEIGHBORALLTOALL, NEIGHBORALLTOALLV ->
          neighbors[slot];
      default -> slot;
    };
  }

  /** The {@link #target} that the senders of this rank's blocks have for them. */
  private int self() {
    return switch (which) {
      case SCATTER, SCATTERV, ALLTOALL, ALLTOALLV, NEIGHBORALLTOALL, NEIGHBORALLTOALLV -> rank;
      default -> 0;
    };
  }

  private static int content(int seed, int from, int to) {
    return seed + from * 3 + to * 5;
  }

  @Override
  void stamp(long number, int root) {
    int slots = given(root);
    for (int slot = 0; slot < slots; slot++) {
      in.stamp(slot, number + rank);
    }
  }

  @Override
  long read(int root) {
    long sum = 0;
    int slots = taken(root);
    for (int slot = 0; slot < slots; slot++) {
      sum += out.readStamp(slot);
    }
    return sum;
  }

  @Override
  long expected(long number, int root) {
    long sum = 0;
    for (int slot = 0; slot < taken(root); slot++) {
      sum += Message.expectedStamp(size, number + source(slot, root));
    }
    return sum;
  }

  @Override
  void fill(int seed, int root) {
    for (int slot = 0; slot < given(root); slot++) {
      in.fill(slot, content(seed, rank, target(slot)));
    }
  }

  @Override
  void check(int seed, int root) {
    for (int slot = 0; slot < taken(root); slot++) {
      out.check(slot, content(seed, source(slot, root), self()));
    }
  }
}
