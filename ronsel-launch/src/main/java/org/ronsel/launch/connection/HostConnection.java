package org.ronsel.launch.connection;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.agent.HostAgent;
import org.ronsel.launch.console.JvmOutput;
import org.ronsel.launch.jvm.Event;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.jvm.Launcher;
import org.ronsel.launch.plan.MemoryNeed;
import org.ronsel.launch.remote.HostChannel;
import org.ronsel.launch.remote.HostFrame;
import org.ronsel.launch.remote.HostFrameCodec;
import org.ronsel.launch.remote.JvmOrder;
import org.ronsel.launch.remote.RelayedShell;
import org.ronsel.launch.remote.RunningShell;
import org.ronsel.launch.remote.ShellTable;
import org.ronsel.launch.remote.SlurmStep;
import org.ronsel.launch.spi.DaemonThread;
import org.ronsel.launch.spi.Durations;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameTooLongException;
import org.ronsel.runtime.control.MalformedFrameException;
import org.ronsel.runtime.control.SilenceWatch;

/**
 * The launcher's end of the connection to another host: a remote shell that runs a {@link
 * HostAgent} there. All frames between launcher and host go through the standard streams of that
 * shell, so confidentiality and authentication are those of the shell.
 *
 * <p>The shell is a process of this host, or of another one to which there is a connection already,
 * its parent, whose agent relays the streams: so each host starts a few shells, and not one host
 * all of them. A host that the parent cannot reach is reached from here.
 */
public final class HostConnection implements Launcher {
  /** Time to wait for the last output of a remote shell that has ended, in milliseconds. */
  private static final long LAST_WORDS_MS = 500;

  /** Time in which the agent, and with it the remote shell, has to end when told to, in seconds. */
  private static final long END_WITHIN_S = 3;

  private final String name;
  private final int ranks;
  private final HostSettings settings;
  private final JvmOutput output;
  private final Consumer<Event> events;
  private final Map<Integer, RemoteJvm> jvms = new LinkedHashMap<>();
  private final List<JvmOrder> orders = new ArrayList<>();
  private final HostFiles files;

  /** The host from which this one is reached; null if it is the launcher's. */
  private final @Nullable HostConnection parent;

  private final LinkedBlockingQueue<HostFrame> outgoing = new LinkedBlockingQueue<>();

  /**
   * Frames to be sent after the order to start the JVMs; null once that has been sent. Guarded by
   * {@link #outgoing}.
   */
  private @Nullable List<HostFrame> held = new ArrayList<>();

  /** Remote shells that the host runs, by number. */
  private final ShellTable shells = new ShellTable(this::sendNow);

  private final LastShellLines said = new LastShellLines();
  private final AtomicBoolean over = new AtomicBoolean();
  private final SilenceWatch silence = new SilenceWatch(SilenceWatch.CHECKS, this::giveUpSilent);
  private final CompletableFuture<@Nullable Void> swept = new CompletableFuture<>();

  /** The remote shell; null until it has been started. */
  private volatile @Nullable RunningShell shell;

  private volatile @Nullable Thread errors;

  private volatile @Nullable Thread frames;

  /** The reason why the connection is ended from here, or null. */
  private volatile @Nullable String refused;

  /**
   * Whether nothing more is wanted of the host: its end is no reason to reach it in another way.
   */
  private volatile boolean givenUp;

  /** Whether the agent is there. */
  private volatile boolean answered;

  /** Whether its JVMs are being started. */
  private volatile boolean ready;

  /** The paths of the host; set before {@link #ready}. */
  private volatile @Nullable HostPaths paths;

  /** The step of the agent, where the remote shell makes one. */
  private final SlurmStep step = new SlurmStep();

  /**
   * Creates a connection that is not open yet.
   *
   * @param name of the host as the user writes it
   * @param parent the host from which this one is reached, or null if it is the launcher's
   * @param ranks number of its ranks, or 0 if its memory is not to be checked
   * @param output receives the output of its JVMs
   * @param events receives events of the host and of its JVMs
   */
  public HostConnection(
      String name,
      @Nullable HostConnection parent,
      int ranks,
      HostSettings settings,
      JvmOutput output,
      Consumer<Event> events) {
    this.name = name;
    this.parent = parent;
    this.ranks = ranks;
    this.settings = settings;
    this.output = output;
    this.events = events;
    files =
        new HostFiles(
            settings.needed(),
            settings.limits(),
            this::sendNow,
            why -> refuse("host " + name + ": " + why));
  }

  /** The name of the host as the user writes it. */
  String name() {
    return name;
  }

  @Override
  public JvmProcess start(JvmOrder order) {
    RemoteJvm jvm = new RemoteJvm(order.jvm(), order.isDebugged(), this, output);
    jvms.put(order.jvm(), jvm);
    orders.add(order);
    return jvm;
  }

  @Override
  public void begin() throws IOException {
    RunningShell relayed = parent == null ? null : parent.shells.start(settings.agentWords(name));
    if (relayed == null) {
      beginFromHere();
    } else {
      begin(relayed);
    }
  }

  private void beginFromHere() throws IOException {
    try {
      begin(RunningShell.start(settings.agentWords(name)));
    } catch (IOException e) {
      throw new IOException("cannot reach host " + name + ": " + e.getMessage(), e);
    }
  }

  private void begin(RunningShell started) {
    shell = started;
    HostChannel channel = new HostChannel(started.output(), started.input());
    errors = daemon("errors", () -> said.addAll(started.errors()));
    frames = daemon("from", () -> read(channel));
    var _ = started.ended().thenAcceptAsync(status -> ended(started, status), this::daemonEnd);
  }

  private void daemonEnd(Runnable body) {
    daemon("end", body);
  }

  private Thread daemon(String what, Runnable body) {
    return DaemonThread.start("" + what + "-" + name, body);
  }

  private void read(HostChannel channel) {
    try {
      HostChannel.Greeting greeting = channel.awaitGreeting(said::add);
      int java = Runtime.version().feature();
      if (greeting.version() != HostFrameCodec.VERSION) {
        refuse("host " + name + " has another version of Ronsel: install the same one there");
      } else if (greeting.javaFeature() != java) {
        refuse(
            "host "
                + name
                + " has Java "
                + greeting.javaFeature()
                + ", but this one has Java "
                + java
                + ": all hosts of a job need the same");
      } else {
        requireMemory(channel.receive());
        answered = true;
        files.begin();
        daemon("to", () -> write(channel));
        silence.begin("ronsel-watch-" + name, settings.pingMs());
        while (true) {
          HostFrame frame = channel.receive();
          silence.heard();
          received(frame);
        }
      }
    } catch (MalformedFrameException e) {
      refuse(
          "host "
              + name
              + ": what comes from there is not what Ronsel's agent sends ("
              + e.getMessage()
              + "): what a login starts in the background, such as by .bashrc, must not print");
    } catch (IOException e) {
      // The shell is about to end, which is then reported with its last words. If it is not, no
      // more frames can come from it.
      if (answered) {
        abandonUnlessEnding();
      }
    }
  }

  /** Refuses a host that has too little memory for its part of the job. */
  private void requireMemory(HostFrame first) throws IOException {
    if (!(first instanceof HostFrame.Hello hello)) {
      throw new MalformedFrameException("the agent does not begin with what it is");
    }
    if (settings.agent().shell().isStep()) {
      step.told(hello.step());
    }
    String lack =
        ranks == 0 ? null : MemoryNeed.lack(ranks, orders.size(), hello.memory(), "host " + name);
    if (lack != null) {
      refuse(lack);
      throw new IOException(lack);
    }
  }

  /** Gives up the host after a long silence, which not every remote shell does. */
  private void giveUpSilent() {
    // Before the consequences of its end are reported.
    report("lost host " + name + ": it says nothing any more" + HostTrouble.heard(said.lines()));
    abandon();
  }

  private void write(HostChannel channel) {
    try {
      while (true) {
        HostFrame next = outgoing.poll(settings.pingMs(), TimeUnit.MILLISECONDS);
        HostFrame frame = next == null ? new HostFrame.Ping() : there(next);
        channel.send(settings.shared().encoded(frame));
        if (next instanceof HostFrame.End) {
          channel.closeOutput();
          return;
        }
      }
    } catch (FrameTooLongException e) {
      refuse("host " + name + ": " + e.getMessage());
    } catch (OutOfMemoryError e) {
      refuse(
          "host "
              + name
              + ": the memory of the launcher does not suffice for what the host is to get: "
              + e.getMessage());
    } catch (IOException | InterruptedException e) {
      // The shell has ended, or is about to, which is noticed elsewhere.
      return;
    }
  }

  /** A frame with the paths of the host. */
  private HostFrame there(HostFrame frame) {
    HostPaths known = paths;
    return known != null && frame instanceof HostFrame.Control control
        ? new HostFrame.Control(control.jvm(), known.there(control.frame()))
        : frame;
  }

  /** Orders the start of the JVMs, since all their files are on the host. */
  private void startJvms(HostFrame.Placed placed) throws IOException {
    if (ready) {
      throw new MalformedFrameException("the agent has its files twice");
    }
    HostPaths known = files.paths(settings.agent().home(), placed);
    paths = known;
    ready = true;
    HostFrame start =
        new HostFrame.Start(
            settings.secret(),
            Path.of("").toAbsolutePath().toString(),
            settings.network(),
            orders.stream().map(known::there).toList());
    synchronized (outgoing) {
      outgoing.add(start);
      if (held != null) {
        outgoing.addAll(held);
      }
      held = null;
    }
  }

  private void received(HostFrame frame) throws IOException {
    switch (frame) {
      case HostFrame.Unlike f -> files.answered(f);
      case HostFrame.Wanted f -> files.answered(f);
      case HostFrame.PieceTaken f -> files.taken(f.bytes());
      case HostFrame.Placed f -> startJvms(f);
      case HostFrame.Started f -> tell(f.jvm(), new Event.Started(f.jvm(), f.pid()));
      case HostFrame.Failed f -> refuse("host " + name + ": " + f.message());
      case HostFrame.Notice f -> events.accept(new Event.HostNotice(name + ": " + f.message()));
      case HostFrame.Connected f ->
          tell(f.jvm(), new Event.Connected(f.jvm(), down -> sendTo(f.jvm(), down)));
      case HostFrame.Disconnected f -> tell(f.jvm(), new Event.Disconnected(f.jvm(), f.reason()));
      case HostFrame.Control f -> tell(f.jvm(), new Event.Received(f.jvm(), f.frame()));
      case HostFrame.Output f -> jvm(f.jvm()).printed(f.error(), f.bytes());
      case HostFrame.Taken f -> jvm(f.jvm()).inputTaken(f.bytes());
      case HostFrame.Exited f -> {
        tell(f.jvm(), new Event.Started(f.jvm(), f.pid()));
        tell(f.jvm(), new Event.Exited(f.jvm(), f.status()));
      }
      case HostFrame.DebuggerWaits f ->
          tell(f.jvm(), new Event.DebuggerWaits(f.jvm(), f.address() + " of " + name));
      case HostFrame.Leaving f -> events.accept(new Event.Leaving(f.ticket(), f.jvms()));
      case HostFrame.ShellOutput f -> shells.of(f.shell()).received(f);
      case HostFrame.ShellTaken f -> shells.of(f.shell()).received(f);
      case HostFrame.ShellEnded f -> shells.of(f.shell()).received(f);
      case HostFrame.Unheard f -> refuse(unheard());
      case HostFrame.Ping f -> {
        // Its arrival is its only purpose.
      }
      default ->
          throw new MalformedFrameException(
              "unexpected frame " + frame.getClass().getSimpleName() + " from the agent");
    }
  }

  private RemoteJvm jvm(int index) throws IOException {
    RemoteJvm jvm = jvms.get(index);
    if (jvm == null) {
      throw new MalformedFrameException("JVM " + index + " is not on host " + name);
    }
    return jvm;
  }

  private void tell(int jvm, Event event) throws IOException {
    jvm(jvm);
    events.accept(event);
  }

  /** Sends a frame to a JVM of the host. */
  void sendTo(int jvm, Frame frame) {
    tell(new HostFrame.Control(jvm, frame));
  }

  /** Sends a frame to the agent once it has answered and its JVMs are started; never blocks. */
  void tell(HostFrame frame) {
    synchronized (outgoing) {
      if (held != null) {
        held.add(frame);
        return;
      }
    }
    outgoing.add(frame);
  }

  /** Sends a frame that does not wait for the JVMs to be started; never blocks. */
  private void sendNow(HostFrame frame) {
    outgoing.add(frame);
  }

  @Override
  public void sendToAll(Frame frame) {
    sendTo(HostFrame.ALL, frame);
  }

  @Override
  public boolean askLeaving(int ticket) {
    if (over.get()) {
      // The supervisor asks because it does not know of it yet, unless it knows that they have
      // ended.
      jvms.values().forEach(RemoteJvm::leaves);
      return false;
    }
    tell(new HostFrame.AskLeaving(ticket));
    return ready;
  }

  /** Sends the process of a JVM a signal, if there is an agent that has started it. */
  void signal(int jvm, String name) {
    if (ready) {
      tell(new HostFrame.Signal(jvm, name));
    }
  }

  /** Kills the process of a JVM, or the connection if there is no agent that could do it. */
  void kill(int jvm) {
    if (ready) {
      tell(new HostFrame.Kill(jvm));
    } else {
      abandon();
    }
  }

  private void abandonUnlessEnding() {
    RunningShell running = shell;
    try {
      if (running != null && !hasEnded(running)) {
        abandon();
      }
    } catch (InterruptedException | ExecutionException e) {
      abandon();
    }
  }

  private void refuse(String why) {
    if (refused == null) {
      refused = why;
    }
    abandon();
  }

  @Override
  public boolean isPreparing() {
    return files.hasMoved() && answered && !ready && !over.get();
  }

  @Override
  public @Nullable String overdue(Duration after) {
    return answered || over.get()
        ? null
        : "host "
            + name
            + " does not answer within "
            + Durations.seconds(after)
            + " (RONSEL_START_TIMEOUT)"
            + HostTrouble.lines(said.lines());
  }

  @Override
  public void abandon() {
    givenUp = true;
    RunningShell running = shell;
    if (running == null) {
      report("host " + name + " was given up before it was asked");
      swept.complete(null);
      return;
    }
    if (settings.agent().shell().isStep()) {
      SlurmStep.terminate(running, END_WITHIN_S);
    } else {
      running.kill();
    }
    try {
      // The agent may still have the other end open; this signals the end to it.
      running.input().close();
    } catch (IOException e) {
      // It was closed already.
      return;
    }
  }

  /** Handles the end of a remote shell. */
  private void ended(RunningShell running, int status) {
    if (!over.get()) {
      awaitLastWords();
      if (isUnreachableFromParent()) {
        reachFromHere(); // starts on the host wait for this
        return;
      }
      report(whyEnded(status));
    }
    shells.lose(); // not before: then the hosts behind this one are lost and reported
    sweep(status);
  }

  private String whyEnded(int status) {
    String why = refused;
    if (why != null) {
      return why;
    }
    if (silence.wasStopped()) {
      return unheard(); // its last frame may not have come through
    }
    if (parent != null && parent.over.get()) {
      return "lost host " + name + ", which was reached from " + parent.name;
    }
    return HostTrouble.words(name, answered, status, said.lines());
  }

  private String unheard() {
    return "host "
        + name
        + " has heard nothing from this launcher for "
        + Durations.seconds(settings.silence())
        + ", and has ended its JVMs: the launcher, or its machine, was stopped or suspended, or the"
        + " network failed (RONSEL_HOST_TIMEOUT=5m gives it more time, 0 all)";
  }

  /** Whether the parent could not log in to this host, which the launcher perhaps can. */
  private boolean isUnreachableFromParent() {
    return parent != null
        && shell instanceof RelayedShell
        && !answered
        && !givenUp
        && !parent.over.get();
  }

  private void reachFromHere() {
    List<String> words = said.lines();
    events.accept(
        new Event.HostNotice(
            name
                + ": could not be reached from "
                + (parent == null ? "" : parent.name)
                + (words.isEmpty() ? "" : " (" + words.getLast() + ")")
                + "; the launcher logs in to it itself, as it does to all hosts with --fan-out=10000"));
    said.clear();
    try {
      beginFromHere();
      if (givenUp) {
        abandon(); // meanwhile, which has ended the shell before this one
      }
    } catch (IOException e) {
      report(String.valueOf(e.getMessage()));
      swept.complete(null);
    }
  }

  /** Reports, once, that the host is lost. */
  private void report(String why) {
    if (over.compareAndSet(false, true)) {
      silence.end();
      files.close();
      jvms.values().forEach(RemoteJvm::hostLost);
      events.accept(new Event.HostLost(List.copyOf(jvms.keySet()), why));
    }
  }

  /** Ends what a remote shell that was killed has left behind. */
  private void sweep(int status) {
    try {
      if (status != 0) {
        step.cancel(END_WITHIN_S);
      }
    } finally {
      swept.complete(null);
    }
  }

  private void awaitLastWords() {
    try {
      for (Thread reader : new @Nullable Thread[] {errors, frames}) {
        if (reader != null) {
          reader.join(LAST_WORDS_MS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void end() {
    givenUp = true;
    tell(new HostFrame.End());
  }

  @Override
  public void close() {
    RunningShell running = shell;
    if (running == null) {
      return;
    }
    try {
      if (ready && hasEnded(running)) {
        swept.get(2 * END_WITHIN_S, TimeUnit.SECONDS);
        return;
      }
      abandon();
      if (settings.agent().shell().isStep() && !hasEnded(running)) {
        running.kill();
      }
    } catch (InterruptedException e) {
      running.kill();
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // Remaining processes end by themselves after a while.
      return;
    }
  }

  private static boolean hasEnded(RunningShell running)
      throws InterruptedException, ExecutionException {
    try {
      running.ended().get(END_WITHIN_S, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }
}
