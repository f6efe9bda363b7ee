package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;

/**
 * Random sequences of collective calls on several communicators: all operations in all forms, with
 * algorithms named by chance. What must come of them follows from a seed that all ranks know.
 * Nonblocking calls stay under way while others are made, and are completed in another order on
 * each rank.
 *
 * <p>As a program it runs sequences until a time is over:
 *
 * <pre>ronsel run -n 4 ... org.ronsel.conformance.RandomCollectives FIRST-SEED SECONDS [LONGEST]
 * </pre>
 */
public final class RandomCollectives {
  private static final int MOST_UNDER_WAY = 12;

  private final Comm world;
  private final int maxLength;
  private final Random common;
  private final Random own;
  private final List<Pending> pending = new ArrayList<>();

  private record Pending(Request request, RandomCall call) {}

  private RandomCollectives(Comm world, long seed, int maxLength) {
    this.world = world;
    this.maxLength = maxLength;
    this.common = new Random(seed);
    this.own = new Random(seed * 31 + world.rank());
  }

  /**
   * Makes the calls, as one rank of {@code world}.
   *
   * @param calls how many, of which a rank makes those of the communicators that it is in
   * @param maxLength longest block, in elements
   */
  public static void run(Comm world, long seed, int calls, int maxLength) {
    try {
      new RandomCollectives(world, seed, maxLength).run(calls);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ", " + calls + " calls: " + e.getMessage(), e);
    }
  }

  private void run(int calls) {
    List<RandomPlace> places = RandomPlace.all(world, common);
    for (int i = 0; i < calls; i++) {
      RandomPlace place = places.get(common.nextInt(places.size()));
      if (place != null) {
        step(place);
      }
      while (!pending.isEmpty() && (pending.size() > MOST_UNDER_WAY || own.nextInt(3) == 0)) {
        completeOne();
      }
    }
    while (!pending.isEmpty()) {
      completeOne();
    }
    for (RandomPlace place : places) {
      if (place != null) {
        place.close();
      }
    }
  }

  private void step(RandomPlace place) {
    Random plan = place.plan();
    int form = plan.nextInt(8);
    int data = plan.nextInt();
    if (form == 0) {
      withoutModel(place, data);
      return;
    }
    if (form == 1 && !place.repeated().isEmpty()) {
      RandomCall.Repeated again = place.repeated().get(plan.nextInt(place.repeated().size()));
      startAgain(again, data);
      return;
    }
    RandomCall call = new RandomCall(place, maxLength, own);
    try {
      switch (form) {
        case 1, 2 -> {
          RandomCall.Repeated prepared = call.prepare();
          place.repeated().add(prepared);
          startAgain(prepared, data);
        }
        case 3, 4, 5 -> pending.add(new Pending(call.start(data), call));
        default -> {
          call.block(data);
          call.check();
        }
      }
    } catch (RuntimeException e) {
      throw new AssertionError(call + ": " + e, e);
    }
  }

  private void startAgain(RandomCall.Repeated again, int data) {
    PersistentRequest request = again.request();
    for (int i = 0; i < pending.size(); i++) {
      if (pending.get(i).request == request) {
        complete(pending.remove(i));
      }
    }
    again.call().refill(data);
    request.start();
    pending.add(new Pending(request, again.call()));
  }

  private void completeOne() {
    if (own.nextInt(4) == 0) {
      Collections.shuffle(pending, own);
      Request[] some =
          pending.stream().limit(1 + own.nextInt(3)).map(Pending::request).toArray(Request[]::new);
      int index = Request.awaitAny(some);
      complete(pending.remove(index));
      return;
    }
    complete(pending.remove(own.nextInt(pending.size())));
  }

  private void complete(Pending one) {
    try {
      for (int i = own.nextInt(4) * 5; i > 0 && !one.request.test(); i--) {
        Thread.onSpinWait();
      }
      one.request.await();
    } catch (RuntimeException e) {
      throw new AssertionError(one.call + ": " + e, e);
    }
    one.call.check();
  }

  // ---- calls that return what they get ----

  private void withoutModel(RandomPlace place, int data) {
    Comm comm = place.comm();
    int[] peers = place.peers();
    int me = place.world();
    int sum = Arrays.stream(peers).map(rank -> rank + data).sum();
    Check.equal(sum, comm.allReduce(me + data, Op.SUM), "a value on " + place);
    int[][] given = new int[peers.length][];
    Arrays.setAll(given, i -> filled(me, peers[i], data));
    int[][] taken = comm.allToAllv(given);
    int[][] all = comm.allGatherv(filled(me, 0, data));
    for (int i = 0; i < peers.length; i++) {
      Check.equal(filled(peers[i], me, data), taken[i], "learned by allToAllv on " + place);
      Check.equal(filled(peers[i], 0, data), all[i], "learned by allGatherv on " + place);
    }
    if (!place.isInter()) {
      objects(place, data);
    }
  }

  private static int[] filled(int from, int to, int data) {
    int[] array = new int[Math.floorMod(from * 7 + to * 3 + data, 5)];
    Arrays.fill(array, from * 100 + to + data);
    return array;
  }

  private static void objects(RandomPlace place, int data) {
    Comm comm = place.comm();
    int[] members = place.members();
    int root = Math.floorMod(data, members.length);
    String text = "x".repeat(Math.floorMod(data, 300));
    boolean isRoot = comm.rank() == root;
    Check.equal(text, comm.broadcastObject(isRoot ? text : null, root), "an object");
    List<String> wanted = Arrays.stream(members).mapToObj(rank -> text + rank).toList();
    Check.equal(wanted, comm.allGatherObjects(text + place.world()), "objects on " + place);
    List<String> atRoot = comm.gatherObjects(text + place.world(), root);
    Check.equal(isRoot ? wanted : List.of(), atRoot, "objects at the root of " + place);
    Check.equal(
        text + place.world(), comm.scatterObjects(isRoot ? wanted : null, root), "scattered");
    String joined = comm.allReduceObject(place.world() + ",", (a, b) -> a + b);
    StringBuilder inOrder = new StringBuilder();
    for (int member : members) {
      inOrder.append(member).append(',');
    }
    Check.equal(inOrder.toString(), joined, "objects combined on " + place);
  }

  /** Runs sequences on the world of the calling rank until the time is over. */
  public static void main(String[] args) {
    Comm world = org.ronsel.Ronsel.world();
    long seed = Long.parseLong(args[0]);
    long end = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000_000L;
    int longest = args.length > 2 ? Integer.parseInt(args[2]) : 300;
    int sequences = 0;
    long calls = 0;
    while (world.allReduce(System.nanoTime() < end, Op.LAND)) {
      int many = 5 + (int) (seed % 60);
      run(world, seed++, many, longest);
      sequences++;
      calls += many;
    }
    if (world.rank() == 0) {
      System.out.println(
          sequences + " sequences, " + calls + " calls on " + world.size() + " ranks hold");
    }
  }
}
