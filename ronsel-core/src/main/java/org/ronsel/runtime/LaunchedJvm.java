package org.ronsel.runtime;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.JobAbortedException;
import org.ronsel.job.JobLayout;
import org.ronsel.observe.FailureText;
import org.ronsel.observe.Observation;
import org.ronsel.runtime.control.ControlClient;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.JobSpec;
import org.ronsel.runtime.control.MemoryShortage;
import org.ronsel.runtime.control.ProgramSpec;

/**
 * A JVM of a job that {@code ronsel run} has started: connects to the launcher, wires up, runs its
 * ranks, reports how they end, and stays until all ranks of the job have ended.
 */
public final class LaunchedJvm {
  private final int jvm;
  private final InputStream input;
  private final ControlClient control;
  private final LauncherOrders orders;
  private final Heartbeat heartbeat;
  private @Nullable RankOutput output;

  private @Nullable LocalJob running;
  private @Nullable LocalRanks ranks;

  private LaunchedJvm(String host, int port, int jvm) throws IOException {
    this.jvm = jvm;
    input = new BufferedInputStream(new FileInputStream(FileDescriptor.in));
    orders = new LauncherOrders();
    control =
        ControlClient.connect(InetAddress.getByName(host), port, readSecret(input), jvm, orders);
    heartbeat = Heartbeat.start(control);
    orders.reportTo(heartbeat);
  }

  /**
   * Started by the launcher only; the secret of the job is the first line of standard input.
   *
   * @param args host and port of the launcher, index of this JVM
   */
  public static void main(String[] args) {
    LaunchedJvm host;
    try {
      host = new LaunchedJvm(args[0], Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    } catch (IOException e) {
      // The launcher is gone, is not the launcher, or cannot be reached: it passes on what is
      // printed, if it lives.
      System.err.println(
          "ronsel: cannot connect to the launcher at "
              + args[0]
              + " port "
              + args[1]
              + ": "
              + (e.getMessage() == null ? e : e.getMessage()));
      Runtime.getRuntime().halt(1);
      return;
    }
    host.run();
  }

  private static byte[] readSecret(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0 || line.length() > 1000) {
        throw new IOException("no secret on standard input");
      }
      line.append((char) b);
    }
    return HexFormat.of().parseHex(line);
  }

  private void run() {
    JobSpec spec = control.job();
    JobSpec.Layout told = spec.layout();
    JobLayout layout = new JobLayout(told.jobId(), told.firstRank(), jvm, told.ghosts());
    try {
      control.start();
    } catch (OutOfMemoryError e) {
      // The system gives no thread: this one listens to the launcher, which will end the job.
      control.tell(FailureMessages.unusable(layout, e));
      control.read();
      return;
    }
    if (spec.heartbeatMs() > 0) {
      heartbeat.beatEvery(spec.heartbeatMs());
    }
    try {
      run(spec, layout);
    } catch (Throwable e) {
      tellUnusable(layout, e);
    }
    control.awaitEnd();
    LocalJob ended = running;
    if (Observation.CHECK && ended != null) {
      ended.leaks().forEach(this::notice);
    }
    orders.allEnded();
    LocalRanks localRanks = ranks;
    // Threads that are not daemons stay for ever in an exit of their rank.
    if (localRanks != null && localRanks.hasExited()) {
      System.exit(0);
    }
  }

  /** Tells the launcher that this JVM cannot run its ranks; it will end the job. Never throws. */
  private void tellUnusable(JobLayout layout, Throwable cause) {
    OutOfMemoryError memory = MemoryShortage.in(cause);
    if (memory == null) {
      try {
        control.tell(FailureMessages.unusable(layout, cause));
        return;
      } catch (OutOfMemoryError e) {
        memory = e;
      }
    }
    heartbeat.outOfMemory(Heartbeat.NO_RANK, memory);
  }

  private void run(JobSpec spec, JobLayout layout) throws IOException {
    int cores =
        Math.ceilDiv(Runtime.getRuntime().availableProcessors(), spec.jvmsBeside(layout.jvm()));
    boolean virtual = spec.ranks().kind().isVirtual(layout.localRanks(), cores);
    if (virtual) {
      setCarriers(cores, layout.localRanks());
    }
    RankOutput installed = installOutput(spec, layout);
    TableSource.give(new TableSource(spec.selection().name(), spec.selection().table()));
    RankBinding binding =
        RankBinding.plan(spec, layout, LocalJob.progressThreads(), virtual, this::notice);
    LocalJob job =
        LocalJob.start(
            layout, control, binding.location(layout), this::notice, binding::bindProgressThread);
    if (spec.reportsFailures()) {
      job.onUnreachable((peer, why) -> control.tell(new Frame.Unreachable(peer, why)));
    }
    RecordReport records = new RecordReport(job, control);
    orders.watch(job, records);
    if (layout.isGhost()) {
      running = job;
      serve(job, spec, binding);
      return;
    }
    List<HostedProgram> ofRank = programsByRank(spec, layout);
    running = job;
    Outcome outcome = new Outcome(job);
    LocalRanks localRanks =
        new LocalRanks(job, spec.ranks().sharedClasses(), outcome, installed::close);
    ranks = localRanks;
    watch(job, spec, localRanks::live);
    Thread.setDefaultUncaughtExceptionHandler(outcome::uncaught);
    boolean toTheirEnd =
        localRanks.run(
            new RankOptions(spec.ranks().kind(), cores, false, this::notice),
            (rank, identity) -> {
              binding.bindThread(job, rank.rank());
              records.begin(rank.rank());
              ofRank.get(rank.rank() - layout.firstLocalRank()).run(rank, identity);
            });
    tellEnds(job, records, toTheirEnd);
  }

  /** From now on the streams of the JVM are those of its ranks. */
  private RankOutput installOutput(JobSpec spec, JobLayout layout) throws IOException {
    RankOutput installed =
        RankOutput.install(
            layout,
            spec.output().tagged(),
            spec.output().directory(),
            lost -> control.tell(new Frame.Lost(lost)));
    output = installed;
    System.setIn(new RankInput(input, installed::flush));
    orders.closeAtExit(installed);
    return installed;
  }

  /** The program of each rank of this JVM. */
  private List<HostedProgram> programsByRank(JobSpec spec, JobLayout layout) {
    List<HostedProgram> ofRank = new ArrayList<>();
    for (ProgramSpec program : control.programs()) {
      int from = Math.max(program.firstRank(), layout.firstLocalRank());
      int to =
          Math.min(
              program.firstRank() + program.ranks(), layout.firstLocalRank() + layout.localRanks());
      if (from < to) {
        HostedProgram hosted =
            new HostedProgram(program, spec.ranks().sharedClasses(), to - from > 1);
        if (from == program.firstRank()) {
          hosted.notices().forEach(this::notice);
        }
        for (int rank = from; rank < to; rank++) {
          ofRank.add(hosted);
        }
      }
    }
    return ofRank;
  }

  /** Tells the launcher of events in the part of the job that this JVM is. */
  private void watch(LocalJob job, JobSpec spec, IntSupplier live) {
    job.onAbort((rank, status, cause) -> control.tell(FailureMessages.abort(rank, status, cause)));
    if (spec.heartbeatMs() > 0) {
      heartbeat.watch(job, live);
      HeapPressure.watch(what -> heartbeat.outOfMemory(Heartbeat.NO_RANK, what));
    }
  }

  /**
   * Ends what ranks have left under way, and tells the launcher that they have ended.
   *
   * @param toTheirEnd whether no rank has exited
   */
  private void tellEnds(LocalJob job, RecordReport records, boolean toTheirEnd) {
    int first = job.layout().firstLocalRank();
    int behind = first + job.layout().localRanks();
    if (toTheirEnd) {
      for (int rank = first; rank < behind; rank++) {
        job.finishRank(rank);
      }
      for (int rank = first; rank < behind; rank++) {
        job.endRank(rank);
      }
    }
    records.tell();
    if (heartbeat.isOutOfMemory()) {
      // A thread of the program has failed, which the launcher is about to be told: it would take
      // the job for one that has succeeded if it heard of the ends of its ranks before.
      return;
    }
    for (int rank = first; rank < behind; rank++) {
      control.tell(new Frame.RankEnded(rank));
    }
  }

  /** Carries out one-sided operations until the job ends. */
  private void serve(LocalJob job, JobSpec spec, RankBinding binding) {
    watch(job, spec, () -> 0);
    job.serve(() -> binding.bindThread(job, job.layout().firstLocalRank()));
  }

  static void setCarriers(int cores, int ranks) {
    String prefix = "jdk.virtualThreadScheduler.";
    if (System.getProperty(prefix + "parallelism") == null) {
      System.setProperty(prefix + "parallelism", Integer.toString(cores));
    }
    if (System.getProperty(prefix + "maxPoolSize") == null) {
      // Ranks may come to hold a carrier each, see CarrierWatch.
      System.setProperty(prefix + "maxPoolSize", Integer.toString(Math.max(256, ranks + cores)));
    }
  }

  private void notice(String line) {
    RankOutput to = output;
    if (to != null) {
      to.notice(line);
    }
  }

  /** Tells the launcher how the ranks of this JVM end. */
  private final class Outcome implements RankThreads.Outcome {
    private final LocalJob job;

    Outcome(LocalJob job) {
      this.job = job;
    }

    @Override
    public void ended(int rank) {
      orders.ended(rank);
    }

    @Override
    public void failed(int rank, Throwable failure) {
      OutOfMemoryError memory = MemoryShortage.in(failure);
      if (memory != null) {
        // First, since from here on everything may fail: this needs nothing, what follows memory.
        heartbeat.outOfMemory(rank, memory);
      }
      try {
        // Of an aborted job only the first failure is told; the launcher ends this JVM.
        job.abort(rank, 1, failure);
      } catch (OutOfMemoryError e) {
        heartbeat.outOfMemory(rank, e);
      }
    }

    void uncaught(Thread thread, Throwable failure) {
      int rank = Heartbeat.NO_RANK;
      try {
        RankIdentity identity = RankIdentity.ofThread();
        if (identity != null) {
          rank = identity.rank();
        }
      } catch (OutOfMemoryError e) {
        heartbeat.outOfMemory(Heartbeat.NO_RANK, e);
      }
      if (rank != Heartbeat.NO_RANK) {
        if (!(failure instanceof JobAbortedException)) {
          failed(rank, failure);
        }
        return;
      }
      OutOfMemoryError memory = MemoryShortage.in(failure);
      if (memory != null) {
        // One of Ronsel's threads, without which the ranks might wait for ever.
        heartbeat.outOfMemory(Heartbeat.NO_RANK, memory);
        return;
      }
      notice(
          "thread '"
              + thread.getName()
              + "', which belongs to no rank, failed: "
              + FailureText.of(failure));
    }
  }
}
