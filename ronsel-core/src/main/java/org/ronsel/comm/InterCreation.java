package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.InterComm;
import org.ronsel.RonselException;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.collective.context.ContextAgreement;
import org.ronsel.collective.context.CreationContext;
import org.ronsel.engine.request.Operation;
import org.ronsel.observe.Observation;

/**
 * How an inter-communicator is made: the leaders tell each other their groups, each tells its own,
 * and then all ranks of both agree on a context id.
 */
final class InterCreation {
  private static final String CALL = "createInter";
  private static final int SIGNATURE = 5;

  /** Stands for the number of remote ranks if the leader cannot go on. */
  private static final int FAILED = -1;

  private InterCreation() {}

  static InterComm create(
      Communicator local, int localLeader, @Nullable Comm peer, int remoteLeader, int tag) {
    Arguments.intra(local, CALL);
    Arguments.member(local, CALL, "localLeader", localLeader);
    Arguments.sendTag(local, CALL, tag);
    if (Observation.CHECK) {
      local.collectives.begins(
          new CollectiveCall(CALL, localLeader, null, -1, null, "tag " + tag), true);
    }
    // The id of the communicator of the leaders, then the endpoints of the remote group.
    int[] remote = new int[0];
    if (local.rank() == localLeader) {
      try {
        remote = meetLeader(local, peer, remoteLeader, tag);
      } catch (RonselException failure) {
        local.broadcast(new int[] {FAILED}, localLeader);
        throw local.raise(failure);
      } catch (RuntimeException | Error failure) { // what a handler throws
        local.broadcast(new int[] {FAILED}, localLeader);
        throw failure;
      }
    }
    int[] length = {remote.length};
    local.broadcast(length, localLeader);
    if (length[0] == FAILED) {
      throw Arguments.raised(
          local,
          CALL,
          ErrorClass.ARGUMENT,
          "the leader, rank " + localLeader + ", has failed; its error says why");
    }
    if (local.rank() != localLeader) {
      remote = new int[length[0]];
    }
    local.broadcast(remote, localLeader);
    return create(local, remote, tag);
  }

  private static int[] meetLeader(
      Communicator local, @Nullable Comm peer, int remoteLeader, int tag) {
    Communicator meeting = Communicator.of(CALL, Arguments.present(local, CALL, "peer", peer));
    meeting.checkOpen();
    Arguments.intra(meeting, CALL);
    Arguments.member(meeting, CALL, "remoteLeader", remoteLeader);
    long context = CreationContext.ofInter(meeting.contextId());
    CreationMessages messages = new CreationMessages(local.engine(), context, tag);
    int endpoint = meeting.group().endpoint(remoteLeader);
    Operation send = messages.send(endpoint, local.group().endpoints(each -> true));
    int[] theirs = messages.receive(endpoint);
    local.engine().await(send);
    int[] remote = new int[theirs.length + 1];
    remote[0] = meeting.contextId();
    System.arraycopy(theirs, 0, remote, 1, theirs.length);
    return remote;
  }

  private static InterComm create(Communicator local, int[] received, int tag) {
    int[] endpoints = new int[received.length - 1];
    System.arraycopy(received, 1, endpoints, 0, endpoints.length);
    EndpointGroup remote = EndpointGroup.ofEndpoints(local.group().universe(), endpoints);
    if (!local.group().intersection(remote).isEmpty()) {
      throw Arguments.raised(
          local, CALL, ErrorClass.GROUP, "the groups have members in common; they must not");
    }
    // Named, and numbered, before its own id is known.
    Membership members =
        new Membership(local.state(), local.group(), remote, local.rank(), 0, local.name());
    EndpointGroup all = members.everybody();
    GroupMembers everybody = new GroupMembers(all, all.rank(local), local.properties.label());
    ContextAgreement.Agreed agreed =
        local.creation.agree(
            everybody, CreationContext.ofInter(received[0]), tag, CALL, SIGNATURE, 0);
    int id = local.creation.awaited(agreed).contextId();
    return local.creation.part(local.group(), remote, local.rank(), id, ".inter" + id);
  }
}
