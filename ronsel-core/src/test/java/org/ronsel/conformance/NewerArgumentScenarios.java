package org.ronsel.conformance;

import org.ronsel.ClosedException;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Message;
import org.ronsel.Ronsel;
import org.ronsel.SendMode;

/** What {@link ArgumentScenarios} says of send and receive, of the calls built upon them. */
final class NewerArgumentScenarios {
  private static final int TAG = 5;

  private NewerArgumentScenarios() {}

  private static void refused(ErrorClass errorClass, Check.Statement call, String... words) {
    Check.fails(InvalidArgumentException.class, errorClass, call, words);
  }

  static void aRankOutsideTheCommunicatorIsRefused(Comm world) {
    int[] a = new int[2];
    for (int bad : new int[] {world.size(), -5}) {
      String source = "source " + bad;
      String dest = "dest " + bad;
      refused(ErrorClass.RANK, () -> world.mProbe(bad, TAG), "mProbe", source);
      refused(ErrorClass.RANK, () -> world.imProbe(bad, TAG), "imProbe", source);
      refused(ErrorClass.RANK, () -> world.iReceiveObject(bad, TAG), "iReceiveObject", source);
      refused(ErrorClass.RANK, () -> world.persistentSend(a, bad, TAG), "persistentSend", dest);
      refused(ErrorClass.RANK, () -> world.persistentReceive(a, bad, TAG), source);
      refused(ErrorClass.RANK, () -> world.partitionedSend(a, 2, 1, bad, TAG), dest);
      refused(ErrorClass.RANK, () -> world.partitionedReceive(a, 2, 1, bad, TAG), source);
      refused(ErrorClass.RANK, () -> world.sendBuffered(a, bad, TAG), "sendBuffered", dest);
      refused(ErrorClass.RANK, () -> world.sendReceiveReplace(a, bad, TAG, 0, TAG), dest);
    }
  }

  static void aTagBelowZeroIsRefused(Comm world) {
    int me = world.rank();
    int[] a = new int[2];
    refused(ErrorClass.TAG, () -> world.mProbe(me, -3), "mProbe", "tag -3");
    refused(ErrorClass.TAG, () -> world.imProbe(me, -3), "imProbe", "tag -3");
    refused(ErrorClass.TAG, () -> world.persistentSend(a, me, -1), "tag -1");
    refused(ErrorClass.TAG, () -> world.persistentReceive(a, me, -3), "tag -3");
    refused(ErrorClass.TAG, () -> world.partitionedSend(a, 2, 1, me, -3), "tag -3");
    refused(ErrorClass.TAG, () -> world.partitionedReceive(a, 2, 1, me, -3), "tag -3");
    refused(ErrorClass.TAG, () -> world.createGroup(world.group(), -3), "tag -3");
  }

  static void aTagBelowZeroIsRefusedFromNobodyToo(Comm world) {
    int nobody = Ronsel.PROC_NULL;
    int[] a = new int[2];
    refused(ErrorClass.TAG, () -> world.receive(a, nobody, -3), "tag -3");
    refused(ErrorClass.TAG, () -> world.iReceive(a, nobody, -3), "tag -3");
    refused(ErrorClass.TAG, () -> world.persistentReceive(a, nobody, -3), "tag -3");
    refused(ErrorClass.TAG, () -> world.partitionedReceive(a, 2, 1, nobody, -3), "tag -3");
    refused(ErrorClass.TAG, () -> world.send(a, nobody, -3), "tag -3");
    refused(ErrorClass.TAG, () -> world.partitionedSend(a, 2, 1, nobody, -3), "tag -3");
  }

  static void aPartitionedReceiveHasNoWildcards(Comm world) {
    int[] a = new int[2];
    int any = Ronsel.ANY_SOURCE;
    String[] words = {"partitionedReceive", "no wildcards"};
    refused(ErrorClass.RANK, () -> world.partitionedReceive(a, 2, 1, any, TAG), words);
    int tag = Ronsel.ANY_TAG;
    refused(ErrorClass.TAG, () -> world.partitionedReceive(a, 2, 1, 0, tag), words);
    int nobody = Ronsel.PROC_NULL;
    refused(ErrorClass.TAG, () -> world.partitionedReceive(a, 2, 1, nobody, tag), words);
  }

  @SuppressWarnings({"NullAway", "NullArgumentForNonNullParameter"}) // that is what is tested
  static void nullIsRefused(Comm world) {
    int me = world.rank();
    int[] none = null;
    refused(ErrorClass.BUFFER, () -> world.persistentSend(none, me, TAG), "is null");
    refused(ErrorClass.BUFFER, () -> world.persistentReceive(none, me, TAG), "is null");
    refused(ErrorClass.BUFFER, () -> world.partitionedSend(none, 2, 1, me, TAG), "is null");
    refused(ErrorClass.BUFFER, () -> world.partitionedReceive(none, 2, 1, me, TAG), "is null");
    SendMode mode = null;
    int[] a = new int[2];
    refused(
        ErrorClass.ARGUMENT,
        () -> world.untyped().persistentSend(mode, a, Datatype.INT, 0, 2, me, TAG),
        "mode is null");
    world.send(a, me, TAG);
    Message message = world.mProbe(me, TAG);
    refused(ErrorClass.BUFFER, () -> message.receive(none), "is null");
    refused(ErrorClass.BUFFER, () -> message.receive(a, 1, 2), "outside");
    message.receive(a); // it is still there
  }

  static void aClosedCommunicatorRefusesThem(Comm world) {
    Comm comm = world.dup();
    comm.close();
    int[] a = new int[2];
    Check.Statement[] calls = {
      () -> comm.mProbe(0, TAG),
      () -> comm.imProbe(0, TAG),
      () -> comm.iReceiveObject(0, TAG),
      () -> comm.persistentSend(a, 0, TAG).start(),
      () -> comm.persistentReceive(a, 0, TAG).start(),
      () -> comm.partitionedSend(a, 2, 1, 0, TAG),
      () -> comm.partitionedReceive(a, 2, 1, 0, TAG),
      () -> comm.attachBuffer(8),
      () -> comm.split(0, 0),
      () -> comm.createCart(new int[] {1}, new boolean[1], false),
      comm::iDup
    };
    for (Check.Statement call : calls) {
      Check.fails(ClosedException.class, ErrorClass.COMM, call, "is closed");
    }
  }
}
