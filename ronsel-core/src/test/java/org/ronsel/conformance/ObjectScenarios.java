package org.ronsel.conformance;

import java.io.Serializable;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Message;
import org.ronsel.ObjectCodec;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.SendMode;
import org.ronsel.Status;

/**
 * Messages that are objects, of any kind and size, in order with all other messages. Scenarios that
 * receive any message of any rank end in a barrier that sends no messages of its own.
 */
final class ObjectScenarios {
  private ObjectScenarios() {}

  enum Colour {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "very green";
      }
    }
  }

  record Point(int x, double @Nullable [] more, @Nullable Colour colour) implements Serializable {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Point p
          && p.x == x
          && p.colour == colour
          && java.util.Arrays.equals(p.more, more);
    }

    @Override
    public int hashCode() {
      return x;
    }
  }

  private static int next(Comm world) {
    return (world.rank() + 1) % world.size();
  }

  private static int previous(Comm world) {
    return (world.rank() + world.size() - 1) % world.size();
  }

  /** Objects of many kinds, different for each rank. */
  private static List<@Nullable Object> objects(int rank) {
    Map<String, List<Object>> nested = new HashMap<>();
    for (int i = 0; i < 50; i++) {
      nested.put("key " + i, List.of(i, "value " + rank, new Point(i, null, Colour.RED)));
    }
    List<@Nullable Object> objects = new ArrayList<>();
    objects.add(null);
    objects.add("");
    objects.add("grüße from " + rank);
    objects.add("x".repeat(5000 + rank));
    objects.add(rank);
    objects.add(3.5 + rank);
    objects.add(BigInteger.TWO.pow(900 + rank));
    objects.add(LocalDate.of(2000 + rank, 1, 31));
    objects.add(Colour.GREEN);
    objects.add(new Point(rank, new double[] {rank, -0.0}, Colour.GREEN));
    objects.add(new int[] {rank, 2, 3});
    objects.add(new String[][] {{"a", null}, {}, {"rank " + rank}});
    objects.add(int.class);
    objects.add(new Class<?>[] {String.class, long[].class});
    objects.add(new EnumMap<>(Map.of(Colour.RED, rank)));
    objects.add(new TreeSet<>(List.of(3, 1, rank)));
    objects.add(nested);
    return objects;
  }

  /** Short and long messages, in every mode, from a buffer too, and beside one without a number. */
  static void probesTellHowManyObjectsWereSent(Comm world) {
    @Nullable Object[] out = new @Nullable Object[30_000];
    java.util.Arrays.setAll(out, i -> i % 100 == 0 ? null : i);
    world.attachBuffer(1_000_000);
    for (int count : new int[] {0, 1, 200, out.length}) {
      Object[] some = java.util.Arrays.copyOf(out, count);
      for (SendMode mode : List.of(SendMode.STANDARD, SendMode.SYNCHRONOUS, SendMode.BUFFERED)) {
        Request send = world.untyped().iSendObjects(mode, some, next(world), count);
        Status probed = world.probe(previous(world), count);
        Check.equal(count, probed.objects(), "objects of a probed message");
        Message taken = world.mProbe(Ronsel.ANY_SOURCE, count);
        Check.equal(count, taken.objects(), "objects of a message that was taken");
        Check.equal(probed.bytes(), taken.bytes(), "bytes");
        Check.equal(some, taken.receiveObject(), "objects");
        send.await();
      }
    }
    world.detachBuffer();
    Request one = world.iSendObject(out, next(world), 1);
    Check.equal(-1, world.probe(previous(world), 1).objects(), "of one object");
    Check.equal(out, world.receiveObject(previous(world), 1), "one object");
    Request number = world.iSend(new int[] {7}, next(world), 2);
    Check.equal(-1, world.probe(previous(world), 2).objects(), "of a number");
    int[] seven = new int[1];
    world.receive(seven, previous(world), 2);
    Check.equal(7, seven[0], "number");
    one.await();
    number.await();
    if (world.rank() == 0) {
      for (int from = 1; from < world.size(); from++) {
        Check.equal(out.length, world.probe(from, 3).objects(), "of a blocking send");
        Check.equal(out, world.receiveObject(from, 3), "objects of rank " + from);
      }
    } else {
      world.untyped().sendObjects(SendMode.STANDARD, out, 0, 3);
    }
    world.barrier();
  }

  static void anObjectArrivesAsACopy(Comm world) {
    List<@Nullable Object> out = objects(world.rank());
    List<@Nullable Object> expected = objects(previous(world));
    for (int i = 0; i < out.size(); i++) {
      Request send = world.iSendObject(out.get(i), next(world), i);
      Object got = world.receiveObject(previous(world), i);
      Check.equal(expected.get(i), got, "object " + i);
      send.await();
    }
    for (int i = 0; i < out.size(); i++) {
      // Even ranks send first: a message may be too long to wait at the receiver.
      Object got;
      if (world.rank() % 2 == 0 && world.size() > 1) {
        world.sendObject(out.get(i), next(world), i);
        got = world.receiveObject(Ronsel.ANY_SOURCE, i);
      } else {
        Request send = world.size() == 1 ? world.iSendObject(out.get(i), 0, i) : null;
        got = world.receiveObject(previous(world), Ronsel.ANY_TAG);
        if (send == null) {
          world.sendObject(out.get(i), next(world), i);
        } else {
          send.await();
        }
      }
      Check.equal(expected.get(i), got, "object " + i);
    }
    Together.barrier(world);
  }

  static void anObjectMayChangeAfterTheCall(Comm world) {
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
    Request send = world.iSendObject(list, world.rank(), 1);
    list.clear();
    Check.equal(List.of(1, 2, 3), world.receiveObject(world.rank(), 1), "what was sent");
    send.await();
  }

  static void objectsLargerThanAMegabyteArrive(Comm world) {
    int length = 1_500_000;
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31 + world.rank());
    }
    List<Object> out = List.of(bytes, "y".repeat(700_000), new long[100_000]);
    Request send = world.iSendObject(out, next(world), 1);
    Status status = new Status();
    List<Object> in = world.receiveObject(previous(world), 1, status);
    Check.equal(3, in == null ? 0 : in.size(), "elements");
    byte[] got = (byte[]) java.util.Objects.requireNonNull(in).getFirst();
    for (int i = 0; i < length; i++) {
      if (got[i] != (byte) (i * 31 + previous(world))) {
        throw new AssertionError("byte " + i + " is " + got[i]);
      }
    }
    Check.equal(out.get(1), in.get(1), "string");
    Check.that(status.count() > 3_000_000 && status.bytes() == status.count(), "count " + status);
    Check.equal(previous(world), status.source(), "source");
    Check.equal(1, status.tag(), "tag");
    send.await();
    Together.barrier(world);
  }

  static void objectsAndArraysOfOneSenderKeepTheirOrder(Comm world) {
    int rounds = 40;
    List<Request> sends = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      sends.add(world.iSend(new int[] {i}, next(world), 1));
      String text = i % 3 == 0 ? "z".repeat(1 + i * 1000) : "z";
      sends.add(world.iSendObject(text + i, next(world), 1));
      sends.add(world.iSend(new double[i * 500], next(world), 1));
    }
    int source = world.size() == 1 ? 0 : Ronsel.ANY_SOURCE;
    for (int i = 0; i < rounds; i++) {
      int[] number = new int[1];
      world.receive(number, source, Ronsel.ANY_TAG);
      Check.equal(i, number[0], "array");
      String text = world.receiveObject(source, 1);
      Check.that(text != null && text.endsWith("z" + i), "object " + i);
      Status status = world.receive(new double[rounds * 500], previous(world), Ronsel.ANY_TAG);
      Check.equal(i * 500L, status.count(), "long array");
    }
    sends.forEach(Request::await);
    world.barrier();
  }

  static void anySourceAndAnyTagTakeObjectsOfEverybody(Comm world) {
    for (int round = 0; round < 5; round++) {
      List<Request> sends = new ArrayList<>();
      for (int to = 0; to < world.size(); to++) {
        String text = world.rank() + " to " + to + " in " + round;
        sends.add(world.iSendObject(text, to, world.rank() + 100));
      }
      TreeMap<Integer, String> got = new TreeMap<>();
      Status status = new Status();
      for (int i = 0; i < world.size(); i++) {
        String text = world.receiveObject(Ronsel.ANY_SOURCE, Ronsel.ANY_TAG, status);
        Check.equal(status.source() + 100, status.tag(), "tag");
        got.put(status.source(), String.valueOf(text));
      }
      for (int from = 0; from < world.size(); from++) {
        Check.equal(from + " to " + world.rank() + " in " + round, got.get(from), "object");
      }
      sends.forEach(Request::await);
      world.barrier();
    }
  }

  static void aProbeTellsTheLengthOfAnObject(Comm world) {
    Request send = world.iSendObject("probe me", next(world), 4);
    Status seen = world.probe(previous(world), Ronsel.ANY_TAG);
    Status got = new Status();
    Check.equal("probe me", world.receiveObject(seen.source(), seen.tag(), got), "object");
    Check.equal(seen.bytes(), got.bytes(), "bytes");
    Check.equal(4, got.tag(), "tag");
    send.await();
  }

  static void objectsOfProcNullAreNull(Comm world) {
    world.sendObject("nobody gets it", Ronsel.PROC_NULL, 1);
    world.iSendObject("nobody gets it", Ronsel.PROC_NULL, 1).await();
    Status status = new Status();
    Check.equal(null, world.receiveObject(Ronsel.PROC_NULL, 1, status), "object of nobody");
    Check.equal(Ronsel.PROC_NULL, status.source(), "source");
    Check.equal(Ronsel.ANY_TAG, status.tag(), "tag");
    Check.equal(0L, status.count(), "count");
  }

  static void aBroadcastGivesTheObjectOfEveryRoot(Comm world) {
    for (int root = 0; root < world.size(); root++) {
      for (Object object : objects(root)) {
        boolean isRoot = world.rank() == root;
        Object got = world.broadcastObject(isRoot ? object : "ignored", root);
        Check.equal(object, got, "object of root " + root);
        Check.that(!isRoot || got == object, "the root gets its own object back");
      }
    }
    int[] large = new int[400_000];
    large[399_999] = 5;
    int[] got = world.broadcastObject(world.rank() == 0 ? large : null, 0);
    Check.equal(large, got, "large object");
  }

  static void aGatherGivesTheObjectsByRankToEveryRoot(Comm world) {
    for (int root = 0; root < world.size(); root++) {
      for (int i = 0; i < objects(0).size(); i++) {
        List<@Nullable Object> got = world.gatherObjects(objects(world.rank()).get(i), root);
        if (world.rank() == root) {
          checkAll(world, got, i);
        } else {
          Check.equal(List.of(), got, "list of a rank that is not the root");
        }
      }
    }
    List<int[]> large = world.gatherObjects(new int[300_000 + world.rank()], 0);
    for (int i = 0; i < large.size(); i++) {
      Check.equal(300_000 + i, large.get(i).length, "length of a large object");
    }
  }

  static void anAllGatherGivesTheObjectsByRankToEverybody(Comm world) {
    for (int i = 0; i < objects(0).size(); i++) {
      checkAll(world, world.allGatherObjects(objects(world.rank()).get(i)), i);
    }
    List<int[]> large = world.allGatherObjects(new int[100_000 * world.rank()]);
    for (int i = 0; i < world.size(); i++) {
      Check.equal(100_000 * i, large.get(i).length, "length of a large object");
    }
  }

  private static void checkAll(Comm world, List<@Nullable Object> got, int which) {
    Check.equal(world.size(), got.size(), "number of objects");
    for (int from = 0; from < world.size(); from++) {
      Check.equal(objects(from).get(which), got.get(from), "object " + which + " of " + from);
    }
  }

  static void collectivesOnObjectsLeaveMessagesAlone(Comm world) {
    Request object = world.iSendObject("mine", next(world), 1);
    Request array = world.iSend(new int[] {8}, next(world), 2);
    Check.equal("all", world.broadcastObject("all", 0), "broadcast");
    Check.equal(world.size(), world.allGatherObjects(world.rank()).size(), "allGather");
    Check.equal("mine", world.receiveObject(Ronsel.ANY_SOURCE, Ronsel.ANY_TAG), "object");
    int[] got = new int[1];
    world.receive(got, Ronsel.ANY_SOURCE, Ronsel.ANY_TAG);
    Check.equal(8, got[0], "array");
    Request.awaitAll(object, array);
    world.barrier();
  }

  /** Texts alone, and null as no bytes at all. */
  private record Texts(String mark) implements ObjectCodec {
    @Override
    public byte[] encode(@Nullable Object object) {
      return object == null ? new byte[0] : (mark + object).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable Object decode(byte[] message, ClassLoader classes) {
      String text = new String(message, StandardCharsets.UTF_8);
      Check.that(text.isEmpty() || text.startsWith(mark), "made by this codec: " + text);
      return text.isEmpty() ? null : text.substring(mark.length());
    }
  }

  static void aPluggedInCodecIsUsedForEveryCall(Comm world) {
    try (Comm comm = world.dup()) {
      Texts codec = new Texts("T:");
      comm.objectCodec(codec);
      Check.that(comm.objectCodec() == codec, "the codec is there");
      for (String text : new @Nullable String[] {"short", "w".repeat(100_000), null}) {
        Request send = comm.iSendObject(text, next(comm), 1);
        Status status = new Status();
        Check.equal(text, comm.receiveObject(previous(comm), 1, status), "object");
        Check.equal(text == null ? 0L : text.length() + 2L, status.count(), "bytes");
        send.await();
        Check.equal(text, comm.broadcastObject(text, comm.size() - 1), "broadcast");
        List<@Nullable String> all = comm.allGatherObjects(text);
        for (String each : all) {
          Check.equal(text, each, "gathered object");
        }
        comm.gatherObjects(text, 0);
      }
      try (Comm inherits = comm.dup()) {
        Check.that(inherits.objectCodec() == codec, "a duplicate has the codec of its origin");
      }
      Check.that(world.objectCodec() != codec, "the original has its own codec");
      Together.barrier(comm);
    }
  }
}
