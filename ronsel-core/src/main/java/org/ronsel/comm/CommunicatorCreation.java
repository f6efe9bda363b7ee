package org.ronsel.comm;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.Group;
import org.ronsel.Info;
import org.ronsel.InterComm;
import org.ronsel.PendingComm;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.SplitType;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.collective.context.ContextAgreement;
import org.ronsel.collective.context.CreationContext;
import org.ronsel.observe.Observation;

/**
 * The calls that make communicators from others (MPI-4.1, section 7.4). All of them are collective
 * over the communicator that they are called on, except {@code createGroup}. Different threads may
 * make communicators from different ones at the same time. What is under way on the parent, its
 * nonblocking collective operations included, is not disturbed.
 */
final class CommunicatorCreation {
  private final Communicator comm;

  // What is called, in what the ranks tell each other.
  private static final int DUP = 1;
  private static final int SPLIT = 2;
  private static final int CREATE = 3;
  private static final int CREATE_GROUP = 4;
  private static final int INFO = 5;
  private static final int SPLIT_TYPE = 6;

  /** Bits of a signature that name the call. */
  private static final int CALL_BITS = 4;

  /** How many communicators this rank has begun to make from this one. */
  private final AtomicInteger creations = new AtomicInteger();

  CommunicatorCreation(Communicator comm) {
    this.comm = comm;
  }

  /**
   * Agrees with all ranks of this communicator on an id for one that they make from it.
   *
   * @param signature made from what all ranks must say alike
   * @param wishes bits, of which all learn which some rank has set
   */
  ContextAgreement.Agreed agree(String call, long signature, long wishes) {
    comm.checkOpen();
    if (Observation.CHECK) {
      // Beside what is called, the signature has a number made from the arguments.
      CollectiveCall made =
          signature >>> CALL_BITS == 0
              ? CollectiveCall.of(call)
              : CollectiveCall.of(call, "arguments #" + Long.toHexString(signature >>> CALL_BITS));
      comm.collectives.begins(made, !call.equals("iDup"));
    }
    try {
      comm.collectives.unchecked().creates();
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
    long context = CreationContext.collective(comm.contextId(), creations.getAndIncrement());
    return agree(comm.all(), context, 0, call, signature, wishes);
  }

  /** Agrees with some ranks; see {@link ContextAgreement#start}. */
  ContextAgreement.Agreed agree(
      GroupMembers members, long context, int tag, String call, long signature, long wishes) {
    try {
      return comm.state().agree(members, context, tag, call, signature, wishes);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /** Like {@link #agree}, and waits. */
  int agreeNow(String call, long signature) {
    return awaited(agree(call, signature, 0)).contextId();
  }

  ContextAgreement.Agreed awaited(ContextAgreement.Agreed agreed) {
    try {
      agreed.await();
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
    return agreed;
  }

  // ---- duplicates ----

  Comm dup() {
    return dup("dup", new Info());
  }

  Comm dup(Info hints) {
    return dup("dup", Arguments.present(comm, "dup", "hints", hints));
  }

  private Comm dup(String call, Info hints) {
    long signature = dupSignature(call, hints);
    int id = agreeNow(call, signature);
    return duplicate(id, inherited(hints));
  }

  PendingComm iDup() {
    return iDup(new Info());
  }

  PendingComm iDup(Info hints) {
    Arguments.present(comm, "iDup", "hints", hints);
    comm.checkOpen();
    ContextAgreement.Agreed agreed = agree("iDup", dupSignature("iDup", hints), 0);
    Inherited inherited = inherited(hints);
    return new PendingCommunicator(comm, agreed, id -> duplicate(id, inherited));
  }

  /** Checks the hints before any rank waits. */
  private long dupSignature(String call, Info hints) {
    if (!CollectiveHints.areIn(hints)) {
      return DUP;
    }
    CollectiveHints.rules(comm, call, hints);
    return CollectiveHints.signature(hints) << CALL_BITS | DUP;
  }

  /** Fails on all ranks unless all give the same number; collective. */
  void agreeOn(String call, long signature) {
    agreeNow(call, signature << CALL_BITS | INFO);
  }

  /** What a duplicate inherits, or what a callback has thrown that was to copy an attribute. */
  private record Inherited(Properties.@Nullable Heritage heritage, @Nullable Throwable thrown) {}

  private Inherited inherited(Info hints) {
    try {
      return new Inherited(comm.properties.heritage(hints), null);
    } catch (RuntimeException | Error thrown) {
      return new Inherited(null, thrown); // the others have the duplicate: this rank leaves it
    }
  }

  private Communicator duplicate(int id, Inherited inherited) {
    Communicator duplicate = comm.duplicate(membership(id, ".dup" + id));
    if (inherited.heritage != null) {
      duplicate.properties.inherit(inherited.heritage);
      return duplicate;
    }
    duplicate.close();
    if (inherited.thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) Objects.requireNonNull(inherited.thrown);
  }

  // ---- parts ----

  @Nullable Comm split(int color, int key) {
    comm.checkOpen();
    if (color < 0 && color != Ronsel.UNDEFINED) {
      throw Arguments.raised(
          comm,
          "split",
          ErrorClass.ARGUMENT,
          "color " + color + " is negative; it must be 0 or more, or UNDEFINED to be in no part");
    }
    int id = agreeNow("split", SPLIT);
    return Splitting.split(comm, id, color, key, ".split" + id);
  }

  @Nullable Comm splitType(SplitType type, int key, Info hints) {
    String call = "splitType";
    comm.checkOpen();
    Arguments.present(comm, call, "type", type);
    Arguments.present(comm, call, "hints", hints);
    Arguments.intra(comm, call);
    long wish = type == SplitType.UNDEFINED ? 0 : 1L << type.ordinal();
    ContextAgreement.Agreed agreed = awaited(agree(call, SPLIT_TYPE, wish));
    SplitType agreedOn = onlyOne(call, agreed.wishes());
    int place = Splitting.color(comm, agreedOn, hints);
    int color = type == agreedOn ? place : Ronsel.UNDEFINED;
    int id = agreed.contextId();
    return Splitting.split(comm, id, color, key, "." + agreedOn + id);
  }

  /** The type that all ranks name which name one. */
  private SplitType onlyOne(String call, long named) {
    List<SplitType> types =
        Arrays.stream(SplitType.values())
            .filter(type -> (named & 1L << type.ordinal()) != 0)
            .toList();
    if (types.size() > 1) {
      String all = types.stream().map(SplitType::name).collect(Collectors.joining(" and "));
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.ARGUMENT,
          "the ranks name " + all + "; all must name the same type, or UNDEFINED");
    }
    return types.isEmpty() ? SplitType.UNDEFINED : types.getFirst();
  }

  @Nullable Comm splitType(SplitType type, int key) {
    return splitType(type, key, new Info());
  }

  @Nullable Comm create(Group given) {
    comm.checkOpen();
    EndpointGroup group = Arguments.subgroup(comm, "create", given);
    int id = agreeNow("create", CREATE);
    int rank = group.rank(comm);
    if (comm.isInter()) {
      int color = rank < 0 ? Ronsel.UNDEFINED : 0;
      return Splitting.split(comm, id, color, rank, ".create" + id);
    }
    return rank < 0 ? null : part(group, rank, id, ".create" + id);
  }

  Comm createGroup(Group given, int tag) {
    String call = "createGroup";
    comm.checkOpen();
    Arguments.intra(comm, call);
    EndpointGroup group = Arguments.subgroup(comm, call, given);
    Arguments.sendTag(comm, call, tag);
    int rank = group.rank(comm);
    if (rank < 0) {
      throw Arguments.raised(
          comm, call, ErrorClass.GROUP, "this rank is not in the group, so it must not call this");
    }
    GroupMembers members = new GroupMembers(group, rank, comm.properties.label());
    if (Observation.CHECK) {
      int[] ranks = group.translate(IntStream.range(0, group.size()).toArray(), comm.group());
      comm.collectives.begins(
          CollectiveCall.of(call, "ranks " + Arrays.toString(ranks)), members, tag);
    }
    long context = CreationContext.ofGroup(comm.contextId());
    ContextAgreement.Agreed agreed = agree(members, context, tag, call, CREATE_GROUP, 0);
    int id = awaited(agreed).contextId();
    return part(group, rank, id, ".createGroup" + id);
  }

  InterComm createInter(int localLeader, @Nullable Comm peer, int remoteLeader, int tag) {
    comm.checkOpen();
    return InterCreation.create(comm, localLeader, peer, remoteLeader, tag);
  }

  // ---- what new ones are made of ----

  /** The parts of which a duplicate of the communicator is made. */
  Membership membership(int id, String suffix) {
    return new Membership(
        comm.state(),
        comm.group(),
        comm.isInter() ? comm.peers() : null,
        comm.rank(),
        id,
        comm.name() + suffix);
  }

  /**
   * The parts of which a communicator of some of the ranks, the calling one among them, is made.
   */
  Membership membership(EndpointGroup group, int ownRank, int id, String suffix) {
    return new Membership(comm.state(), group, ownRank, id, comm.name() + suffix);
  }

  /** A communicator of some of the ranks, the calling one among them. */
  Communicator part(EndpointGroup group, int ownRank, int id, String suffix) {
    return inheriting(new Communicator(membership(group, ownRank, id, suffix)));
  }

  /** An inter-communicator of some of the ranks of either group. */
  InterComm part(EndpointGroup own, EndpointGroup remote, int ownRank, int id, String suffix) {
    return InterCommunicator.inheriting(
        comm, new Membership(comm.state(), own, remote, ownRank, id, comm.name() + suffix));
  }

  /** Gives a new communicator what it has of the one it is made from. */
  <C extends Communicator> C inheriting(C child) {
    child.properties.inherit(comm.properties.heritage());
    return child;
  }
}
