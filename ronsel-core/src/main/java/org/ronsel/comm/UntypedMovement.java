package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.UntypedCollectives;
import org.ronsel.UntypedComm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.Form;
import org.ronsel.comm.CollectiveForms.Role;

/**
 * Collective operations that move blocks of one length, on buffers whose type is known at run time
 * only (MPI-4.1, chapter 6); see {@link UntypedCollectives}.
 *
 * <p>Every rank of the communicator calls them, in the same order. Blocks lie one after the other.
 * {@link UntypedComm#IN_PLACE} in the place of a buffer means what it means in the standard.
 */
public abstract class UntypedMovement<R extends @Nullable Object> extends UntypedCalls<R> {
  UntypedMovement(Communicator comm, Form form, Way<R> way) {
    super(comm, form, way);
  }

  /** A barrier (MPI-4.1, section 6.3). */
  final R synchronize() {
    return make(begin(Collective.BARRIER));
  }

  @Override
  public R broadcast(@Nullable Object buffer, Datatype<?> type, long offset, long count, int root) {
    Invocation call = begin(Collective.BROADCAST);
    Role role = comm.collectives().role(call, root);
    if (role != Role.NONE) {
      shape(call, type, count);
    }
    if (role == Role.ROOT) {
      from(call, buffer, type, offset, count);
      call.to(call.input(), call.inputAt());
    } else if (role == Role.MEMBER) {
      to(call, buffer, type, offset, count);
      call.from(call.output(), call.outputAt());
    }
    return make(call);
  }

  @Override
  public R gather(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    Invocation call = begin(Collective.GATHER);
    CollectiveCalls calls = comm.collectives();
    Role role = calls.role(call, root);
    boolean isRoot = role == Role.ROOT;
    boolean inPlace = isRoot && calls.own() >= 0 && inPlace(sendBuffer);
    boolean gives = role == Role.MEMBER || isRoot && calls.own() >= 0 && !inPlace;
    if (gives) {
      shape(call, sendType, sendCount);
      from(call, sendBuffer, sendType, sendOffset, sendCount);
    }
    if (isRoot) {
      if (!gives) {
        shape(call, receiveType, receiveCount);
      }
      long total = times(receiveCount, calls.peers());
      to(call, receiveBuffer, receiveType, receiveOffset, total);
      if (gives) {
        sameLength(call, sendType, sendCount, receiveType, receiveCount);
      } else if (inPlace) {
        fromPlaceOfOutput(call, calls.own() * call.count());
      }
    }
    return make(call);
  }

  @Override
  public R scatter(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    Invocation call = begin(Collective.SCATTER);
    CollectiveCalls calls = comm.collectives();
    Role role = calls.role(call, root);
    boolean isRoot = role == Role.ROOT;
    boolean inPlace = isRoot && calls.own() >= 0 && inPlace(receiveBuffer);
    boolean takes = role == Role.MEMBER || isRoot && calls.own() >= 0 && !inPlace;
    if (takes) {
      shape(call, receiveType, receiveCount);
      to(call, receiveBuffer, receiveType, receiveOffset, receiveCount);
    }
    if (isRoot) {
      if (!takes) {
        shape(call, sendType, sendCount);
      }
      from(call, sendBuffer, sendType, sendOffset, times(sendCount, calls.peers()));
      if (takes) {
        sameLength(call, sendType, sendCount, receiveType, receiveCount);
      } else if (inPlace) {
        toPlaceOfInput(call, calls.own() * call.count());
      }
    }
    return make(call);
  }

  @Override
  public R allGather(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Invocation call = begin(Collective.ALL_GATHER);
    CollectiveCalls calls = comm.collectives();
    calls.among(call);
    int own = calls.own();
    boolean inPlace = own >= 0 && inPlace(sendBuffer);
    if (inPlace) {
      shape(call, receiveType, receiveCount);
    } else {
      shape(call, sendType, sendCount);
      from(call, sendBuffer, sendType, sendOffset, sendCount);
    }
    to(call, receiveBuffer, receiveType, receiveOffset, times(receiveCount, calls.peers()));
    if (inPlace) {
      fromPlaceOfOutput(call, own * call.count());
    } else if (own >= 0) {
      sameLength(call, sendType, sendCount, receiveType, receiveCount);
    } else { // the blocks of the other group may have another length
      long length = receiveCount * receiveType.sizeBytes() >> call.type().shift();
      fill(call, call.toBlocks(calls.peers()), length, ALL);
    }
    return make(call);
  }

  @Override
  public R allToAll(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Invocation call = begin(Collective.ALL_TO_ALL);
    CollectiveCalls calls = comm.collectives();
    calls.among(call);
    int peers = calls.peers();
    boolean inPlace = calls.own() >= 0 && inPlace(sendBuffer);
    shape(call, receiveType, receiveCount);
    if (!inPlace) {
      from(call, sendBuffer, sendType, sendOffset, times(sendCount, peers));
    }
    to(call, receiveBuffer, receiveType, receiveOffset, times(receiveCount, peers));
    if (inPlace) {
      call.from(call.output(), call.outputAt());
    } else {
      sameLength(call, sendType, sendCount, receiveType, receiveCount);
    }
    return make(call);
  }
}
