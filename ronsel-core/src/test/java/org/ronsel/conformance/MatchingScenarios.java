package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.Status;

/**
 * Matching: (context, source, tag), in the order of posting and of sending (MPI-4.1, section 3.5).
 */
final class MatchingScenarios {
  private static final int[] SIZES = {1, 2, 15, 16, 17, 1024, 2047, 2048, 2049, 20_000, 100_000};

  private MatchingScenarios() {}

  static void messagesOfOneSenderArriveInOrder(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    int count = 500;
    List<Request> sends = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sends.add(world.iSend(new int[] {i}, next, 5));
    }
    int[] got = new int[1];
    for (int i = 0; i < count; i++) {
      world.receive(got, previous, 5);
      Check.equal(i, got[0], "message");
    }
    Request.awaitAll(sends.toArray(new Request[0]));
  }

  static void shortAndLongMessagesDoNotOvertakeEachOther(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    sendMixed(world, next, 200);
    int[] buffer = new int[100_000];
    for (int i = 0; i < 200; i++) {
      Status status = world.receive(buffer, previous, 3);
      checkMixed(buffer, status, previous, i);
    }
    Together.barrier(world);
  }

  static void anySourceKeepsTheOrderOfEachSender(Comm world) {
    int each = 60;
    for (int peer = 0; peer < world.size(); peer++) {
      sendMixed(world, peer, each);
    }
    int[] seen = new int[world.size()];
    int[] buffer = new int[100_000];
    for (int i = 0; i < each * world.size(); i++) {
      Status status = world.receive(buffer, Ronsel.ANY_SOURCE, 3);
      checkMixed(buffer, status, status.source(), seen[status.source()]++);
      Check.equal(3, status.tag(), "tag");
    }
    for (int count : seen) {
      Check.equal(each, count, "messages of a sender");
    }
    Together.barrier(world);
  }

  static void postedReceivesFromAnySourceKeepTheOrderOfEachSender(Comm world) {
    int each = 40;
    int total = each * world.size();
    int[][] buffers = new int[total][100_000 / 8];
    Request[] receives = new Request[total];
    for (int i = 0; i < total; i++) {
      receives[i] = world.iReceive(buffers[i], Ronsel.ANY_SOURCE, 4);
    }
    Together.barrier(world);
    for (int i = 0; i < each; i++) {
      for (int peer = 0; peer < world.size(); peer++) {
        int[] message = new int[i % 2 == 0 ? 2 : 12_000];
        message[0] = i;
        message[1] = world.rank();
        world.iSend(message, peer, 4);
      }
    }
    int[] seen = new int[world.size()];
    for (int i = 0; i < total; i++) {
      Status status = receives[i].await();
      Check.equal(status.source(), buffers[i][1], "sender");
      Check.equal(seen[status.source()]++, buffers[i][0], "message of rank " + status.source());
    }
    Together.barrier(world);
  }

  private static void sendMixed(Comm world, int dest, int count) {
    Random random = new Random(world.rank() * 31L + dest);
    for (int i = 0; i < count; i++) {
      int[] message = new int[SIZES[random.nextInt(SIZES.length)]];
      message[0] = i;
      message[message.length - 1] = i;
      world.iSend(message, dest, 3);
    }
  }

  private static void checkMixed(int[] buffer, Status status, int source, int sequence) {
    Check.equal(source, status.source(), "source");
    Check.equal(sequence, buffer[0], "message of rank " + source);
    Check.equal(sequence, buffer[(int) status.count() - 1], "end of message of rank " + source);
  }

  @Ranks(min = 2)
  static void aTagIsReceivedBeforeEarlierOtherTags(Comm world) {
    if (world.rank() == 0) {
      for (int tag = 0; tag < 2000; tag++) {
        world.send(new int[] {tag}, 1, tag);
      }
    } else if (world.rank() == 1) {
      int[] got = new int[1];
      for (int tag = 1999; tag >= 0; tag--) {
        world.receive(got, 0, tag);
        Check.equal(tag, got[0], "message of tag " + tag);
      }
    }
    Together.barrier(world);
  }

  @Ranks(min = 2)
  static void anyTagTakesTheOldestMessage(Comm world) {
    if (world.rank() == 0) {
      world.send(new int[] {10}, 1, 7);
      world.send(new int[] {11}, 1, 3);
      world.send(new int[] {12}, 1, 7);
    } else if (world.rank() == 1) {
      int[] got = new int[1];
      world.probe(0, 3);
      Check.equal(7, world.receive(got, 0, Ronsel.ANY_TAG).tag(), "first tag");
      Check.equal(10, got[0], "first message");
      Check.equal(3, world.receive(got, Ronsel.ANY_SOURCE, Ronsel.ANY_TAG).tag(), "second tag");
      Check.equal(11, got[0], "second message");
      Check.equal(7, world.receive(got, 0, Ronsel.ANY_TAG).tag(), "third tag");
      Check.equal(12, got[0], "third message");
    }
    Together.barrier(world);
  }

  @Ranks(min = 2)
  static void theOldestPostedReceiveThatMatchesGetsTheMessage(Comm world) {
    if (world.rank() == 1) {
      int[][] got = new int[6][1];
      Request[] posted = {
        world.iReceive(got[0], 0, 9),
        world.iReceive(got[1], Ronsel.ANY_SOURCE, 5),
        world.iReceive(got[2], 0, Ronsel.ANY_TAG),
        world.iReceive(got[3], 0, 5),
        world.iReceive(got[4], Ronsel.ANY_SOURCE, Ronsel.ANY_TAG),
        world.iReceive(got[5], 0, 5)
      };
      Together.signal(world, 0);
      Request.awaitAll(posted);
      int[] expected = {105, 100, 101, 102, 103, 104};
      for (int i = 0; i < 6; i++) {
        Check.equal(expected[i], got[i][0], "posted receive " + i);
      }
    } else if (world.rank() == 0) {
      // The signal comes from rank 1 alone, with another tag; it does not disturb the receives.
      Together.await(world, 1);
      int[] tags = {5, 5, 5, 6, 5, 9};
      for (int i = 0; i < 6; i++) {
        world.send(new int[] {100 + i}, 1, tags[i]);
      }
    }
    Together.barrier(world);
  }

  @Ranks(min = 2)
  static void thousandsOfPostedReceivesMatchInReverse(Comm world) {
    int count = 3000;
    if (world.rank() == 1) {
      int[][] got = new int[count][1];
      Request[] posted = new Request[count];
      for (int i = 0; i < count; i++) {
        posted[i] = world.iReceive(got[i], 0, i);
      }
      Together.signal(world, 0);
      Request.awaitAll(posted);
      for (int i = 0; i < count; i++) {
        Check.equal(i, got[i][0], "message of tag " + i);
      }
    } else if (world.rank() == 0) {
      Together.await(world, 1);
      for (int i = count - 1; i >= 0; i--) {
        world.send(new int[] {i}, 1, i);
      }
    }
    Together.barrier(world);
  }

  static void aProbeTellsTheMessageThatTheNextReceiveGets(Comm world) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    Request small = world.iSend(new double[3], next, 11);
    Request large = world.iSend(new double[50_000], next, 12);
    Status second = world.probe(Ronsel.ANY_SOURCE, 12);
    Check.equal(previous, second.source(), "source");
    Check.equal(400_000L, second.bytes(), "bytes");
    Status first = world.probe(previous, Ronsel.ANY_TAG);
    Check.equal(11, first.tag(), "tag");
    Check.equal(24L, first.bytes(), "bytes");
    Check.equal(3L, first.count(), "count of the elements that the sender named");
    Check.equal(3L, world.receive(new double[3], previous, first.tag()).count(), "count");
    double[] rest = new double[50_000];
    Check.equal(50_000L, world.receive(rest, second.source(), 12).count(), "count");
    Request.awaitAll(small, large);
    Check.that(world.iProbe(Ronsel.ANY_SOURCE, 11) == null, "nothing is left to probe");
  }

  @Ranks(min = 2)
  static void iProbeSeesAMessageOnceItHasArrived(Comm world) {
    if (world.rank() == 0) {
      Check.that(world.iProbe(1, 13) == null, "no message before it is sent");
      Together.signal(world, 1);
      Check.eventually(() -> world.iProbe(1, 13) != null, "iProbe sees the message");
      world.receive(new byte[5], 1, 13);
    } else if (world.rank() == 1) {
      Together.await(world, 0);
      world.send(new byte[5], 0, 13);
    }
    Together.barrier(world);
  }

  static void extremeTagsAreTags(Comm world) {
    int next = (world.rank() + 1) % world.size();
    Request top = world.iSend(new int[] {1}, next, Ronsel.MAX_TAG);
    Request zero = world.iSend(new int[] {2}, next, 0);
    int[] got = new int[1];
    Check.equal(0, world.receive(got, Ronsel.ANY_SOURCE, 0).tag(), "tag");
    Check.equal(2, got[0], "message");
    Check.equal(Ronsel.MAX_TAG, world.receive(got, Ronsel.ANY_SOURCE, Ronsel.MAX_TAG).tag(), "tag");
    Check.equal(1, got[0], "message");
    Request.awaitAll(top, zero);
  }
}
