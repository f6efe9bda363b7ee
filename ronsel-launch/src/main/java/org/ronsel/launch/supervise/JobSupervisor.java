package org.ronsel.launch.supervise;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.launch.connection.RemoteJvm;
import org.ronsel.launch.console.Console;
import org.ronsel.launch.console.Signals;
import org.ronsel.launch.console.Starter;
import org.ronsel.launch.jvm.Event;
import org.ronsel.launch.jvm.JvmCommand;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.jvm.Launcher;
import org.ronsel.launch.jvm.StartUpLimits;
import org.ronsel.launch.plan.JobOptions;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.program.CompilationFailedException;
import org.ronsel.launch.report.Records;
import org.ronsel.launch.report.StartTimes;
import org.ronsel.launch.spi.DaemonThread;
import org.ronsel.launch.spi.Durations;
import org.ronsel.launch.spi.UsageException;
import org.ronsel.machine.ProcessLimits;
import org.ronsel.runtime.ExitStatus;
import org.ronsel.runtime.TableSource;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.Handshake;
import org.ronsel.runtime.control.JobSpec;
import org.ronsel.runtime.control.ProgramSpec;

/**
 * Starts the JVMs of a job, connects them, and ensures that none is left behind, regardless of
 * failures of JVMs or of the launcher. One thread handles one event after the other.
 */
public final class JobSupervisor {
  /** Time after which a JVM that was told to end is killed. */
  private static final Duration KILL_AFTER = Duration.ofMillis(2500);

  /**
   * Time for which the report of a JVM's death by a signal of the terminal waits for the same
   * signal to reach the launcher, which explains the death.
   */
  private static final Duration SIGNAL_GRACE = Duration.ofMillis(300);

  /**
   * Time from the end of the last rank to the report of JVMs that are still there; they have
   * nothing left to do but to run the shutdown hooks of the program.
   */
  private static final Duration NAMED_AFTER = Duration.ofSeconds(10);

  /** Time to wait for the message and the stack of a rank that is out of memory. */
  private static final Duration MORE_OF_MEMORY = Duration.ofMillis(1500);

  /** Exit status of a job that has succeeded but whose output could not be written completely. */
  private static final int LOST = 1;

  /** Time to wait for records of ended JVMs, in milliseconds. */
  private static final long LEFTOVERS_MS = 300;

  private final JobPlan plan;
  private final Console console;
  private final IntFunction<List<String>> extraJvmOptions;
  private final byte[] secret = new byte[Handshake.SECRET_BYTES];
  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final List<JvmProcess> jvms = new CopyOnWriteArrayList<>();
  private final List<Launcher> launchers = new ArrayList<>();
  private final Map<Integer, byte[]> gathered = new HashMap<>();
  private final WaitWatch waits;
  private final HeartbeatMonitor heartbeats;
  private final AtomicInteger endingSignals = new AtomicInteger();
  private final Deadlines deadlines = new Deadlines();
  private final DelayedReports delayedReports = new DelayedReports(jvms, launchers, deadlines);
  private final Survivors survivors;
  private final Records records;
  private final StartUpLimits startUp;
  private final StartTimes times = new StartTimes();

  /** One frame for all JVMs, so that its bytes are made once. */
  private Frame.@Nullable Programs programs;

  private boolean ending;

  /** Whether a signal has come after all JVMs had ended: whoever sends it waits no longer. */
  private boolean endsAtOnce;

  private int status;

  /**
   * Creates the supervisor of a job.
   *
   * @param extraJvmOptions options for each JVM, by its index, that are weaker than the user's
   */
  public JobSupervisor(JobPlan plan, Console console, IntFunction<List<String>> extraJvmOptions) {
    this.plan = plan;
    this.console = console;
    this.extraJvmOptions = extraJvmOptions;
    waits = new WaitWatch(plan, console, jvms);
    heartbeats = new HeartbeatMonitor(plan, console, jvms, heartbeat());
    survivors = new Survivors(plan, console, jvms, this::sendToAll);
    records = new Records(plan, console);
    startUp = StartUpLimits.ofEnvironment(plan.jvms());
    new SecureRandom().nextBytes(secret);
  }

  /** Receives an event; any thread may call this. */
  void tell(Event event) {
    events.add(event);
  }

  /** Runs the job and returns its exit status. No JVM of it is alive afterwards. */
  public int run() throws IOException, InterruptedException {
    String tooMany = StartUpLimits.tooMany(plan.childProcesses());
    if (tooMany != null) {
      console.say(tooMany);
      return 1;
    }
    try (LocalFiles files = LocalFiles.of(plan, console)) {
      times.over(StartTimes.Step.LAUNCHER);
      // Before the first JVM: one that waits for a debugger does not end with the launcher.
      boolean ignoresInt = Signals.handle(this::signal);
      startJvms(files);
      times.over(StartTimes.Step.STARTED);
      plan.notices().forEach(console::say);
      deadlines.in(startUp.deadline(), this::startUpOverdue);
      DaemonThread.start("prepare", this::prepare);
      Signals.handleOthers(ignoresInt, this::signal);
      Starter.watch(() -> tell(new Event.StarterGone()));
      Duration timeout = plan.options().limits().timeout();
      if (timeout != null) {
        deadlines.in(timeout, () -> timedOut(timeout));
      }
      if (isWatched()) {
        heartbeats.start(deadlines);
      }
      while (someRun()) {
        Event event = events.poll(deadlines.nextNs(), TimeUnit.NANOSECONDS);
        // Events are handled before deadlines: a machine may stand still for seconds, and a
        // deadline pass together with the event that it waits for.
        for (int left = events.size(); event != null; left--) {
          handle(event);
          event = left > 0 ? events.poll() : null;
        }
        deadlines.run();
      }
      times.over(StartTimes.Step.ENDED);
      finish();
      if (plan.options().timing()) {
        console.say(times.table());
      }
      // What the launcher itself has said is read, too, or a signal ends the wait for its reader.
      new OutputDrain(console, List.of(), () -> status != 0).await(this::takeLate);
    } finally {
      jvms.forEach(JvmProcess::kill);
      launchers.forEach(Launcher::end);
      Launchers.closeAll(launchers);
    }
    return status == 0 && records.hasLost() ? LOST : status;
  }

  /** Whether JVMs are awaited: all but failed ones without which the others continue. */
  private boolean someRun() {
    for (int jvm = 0; jvm < jvms.size(); jvm++) {
      if (!jvms.get(jvm).hasExited() && !survivors.hasFailed(jvm)) {
        return true;
      }
    }
    return false;
  }

  /** Handles the remains of the JVMs when all have ended. */
  private void finish() throws InterruptedException {
    takeLeftovers();
    if (status != 0) {
      // Only where memory without a name is not to be had can a killed JVM leave a file.
      jvms.forEach(this::removeSharedFiles);
    }
    new OutputDrain(console, jvms, () -> status != 0).await(this::takeLate);
    records.close();
  }

  /** Something has happened after all JVMs have ended. */
  private void late(Event event) {
    switch (event) {
      case Event.Signalled e when e.endsJob() -> {
        endsAtOnce = true;
        signalled(e);
      }
      case Event.StarterGone e -> handle(e);
      default -> {
        // The job is over.
      }
    }
  }

  /** Handles what has happened meanwhile; whether whoever reads the output waits no longer. */
  private boolean takeLate() {
    for (Event event = events.poll(); event != null; event = events.poll()) {
      late(event);
    }
    return endsAtOnce;
  }

  private void removeSharedFiles(JvmProcess jvm) {
    try {
      jvm.removeSharedFiles();
    } catch (RonselException e) {
      console.say(String.valueOf(e.getMessage()));
    }
  }

  /** Takes the records that JVMs have sent before they ended. */
  private void takeLeftovers() throws InterruptedException {
    if (!plan.options().observed().isAtAll()) {
      return;
    }
    while (jvms.stream().anyMatch(jvm -> jvm.isConnected())) {
      Event event = events.poll(LEFTOVERS_MS, TimeUnit.MILLISECONDS);
      switch (event) {
        case null -> {
          return; // a process that the program has started may hold the connection open
        }
        case Event.Received(int jvm, Frame.Profile frame) -> records.profile(frame);
        case Event.Received(int jvm, Frame.Spans frame) -> records.spans(frame);
        case Event.Disconnected e -> jvms.get(e.jvm()).disconnected();
        default -> late(event);
      }
    }
  }

  /** Handles a signal, on a thread of the JVM. */
  private void signal(String name) {
    Event.Signalled event = new Event.Signalled(name);
    if (event.endsJob() && endingSignals.incrementAndGet() > 1) {
      // A second signal kills the JVMs at once, even if the supervisor is stuck.
      jvms.forEach(JvmProcess::kill);
    }
    tell(event);
  }

  private void startJvms(LocalFiles files) throws IOException {
    List<Launcher> byJvm =
        Launchers.of(plan, secret, console, extraJvmOptions, this::tell, files.path(), launchers);
    for (int jvm = 0; jvm < plan.jvms(); jvm++) {
      try {
        jvms.add(byJvm.get(jvm).start(JvmCommand.order(plan, jvm)));
      } catch (IOException | OutOfMemoryError e) {
        fail(1, "cannot start the JVM of " + plan.ranksOf(jvm) + StartUpLimits.because(e));
        return;
      }
    }
    for (Launcher launcher : launchers) {
      try {
        launcher.begin();
      } catch (IOException e) {
        fail(1, e.getMessage() + StartUpLimits.because(e));
        return;
      }
    }
    if (!plan.hosts().isEmpty()) {
      deadlines.in(startUp.hostDeadline(), this::hostOverdue);
    }
    StandardInput.passTo(jvms.getFirst());
  }

  private void hostOverdue() {
    for (Launcher launcher : launchers) {
      String overdue = launcher.overdue(startUp.hostDeadline());
      if (overdue != null) {
        fail(1, overdue);
        return;
      }
    }
  }

  private void startUpOverdue() {
    if (launchers.stream().anyMatch(Launcher::isPreparing)) {
      deadlines.in(startUp.deadline(), this::startUpOverdue);
      return;
    }
    String missing = startUp.missing(plan, jvms);
    if (missing != null) {
      fail(1, missing);
    }
  }

  private void sayDebugger(Event.DebuggerWaits event) {
    console.say(
        "the JVM of "
            + plan.ranksOf(event.jvm())
            + " waits for a debugger at "
            + event.address()
            + "; until one attaches, every user of this host can, and then run code as you");
  }

  private void prepare() {
    try {
      List<ProgramSpec> prepared = new ArrayList<>();
      for (JobPlan.Part part : plan.parts()) {
        prepared.add(
            part.program()
                .prepare(
                    part.firstRank(),
                    part.ranks(),
                    part.args(),
                    part.settings().jvmOptions(),
                    console::say));
      }
      tell(new Event.Prepared(prepared));
    } catch (IOException | CompilationFailedException | RuntimeException | Error e) {
      tell(new Event.NotPrepared(whyNotPrepared(e)));
    }
  }

  /** Says why a program could not be prepared; with the stack if that is no fault of the user. */
  static String whyNotPrepared(Throwable failure) {
    return switch (failure) {
      case CompilationFailedException e -> "the program does not compile\n" + e.getMessage();
      case UsageException e -> String.valueOf(e.getMessage());
      case IOException e -> "the program cannot be read: " + e.getMessage();
      case UncheckedIOException e -> "the program cannot be read: " + e.getMessage();
      default -> {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        yield "an error of Ronsel while it prepared the program: " + trace;
      }
    };
  }

  private void handle(Event event) {
    try {
      act(event);
    } catch (UncheckedIOException e) {
      // What a JVM needs is longer than a frame.
      fail(1, "the job cannot go on: " + e.getMessage());
    }
  }

  private void act(Event event) {
    switch (event) {
      case Event.Connected e -> connected(e);
      case Event.Received e -> received(e.jvm(), e.frame());
      case Event.Disconnected e -> disconnected(e);
      case Event.TurnedAway e -> turnedAway(e);
      case Event.CannotAccept e ->
          fail(1, "cannot accept the connections of the JVMs" + StartUpLimits.because(e.why()));
      case Event.Exited e -> exited(e);
      case Event.Prepared e -> {
        times.over(StartTimes.Step.PROGRAM);
        programs = new Frame.Programs(e.programs());
        sendToAll(programs);
      }
      case Event.NotPrepared e -> fail(1, e.message());
      case Event.DebuggerWaits e -> sayDebugger(e);
      case Event.Started e -> {
        if (jvms.get(e.jvm()) instanceof RemoteJvm remote) {
          remote.started(e.pid());
        }
      }
      case Event.HostNotice e -> console.say(e.message());
      case Event.HostLost e -> hostLost(e);
      case Event.Leaving e -> delayedReports.leaving(e);
      case Event.StarterGone e -> fail(1, "the command that wanted this job has ended");
      case Event.Signalled e -> signalled(e);
    }
  }

  private void connected(Event.Connected event) {
    JvmProcess jvm = jvms.get(event.jvm());
    jvm.connected(event.channel());
    times.overFirst(StartTimes.Step.FIRST_CONNECTED);
    times.over(StartTimes.Step.CONNECTED);
    if (ending) {
      jvm.send(new Frame.Kill(status));
    }
  }

  private void received(int index, Frame frame) {
    if (survivors.hasFailed(index)) {
      return; // what it has sent before has come late: its ranks have been declared failed
    }
    JvmProcess jvm = jvms.get(index);
    switch (frame) {
      case Frame.Hello f -> {
        jvm.send(new Frame.Job(jobSpec()));
        if (programs != null) {
          jvm.send(programs);
        }
      }
      case Frame.Gather f -> gather(index, f.mine());
      case Frame.RankEnded f -> rankEnded(jvm);
      case Frame.Abort f -> {
        String stack = f.stack().isEmpty() ? "" : "\n" + f.stack();
        String words =
            f.message()
                + MpjArguments.advice(f.message(), plan.partOf(index).args().size())
                + stack;
        int wanted = ExitStatus.ofFailure(f.status());
        delayedReports.afterEnds(jvm, () -> fail(wanted, words));
      }
      case Frame.Lost f -> records.lost(f.message());
      case Frame.Profile f -> records.profile(f);
      case Frame.Spans f -> records.spans(f);
      case Frame.Waits f -> waits.answered(index, f);
      case Frame.Progress f -> {
        heartbeats.beat(index);
        waits.progressed(index, f, deadlines);
      }
      case Frame.OutOfMemory f -> outOfMemory(index, f);
      case Frame.Agree f -> {
        if (!survivors.agree(index, f)) {
          unexpected(index, frame);
        }
      }
      case Frame.LastCall f -> {
        if (plan.holds(index, f.rank())) {
          survivors.ends(f.rank());
        } else {
          unexpected(index, frame);
        }
      }
      case Frame.Unreachable f -> {
        if (f.jvm() >= 0 && f.jvm() < jvms.size()) {
          delayedReports.ask();
          survivors.unreachable(index, f, deadlines, message -> fail(1, message));
        } else {
          unexpected(index, frame);
        }
      }
      default -> unexpected(index, frame);
    }
  }

  private void unexpected(int jvm, Frame frame) {
    String kind = frame.getClass().getSimpleName();
    fail(1, "the JVM of " + plan.ranksOf(jvm) + " sent an unexpected frame " + kind);
  }

  private JobSpec jobSpec() {
    JobOptions options = plan.options();
    Path output = options.output().directory();
    TableSource table = options.collectives().table();
    return new JobSpec(
        new JobSpec.Layout(
            "ronsel-" + ProcessHandle.current().pid(),
            plan.firstRank(),
            plan.ghosts(),
            plan.hosts()),
        new JobSpec.Ranks(
            options.ranks().kind(), options.ranks().sharedClasses(), options.ranks().binding()),
        new JobSpec.Output(options.output().tagged(), output == null ? null : output.toString()),
        new JobSpec.Selection(table.name(), table.text()),
        isWatched() ? (int) heartbeat().toMillis() : 0,
        options.reportFailures());
  }

  private boolean isWatched() {
    return !plan.options().limits().stall().isZero() && plan.options().debugging() == null;
  }

  private Duration heartbeat() {
    return Duration.ofMillis(Math.clamp(plan.options().limits().stall().toMillis() / 6, 50, 1000));
  }

  /** Waits a little for more information of the JVM, which it may be unable to send. */
  private void outOfMemory(int index, Frame.OutOfMemory frame) {
    JvmProcess jvm = jvms.get(index);
    if (ending) {
      jvm.kill(); // it cannot end by itself
      return;
    }
    deadlines.in(
        MORE_OF_MEMORY,
        () -> {
          if (!ending) {
            String who = frame.rank() < 0 ? plan.ranksOf(index) : "rank " + frame.rank();
            fail(
                1,
                who
                    + " failed: java.lang.OutOfMemoryError: "
                    + frame.shortage().words()
                    + "\n  "
                    + frame.shortage().advice(frame.maxHeap()));
            jvm.kill();
          }
        });
  }

  private void sendToAll(Frame frame) {
    for (Launcher launcher : launchers) {
      launcher.sendToAll(frame);
    }
  }

  private void hostLost(Event.HostLost event) {
    List<Integer> needed = new ArrayList<>();
    for (int index : event.jvms()) {
      JvmProcess jvm = jvms.get(index);
      jvm.disconnected();
      if (!jvm.hasExited() && !survivors.hasFailed(index)) {
        needed.add(index);
      }
      jvm.exited();
    }
    if (!needed.isEmpty()) {
      failed(needed, 1, event.message());
    }
  }

  private void gather(int jvm, byte[] mine) {
    if (survivors.someFailed()) {
      fail(1, "the ranks cannot start: not all JVMs have met");
      return;
    }
    jvms.get(jvm).beginsToMeet();
    gathered.put(jvm, mine);
    survivors.meet(gathered.size() == jvms.size());
    if (gathered.size() < jvms.size()) {
      return;
    }
    byte[][] all = new byte[jvms.size()][];
    gathered.forEach((index, bytes) -> all[index] = bytes);
    gathered.clear();
    times.over(StartTimes.Step.MET);
    sendToAll(new Frame.Gathered(all));
  }

  private void rankEnded(JvmProcess jvm) {
    jvm.rankEnded();
    endIfAllEnded();
  }

  private void endIfAllEnded() {
    if (allEnded()) {
      sendToAll(new Frame.End());
      deadlines.in(NAMED_AFTER, this::sayWhichRemain);
    }
  }

  /** Names the JVMs that do not end although they have been told to. */
  private void sayWhichRemain() {
    for (int jvm = 0; jvm < jvms.size() && !ending; jvm++) {
      JvmProcess each = jvms.get(jvm);
      if (!each.hasExited() && !survivors.hasFailed(jvm)) {
        console.say(
            "the JVM of "
                + plan.ranksOf(jvm)
                + " ("
                + each.words()
                + ") has not ended, although all ranks have: a shutdown hook of the program may not"
                + " return (jstack "
                + each.pid()
                + " shows what it does); it is waited for");
      }
    }
  }

  private boolean allEnded() {
    return jvms.stream().mapToInt(JvmProcess::ranksEnded).sum() == plan.size();
  }

  private void disconnected(Event.Disconnected event) {
    JvmProcess jvm = jvms.get(event.jvm());
    jvm.disconnected();
    if (ending || allEnded() || jvm.hasExited() || survivors.hasFailed(event.jvm())) {
      return;
    }
    // Its end will give the reason; a JVM that lives on without its connection has failed to halt.
    deadlines.in(
        KILL_AFTER, () -> delayedReports.afterEnds(null, () -> lostConnection(jvm, event)));
  }

  private void lostConnection(JvmProcess jvm, Event.Disconnected event) {
    if (!jvm.hasExited()) {
      jvm.kill();
      failed(
          List.of(event.jvm()),
          1,
          "lost the connection to the JVM of "
              + plan.ranksOf(event.jvm())
              + " ("
              + jvm.words()
              + "): "
              + event.reason());
    }
  }

  private void turnedAway(Event.TurnedAway event) {
    if (!ending) {
      console.say("turned away a connection that is not of this job: " + event.reason());
    }
  }

  private void exited(Event.Exited event) {
    int signal = event.status() - 128;
    boolean fromTerminal = signal == 1 || signal == 2 || signal == 15;
    if (fromTerminal && !ending) {
      deadlines.in(SIGNAL_GRACE, () -> reportExit(event));
    } else {
      reportExit(event);
    }
  }

  private void reportExit(Event.Exited event) {
    JvmProcess jvm = jvms.get(event.jvm());
    jvm.exited();
    boolean over =
        jvm.ranksEnded() == plan.ranksIn(event.jvm()) && (!plan.isGhost(event.jvm()) || allEnded());
    if (over && event.status() == 0 || survivors.hasFailed(event.jvm())) {
      delayedReports.ended();
      return;
    }
    int signal = event.status() - 128;
    boolean killed = signal > 0 && signal < 65;
    String how =
        killed ? "was killed by " + Signals.nameOf(signal) : "ended with status " + event.status();
    String where = over ? " after its ranks had ended" : "";
    String byUs = survivors.whyKilled(event.jvm());
    String advice =
        switch (signal) {
          case 9 ->
              byUs != null
                  ? byUs
                  : "; if not by hand, the system may have been out of memory (see dmesg)"
                      + (ProcessLimits.isProcessorTimeLimited()
                          ? ", or its processor time was up (ulimit -t)"
                          : "");
          case 24 -> ": the limit on its processor time (ulimit -t)";
          default ->
              !killed && !jvm.hasStarted()
                  ? " before it could start its ranks; what it has printed says why"
                      + StartUpLimits.limitReached(" (-J gives it options)")
                  : killed || jvm.isConnected() || jvm.ranksEnded() > 0
                      ? ""
                      : "; if it has printed nothing, a class called exit in a way that cannot be"
                          + " seen";
        };
    failed(
        List.of(event.jvm()),
        event.status() == 0 ? 1 : event.status(),
        "the JVM of "
            + plan.ranksOf(event.jvm())
            + " ("
            + jvm.words()
            + ") "
            + how
            + where
            + advice);
  }

  private void signalled(Event.Signalled event) {
    String name = event.name();
    if (event.endsJob()) {
      fail(128 + Signals.number(name), "ended by SIG" + name);
    } else if (name.equals("QUIT")) {
      waits.ask("SIGQUIT", deadlines, () -> {});
    } else {
      jvms.forEach(jvm -> jvm.signal(name));
    }
  }

  private void timedOut(Duration timeout) {
    if (!ending) {
      waits.ask(
          "--timeout",
          deadlines,
          () -> fail(124, "the job ran longer than --timeout " + Durations.seconds(timeout)));
    }
  }

  /** Handles the failure of JVMs: the job ends, or continues without them. */
  private void failed(List<Integer> lost, int exitStatus, String message) {
    if (!ending && survivors.goOnWithout(lost, message)) {
      lost.forEach(waits::gone);
      endIfAllEnded();
      delayedReports.ended();
    } else {
      fail(exitStatus, message);
    }
  }

  /** Ends the job; the first of several reasons is reported and gives the exit status. */
  private void fail(int exitStatus, String message) {
    if (ending) {
      return;
    }
    ending = true;
    status = exitStatus;
    deadlines.in(KILL_AFTER, () -> jvms.forEach(JvmProcess::kill));
    deadlines.in(KILL_AFTER.multipliedBy(2), () -> launchers.forEach(Launcher::abandon));
    console.say(message);
    for (JvmProcess jvm : jvms) {
      if (!jvm.isConnected()) {
        jvm.kill();
      } else {
        jvm.send(new Frame.Kill(exitStatus));
      }
    }
  }
}
