package org.ronsel;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.context.ContextAgreement;
import org.ronsel.collective.context.CreationContext;

/**
 * The calls that make communicators from others (MPI-4.1, section 7.4). All of them are collective
 * over the communicator that they are called on, except {@code createGroup}. Different threads may
 * make communicators from different ones at the same time. What is under way on the parent, its
 * nonblocking collective operations included, is not disturbed.
 */
abstract sealed class CommCreation extends CommProperties permits Comm {
  /** How many communicators this rank has begun to make from this one. */
  private final AtomicInteger creations = new AtomicInteger();

  CommCreation(String name) {
    super(name);
  }

  /**
   * Agrees with all ranks of this communicator on an id for one that they make from it.
   *
   * @param signature made from what all ranks must say alike
   */
  final ContextAgreement.Agreed agree(String call, long signature, long wishes) {
    Comm comm = self();
    checkOpen();
    long context = CreationContext.collective(comm.contextId(), creations.getAndIncrement());
    return comm.state().agree(comm.all(), context, 0, call, signature, wishes);
  }

  /** Like {@link #agree}, and waits. */
  final int agreeNow(String call, long signature) {
    ContextAgreement.Agreed agreed = agree(call, signature, 0);
    agreed.await();
    return agreed.contextId();
  }

  /**
   * Makes another communicator of the same ranks, whose messages and collective operations are
   * apart from those of this one (MPI-4.1, section 7.4.2). Collective: every rank calls it.
   * Different threads may duplicate different communicators at the same time.
   */
  public Comm dup() {
    return self().duplicate(agreeNow("dup", 1));
  }

  /**
   * Makes a communicator for each part of this one (MPI-4.1, section 7.4.2). Collective.
   *
   * @param color ranks that give the same are in one part; at least 0, or {@link Ronsel#UNDEFINED}
   *     to be in none
   * @param key the ranks of a part are ordered by it, and by their ranks here where it is the same
   * @return the part of this rank, or null for {@link Ronsel#UNDEFINED}
   * @throws InvalidArgumentException if the color is negative; the other ranks wait for this one
   */
  public @Nullable Comm split(int color, int key) {
    Comm comm = self();
    checkOpen();
    Arguments.intra(comm, "split");
    if (color < 0 && color != Ronsel.UNDEFINED) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT,
          Arguments.prefix(comm, "split")
              + "color "
              + color
              + " is negative; it must be 0 or more, or UNDEFINED to be in no part");
    }
    int id = agreeNow("split", 2);
    return Splitting.split(comm, id, color, key, ".split" + id);
  }

  /**
   * Makes a communicator of some of the ranks (MPI-4.1, section 7.4.2). Collective: also ranks that
   * are in no group call it, with {@link Group#EMPTY}. Different ranks may give different groups
   * that have no member in common; all members of a group give the same one.
   *
   * @return the new communicator, whose ranks are those of the group; null for a rank that is not
   *     in the group it gives
   * @throws InvalidArgumentException if a member of the group is not in this communicator
   */
  public @Nullable Comm create(Group group) {
    Comm comm = self();
    checkOpen();
    Arguments.intra(comm, "create");
    Arguments.subgroup(comm, "create", group);
    int id = agreeNow("create", 3);
    int rank = group.rank(comm);
    return rank < 0 ? null : comm.part(group, rank, id, ".create" + id);
  }
}
