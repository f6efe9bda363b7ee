package org.ronsel;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
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
abstract sealed class CommCreation extends CommProperties permits CommTopologies {
  // What is called, in what the ranks tell each other.
  private static final int DUP = 1;
  private static final int SPLIT = 2;
  private static final int CREATE = 3;
  private static final int CREATE_GROUP = 4;
  private static final int INFO = 5;

  /** Of a signature, for what is called. */
  private static final int CALL_BITS = 4;

  /** How many communicators this rank has begun to make from this one. */
  private final AtomicInteger creations = new AtomicInteger();

  CommCreation(String name) {
    super(name);
  }

  /**
   * Agrees with all ranks of this communicator on an id for one that they make from it.
   *
   * @param signature made from what all ranks must say alike
   * @param wishes bits, of which all learn which some rank has set
   */
  final ContextAgreement.Agreed agree(String call, long signature, long wishes) {
    Comm comm = self();
    checkOpen();
    if (Observation.CHECK) {
      // Beside what is called, the signature has a number made from the arguments.
      CollectiveCall made =
          signature >>> CALL_BITS == 0
              ? CollectiveCall.of(call)
              : CollectiveCall.of(call, "arguments #" + Long.toHexString(signature >>> CALL_BITS));
      comm.begins(made, !call.equals("iDup"));
    }
    try {
      comm.algorithms().creates();
    } catch (RonselException failure) {
      throw raise(failure);
    }
    long context = CreationContext.collective(comm.contextId(), creations.getAndIncrement());
    return agree(comm.all(), context, 0, call, signature, wishes);
  }

  /** Agrees with some ranks; see {@link ContextAgreement#start}. */
  final ContextAgreement.Agreed agree(
      GroupMembers members, long context, int tag, String call, long signature, long wishes) {
    try {
      return self().state().agree(members, context, tag, call, signature, wishes);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /** Like {@link #agree}, and waits. */
  final int agreeNow(String call, long signature) {
    return awaited(agree(call, signature, 0)).contextId();
  }

  final ContextAgreement.Agreed awaited(ContextAgreement.Agreed agreed) {
    try {
      agreed.await();
    } catch (RonselException failure) {
      throw raise(failure);
    }
    return agreed;
  }

  // ---- duplicates ----

  /**
   * Makes another communicator of the same ranks, whose messages and collective operations are
   * apart from those of this one (MPI-4.1, section 7.4.2). It has the topology of this one, its
   * error handler, and copies of its attributes; no hints.
   */
  public Comm dup() {
    return dup("dup", new Info());
  }

  /**
   * Makes a duplicate, see {@link #dup()}, with the given hints, which may name algorithms; see
   * {@link #info(Info)}.
   */
  public Comm dup(Info hints) {
    return dup("dup", Arguments.present(self(), "dup", "hints", hints));
  }

  private Comm dup(String call, Info hints) {
    long signature = dupSignature(call, hints);
    return duplicate(agreeNow(call, signature), heritage(hints));
  }

  /**
   * Starts to make a duplicate, see {@link #dup()}; it gets the attributes that this communicator
   * has now. Other calls that make communicators from this one may follow at once, in the same
   * order on all ranks.
   */
  public PendingComm iDup() {
    return iDup(new Info());
  }

  /** Starts to make a duplicate, see {@link #iDup()}, with the given hints. */
  public PendingComm iDup(Info hints) {
    Arguments.present(self(), "iDup", "hints", hints);
    checkOpen();
    Heritage heritage = heritage(hints);
    return new PendingComm(
        self(), agree("iDup", dupSignature("iDup", hints), 0), id -> duplicate(id, heritage));
  }

  /** Looks at the hints before anybody waits. */
  private long dupSignature(String call, Info hints) {
    if (!CollectiveHints.areIn(hints)) {
      return DUP;
    }
    CollectiveHints.rules(self(), call, hints);
    return CollectiveHints.signature(hints) << CALL_BITS | DUP;
  }

  @Override
  final void agreeOn(String call, long signature) {
    agreeNow(call, signature << CALL_BITS | INFO);
  }

  private Comm duplicate(int id, Heritage heritage) {
    Comm comm = self();
    Comm duplicate = comm.duplicate(comm.membership(id, ".dup" + id));
    duplicate.inherit(heritage);
    return duplicate;
  }

  // ---- parts ----

  /**
   * Makes a communicator for each part of this one (MPI-4.1, section 7.4.2). Of an
   * inter-communicator it makes inter-communicators, of the ranks of both groups that give the same
   * color.
   *
   * @param color ranks that give the same are in one part; at least 0, or {@link Ronsel#UNDEFINED}
   *     to be in none
   * @param key the ranks of a part are ordered by it, and by their ranks here where it is the same
   * @return the part of this rank, or null for {@link Ronsel#UNDEFINED}, or if nobody of an
   *     inter-communicator's remote group gives the color
   * @throws InvalidArgumentException if the color is negative; the other ranks wait for this one
   */
  public @Nullable Comm split(int color, int key) {
    checkOpen();
    if (color < 0 && color != Ronsel.UNDEFINED) {
      throw Arguments.raised(
          self(),
          "split",
          ErrorClass.ARGUMENT,
          "color " + color + " is negative; it must be 0 or more, or UNDEFINED to be in no part");
    }
    int id = agreeNow("split", SPLIT);
    return Splitting.split(self(), id, color, key, ".split" + id);
  }

  /**
   * Makes a communicator of the ranks that are in the same place of the machine (MPI-4.1, section
   * 7.4.2).
   *
   * @param key orders the ranks of a part, as in {@link #split}
   * @param hints for {@link SplitType#HARDWARE_GUIDED} the kind of place
   * @return the part of this rank, or null if it is not confined to a place of that kind
   */
  public @Nullable Comm splitType(SplitType type, int key, Info hints) {
    String call = "splitType";
    checkOpen();
    Arguments.present(self(), call, "type", type);
    Arguments.present(self(), call, "hints", hints);
    Arguments.intra(self(), call);
    int id = agreeNow(call, type.ordinal() + 1L << 8 | SPLIT);
    int color = Splitting.color(self(), type, hints);
    return Splitting.split(self(), id, color, key, "." + type + id);
  }

  /** Makes a communicator of the ranks that are in the same place; see {@link #splitType}. */
  public @Nullable Comm splitType(SplitType type, int key) {
    return splitType(type, key, new Info());
  }

  /**
   * Makes a communicator of some of the ranks (MPI-4.1, section 7.4.2). Collective: also ranks that
   * are in no group call it, with {@link Group#EMPTY}. Different ranks may give different groups
   * that have no member in common; all members of a group give the same one. The ranks of an
   * inter-communicator's two groups each give a group of their own.
   *
   * @return the new communicator, whose ranks are those of the group; null for a rank that is not
   *     in the group it gives, and where one of the two groups is empty
   * @throws InvalidArgumentException if a member of the group is not in this communicator
   */
  public @Nullable Comm create(Group group) {
    Comm comm = self();
    checkOpen();
    Arguments.subgroup(comm, "create", group);
    int id = agreeNow("create", CREATE);
    int rank = group.rank(comm);
    if (comm.isInter()) {
      int color = rank < 0 ? Ronsel.UNDEFINED : 0;
      return Splitting.split(comm, id, color, rank, ".create" + id);
    }
    return rank < 0 ? null : comm.part(group, rank, id, ".create" + id);
  }

  /**
   * Makes a communicator of some of the ranks, which alone call this (MPI-4.1, section 7.4.2).
   *
   * @param group the ranks, in the order they shall have; the calling one is a member
   * @param tag at least 0; different for calls that threads of a rank make on this communicator at
   *     the same time. It has nothing to do with the tags of messages.
   * @throws InvalidArgumentException if a member of the group is not in this communicator, or the
   *     calling rank is not a member
   */
  public Comm createGroup(Group group, int tag) {
    String call = "createGroup";
    Comm comm = self();
    checkOpen();
    Arguments.intra(comm, call);
    Arguments.subgroup(comm, call, group);
    Arguments.sendTag(comm, call, tag);
    int rank = group.rank(comm);
    if (rank < 0) {
      throw Arguments.raised(
          comm, call, ErrorClass.GROUP, "this rank is not in the group, so it must not call this");
    }
    GroupMembers members = new GroupMembers(group, rank, label());
    if (Observation.CHECK) {
      int[] ranks = group.translate(IntStream.range(0, group.size()).toArray(), comm.group());
      comm.begins(CollectiveCall.of(call, "ranks " + Arrays.toString(ranks)), members, tag);
    }
    long context = CreationContext.ofGroup(comm.contextId());
    ContextAgreement.Agreed agreed = agree(members, context, tag, call, CREATE_GROUP, 0);
    int id = awaited(agreed).contextId();
    return comm.part(group, rank, id, ".createGroup" + id);
  }

  /**
   * Makes an inter-communicator of the ranks of this communicator and those of another, which all
   * call it on theirs (MPI-4.1, section 7.6.2). The groups have no member in common.
   *
   * @param localLeader the rank of this communicator that talks to the other leader
   * @param peer a communicator that both leaders are in; looked at by the leader only
   * @param remoteLeader the rank in {@code peer} of the other leader; looked at by the leader only
   * @param tag at least 0; different for calls that are under way at the same time between the same
   *     leaders. It has nothing to do with the tags of messages.
   */
  public InterComm createInter(int localLeader, @Nullable Comm peer, int remoteLeader, int tag) {
    checkOpen();
    return InterCreation.create(self(), localLeader, peer, remoteLeader, tag);
  }
}
