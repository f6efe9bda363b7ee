package org.ronsel;

import org.ronsel.collective.linear.Exchange;
import org.ronsel.observe.Call;
import org.ronsel.observe.Observation;

/**
 * Collective operations among neighbours in a topology, on buffers whose type is known at run time
 * only (MPI-4.1, section 8.6); see {@link UntypedComm}. All have a nonblocking form, whose name
 * begins with {@code i}. What belongs to a neighbour that does not exist is not touched.
 */
abstract sealed class UntypedNeighbours extends UntypedCombining permits UntypedComm {
  UntypedNeighbours(Comm comm) {
    super(comm);
  }

  /** Sends a block to all neighbours and receives one from each (MPI-4.1, section 8.6.1). */
  public void neighbourAllGather(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Request unused =
        neighbourAllGather(
            "neighbourAllGather",
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

  /** Starts {@link #neighbourAllGather}. */
  public Request iNeighbourAllGather(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    return neighbourAllGather(
        "iNeighbourAllGather",
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

  private Request neighbourAllGather(
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
    Call observed = begins(call, wait, -1, bytes(sendType, sendCount));
    try {
      DataRange own = readable(call, sendBuffer, sendType, sendOffset, sendCount);
      return exchange(
          call,
          wait,
          i -> own,
          even(call, receiveBuffer, receiveType, receiveOffset, receiveCount, true));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
  }

  /** As {@link #neighbourAllGather}, with blocks of different lengths. */
  public void neighbourAllGatherv(
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
        neighbourAllGatherv(
            "neighbourAllGatherv",
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

  /** Starts {@link #neighbourAllGatherv}. */
  public Request iNeighbourAllGatherv(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int[] receiveCounts,
      int[] receiveDisplacements) {
    return neighbourAllGatherv(
        "iNeighbourAllGatherv",
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

  private Request neighbourAllGatherv(
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
    Call observed = begins(call, wait, -1, bytes(sendType, sendCount));
    try {
      DataRange own = readable(call, sendBuffer, sendType, sendOffset, sendCount);
      return exchange(
          call,
          wait,
          i -> own,
          uneven(
              call,
              receiveBuffer,
              receiveType,
              receiveOffset,
              receiveCounts,
              receiveDisplacements,
              true));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
  }

  /** Sends another block to each neighbour and receives one from each (section 8.6.2). */
  public void neighbourAllToAll(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Request unused =
        neighbourAllToAll(
            "neighbourAllToAll",
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

  /** Starts {@link #neighbourAllToAll}. */
  public Request iNeighbourAllToAll(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    return neighbourAllToAll(
        "iNeighbourAllToAll",
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

  private Request neighbourAllToAll(
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
    Call observed = begins(call, wait, -1, neighbours() * bytes(sendType, sendCount));
    try {
      return exchange(
          call,
          wait,
          even(call, sendBuffer, sendType, sendOffset, sendCount, false),
          even(call, receiveBuffer, receiveType, receiveOffset, receiveCount, true));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
  }

  /** As {@link #neighbourAllToAll}, with blocks of different lengths. */
  public void neighbourAllToAllv(
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
        neighbourAllToAllv(
            "neighbourAllToAllv",
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

  /** Starts {@link #neighbourAllToAllv}. */
  public Request iNeighbourAllToAllv(
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
    return neighbourAllToAllv(
        "iNeighbourAllToAllv",
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

  private Request neighbourAllToAllv(
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
    Call observed = begins(call, wait, -1, bytes(sendType, sendCounts));
    try {
      return exchange(
          call,
          wait,
          uneven(call, sendBuffer, sendType, sendOffset, sendCounts, sendDisplacements, false),
          uneven(
              call,
              receiveBuffer,
              receiveType,
              receiveOffset,
              receiveCounts,
              receiveDisplacements,
              true));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
  }

  /** As {@link #neighbourAllToAllv}, with a datatype for each; displacements are in bytes. */
  public void neighbourAllToAllw(
      Object sendBuffer,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype<?>[] sendTypes,
      Object receiveBuffer,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype<?>[] receiveTypes) {
    Request unused =
        neighbourAllToAllw(
            "neighbourAllToAllw",
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

  /** Starts {@link #neighbourAllToAllw}. */
  public Request iNeighbourAllToAllw(
      Object sendBuffer,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype<?>[] sendTypes,
      Object receiveBuffer,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype<?>[] receiveTypes) {
    return neighbourAllToAllw(
        "iNeighbourAllToAllw",
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

  private Request neighbourAllToAllw(
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
    Call observed = begins(call, wait, -1, bytes(sendTypes, sendCounts));
    try {
      return exchange(
          call,
          wait,
          various(call, sendBuffer, sendCounts, sendDisplacements, sendTypes, false),
          various(call, receiveBuffer, receiveCounts, receiveDisplacements, receiveTypes, true));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
  }

  /** How many blocks an exchange sends; 0 where nobody wants to know. */
  private int neighbours() {
    return switch (Observation.RECORD ? comm : null) {
      case CartComm cart -> cart.outNeighbours().length;
      case GraphComm graph -> graph.outNeighbours().length;
      case DistGraphComm graph -> graph.outNeighbours().length;
      case null, default -> 0;
    };
  }

  /** Exchanges blocks with the neighbours, in their order. */
  private Request exchange(String call, boolean wait, Blocks out, Blocks in) {
    Neighbours neighbours = Neighbours.of(comm, call);
    Exchange.Builder rounds = new Exchange.Builder();
    for (int i = 0; i < neighbours.sources().length; i++) {
      int source = neighbours.sources()[i];
      if (source != Ronsel.PROC_NULL) {
        receive(rounds, source, neighbours.sourceTags()[i], in.get(i));
      }
    }
    for (int i = 0; i < neighbours.dests().length; i++) {
      int dest = neighbours.dests()[i];
      if (dest != Ronsel.PROC_NULL) {
        send(rounds, dest, neighbours.destTags()[i], out.get(i));
      }
    }
    return finish(wait, rounds, call);
  }
}
