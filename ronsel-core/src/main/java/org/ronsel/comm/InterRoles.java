package org.ronsel.comm;

import org.ronsel.Advice;
import org.ronsel.ErrorClass;
import org.ronsel.Ronsel;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.InterAlgorithm;
import org.ronsel.collective.call.Invocation;
import org.ronsel.comm.CollectiveForms.Role;

/** The roles of ranks in the collective calls of an inter-communicator (MPI-4.1, section 6.2.2). */
final class InterRoles {
  private final Communicator comm;
  private final int own;
  private final int remoteFrom;
  private final InterAlgorithm[] algorithms = new InterAlgorithm[Collective.values().length];

  InterRoles(Communicator comm) {
    this.comm = comm;
    this.own = comm.all().rank();
    boolean comesFirst = comm.group().contains(comm.all().endpoint(0));
    this.remoteFrom = comesFirst ? comm.size() : 0;
    int first = comesFirst ? comm.size() : comm.peers().size();
    for (Collective collective : Collective.values()) {
      algorithms[collective.ordinal()] = new InterAlgorithm(collective, first);
    }
  }

  void among(Invocation call) {
    Collective collective = call.collective();
    if (!InterAlgorithm.defines(collective)) {
      throw comm.raise(
          new UnsupportedFeatureException(
              comm.place(call.call())
                  .message(
                      comm.name()
                          + " is an inter-communicator, for which this operation is not defined",
                      Advice.MERGE)));
    }
    InterAlgorithm only = algorithms[collective.ordinal()];
    call.by(only);
  }

  Role role(Invocation call, int root) {
    among(call);
    if (root == Ronsel.ROOT) {
      call.rootedAt(own);
      return Role.ROOT;
    }
    if (root == Ronsel.PROC_NULL) {
      call.rootedAt(InterAlgorithm.ROOT_BESIDE);
      return Role.NONE;
    }
    if (root < 0 || root >= comm.peers().size()) {
      throw Arguments.raised(
          comm,
          call.call(),
          ErrorClass.ROOT,
          "root "
              + root
              + " is not a rank of the remote group, 0.."
              + (comm.peers().size() - 1)
              + "; in the group of the root it is ROOT at the root and PROC_NULL elsewhere");
    }
    call.rootedAt(remoteFrom + root);
    return Role.MEMBER;
  }
}
