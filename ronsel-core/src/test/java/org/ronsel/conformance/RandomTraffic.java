package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.Status;

/**
 * Random messages between all ranks: types, lengths, offsets, modes and interleavings follow from a
 * seed that all ranks know, so every rank knows what it must receive.
 */
public final class RandomTraffic {
  private record Message(
      int source, int dest, int tag, Primitives type, int length, boolean synchronous, int seed) {}

  private record Receive(
      Message expected, Object buffer, Object before, int offset, Request request) {}

  private final Comm world;
  private final List<Message> messages = new ArrayList<>();
  private final Random random;

  private RandomTraffic(Comm world, long seed, int count, int maxLength) {
    this.world = world;
    Random common = new Random(seed);
    for (int i = 0; i < count; i++) {
      messages.add(
          new Message(
              common.nextInt(world.size()),
              common.nextInt(world.size()),
              common.nextInt(3),
              Primitives.ALL.get(common.nextInt(Primitives.ALL.size())),
              length(common, maxLength),
              common.nextInt(4) == 0,
              common.nextInt(1000)));
    }
    this.random = new Random(seed * 31 + world.rank());
  }

  private static int length(Random random, int max) {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> random.nextInt(10);
      case 2 -> random.nextInt(Math.max(1, max / 10));
      default -> random.nextInt(max + 1);
    };
  }

  /**
   * Sends and receives, as one rank of {@code world}.
   *
   * @param count messages of all ranks together
   * @param maxLength longest message, in elements
   */
  public static void run(Comm world, long seed, int count, int maxLength) {
    RandomTraffic traffic = new RandomTraffic(world, seed, count, maxLength);
    if (traffic.random.nextInt(3) == 0) {
      traffic.bySource();
    } else {
      traffic.byPattern();
    }
  }

  /** Receives that name source and tag, posted between the sends in random order of patterns. */
  private void byPattern() {
    List<Request> sends = new ArrayList<>();
    List<Receive> receives = new ArrayList<>();
    List<Message> toSend = new ArrayList<>(messages);
    toSend.removeIf(m -> m.source != world.rank());
    List<Message> toReceive = inRandomOrderOfPatterns();
    while (!toSend.isEmpty() || !toReceive.isEmpty()) {
      boolean sendNow = toReceive.isEmpty() || (!toSend.isEmpty() && random.nextInt(100) < 50);
      if (sendNow) {
        sends.add(send(toSend.removeFirst()));
      } else {
        receives.add(post(toReceive.removeFirst()));
      }
      if (random.nextInt(5) == 0 && !receives.isEmpty()) {
        receives.get(random.nextInt(receives.size())).request.test();
      }
    }
    while (!receives.isEmpty()) {
      check(receives.remove(random.nextInt(receives.size())));
    }
    Request.awaitAll(sends.toArray(new Request[0]));
  }

  /** The messages to this rank, those of one source and tag in the order of sending. */
  private List<Message> inRandomOrderOfPatterns() {
    List<List<Message>> queues = new ArrayList<>();
    for (int source = 0; source < world.size(); source++) {
      for (int tag = 0; tag < 3; tag++) {
        int from = source;
        int with = tag;
        List<Message> queue = new ArrayList<>(messages);
        queue.removeIf(m -> m.dest != world.rank() || m.source != from || m.tag != with);
        if (!queue.isEmpty()) {
          queues.add(queue);
        }
      }
    }
    List<Message> order = new ArrayList<>();
    while (!queues.isEmpty()) {
      List<Message> queue = queues.get(random.nextInt(queues.size()));
      order.add(queue.removeFirst());
      queues.removeIf(List::isEmpty);
    }
    return order;
  }

  private Request send(Message m) {
    int offset = random.nextInt(4);
    Object buffer = m.type.values(m.length + offset + random.nextInt(4), m.seed - offset);
    String call = m.synchronous ? "iSendSynchronous" : "iSend";
    return m.type.startSend(call, world, buffer, offset, m.length, m.dest, m.tag);
  }

  private Receive post(Message m) {
    int offset = random.nextInt(4);
    int room = m.length + random.nextInt(4);
    Object buffer = m.type.values(offset + room + 2, 77);
    Object before = m.type.values(offset + room + 2, 77);
    Request request = m.type.startReceive(world, buffer, offset, room, m.source, m.tag);
    return new Receive(m, buffer, before, offset, request);
  }

  private static void check(Receive receive) {
    Status status = receive.request.await();
    Message m = receive.expected;
    Check.equal(m.source, status.source(), "source of " + m);
    Check.equal(m.tag, status.tag(), "tag of " + m);
    Check.equal((long) m.length, status.count(), "count of " + m);
    Object expected = receive.before;
    System.arraycopy(m.type.values(m.length, m.seed), 0, expected, receive.offset, m.length);
    Check.equal(expected, receive.buffer, "buffer of " + m);
  }

  /** Probes for any message, then receives what was found: the order of each sender holds. */
  private void bySource() {
    List<Request> sends = new ArrayList<>();
    List<List<Message>> due = new ArrayList<>();
    int left = 0;
    for (int source = 0; source < world.size(); source++) {
      List<Message> queue = new ArrayList<>(messages);
      int from = source;
      queue.removeIf(m -> m.dest != world.rank() || m.source != from);
      left += queue.size();
      due.add(queue);
    }
    for (Message m : messages) {
      if (m.source == world.rank()) {
        sends.add(send(m));
      }
    }
    for (; left > 0; left--) {
      int tag = random.nextBoolean() ? Ronsel.ANY_TAG : tagOf(due, random);
      Status found = world.probe(Ronsel.ANY_SOURCE, tag);
      Message m = take(due.get(found.source()), tag);
      Check.equal(m.tag, found.tag(), "tag of " + m);
      Check.equal((long) m.length * m.type.bytes(), found.bytes(), "bytes of " + m);
      Object buffer = m.type.zeros(m.length);
      m.type.receive(world, buffer, 0, m.length, found.source(), tag);
      Check.equal(m.type.values(m.length, m.seed), buffer, "buffer of " + m);
    }
    Request.awaitAll(sends.toArray(new Request[0]));
  }

  private static int tagOf(List<List<Message>> due, Random random) {
    List<Message> all = new ArrayList<>();
    due.forEach(all::addAll);
    return all.get(random.nextInt(all.size())).tag;
  }

  private static Message take(List<Message> queue, int tag) {
    for (int i = 0; i < queue.size(); i++) {
      if (tag == Ronsel.ANY_TAG || queue.get(i).tag == tag) {
        return queue.remove(i);
      }
    }
    throw new AssertionError("a message that nobody has sent");
  }
}
