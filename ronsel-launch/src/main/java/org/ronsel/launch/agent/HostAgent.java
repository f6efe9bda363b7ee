package org.ronsel.launch.agent;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.launch.console.JvmOutput;
import org.ronsel.launch.console.Signals;
import org.ronsel.launch.jvm.AotCache;
import org.ronsel.launch.jvm.Event;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.jvm.LocalJvm;
import org.ronsel.launch.jvm.LocalLauncher;
import org.ronsel.launch.jvm.StartUpLimits;
import org.ronsel.launch.remote.FlowControlWindow;
import org.ronsel.launch.remote.HostChannel;
import org.ronsel.launch.remote.HostFrame;
import org.ronsel.launch.remote.HostFrameCodec;
import org.ronsel.launch.remote.JvmOrder;
import org.ronsel.launch.remote.ShellRelay;
import org.ronsel.launch.remote.WindowedOutput;
import org.ronsel.launch.spi.DaemonThread;
import org.ronsel.machine.AvailableMemory;
import org.ronsel.machine.NetworkChoice;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameSender;
import org.ronsel.runtime.control.SilenceWatch;

/**
 * The launcher's agent on another host: starts the JVMs that the job has there and relays the data
 * between them and the launcher. A remote shell runs it, and its standard input and output are the
 * connection to the launcher. When these end for any reason, it kills its JVMs and ends. It may be
 * asked to start remote shells to further hosts, and passes their streams on.
 */
public final class HostAgent {
  private static final long END_WITHIN_MS = 1000;

  private final HostChannel channel;
  private final Map<Integer, LocalJvm> jvms = new ConcurrentHashMap<>();
  private final Map<Integer, CompletableFuture<LocalJvm>> starts = new ConcurrentHashMap<>();

  /** JVMs whose ends have been reported to the launcher. */
  private final Set<Integer> ended = ConcurrentHashMap.newKeySet();

  private final Map<Integer, FrameSender> connected = new ConcurrentHashMap<>();
  private final Map<Integer, Map<HostFrame.Stream, FlowControlWindow>> windows =
      new ConcurrentHashMap<>();
  private final LinkedBlockingQueue<HostFrame.Control> orders = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<HostFrame.Input> input = new LinkedBlockingQueue<>();
  private final SilenceWatch silence = new SilenceWatch(SilenceWatch.CHECKS, this::endUnheard);
  private final AtomicBoolean ending = new AtomicBoolean();

  /** JVMs that have answered the last ping. */
  private final Set<Integer> answered = ConcurrentHashMap.newKeySet();

  private final AgentFiles files = new AgentFiles(this::tell);
  private final ShellRelay relay;

  /** Longest time between two frames from the launcher, and to it and the JVMs, in milliseconds. */
  private final int pingMs;

  /**
   * Whether what happens to JVMs is no longer reported, as it follows from what this agent does.
   */
  private volatile boolean mute;

  private HostAgent(HostChannel channel, int pingMs) {
    this.channel = channel;
    this.pingMs = pingMs;
    this.relay = new ShellRelay(channel::send);
  }

  /**
   * Started by the launcher only.
   *
   * @param args interval in milliseconds of the {@link HostFrame.Ping}s of both ends, each of which
   *     sends one after this time without another frame at the latest
   */
  public static void main(String[] args) {
    HostAgent agent =
        new HostAgent(
            new HostChannel(
                new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out)),
            Integer.parseInt(args[0]));
    // Only frames may be written to standard output.
    System.setOut(System.err);
    Thread.setDefaultUncaughtExceptionHandler(agent::endBroken);
    agent.run();
  }

  private void run() {
    boolean heard = false;
    Signals.FOR_PROGRAMS.forEach(Signals::disregard); // a batch system sends them to every process
    try {
      channel.greet(new HostChannel.Greeting(HostFrameCodec.VERSION, Runtime.version().feature()));
      channel.send(new HostFrame.Hello(AvailableMemory.bytes(), step()));
      DaemonThread.start("orders", this::passOrders);
      DaemonThread.start("input", this::passInput);
      DaemonThread.start("pings", this::ping);
      DaemonThread.start("jvm-pings", this::pingJvms);
      silence.begin("ronsel-watch", pingMs);
      while (true) {
        HostFrame frame = channel.receive();
        heard = true;
        silence.heard();
        obey(frame);
      }
    } catch (IOException e) {
      if (!heard) {
        System.err.println(
            "standard input has ended before the launcher has said anything: does what a login"
                + " runs, such as .bashrc, redirect it?");
      }
      end(); // the launcher is gone
    }
  }

  /** The name of the Slurm step of this process; empty if it is not one. */
  private static String step() {
    String job = System.getenv("SLURM_JOB_ID");
    String step = System.getenv("SLURM_STEP_ID");
    return job == null || step == null ? "" : job + "." + step;
  }

  /** Ends this process and all processes that it has started. */
  private void end() {
    if (!ending.compareAndSet(false, true)) {
      return;
    }
    mute = true;
    relay.close();
    jvms.values().forEach(JvmProcess::kill);
    for (LocalJvm jvm : jvms.values()) {
      if (jvm.awaitEnd(END_WITHIN_MS)) {
        removeSharedFiles(jvm);
      }
    }
    files.close();
    Runtime.getRuntime().halt(0);
  }

  /** Ends this process when one of its threads cannot go on: the launcher would wait for it. */
  private void endBroken(Thread thread, Throwable why) {
    try {
      System.err.println("the agent's thread " + thread.getName() + " has failed: " + why);
    } finally {
      end();
    }
  }

  /** Ends this process when the frames to agents behind further shells have reached them. */
  private void endLast() {
    try {
      relay.awaitEnd(END_WITHIN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end();
  }

  /**
   * Ends this process when no frame has arrived from the launcher for long: it was stopped, or its
   * host, or the network, is down.
   */
  private void endUnheard() {
    mute = true;
    try {
      // It may go on one day. A connection that is full takes nothing.
      DaemonThread.start("unheard", () -> tell(new HostFrame.Unheard())).join(END_WITHIN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end();
  }

  /**
   * Tells the JVMs that this process lives. A JVM that was stopped gets one ping, not so many that
   * its connection is full.
   */
  private void pingJvms() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(pingMs);
        connected.forEach(
            (jvm, to) -> {
              if (answered.remove(jvm)) {
                pass(new Frame.Ping(pingMs), to);
              }
            });
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends pings to the launcher, on another thread, as sending may block. */
  private void ping() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(pingMs);
        tell(new HostFrame.Ping());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(HostFrame frame) {
    try {
      channel.send(frame);
    } catch (IOException e) {
      end();
    }
  }

  private void obey(HostFrame frame) throws IOException {
    switch (frame) {
      case HostFrame.Files f -> files.add(f);
      case HostFrame.Hashes f -> files.add(f);
      case HostFrame.Piece f -> files.add(f);
      case HostFrame.Start f -> start(f);
      case HostFrame.Control f -> orders.add(f);
      case HostFrame.Input f -> input.add(f);
      case HostFrame.Taken f -> {
        Map<HostFrame.Stream, FlowControlWindow> ofJvm = windows.get(f.jvm());
        FlowControlWindow window = ofJvm == null ? null : ofJvm.get(f.stream());
        if (window != null) {
          window.give(f.bytes());
        }
      }
      case HostFrame.Kill f -> {
        LocalJvm jvm = jvms.get(f.jvm());
        if (jvm != null) {
          jvm.kill();
        }
      }
      case HostFrame.Signal f -> {
        LocalJvm jvm = jvms.get(f.jvm());
        if (jvm != null && Signals.FOR_PROGRAMS.contains(f.name())) {
          jvm.signal(f.name());
        }
      }
      case HostFrame.AskLeaving f -> tell(new HostFrame.Leaving(f.ticket(), leaving()));
      case HostFrame.Ping f -> {
        // Its arrival is its only purpose.
      }
      case HostFrame.StartShell f -> relay.obey(f);
      case HostFrame.ShellInput f -> relay.obey(f);
      case HostFrame.ShellTaken f -> relay.obey(f);
      case HostFrame.KillShell f -> relay.obey(f);
      case HostFrame.End f -> DaemonThread.start("end", this::endLast);
      default -> throw new IOException("a frame that is not the launcher's to send");
    }
  }

  private List<Integer> leaving() {
    List<Integer> leaving = new ArrayList<>();
    jvms.forEach(
        (index, jvm) -> {
          if (!ended.contains(index) && jvm.isEnding()) {
            leaving.add(index);
          }
        });
    return leaving;
  }

  private void start(HostFrame.Start start) {
    String obstacle = start.network() == null ? null : NetworkChoice.obstacle(start.network());
    if (obstacle != null) {
      tell(new HostFrame.Failed("--net " + start.network() + ": " + obstacle));
      return;
    }
    try {
      int last = start.jvms().stream().mapToInt(JvmOrder::jvm).max().orElse(0);
      List<String> cached = AotCache.RANKS.options();
      LocalLauncher local =
          new LocalLauncher(
              start.secret(),
              last + 1,
              start.jvms().size(),
              new Streams(),
              jvm -> cached,
              null,
              this::tell);
      String directory = directory(start);
      for (JvmOrder order : start.jvms()) {
        JvmOrder here = order.directory() == null ? order.in(directory) : order;
        if (here.directory() != null && !isDirectory(here.directory())) {
          tell(new HostFrame.Failed("--wdir " + here.directory() + ": no such directory there"));
          return;
        }
        LocalJvm jvm = local.start(here);
        jvms.put(order.jvm(), jvm);
        tell(new HostFrame.Started(order.jvm(), jvm.pid()));
        started(order.jvm()).complete(jvm);
      }
    } catch (IOException | OutOfMemoryError e) {
      tell(new HostFrame.Failed("cannot start a JVM" + StartUpLimits.because(e)));
    }
  }

  private CompletableFuture<LocalJvm> started(int jvm) {
    return starts.computeIfAbsent(jvm, j -> new CompletableFuture<>());
  }

  /** The launcher's working directory if this host has it, else null. */
  private @Nullable String directory(HostFrame.Start start) {
    if (isDirectory(start.directory())) {
      return start.directory();
    }
    tell(
        new HostFrame.Notice(
            "there is no directory "
                + start.directory()
                + "; its ranks run in "
                + Path.of("").toAbsolutePath()));
    return null;
  }

  private static boolean isDirectory(String name) {
    try {
      return Files.isDirectory(Path.of(name));
    } catch (InvalidPathException e) {
      return false; // a name that cannot be encoded here
    }
  }

  /** Reports events of the JVMs to the launcher. */
  private void tell(Event event) {
    if (mute) {
      return;
    }
    switch (event) {
      case Event.Connected e -> {
        pass(new Frame.Ping(pingMs), e.channel());
        connected.put(e.jvm(), e.channel());
        tell(new HostFrame.Connected(e.jvm()));
      }
      case Event.Received(int jvm, Frame.Pong pong) -> answered.add(jvm);
      case Event.Received e -> tell(new HostFrame.Control(e.jvm(), e.frame()));
      case Event.Disconnected e -> {
        connected.remove(e.jvm());
        tell(new HostFrame.Disconnected(e.jvm(), e.reason()));
      }
      case Event.Exited e -> {
        // The event may arrive before the start of the process has returned.
        var _ = started(e.jvm()).thenAccept(jvm -> exited(e.jvm(), jvm, e.status()));
      }
      case Event.DebuggerWaits e -> tell(new HostFrame.DebuggerWaits(e.jvm(), e.address()));
      case Event.TurnedAway e ->
          tell(
              new HostFrame.Notice(
                  "turned away a connection that is not of this job: " + e.reason()));
      case Event.CannotAccept e ->
          tell(
              new HostFrame.Failed(
                  "cannot accept the connections of the JVMs" + StartUpLimits.because(e.why())));
      default -> throw new IllegalStateException("no event of a JVM: " + event);
    }
  }

  private void exited(int index, LocalJvm jvm, int status) {
    if (status != 0) {
      removeSharedFiles(jvm);
    }
    tell(new HostFrame.Exited(index, jvm.pid(), status));
    ended.add(index); // not before: the report of its end must not follow an answer that it lives
  }

  private void removeSharedFiles(LocalJvm jvm) {
    try {
      jvm.removeSharedFiles();
    } catch (RonselException e) {
      tell(new HostFrame.Notice(String.valueOf(e.getMessage())));
    }
  }

  /** Body of the thread that passes the launcher's frames to the JVMs. */
  private void passOrders() {
    try {
      while (true) {
        HostFrame.Control order = orders.take();
        if (order.frame() instanceof Frame.Job job) {
          makeDirectory(job.spec().output().directory());
        }
        if (order.jvm() == HostFrame.ALL) {
          connected.values().forEach(each -> pass(order.frame(), each));
        } else {
          pass(order.frame(), connected.get(order.jvm()));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pass(Frame frame, @Nullable FrameSender to) {
    try {
      if (to != null) {
        to.send(frame);
      }
    } catch (IOException e) {
      // The thread that reads from the JVM notices it and reports it.
      return;
    }
  }

  /** Makes the directory of {@code --output}; ranks that cannot write there say so. */
  private static void makeDirectory(@Nullable String name) {
    try {
      if (name != null) {
        Files.createDirectories(Path.of(name));
      }
    } catch (IOException | InvalidPathException e) {
      return;
    }
  }

  /** Body of the thread that writes the standard input of a JVM. */
  private void passInput() {
    try {
      while (true) {
        HostFrame.Input piece = input.take();
        LocalJvm jvm = jvms.get(piece.jvm());
        if (jvm == null) {
          continue;
        }
        if (piece.bytes().length == 0) {
          jvm.closeInput();
        } else {
          passInput(jvm, piece);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void passInput(LocalJvm jvm, HostFrame.Input piece) {
    try {
      jvm.input().write(piece.bytes());
      jvm.input().flush();
      tell(new HostFrame.Taken(piece.jvm(), HostFrame.Stream.IN, piece.bytes().length));
    } catch (IOException e) {
      // The JVM reads no more: unconfirmed bytes stay at the launcher.
      jvm.closeInput();
    }
  }

  /** Sends the output of the JVMs to the launcher. */
  private final class Streams implements JvmOutput {
    @Override
    public OutputStream newOut(int jvm) {
      return stream(jvm, HostFrame.Stream.OUT);
    }

    @Override
    public OutputStream newErr(int jvm) {
      return stream(jvm, HostFrame.Stream.ERR);
    }

    private OutputStream stream(int jvm, HostFrame.Stream stream) {
      FlowControlWindow window = new FlowControlWindow();
      windows.computeIfAbsent(jvm, j -> new ConcurrentHashMap<>()).put(stream, window);
      boolean error = stream == HostFrame.Stream.ERR;
      return new WindowedOutput(
          window, piece -> channel.send(new HostFrame.Output(jvm, error, piece)));
    }
  }
}
