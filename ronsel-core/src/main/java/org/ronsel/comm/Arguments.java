package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.Advice;
import org.ronsel.ErrorClass;
import org.ronsel.Group;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Ronsel;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.datatype.BufferArguments;
import org.ronsel.datatype.Caller;

/**
 * Validates what most calls have: peers, tags, what must not be null. Buffers are for {@link
 * BufferArguments}, what only collective calls have for {@link CollectiveArguments}. Every message
 * names rank and argument.
 */
final class Arguments {
  private Arguments() {}

  static void destAndTag(Communicator comm, String call, int dest, int tag) {
    if ((dest < 0 || dest >= comm.peers().size()) && dest != Ronsel.PROC_NULL) {
      throw rank(comm, call, "dest", dest);
    }
    sendTag(comm, call, tag);
  }

  static void sendTag(Communicator comm, String call, int tag) {
    if (tag < 0) {
      throw raised(
          comm,
          call,
          ErrorClass.TAG,
          "tag "
              + tag
              + " is not in 0.."
              + Ronsel.MAX_TAG
              + (tag == Ronsel.ANY_TAG ? "; ANY_TAG is for receives" : ""));
    }
  }

  static void sourceAndTag(Communicator comm, String call, int source, int tag) {
    source(comm, call, source);
    receiveTag(comm, call, tag);
  }

  /** Those of a partitioned receive, which has no wildcards (MPI-4.1, chapter 4). */
  static void exactSourceAndTag(Communicator comm, String call, int source, int tag) {
    String wildcards = "; a partitioned receive has no wildcards";
    if (source == Ronsel.ANY_SOURCE) {
      throw raised(comm, call, ErrorClass.RANK, "source " + source + " is ANY_SOURCE" + wildcards);
    }
    source(comm, call, source);
    if (tag == Ronsel.ANY_TAG) {
      throw raised(comm, call, ErrorClass.TAG, "tag " + tag + " is ANY_TAG" + wildcards);
    }
    sendTag(comm, call, tag);
  }

  static void source(Communicator comm, String call, int source) {
    if ((source < 0 || source >= comm.peers().size())
        && source != Ronsel.ANY_SOURCE
        && source != Ronsel.PROC_NULL) {
      throw rank(comm, call, "source", source);
    }
  }

  static void receiveTag(Communicator comm, String call, int tag) {
    if (tag < 0 && tag != Ronsel.ANY_TAG) {
      throw raised(
          comm,
          call,
          ErrorClass.TAG,
          "tag " + tag + " is neither in 0.." + Ronsel.MAX_TAG + " nor ANY_TAG");
    }
  }

  /** A rank of the communicator, nothing else. */
  static void member(Communicator comm, String call, String what, int rank) {
    if (rank < 0 || rank >= comm.peers().size()) {
      throw rank(comm, call, what, rank);
    }
  }

  /** A call that inter-communicators do not have. */
  static void intra(Communicator comm, String call) {
    if (comm.isInter()) {
      throw comm.raise(
          new UnsupportedFeatureException(
              comm.place(call)
                  .message(
                      comm.name() + " is an inter-communicator, which has no such operation",
                      Advice.MERGE)));
    }
  }

  /** Checks and returns a group, of which all members must be in the communicator. */
  static EndpointGroup subgroup(Communicator comm, String call, @Nullable Group group) {
    if (group == null) {
      throw raised(comm, call, ErrorClass.GROUP, "group is null");
    }
    EndpointGroup own = comm.group();
    EndpointGroup part = EndpointGroup.of(group);
    int foreign =
        own.sharesUniverse(part) ? part.endpoints(each -> !own.contains(each)).length : -1;
    if (foreign != 0) {
      throw raised(
          comm,
          call,
          ErrorClass.GROUP,
          (foreign < 0
              ? "the group is of another job"
              : foreign + " members of the group are not in " + comm.name()));
    }
    return part;
  }

  /** The receive of a matched message, which must be its first. */
  static <T> T notReceived(Communicator comm, String call, @Nullable T receive) {
    if (receive == null) {
      throw raised(
          comm,
          call,
          ErrorClass.REQUEST,
          "the message has been received already; probe for another one");
    }
    return receive;
  }

  /** An argument that must not be null. */
  static <T> T present(Communicator comm, String call, String what, @Nullable T argument) {
    if (argument == null) {
      throw raised(comm, call, ErrorClass.ARGUMENT, what + " is null");
    }
    return argument;
  }

  private static InvalidArgumentException rank(
      Communicator comm, String call, String what, int rank) {
    return raised(
        comm,
        call,
        ErrorClass.RANK,
        what
            + " "
            + rank
            + " is not a rank of "
            + comm.name()
            + (comm.isInter() ? ", whose remote ranks are 0.." : ", whose ranks are 0..")
            + (comm.peers().size() - 1)
            + (rank == Ronsel.ANY_SOURCE ? "; ANY_SOURCE is for receives" : ""));
  }

  /** An error that the handler of the communicator has seen. */
  static InvalidArgumentException raised(
      Communicator comm, String call, ErrorClass type, String problem) {
    return Caller.raised(comm, call, type, problem);
  }
}
