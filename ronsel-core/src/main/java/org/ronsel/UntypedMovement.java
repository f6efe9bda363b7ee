package org.ronsel;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.linear.Exchange;
import org.ronsel.observe.Call;

/**
 * Collective operations that move data, on buffers whose type is known at run time only (MPI-4.1,
 * chapter 6); see {@link UntypedComm}. All have a nonblocking form, whose name begins with {@code
 * i}.
 *
 * <p>Every rank of the communicator calls them, in the same order. Blocks of elements lie one after
 * the other, or, in the operations whose names end in {@code v} or {@code w}, where displacements
 * say: in extents of the datatype, or in bytes for {@code w}. {@link UntypedComm#IN_PLACE} in the
 * place of a buffer means what it means in the standard.
 */
abstract sealed class UntypedMovement extends UntypedBlocks permits UntypedCombining {
  UntypedMovement(Comm comm) {
    super(comm);
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
    Call observed = begins(call, wait, root, type, count, null);
    try {
      Arguments.root(comm, call, root);
      DataRange data =
          comm.rank() == root
              ? readable(call, buffer, type, offset, count)
              : writable(call, buffer, type, offset, count);
      if (data.bytes() <= Integer.MAX_VALUE) {
        Elements all = elements(data);
        return make(wait, Collective.BROADCAST, data.type(), count(data), all, all, null, root);
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
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
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
    boolean atRoot = comm.rank() == root;
    Call observed =
        begins(
            call,
            wait,
            root,
            atRoot ? receiveType : sendType,
            atRoot ? receiveCount : sendCount,
            null);
    try {
      Arguments.root(comm, call, root);
      DataRange all =
          atRoot
              ? writable(
                  call, receiveBuffer, receiveType, receiveOffset, times(receiveCount, comm.size()))
              : null;
      DataRange own =
          all != null && inPlace(sendBuffer)
              ? part(all, root, comm.size())
              : readable(call, sendBuffer, sendType, sendOffset, sendCount);
      if (isShort(own)) {
        Elements out = all == null ? NO_ELEMENTS : elements(all);
        Elements in =
            all != null && inPlace(sendBuffer)
                ? new Elements(out.base(), out.at() + root * count(own))
                : elements(own);
        return make(wait, Collective.GATHER, own.type(), count(own), in, out, null, root);
      }
      Exchange.Builder rounds = new Exchange.Builder();
      collect(rounds, own, all == null ? null : i -> part(all, i, comm.size()), root);
      return finish(wait, rounds, call);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
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
    Call observed =
        begins(call, wait, root, bytes(inPlace(sendBuffer) ? null : sendType, sendCount));
    try {
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
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
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
    boolean atRoot = comm.rank() == root;
    Call observed =
        begins(
            call,
            wait,
            root,
            atRoot ? sendType : receiveType,
            atRoot ? sendCount : receiveCount,
            null);
    try {
      Arguments.root(comm, call, root);
      int size = comm.size();
      DataRange all =
          atRoot ? readable(call, sendBuffer, sendType, sendOffset, times(sendCount, size)) : null;
      boolean stays = inPlace(receiveBuffer);
      DataRange own =
          all != null && stays
              ? part(all, root, size)
              : writable(call, receiveBuffer, receiveType, receiveOffset, receiveCount);
      if (all != null && all.bytes() != own.bytes() * size) {
        throw new TruncationException(
            Arguments.prefix(comm, call)
                + "the root has blocks of "
                + all.bytes() / size
                + " bytes, and receives one of "
                + own.bytes()
                + "; give both the same length");
      }
      if (isShort(own)) {
        Elements in = all == null ? NO_ELEMENTS : elements(all);
        Elements out =
            all != null && stays
                ? new Elements(in.base(), in.at() + root * count(own))
                : elements(own);
        return make(wait, Collective.SCATTER, own.type(), count(own), in, out, null, root);
      }
      Blocks blocks = all == null ? null : i -> part(all, i, size);
      return deal(
          call, wait, blocks, receiveBuffer, receiveType, receiveOffset, receiveCount, root);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
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
    Call observed =
        begins(call, wait, root, bytes(inPlace(receiveBuffer) ? null : receiveType, receiveCount));
    try {
      Arguments.root(comm, call, root);
      Blocks blocks =
          comm.rank() == root
              ? uneven(call, sendBuffer, sendType, sendOffset, sendCounts, sendDisplacements, false)
              : null;
      return deal(
          call, wait, blocks, receiveBuffer, receiveType, receiveOffset, receiveCount, root);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
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
    Datatype<?> type = inPlace(sendBuffer) ? receiveType : sendType;
    long count = inPlace(sendBuffer) ? receiveCount : sendCount;
    Call observed = begins(call, wait, -1, type, count, null);
    try {
      int size = comm.size();
      DataRange all =
          writable(call, receiveBuffer, receiveType, receiveOffset, times(receiveCount, size));
      DataRange own =
          inPlace(sendBuffer)
              ? part(all, comm.rank(), size)
              : readable(call, sendBuffer, sendType, sendOffset, sendCount);
      if (isShort(own)) {
        Elements out = elements(all);
        Elements in =
            inPlace(sendBuffer)
                ? new Elements(out.base(), out.at() + comm.rank() * count(own))
                : elements(own);
        return make(wait, Collective.ALL_GATHER, own.type(), count(own), in, out, null, 0);
      }
      return exchangeAll(call, wait, i -> own, i -> part(all, i, size));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
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
    Call observed = begins(call, wait, -1, bytes(inPlace(sendBuffer) ? null : sendType, sendCount));
    try {
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
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
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
    Datatype<?> type = inPlace(sendBuffer) ? receiveType : sendType;
    long count = inPlace(sendBuffer) ? receiveCount : sendCount;
    Call observed = begins(call, wait, type, count, comm.size() * bytes(type, count));
    try {
      int size = comm.size();
      DataRange to =
          writable(call, receiveBuffer, receiveType, receiveOffset, times(receiveCount, size));
      DataRange from =
          inPlace(sendBuffer)
              ? to
              : readable(call, sendBuffer, sendType, sendOffset, times(sendCount, size));
      if (to.bytes() <= Integer.MAX_VALUE) {
        Elements output = elements(to);
        Elements input = inPlace(sendBuffer) ? output : elements(from);
        int each = count(part(to, 0, size));
        return make(wait, Collective.ALL_TO_ALL, to.type(), each, input, output, null, 0);
      }
      Blocks in = i -> part(to, i, size);
      Blocks out = inPlace(sendBuffer) ? copies(call, in) : i -> part(from, i, size);
      return exchangeAll(call, wait, out, in);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
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
    boolean inPlace = inPlace(sendBuffer);
    long bytes = bytes(inPlace ? receiveType : sendType, inPlace ? receiveCounts : sendCounts);
    Call observed = begins(call, wait, -1, bytes);
    try {
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
              ? copies(call, in)
              : uneven(
                  call, sendBuffer, sendType, sendOffset, sendCounts, sendDisplacements, false);
      return exchangeAll(call, wait, out, in);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
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
    boolean inPlace = inPlace(sendBuffer);
    long bytes = bytes(inPlace ? receiveTypes : sendTypes, inPlace ? receiveCounts : sendCounts);
    Call observed = begins(call, wait, -1, bytes);
    try {
      Blocks in =
          various(call, receiveBuffer, receiveCounts, receiveDisplacements, receiveTypes, true);
      Blocks out =
          inPlace(sendBuffer)
              ? copies(call, in)
              : various(call, sendBuffer, sendCounts, sendDisplacements, sendTypes, false);
      return exchangeAll(call, wait, out, in);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
  }

  private static final long LONGEST_COPY = Integer.MAX_VALUE - 8;

  /** Copies of the data of some blocks, since what is received will replace them. */
  private Blocks copies(String call, Blocks blocks) {
    DataRange[] copies = new DataRange[comm.size()];
    for (int i = 0; i < copies.length; i++) {
      DataRange block = blocks.get(i);
      if (block.bytes() > LONGEST_COPY) {
        throw comm.raise(
            new UnsupportedFeatureException(
                Arguments.prefix(comm, call)
                    + "blocks of more than 2^31 bytes cannot be exchanged in place; use two"
                    + " buffers"));
      }
      byte[] copy = new byte[(int) block.bytes()];
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
}
