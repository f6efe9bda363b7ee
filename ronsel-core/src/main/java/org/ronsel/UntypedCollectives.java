package org.ronsel;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.linear.Exchange;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Operation;

/**
 * Collective operations on buffers whose type is known at run time only (MPI-4.1, chapter 6); see
 * {@link UntypedComm}. All have a nonblocking form, whose name begins with {@code i}.
 *
 * <p>Every rank of the communicator calls them, in the same order. Blocks of elements lie one after
 * the other, or, in the operations whose names end in {@code v} or {@code w}, where displacements
 * say: in extents of the datatype, or in bytes for {@code w}. {@link UntypedComm#IN_PLACE} in the
 * place of a buffer means what it means in the standard.
 */
abstract sealed class UntypedCollectives permits UntypedComm {
  private static final int TAG = 0;
  private static final byte[] NOTHING = {};

  final Comm comm;

  UntypedCollectives(Comm comm) {
    this.comm = comm;
  }

  private static boolean inPlace(Object buffer) {
    return buffer == UntypedComm.IN_PLACE;
  }

  private Collectives collectives() {
    return comm.collectives().unchecked();
  }

  private Request start(Exchange.Builder rounds, String call) {
    Operation started = collectives().start(rounds, call);
    ((Request) started).comm = comm;
    return started;
  }

  private DataRange readable(
      String call, Object buffer, Datatype<?> type, long offset, long count) {
    return Buffers.resolve(comm, call, "the send buffer", buffer, type, offset, count, false);
  }

  private DataRange writable(
      String call, Object buffer, Datatype<?> type, long offset, long count) {
    return Buffers.resolve(comm, call, "the receive buffer", buffer, type, offset, count, true);
  }

  /** Where the block {@code displacement} extents behind {@code offset} begins. */
  private static long at(Object buffer, Datatype<?> type, long offset, long displacement) {
    long unit = buffer instanceof MemorySegment ? 1 : Buffers.elementBytes(buffer);
    return offset + displacement * type.extentBytes() / unit;
  }

  // ---- blocks ----

  /** Blocks of a buffer, one for each of several ranks. */
  private interface Blocks {
    DataRange get(int index);
  }

  private Blocks even(
      String call, Object buffer, Datatype<?> type, long offset, long count, boolean write) {
    return i -> {
      long at = at(buffer, type, offset, i * count);
      return write
          ? writable(call, buffer, type, at, count)
          : readable(call, buffer, type, at, count);
    };
  }

  private Blocks uneven(
      String call,
      Object buffer,
      Datatype<?> type,
      long offset,
      int[] counts,
      int[] displacements,
      boolean write) {
    checkTable(call, counts, displacements);
    return i -> {
      long at = at(buffer, type, offset, displacements[i]);
      return write
          ? writable(call, buffer, type, at, counts[i])
          : readable(call, buffer, type, at, counts[i]);
    };
  }

  private Blocks various(
      String call,
      Object buffer,
      int[] counts,
      int[] displacements,
      Datatype<?>[] types,
      boolean write) {
    checkTable(call, counts, displacements);
    return i -> {
      long unit = buffer instanceof MemorySegment ? 1 : Buffers.elementBytes(buffer);
      long at = displacements[i] / unit;
      return write
          ? writable(call, buffer, types[i], at, counts[i])
          : readable(call, buffer, types[i], at, counts[i]);
    };
  }

  private void checkTable(String call, int[] counts, int[] displacements) {
    Arguments.present(comm, call, "counts", counts);
    Arguments.present(comm, call, "displacements", displacements);
  }

  private static void send(Exchange.Builder rounds, int rank, int tag, DataRange data) {
    rounds.send(rank, tag, data.type(), data.base(), data.offset(), data.bytes());
  }

  private static void receive(Exchange.Builder rounds, int rank, int tag, DataRange data) {
    rounds.receive(rank, tag, data.type(), data.base(), data.offset(), data.bytes());
  }

  // ---- where the operations on arrays can do it ----

  /** Data as those operations take them: elements of a base from an index on. */
  private record Elements(Object base, int at) {}

  private static final Elements NO_ELEMENTS = new Elements(NOTHING, 0);

  /** Null where the memory may be touched by its own thread only. */
  private static Elements elements(DataRange data) {
    ElementType type = data.type();
    Object base = data.base();
    long at = data.offset() >> type.shift();
    if (at <= Integer.MAX_VALUE && at << type.shift() == data.offset()) {
      if (base.getClass() == type.arrayClass() || !(base instanceof byte[])) {
        return new Elements(base, (int) at);
      }
    }
    return new Elements(UntypedReductions.slice(data), 0);
  }

  /** Whether so much goes through one of those operations. */
  private boolean isShort(DataRange block) {
    return block.bytes() * comm.size() <= Integer.MAX_VALUE;
  }

  private static int count(DataRange block) {
    return (int) (block.bytes() >> block.type().shift());
  }

  // ---- broadcast ----

  /** Gives the root's elements to every rank (MPI-4.1, section 6.4). */
  public void broadcast(Object buffer, Datatype<?> type, long offset, long count, int root) {
    Request unused = broadcast("broadcast", true, buffer, type, offset, count, root);
  }

  /** Starts {@link #broadcast}. */
  public Request iBroadcast(Object buffer, Datatype<?> type, long offset, long count, int root) {
    return broadcast("iBroadcast", false, buffer, type, offset, count, root);
  }

  private Request broadcast(
      String call,
      boolean wait,
      Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int root) {
    Arguments.root(comm, call, root);
    DataRange data =
        comm.rank() == root
            ? readable(call, buffer, type, offset, count)
            : writable(call, buffer, type, offset, count);
    if (data.bytes() <= Integer.MAX_VALUE) {
      Elements all = elements(data);
      if (wait) {
        collectives().broadcast(data.type(), all.base, all.at, count(data), root);
        return comm.nothing();
      }
      return started(
          collectives().startBroadcast(data.type(), all.base, all.at, count(data), root));
    }
    Exchange.Builder rounds = new Exchange.Builder();
    if (comm.rank() == root) {
      for (int i = 0; i < comm.size(); i++) {
        if (i != root) {
          send(rounds, i, TAG, data);
        }
      }
    } else {
      receive(rounds, root, TAG, data);
    }
    return finish(wait, rounds, call);
  }

  private Request started(Operation operation) {
    ((Request) operation).comm = comm;
    return operation;
  }

  private Request finish(boolean wait, Exchange.Builder rounds, String call) {
    Request request = start(rounds, call);
    if (wait) {
      request.await();
    }
    return request;
  }

  // ---- gather and scatter ----

  /** Collects the blocks of all ranks at the root, by rank (MPI-4.1, section 6.5). */
  public void gather(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    Request unused =
        gather(
            "gather",
            true,
            sendBuffer,
            sendType,
            sendOffset,
            sendCount,
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCount,
            root);
  }

  /** Starts {@link #gather}. */
  public Request iGather(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    return gather(
        "iGather",
        false,
        sendBuffer,
        sendType,
        sendOffset,
        sendCount,
        receiveBuffer,
        receiveType,
        receiveOffset,
        receiveCount,
        root);
  }

  private Request gather(
      String call,
      boolean wait,
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    Arguments.root(comm, call, root);
    boolean atRoot = comm.rank() == root;
    DataRange all =
        atRoot
            ? writable(call, receiveBuffer, receiveType, receiveOffset, receiveCount * comm.size())
            : null;
    DataRange own =
        all != null && inPlace(sendBuffer)
            ? part(all, root, comm.size())
            : readable(call, sendBuffer, sendType, sendOffset, sendCount);
    if (isShort(own)) {
      Elements in = elements(own);
      Elements out = all == null ? NO_ELEMENTS : elements(all);
      if (wait) {
        collectives().gather(own.type(), in.base, in.at, count(own), out.base, out.at, root);
        return comm.nothing();
      }
      return started(
          collectives()
              .startGather(own.type(), in.base, in.at, count(own), out.base, out.at, root));
    }
    Exchange.Builder rounds = new Exchange.Builder();
    collect(rounds, own, all == null ? null : i -> part(all, i, comm.size()), root);
    return finish(wait, rounds, call);
  }

  /** Collects blocks of different lengths at the root (MPI-4.1, section 6.5). */
  public void gatherv(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int[] receiveCounts,
      int[] receiveDisplacements,
      int root) {
    Request unused =
        gatherv(
            "gatherv",
            true,
            sendBuffer,
            sendType,
            sendOffset,
            sendCount,
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCounts,
            receiveDisplacements,
            root);
  }

  /** Starts {@link #gatherv}. */
  public Request iGatherv(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int[] receiveCounts,
      int[] receiveDisplacements,
      int root) {
    return gatherv(
        "iGatherv",
        false,
        sendBuffer,
        sendType,
        sendOffset,
        sendCount,
        receiveBuffer,
        receiveType,
        receiveOffset,
        receiveCounts,
        receiveDisplacements,
        root);
  }

  private Request gatherv(
      String call,
      boolean wait,
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int[] receiveCounts,
      int[] receiveDisplacements,
      int root) {
    Arguments.root(comm, call, root);
    Blocks blocks =
        comm.rank() == root
            ? uneven(
                call,
                receiveBuffer,
                receiveType,
                receiveOffset,
                receiveCounts,
                receiveDisplacements,
                true)
            : null;
    DataRange own =
        blocks != null && inPlace(sendBuffer)
            ? blocks.get(root)
            : readable(call, sendBuffer, sendType, sendOffset, sendCount);
    Exchange.Builder rounds = new Exchange.Builder();
    collect(rounds, own, blocks, root);
    return finish(wait, rounds, call);
  }

  private void collect(Exchange.Builder rounds, DataRange own, @Nullable Blocks blocks, int root) {
    if (blocks == null) {
      send(rounds, root, TAG, own);
      return;
    }
    for (int i = 0; i < comm.size(); i++) {
      if (i != root) {
        receive(rounds, i, TAG, blocks.get(i));
      }
    }
    copyOwn(own, blocks.get(root));
  }

  /** What a rank sends to itself. */
  private void copyOwn(DataRange from, DataRange to) {
    if (from.bytes() > to.bytes()) {
      throw new TruncationException(
          "rank "
              + comm.rank()
              + " sends itself "
              + from.bytes()
              + " bytes and has room for "
              + to.bytes());
    }
    UntypedReductions.copy(from, 0, to, 0, from.bytes());
  }

  /** One of several equal parts of some data. */
  private static DataRange part(DataRange all, int index, int parts) {
    long bytes = all.bytes() / parts;
    return new DataRange(all.type(), all.base(), all.offset() + index * bytes, bytes);
  }

  /** Deals the root's blocks out to the ranks (MPI-4.1, section 6.6). */
  public void scatter(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    Request unused =
        scatter(
            "scatter",
            true,
            sendBuffer,
            sendType,
            sendOffset,
            sendCount,
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCount,
            root);
  }

  /** Starts {@link #scatter}. */
  public Request iScatter(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    return scatter(
        "iScatter",
        false,
        sendBuffer,
        sendType,
        sendOffset,
        sendCount,
        receiveBuffer,
        receiveType,
        receiveOffset,
        receiveCount,
        root);
  }

  private Request scatter(
      String call,
      boolean wait,
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    Arguments.root(comm, call, root);
    Blocks blocks =
        comm.rank() == root ? even(call, sendBuffer, sendType, sendOffset, sendCount, false) : null;
    return deal(call, wait, blocks, receiveBuffer, receiveType, receiveOffset, receiveCount, root);
  }

  /** Deals blocks of different lengths out to the ranks (MPI-4.1, section 6.6). */
  public void scatterv(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      int[] sendCounts,
      int[] sendDisplacements,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    Request unused =
        scatterv(
            "scatterv",
            true,
            sendBuffer,
            sendType,
            sendOffset,
            sendCounts,
            sendDisplacements,
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCount,
            root);
  }

  /** Starts {@link #scatterv}. */
  public Request iScatterv(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      int[] sendCounts,
      int[] sendDisplacements,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    return scatterv(
        "iScatterv",
        false,
        sendBuffer,
        sendType,
        sendOffset,
        sendCounts,
        sendDisplacements,
        receiveBuffer,
        receiveType,
        receiveOffset,
        receiveCount,
        root);
  }

  private Request scatterv(
      String call,
      boolean wait,
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      int[] sendCounts,
      int[] sendDisplacements,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    Arguments.root(comm, call, root);
    Blocks blocks =
        comm.rank() == root
            ? uneven(call, sendBuffer, sendType, sendOffset, sendCounts, sendDisplacements, false)
            : null;
    return deal(call, wait, blocks, receiveBuffer, receiveType, receiveOffset, receiveCount, root);
  }

  private Request deal(
      String call,
      boolean wait,
      @Nullable Blocks blocks,
      Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int root) {
    Exchange.Builder rounds = new Exchange.Builder();
    if (blocks == null) {
      receive(rounds, root, TAG, writable(call, buffer, type, offset, count));
    } else {
      for (int i = 0; i < comm.size(); i++) {
        if (i != root) {
          send(rounds, i, TAG, blocks.get(i));
        }
      }
      if (!inPlace(buffer)) {
        copyOwn(blocks.get(root), writable(call, buffer, type, offset, count));
      }
    }
    return finish(wait, rounds, call);
  }

  // ---- allGather and allToAll ----

  /** Gives the blocks of all ranks, by rank, to every rank (MPI-4.1, section 6.7). */
  public void allGather(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Request unused =
        allGather(
            "allGather",
            true,
            sendBuffer,
            sendType,
            sendOffset,
            sendCount,
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCount);
  }

  /** Starts {@link #allGather}. */
  public Request iAllGather(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    return allGather(
        "iAllGather",
        false,
        sendBuffer,
        sendType,
        sendOffset,
        sendCount,
        receiveBuffer,
        receiveType,
        receiveOffset,
        receiveCount);
  }

  private Request allGather(
      String call,
      boolean wait,
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    int size = comm.size();
    DataRange all = writable(call, receiveBuffer, receiveType, receiveOffset, receiveCount * size);
    DataRange own =
        inPlace(sendBuffer)
            ? part(all, comm.rank(), size)
            : readable(call, sendBuffer, sendType, sendOffset, sendCount);
    if (isShort(own)) {
      Elements in = elements(own);
      Elements out = elements(all);
      if (wait) {
        collectives().allGather(own.type(), in.base, in.at, count(own), out.base, out.at);
        return comm.nothing();
      }
      return started(
          collectives().startAllGather(own.type(), in.base, in.at, count(own), out.base, out.at));
    }
    return exchangeAll(call, wait, i -> own, i -> part(all, i, size));
  }

  /** Gives blocks of different lengths to every rank (MPI-4.1, section 6.7). */
  public void allGatherv(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int[] receiveCounts,
      int[] receiveDisplacements) {
    Request unused =
        allGatherv(
            "allGatherv",
            true,
            sendBuffer,
            sendType,
            sendOffset,
            sendCount,
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCounts,
            receiveDisplacements);
  }

  /** Starts {@link #allGatherv}. */
  public Request iAllGatherv(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int[] receiveCounts,
      int[] receiveDisplacements) {
    return allGatherv(
        "iAllGatherv",
        false,
        sendBuffer,
        sendType,
        sendOffset,
        sendCount,
        receiveBuffer,
        receiveType,
        receiveOffset,
        receiveCounts,
        receiveDisplacements);
  }

  private Request allGatherv(
      String call,
      boolean wait,
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int[] receiveCounts,
      int[] receiveDisplacements) {
    Blocks blocks =
        uneven(
            call,
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCounts,
            receiveDisplacements,
            true);
    DataRange own =
        inPlace(sendBuffer)
            ? blocks.get(comm.rank())
            : readable(call, sendBuffer, sendType, sendOffset, sendCount);
    return exchangeAll(call, wait, i -> own, blocks);
  }

  /** Sends a block to every rank and receives one from each (MPI-4.1, section 6.8). */
  public void allToAll(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Request unused =
        allToAll(
            "allToAll",
            true,
            sendBuffer,
            sendType,
            sendOffset,
            sendCount,
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCount);
  }

  /** Starts {@link #allToAll}. */
  public Request iAllToAll(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    return allToAll(
        "iAllToAll",
        false,
        sendBuffer,
        sendType,
        sendOffset,
        sendCount,
        receiveBuffer,
        receiveType,
        receiveOffset,
        receiveCount);
  }

  private Request allToAll(
      String call,
      boolean wait,
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Blocks in = even(call, receiveBuffer, receiveType, receiveOffset, receiveCount, true);
    Blocks out =
        inPlace(sendBuffer)
            ? copies(in)
            : even(call, sendBuffer, sendType, sendOffset, sendCount, false);
    return exchangeAll(call, wait, out, in);
  }

  /** As {@link #allToAll}, with blocks of different lengths. */
  public void allToAllv(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      int[] sendCounts,
      int[] sendDisplacements,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int[] receiveCounts,
      int[] receiveDisplacements) {
    Request unused =
        allToAllv(
            "allToAllv",
            true,
            sendBuffer,
            sendType,
            sendOffset,
            sendCounts,
            sendDisplacements,
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCounts,
            receiveDisplacements);
  }

  /** Starts {@link #allToAllv}. */
  public Request iAllToAllv(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      int[] sendCounts,
      int[] sendDisplacements,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int[] receiveCounts,
      int[] receiveDisplacements) {
    return allToAllv(
        "iAllToAllv",
        false,
        sendBuffer,
        sendType,
        sendOffset,
        sendCounts,
        sendDisplacements,
        receiveBuffer,
        receiveType,
        receiveOffset,
        receiveCounts,
        receiveDisplacements);
  }

  private Request allToAllv(
      String call,
      boolean wait,
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      int[] sendCounts,
      int[] sendDisplacements,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int[] receiveCounts,
      int[] receiveDisplacements) {
    Blocks in =
        uneven(
            call,
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCounts,
            receiveDisplacements,
            true);
    Blocks out =
        inPlace(sendBuffer)
            ? copies(in)
            : uneven(call, sendBuffer, sendType, sendOffset, sendCounts, sendDisplacements, false);
    return exchangeAll(call, wait, out, in);
  }

  /** As {@link #allToAllv}, with a datatype for each block; displacements are in bytes. */
  public void allToAllw(
      Object sendBuffer,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype<?>[] sendTypes,
      Object receiveBuffer,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype<?>[] receiveTypes) {
    Request unused =
        allToAllw(
            "allToAllw",
            true,
            sendBuffer,
            sendCounts,
            sendDisplacements,
            sendTypes,
            receiveBuffer,
            receiveCounts,
            receiveDisplacements,
            receiveTypes);
  }

  /** Starts {@link #allToAllw}. */
  public Request iAllToAllw(
      Object sendBuffer,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype<?>[] sendTypes,
      Object receiveBuffer,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype<?>[] receiveTypes) {
    return allToAllw(
        "iAllToAllw",
        false,
        sendBuffer,
        sendCounts,
        sendDisplacements,
        sendTypes,
        receiveBuffer,
        receiveCounts,
        receiveDisplacements,
        receiveTypes);
  }

  private Request allToAllw(
      String call,
      boolean wait,
      Object sendBuffer,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype<?>[] sendTypes,
      Object receiveBuffer,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype<?>[] receiveTypes) {
    Blocks in =
        various(call, receiveBuffer, receiveCounts, receiveDisplacements, receiveTypes, true);
    Blocks out =
        inPlace(sendBuffer)
            ? copies(in)
            : various(call, sendBuffer, sendCounts, sendDisplacements, sendTypes, false);
    return exchangeAll(call, wait, out, in);
  }

  /** Copies of the data of some blocks, since what is received will replace them. */
  private Blocks copies(Blocks blocks) {
    DataRange[] copies = new DataRange[comm.size()];
    for (int i = 0; i < copies.length; i++) {
      DataRange block = blocks.get(i);
      byte[] copy = new byte[Math.toIntExact(block.bytes())];
      copies[i] = new DataRange(block.type(), copy, 0, copy.length);
      UntypedReductions.copy(block, copies[i]);
    }
    return i -> copies[i];
  }

  private Request exchangeAll(String call, boolean wait, Blocks out, Blocks in) {
    Exchange.Builder rounds = new Exchange.Builder();
    int me = comm.rank();
    int size = comm.size();
    for (int i = 1; i < size; i++) {
      // Each rank begins with another one, so that not all send to rank 0 first.
      send(rounds, (me + i) % size, TAG, out.get((me + i) % size));
      receive(rounds, (me + size - i) % size, TAG, in.get((me + size - i) % size));
    }
    copyOwn(out.get(me), in.get(me));
    return finish(wait, rounds, call);
  }

  // ---- reductions ----

  /** Combines the elements of all ranks at the root (MPI-4.1, section 6.9.1). */
  public void reduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root) {
    Request unused =
        reduce(
            "reduce",
            true,
            sendBuffer,
            sendOffset,
            receiveBuffer,
            receiveOffset,
            type,
            count,
            op,
            root);
  }

  /** Starts {@link #reduce}. */
  public Request iReduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root) {
    return reduce(
        "iReduce",
        false,
        sendBuffer,
        sendOffset,
        receiveBuffer,
        receiveOffset,
        type,
        count,
        op,
        root);
  }

  private Request reduce(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root) {
    Arguments.root(comm, call, root);
    UntypedReductions on = new UntypedReductions(comm, call, op, type, count);
    boolean atRoot = comm.rank() == root;
    DataRange to = atRoot ? writable(call, receiveBuffer, type, receiveOffset, count) : null;
    DataRange from =
        to != null && inPlace(sendBuffer)
            ? to
            : readable(call, sendBuffer, type, sendOffset, count);
    if (wait && on.isBasic()) {
      Elements in = operand(on, from);
      Elements out = to == null ? NO_ELEMENTS : result(on, to);
      collectives()
          .reduce(
              on.wireType(),
              in.base,
              in.at,
              out.base,
              out.at,
              (int) on.units(),
              on.reduction(),
              root);
      if (to != null) {
        settle(on, out, to);
      }
      return comm.nothing();
    }
    Exchange.Builder rounds = new Exchange.Builder();
    Object sum = combineAt(rounds, on, from, root);
    if (to != null) {
      rounds.then(() -> UntypedReductions.copy(on.in(sum), to));
    }
    return finish(wait, rounds, call);
  }

  /** Combines the elements of all ranks; every rank gets the result (section 6.9.6). */
  public void allReduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Request unused =
        allReduce(
            "allReduce",
            true,
            sendBuffer,
            sendOffset,
            receiveBuffer,
            receiveOffset,
            type,
            count,
            op);
  }

  /** Starts {@link #allReduce}. */
  public Request iAllReduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return allReduce(
        "iAllReduce", false, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op);
  }

  private Request allReduce(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    UntypedReductions on = new UntypedReductions(comm, call, op, type, count);
    DataRange to = writable(call, receiveBuffer, type, receiveOffset, count);
    DataRange from = inPlace(sendBuffer) ? to : readable(call, sendBuffer, type, sendOffset, count);
    if (wait && on.isBasic()) {
      Elements in = operand(on, from);
      Elements out = result(on, to);
      collectives()
          .allReduce(
              on.wireType(), in.base, in.at, out.base, out.at, (int) on.units(), on.reduction());
      settle(on, out, to);
      return comm.nothing();
    }
    Exchange.Builder rounds = new Exchange.Builder();
    Object sum = combineAt(rounds, on, from, 0);
    dealResult(rounds, to, i -> on.in(sum));
    return finish(wait, rounds, call);
  }

  /** Combines the elements of all ranks; each gets a part (MPI-4.1, section 6.10). */
  public void reduceScatter(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int[] counts,
      Op op) {
    Request unused =
        reduceScatter(
            "reduceScatter",
            true,
            sendBuffer,
            sendOffset,
            receiveBuffer,
            receiveOffset,
            type,
            counts,
            op);
  }

  /** Starts {@link #reduceScatter}. */
  public Request iReduceScatter(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int[] counts,
      Op op) {
    return reduceScatter(
        "iReduceScatter",
        false,
        sendBuffer,
        sendOffset,
        receiveBuffer,
        receiveOffset,
        type,
        counts,
        op);
  }

  private Request reduceScatter(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int[] counts,
      Op op) {
    Arguments.present(comm, call, "counts", counts);
    long total = Arrays.stream(counts).asLongStream().sum();
    UntypedReductions on = new UntypedReductions(comm, call, op, type, total);
    boolean inPlace = inPlace(sendBuffer);
    DataRange to = writable(call, receiveBuffer, type, receiveOffset, counts[comm.rank()]);
    DataRange from =
        inPlace
            ? writable(call, receiveBuffer, type, receiveOffset, total)
            : readable(call, sendBuffer, type, sendOffset, total);
    Exchange.Builder rounds = new Exchange.Builder();
    Object sum = combineAt(rounds, on, from, 0);
    long[] starts = new long[counts.length + 1];
    for (int i = 0; i < counts.length; i++) {
      starts[i + 1] = starts[i] + counts[i] * type.sizeBytes();
    }
    DataRange all = on.in(sum);
    dealResult(
        rounds,
        to,
        i ->
            new DataRange(
                all.type(), all.base(), all.offset() + starts[i], starts[i + 1] - starts[i]));
    return finish(wait, rounds, call);
  }

  /** As {@link #reduceScatter}, with parts of {@code count} elements each. */
  public void reduceScatterBlock(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Request unused =
        reduceScatterBlock(
            "reduceScatterBlock",
            true,
            sendBuffer,
            sendOffset,
            receiveBuffer,
            receiveOffset,
            type,
            count,
            op);
  }

  /** Starts {@link #reduceScatterBlock}. */
  public Request iReduceScatterBlock(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return reduceScatterBlock(
        "iReduceScatterBlock",
        false,
        sendBuffer,
        sendOffset,
        receiveBuffer,
        receiveOffset,
        type,
        count,
        op);
  }

  private Request reduceScatterBlock(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    int[] counts = new int[comm.size()];
    Arrays.fill(counts, Math.toIntExact(count));
    return reduceScatter(
        call, wait, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, counts, op);
  }

  /** Combines the elements of this rank and all before it (MPI-4.1, section 6.11.1). */
  public void scan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Request unused =
        scan("scan", true, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op);
  }

  /** Starts {@link #scan}. */
  public Request iScan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return scan(
        "iScan", false, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op);
  }

  private Request scan(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return prefix(
        call,
        wait,
        sendBuffer,
        sendOffset,
        receiveBuffer,
        receiveOffset,
        new UntypedReductions(comm, call, op, type, count),
        type,
        count,
        true);
  }

  /**
   * Combines the elements of all ranks before this one (MPI-4.1, section 6.11.2); rank 0 gets
   * nothing.
   */
  public void exscan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Request unused =
        exscan(
            "exscan", true, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op);
  }

  /** Starts {@link #exscan}. */
  public Request iExscan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return exscan(
        "iExscan", false, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op);
  }

  private Request exscan(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return prefix(
        call,
        wait,
        sendBuffer,
        sendOffset,
        receiveBuffer,
        receiveOffset,
        new UntypedReductions(comm, call, op, type, count),
        type,
        count,
        false);
  }

  private Request prefix(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      UntypedReductions on,
      Datatype<?> type,
      long count,
      boolean inclusive) {
    DataRange to = writable(call, receiveBuffer, type, receiveOffset, count);
    DataRange from = inPlace(sendBuffer) ? to : readable(call, sendBuffer, type, sendOffset, count);
    int me = comm.rank();
    Object sum = on.copyOf(from);
    Exchange.Builder rounds = new Exchange.Builder();
    if (me > 0) {
      Object before = on.memory();
      receive(rounds, me - 1, TAG, on.in(before));
      rounds.then(
          () -> {
            on.combine(before, sum);
            if (!inclusive) {
              UntypedReductions.copy(on.in(before), to);
            }
          });
    }
    if (me + 1 < comm.size()) {
      send(rounds, me + 1, TAG, on.in(sum));
    }
    if (inclusive) {
      rounds.then(() -> UntypedReductions.copy(on.in(sum), to));
    }
    return finish(wait, rounds, call);
  }

  /** Combines everybody's data at one rank, in the order of ranks; returns its place there. */
  private Object combineAt(
      Exchange.Builder rounds, UntypedReductions on, DataRange from, int root) {
    int me = comm.rank();
    int last = comm.size() - 1;
    if (me != root) {
      send(rounds, root, TAG, from);
      rounds.then(() -> {});
      return NOTHING;
    }
    Object sum = me == last ? on.copyOf(from) : on.memory();
    if (me != last) {
      receive(rounds, last, TAG, on.in(sum));
      rounds.then(() -> {});
    }
    Object own = me == last ? NOTHING : on.copyOf(from);
    Object next = comm.size() > 1 ? on.memory() : NOTHING;
    for (int i = last - 1; i >= 0; i--) {
      if (i != me) {
        receive(rounds, i, TAG, on.in(next));
      }
      Object left = i == me ? own : next;
      rounds.then(() -> on.combine(left, sum));
    }
    return sum;
  }

  /** Sends the parts of a result that rank 0 has to all ranks. */
  private void dealResult(Exchange.Builder rounds, DataRange to, Blocks parts) {
    if (comm.rank() != 0) {
      receive(rounds, 0, TAG, to);
      return;
    }
    // The blocks of a round are made before it begins, so they name memory, not values.
    for (int i = 1; i < comm.size(); i++) {
      send(rounds, i, TAG, parts.get(i));
    }
    rounds.then(() -> UntypedReductions.copy(parts.get(0), to));
  }

  private static Elements operand(UntypedReductions on, DataRange from) {
    return on.isPlain(from)
        ? new Elements(from.base(), (int) (from.offset() >> on.wireType().shift()))
        : new Elements(on.copyOf(from), 0);
  }

  private static Elements result(UntypedReductions on, DataRange to) {
    return on.isPlain(to)
        ? new Elements(to.base(), (int) (to.offset() >> on.wireType().shift()))
        : new Elements(on.memory(), 0);
  }

  /** Copies a result to where it is wanted, if it is not there. */
  private static void settle(UntypedReductions on, Elements result, DataRange to) {
    if (result.base != to.base()) {
      UntypedReductions.copy(on.in(result.base), to);
    }
  }

  /**
   * Combines two buffers of this rank in the second: {@code inout = in op inout} (MPI-4.1, section
   * 6.9.7).
   */
  public void reduceLocal(
      Object in,
      long inOffset,
      Object inout,
      long inoutOffset,
      Datatype<?> type,
      long count,
      Op op) {
    String call = "reduceLocal";
    UntypedReductions on = new UntypedReductions(comm, call, op, type, count);
    Object left = on.copyOf(readable(call, in, type, inOffset, count));
    DataRange to = writable(call, inout, type, inoutOffset, count);
    Object right = on.copyOf(to);
    on.combine(left, right);
    UntypedReductions.copy(on.in(right), to);
  }
}
