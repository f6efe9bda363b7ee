package org.ronsel.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records the calls of one rank. A call made inside another, as a send inside a {@code
 * sendReceive}, is a part of that. Any thread of the rank.
 */
public final class Recorder {
  /** Spans, and messages in them, that are handed over at a time. */
  private static final int CHUNK = 2048;

  /** Waits shorter than this are not drawn. */
  private static final long DRAWN_WAIT_NS = 1_000;

  private static final ThreadLocal<@Nullable Call> CURRENT = new ThreadLocal<>();

  private final int rank;
  private final Map<CallSite, Sum> sums = new HashMap<>();
  private final Map<Object, Served> served = new IdentityHashMap<>();
  private final Map<Long, Integer> threads = new Recent<>();
  private int threadsSeen;
  private final Map<Stream, Integer> sent = new Recent<>();
  private final Map<Stream, Integer> matched = new Recent<>();
  private List<Span> spans = new ArrayList<>();

  /** How many spans these are, and messages in them. */
  private int held;

  private @Nullable Consumer<List<Span>> sink;
  private long startNs = System.nanoTime();

  /**
   * Keeps the entries that were used last, since each collective call has messages of its own, and
   * a program may start thread after thread. What is forgotten costs an arrow in the drawing, or
   * begins a row.
   */
  private static final class Recent<K> extends LinkedHashMap<K, Integer> {
    private static final int MOST = 1 << 14;
    private static final long serialVersionUID = 1;

    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, Integer> eldest) {
      return size() > MOST;
    }
  }

  /** Messages that cannot overtake each other. */
  private record Stream(long context, int peer, int tag) {}

  /** The sum of the calls at one call site. */
  private static final class Sum {
    long count;
    long bytes;
    long timeNs;
    long waitNs;
    final long[] sizes = SizeHistogram.empty();

    void message(long length) {
      bytes += length;
      sizes[SizeHistogram.classOf(length)]++;
    }
  }

  /** The calls that an algorithm has served. */
  private static final class Served {
    final String operation;
    final String algorithm;
    long calls;
    long leastBytes = Long.MAX_VALUE;
    long mostBytes = -1;

    Served(String operation, String algorithm) {
      this.operation = operation;
      this.algorithm = algorithm;
    }
  }

  /** Makes the recorder of a rank. */
  public Recorder(int rank) {
    this.rank = rank;
  }

  /** The rank's program begins now; its spans go to a consumer, and are lost without one. */
  public synchronized void begin(@Nullable Consumer<List<Span>> takes) {
    startNs = System.nanoTime();
    sink = takes;
  }

  // ---- calls ----

  /** Opens a call whose messages count; null if the thread is in a call already. */
  public @Nullable Call open() {
    return open(-1);
  }

  /**
   * Opens a call; null if the thread is in one already, of which this is a part.
   *
   * @param contribution bytes given to a collective operation, or -1
   */
  public @Nullable Call open(long contribution) {
    if (CURRENT.get() != null) {
      return null;
    }
    Call call = new Call(contribution);
    CURRENT.set(call);
    return call;
  }

  /** Adds bytes to those given to the collective operation that the thread is in. */
  public void contributes(long bytes) {
    Call call = CURRENT.get();
    if (call != null && !call.countsMessages()) {
      call.contribution += bytes;
    }
  }

  /** Closes what {@link #open} has opened; null does nothing. */
  public void close(@Nullable Call call) {
    if (call == null) {
      return;
    }
    CURRENT.remove();
    long durationNs = System.nanoTime() - call.startNs;
    List<Span> full = null;
    synchronized (this) {
      if (Observation.PROFILE) {
        add(call, durationNs);
      }
      if (Observation.TRACE) {
        draw(call.site.operation(), call.site.place(), call.startNs, durationNs, call.messages);
        full = held >= CHUNK ? takeSpans() : null;
      }
    }
    give(full);
  }

  private void add(Call call, long durationNs) {
    Sum sum = sums.computeIfAbsent(call.site, site -> new Sum());
    sum.count++;
    sum.timeNs += durationNs;
    sum.waitNs += call.waitNs;
    if (call.countsMessages()) {
      call.messages.forEach(message -> sum.message(message.bytes()));
    } else {
      sum.message(call.contribution);
    }
  }

  private void draw(
      String name, String place, long fromNs, long durationNs, List<Span.Passage> messages) {
    Thread thread = Thread.currentThread();
    Integer number = threads.computeIfAbsent(thread.threadId(), id -> threadsSeen++);
    spans.add(new Span(number, thread.getName(), name, place, fromNs, durationNs, messages));
    held += 1 + messages.size();
  }

  /** The call that the thread is in has waited. */
  public void waited(String what, @Nullable Call opened, long fromNs, long durationNs) {
    Call call = CURRENT.get();
    if (call == null) {
      return;
    }
    call.waitNs += durationNs;
    if (Observation.TRACE && opened == null && durationNs >= DRAWN_WAIT_NS) {
      synchronized (this) {
        draw("wait: " + what, call.site.place(), fromNs, durationNs, List.of());
      }
    }
  }

  /**
   * An algorithm serves a collective call. Allocates nothing but at the first call that it serves.
   *
   * @param key the algorithm itself, always the same object
   * @param bytes of the message, or -1
   */
  public synchronized void served(Object key, String operation, String algorithm, long bytes) {
    Served sum = served.get(key);
    if (sum == null) {
      sum = new Served(operation, algorithm);
      served.put(key, sum);
    }
    sum.calls++;
    sum.leastBytes = Math.min(sum.leastBytes, bytes);
    sum.mostBytes = Math.max(sum.mostBytes, bytes);
  }

  // ---- messages; in the order in which they are posted and matched, under the engine's lock ----

  /** A message leaves in the call that the thread is in. */
  public synchronized void sent(long context, int peer, int tag, long bytes) {
    Call call = CURRENT.get();
    int number = sent.merge(new Stream(context, peer, tag), 1, Integer::sum);
    if (call != null) {
      call.messages.add(
          new Span.Passage(true, peer, tag, bytes, flow(context, rank, peer, tag, number)));
    }
  }

  /** A receive has been matched; what {@link #received} wants to be told of it. */
  public synchronized long matched(long context, int peer, int tag) {
    int number = matched.merge(new Stream(context, peer, tag), 1, Integer::sum);
    return flow(context, peer, rank, tag, number);
  }

  /** The thread has got a message in the call that it is in. */
  public void received(int peer, int tag, long bytes, long flow) {
    Call call = CURRENT.get();
    if (call != null) {
      call.messages.add(new Span.Passage(false, peer, tag, bytes, flow));
    }
  }

  /**
   * A one-sided operation moves data in a call that has been {@linkplain #open() opened}.
   *
   * @param put whether they go to the peer
   */
  public static void moved(@Nullable Call call, boolean put, int peer, long bytes) {
    if (call != null) {
      call.messages.add(new Span.Passage(put, peer, Span.UNTAGGED, bytes, 0));
    }
  }

  /**
   * The id of a message: the same at both ends, almost never that of another message, and never 0.
   */
  private static long flow(long context, int from, int to, int tag, int number) {
    long hash = context;
    for (int each : new int[] {from, to, tag, number}) {
      hash = (hash ^ each) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return hash | 1;
  }

  // ---- results ----

  /** The sums of all calls so far, by call site. */
  public synchronized List<ProfileRow> rows() {
    List<ProfileRow> rows = new ArrayList<>(sums.size());
    sums.forEach(
        (site, sum) ->
            rows.add(
                new ProfileRow(
                    site.operation(),
                    site.place(),
                    sum.count,
                    sum.bytes,
                    sum.timeNs,
                    sum.waitNs,
                    sum.sizes.clone())));
    return rows;
  }

  /** Which algorithms have served collective calls so far. */
  public synchronized List<ServedRow> algorithms() {
    List<ServedRow> rows = new ArrayList<>(served.size());
    for (Served sum : served.values()) {
      rows.add(
          new ServedRow(sum.operation, sum.algorithm, sum.calls, sum.leastBytes, sum.mostBytes));
    }
    return rows;
  }

  /** How long the rank's program has run, in nanoseconds. */
  public synchronized long runNs() {
    return System.nanoTime() - startNs;
  }

  /** Gives all remaining spans to the consumer. */
  public void flush() {
    List<Span> left;
    synchronized (this) {
      left = takeSpans();
    }
    give(left);
  }

  private List<Span> takeSpans() {
    List<Span> taken = spans;
    spans = new ArrayList<>();
    held = 0;
    return taken;
  }

  /** Without the lock, because it may take a while. */
  private void give(@Nullable List<Span> taken) {
    Consumer<List<Span>> to = sink;
    if (to != null && taken != null && !taken.isEmpty()) {
      to.accept(taken);
    }
  }
}
