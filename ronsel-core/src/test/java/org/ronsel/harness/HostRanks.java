package org.ronsel.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ronsel.Comm;
import org.ronsel.LocalRanks;
import org.ronsel.RonselException;
import org.ronsel.engine.failure.PeerFailures;
import org.ronsel.job.Agreements;
import org.ronsel.job.JobLayout;
import org.ronsel.job.JvmLocation;
import org.ronsel.runtime.LocalJob;
import org.ronsel.runtime.LocalWireUp;

/**
 * Ranks of several JVMs of one host, all of which are parts of this JVM: they share memory and ring
 * doorbells exactly as JVMs of their own would, and a debugger sees all of them.
 */
public final class HostRanks implements RankGroup {
  private static final String SINGLE_COPY = "ronsel.shm.single-copy";

  private static final boolean FORCED = System.getProperty(SINGLE_COPY) != null;

  /** Those that have not been closed, and where they were made. */
  private static final Map<HostRanks, Throwable> OPEN = new ConcurrentHashMap<>();

  private final List<LocalJob> jobs = new ArrayList<>();
  private final List<Comm> worlds = new ArrayList<>();

  /** Until then ghosts that were stopped stay so. */
  private final CountDownLatch end = new CountDownLatch(1);

  /** Deals ranks to as many JVMs, of which none is left without a rank. */
  public HostRanks(int ranks, int jvms) {
    this(ranks, jvms, "");
  }

  /** The JVMs count as JVMs of the hosts that are named, the first again after the last. */
  public HostRanks(int ranks, int jvms, String... hosts) {
    this(0, ranks, jvms, hosts);
  }

  /** Every rank in a JVM of its own, on hosts in turn, and some ghosts on each host. */
  public static HostRanks withGhosts(int perHost, int ranks, String... hosts) {
    return new HostRanks(perHost * hosts.length, ranks, ranks, hosts);
  }

  private HostRanks(int ghosts, int ranks, int jvmsOfRanks, String... hosts) {
    Throwable madeHere = new Throwable("made here and not closed");
    requireNoneOpenOfOthers(testClass(madeHere));
    if (!FORCED) {
      // It is a matter of measurement else, and would depend on the machine. Both ways are tested.
      System.setProperty(SINGLE_COPY, jvmsOfRanks == ranks ? "on" : "off");
    }
    int jvms = jvmsOfRanks + ghosts;
    LocalWireUp wireUp = new LocalWireUp(jvms);
    List<Callable<LocalJob>> starts = new ArrayList<>();
    int[] first = JobLayout.even("test", ranks, jvmsOfRanks, 0).firstRank();
    int[] all = Arrays.copyOf(first, jvms + 1);
    for (int ghost = 1; ghost <= ghosts; ghost++) {
      all[jvmsOfRanks + ghost] = ranks + ghost;
    }
    for (int jvm = 0; jvm < jvms; jvm++) {
      int host = (jvm < jvmsOfRanks ? jvm : jvm - jvmsOfRanks) % hosts.length;
      JvmLocation location = JvmLocation.onHost(hosts[host]);
      JobLayout layout = new JobLayout("test", all, jvm, ghosts);
      starts.add(() -> LocalJob.start(layout, wireUp.of(layout.jvm()), location));
    }
    try (ExecutorService pool = Executors.newCachedThreadPool()) {
      for (Future<LocalJob> started : pool.invokeAll(starts)) {
        jobs.add(started.get());
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
    jobs.stream().filter(job -> job.layout().isGhost()).forEach(job -> job.serve(() -> {}));
    for (int rank = 0; rank < ranks; rank++) {
      worlds.add(job(rank).rank(rank).world());
    }
    OPEN.put(this, madeHere);
  }

  /** Those that a test class leaves behind go on, and count as leaks of other tests. */
  private static void requireNoneOpenOfOthers(String testClass) {
    for (Throwable madeThere : OPEN.values()) {
      if (!testClass(madeThere).equals(testClass)) {
        String count = OPEN.size() + " groups of ranks are open";
        OPEN.clear(); // one test is enough to tell it
        throw new AssertionError(count, madeThere);
      }
    }
  }

  /** Returns the class whose test, or whose arguments of a test, called this; "" if none did. */
  private static String testClass(Throwable calledHere) {
    return Arrays.stream(calledHere.getStackTrace())
        .map(frame -> frame.getClassName().replaceFirst("\\$.*", ""))
        .filter(name -> name.endsWith("Test"))
        .reduce("", (_, outer) -> outer);
  }

  /** Every rank in a JVM of its own. */
  public static HostRanks processes(int ranks) {
    return new HostRanks(ranks, ranks);
  }

  /** Every rank in a JVM of its own, on two hosts in turn. */
  public static HostRanks onTwoHosts(int ranks) {
    return new HostRanks(ranks, ranks, "a", "b");
  }

  /** Two JVMs, the second with the odd rank. */
  public static HostRanks hybrid(int ranks) {
    return new HostRanks(ranks, Math.min(ranks, 2));
  }

  /** The part of the job in which a rank lives. */
  public LocalJob job(int rank) {
    return jobs.get(jobs.getFirst().layout().jvmOf(rank));
  }

  /** Has the ghost of a JVM take in nothing more, as if the JVM was stopped. */
  public void stopGhost(int jvm) throws InterruptedException {
    LocalJob job = jobs.get(jvm);
    PeerFailures failures = job.rank(job.layout().firstLocalRank()).state().engine().peerFailures();
    CountDownLatch stopped = new CountDownLatch(1);
    failures.onUnreachable( // told under the engine's lock
        (endpoint, why) -> {
          stopped.countDown();
          uninterruptibly(end);
        });
    Thread.ofPlatform()
        .daemon()
        .start(() -> failures.failPeer(0, new IllegalStateException("the test has stopped it")));
    stopped.await();
  }

  private static void uninterruptibly(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException goesOn) {
        // It is to end with the others.
      }
    }
  }

  /** Has the ranks of a JVM count as failed: the others are told, as the launcher would do. */
  public void failJvm(int jvm) {
    for (LocalJob job : jobs) {
      if (job.layout().jvm() != jvm) {
        job.jvmFailed(jvm, "its JVM was killed by the test");
      }
    }
    JobLayout layout = jobs.get(jvm).layout();
    Agreements agreements = Objects.requireNonNull(jobs.get(jvm).agreements());
    for (int i = 0; i < layout.localRanks(); i++) {
      agreements.ends(layout.firstLocalRank() + i);
    }
  }

  /** Returns when each of some ranks waits. */
  public void awaitWaitOf(int... waiting) {
    awaitWaitOf(Duration.ZERO, waiting);
  }

  /** Returns when each of some ranks has waited for longer than this. */
  public void awaitWaitOf(Duration longerThan, int... waiting) {
    LocalRanks.awaitCondition(
        () -> IntStream.of(waiting).allMatch(rank -> waits(rank, longerThan.toNanos())));
  }

  private boolean waits(int rank, long longerThanNs) {
    return job(rank).waits().stream()
        .anyMatch(wait -> wait.rank() == rank && wait.waitedNs() >= longerThanNs);
  }

  @Override
  public List<Comm> worlds() {
    return worlds;
  }

  @Override
  public void finish(int rank) {
    job(rank).finishRank(rank);
    job(rank).endRank(rank);
  }

  @Override
  public void fail(RonselException cause) {
    end.countDown();
    jobs.forEach(job -> job.abort(0, 1, cause));
  }

  @Override
  public String waits() {
    end.countDown();
    return jobs.stream()
        .flatMap(job -> job.waits().stream())
        .map(wait -> wait + "\n")
        .collect(Collectors.joining());
  }

  @Override
  public void close() {
    end.countDown();
    jobs.forEach(LocalJob::allEnded);
    jobs.forEach(LocalJob::close);
    OPEN.remove(this);
  }
}
