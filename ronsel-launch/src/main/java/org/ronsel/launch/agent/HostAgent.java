package org.ronsel.launch.agent;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.launch.console.JvmOutput;
import org.ronsel.launch.jvm.AotCache;
import org.ronsel.launch.jvm.Event;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.jvm.LocalJvm;
import org.ronsel.launch.jvm.LocalLauncher;
import org.ronsel.launch.jvm.StartUp;
import org.ronsel.launch.remote.HostChannel;
import org.ronsel.launch.remote.HostFrame;
import org.ronsel.launch.remote.HostFrameCodec;
import org.ronsel.launch.remote.JvmOrder;
import org.ronsel.launch.remote.ShellRelay;
import org.ronsel.launch.remote.Window;
import org.ronsel.launch.remote.WindowedOutput;
import org.ronsel.machine.AvailableMemory;
import org.ronsel.machine.NetworkChoice;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameSender;

/**
 * The launcher's hand on another host: starts the JVMs that the job has there and passes on what
 * goes between them and the launcher. A remote shell runs it, and its standard input and output are
 * the connection to the launcher. When these end, whatever the reason, it kills its JVMs and ends.
 * It may be asked to start remote shells to further hosts, and passes their streams on.
 */
public final class HostAgent {
  /**
   * So many looks in a row may find nothing heard, of which the launcher sends something between
   * two. They are counted, not their time: an agent that was stopped itself ends nothing.
   */
  public static final int SILENT_LOOKS = 24;

  private static final int FIRST_PING_MS = 5000;

  private static final long END_WITHIN_MS = 1000;

  private final HostChannel channel;
  private final Map<Integer, LocalJvm> jvms = new ConcurrentHashMap<>();
  private final Map<Integer, CompletableFuture<LocalJvm>> starts = new ConcurrentHashMap<>();

  /** JVMs of whose ends the launcher has been told. */
  private final Set<Integer> ended = ConcurrentHashMap.newKeySet();

  private final Map<Integer, FrameSender> connected = new ConcurrentHashMap<>();
  private final Map<Integer, Map<HostFrame.Stream, Window>> windows = new ConcurrentHashMap<>();
  private final LinkedBlockingQueue<HostFrame.Control> orders = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<HostFrame.Input> input = new LinkedBlockingQueue<>();
  private final AtomicInteger silentLooks = new AtomicInteger();
  private final AtomicBoolean ending = new AtomicBoolean();

  private final AgentFiles files = new AgentFiles(this::tell);
  private final ShellRelay relay;

  private volatile int pingMs = FIRST_PING_MS;

  private HostAgent(HostChannel channel) {
    this.channel = channel;
    this.relay = new ShellRelay(channel::send);
  }

  /** How often the agent has to hear something so that it ends after this time of silence. */
  public static int pingMs(Duration silence) {
    return Math.clamp(silence.toMillis() / SILENT_LOOKS, 10, Integer.MAX_VALUE);
  }

  /**
   * Started by the launcher only.
   *
   * @param args none
   */
  public static void main(String[] args) {
    HostAgent agent =
        new HostAgent(
            new HostChannel(
                new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out)));
    // Nothing but frames may come out of there.
    System.setOut(System.err);
    agent.run();
  }

  private void run() {
    try {
      channel.greet(new HostChannel.Greeting(HostFrameCodec.VERSION, Runtime.version().feature()));
      channel.send(
          new HostFrame.Hello(
              System.getProperty("java.version"),
              Runtime.getRuntime().availableProcessors(),
              AvailableMemory.bytes(),
              step()));
      daemon("orders", this::passOrders);
      daemon("input", this::passInput);
      daemon("watch", this::watch);
      while (true) {
        HostFrame frame = channel.receive();
        silentLooks.set(0);
        obey(frame);
      }
    } catch (IOException e) {
      end(); // the launcher is gone
    }
  }

  /** What Slurm calls the step that this process is, if it is one. */
  private static String step() {
    String job = System.getenv("SLURM_JOB_ID");
    String step = System.getenv("SLURM_STEP_ID");
    return job == null || step == null ? "" : job + "." + step;
  }

  private static void daemon(String what, Runnable body) {
    Thread.ofPlatform().daemon().name("ronsel-" + what).start(body);
  }

  /** Ends this process and all that it has started. */
  private void end() {
    if (!ending.compareAndSet(false, true)) {
      return;
    }
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

  /** Ends when what it has told the agents behind further shells has reached them. */
  private void endLast() {
    try {
      relay.awaitEnd(END_WITHIN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end();
  }

  /** Ends when the launcher has not been heard of for long: its host, or the network, is down. */
  private void watch() {
    try {
      while (silentLooks.incrementAndGet() <= SILENT_LOOKS) {
        TimeUnit.MILLISECONDS.sleep(pingMs);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end();
  }

  /** Lets the launcher know that this end is there; another thread, as sending may block. */
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
      case HostFrame.Files f -> {
        pingMs = Math.max(1, f.pingMs());
        daemon("pings", this::ping);
        files.add(f);
      }
      case HostFrame.Hashes f -> files.add(f);
      case HostFrame.Piece f -> files.add(f);
      case HostFrame.Start f -> start(f);
      case HostFrame.Control f -> orders.add(f);
      case HostFrame.Input f -> input.add(f);
      case HostFrame.Taken f -> {
        Map<HostFrame.Stream, Window> ofJvm = windows.get(f.jvm());
        Window window = ofJvm == null ? null : ofJvm.get(f.stream());
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
      case HostFrame.AskLeaving f -> tell(new HostFrame.Leaving(f.ticket(), leaving()));
      case HostFrame.Ping f -> {
        // That it has come is all there is to it.
      }
      case HostFrame.StartShell f -> relay.obey(f);
      case HostFrame.ShellInput f -> relay.obey(f);
      case HostFrame.ShellTaken f -> relay.obey(f);
      case HostFrame.KillShell f -> relay.obey(f);
      case HostFrame.End f -> daemon("end", this::endLast);
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
      List<String> cached = AotCache.options();
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
        if (here.directory() != null && !Files.isDirectory(Path.of(here.directory()))) {
          tell(new HostFrame.Failed("--wdir " + here.directory() + ": no such directory there"));
          return;
        }
        LocalJvm jvm = local.start(here);
        jvms.put(order.jvm(), jvm);
        tell(new HostFrame.Started(order.jvm(), jvm.pid()));
        started(order.jvm()).complete(jvm);
      }
    } catch (IOException | OutOfMemoryError e) {
      tell(new HostFrame.Failed("cannot start a JVM" + StartUp.because(e)));
    }
  }

  private CompletableFuture<LocalJvm> started(int jvm) {
    return starts.computeIfAbsent(jvm, j -> new CompletableFuture<>());
  }

  /** The launcher's working directory if this host has it, else null. */
  private @Nullable String directory(HostFrame.Start start) {
    if (Files.isDirectory(Path.of(start.directory()))) {
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

  /** Passes on what happens to the JVMs. */
  private void tell(Event event) {
    switch (event) {
      case Event.Connected e -> {
        connected.put(e.jvm(), e.channel());
        tell(new HostFrame.Connected(e.jvm()));
      }
      case Event.Received e -> tell(new HostFrame.Control(e.jvm(), e.frame()));
      case Event.Disconnected e -> {
        connected.remove(e.jvm());
        tell(new HostFrame.Disconnected(e.jvm(), e.reason()));
      }
      case Event.Exited e -> {
        // It may come before the start of the process has returned.
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
                  "cannot accept the connections of the JVMs" + StartUp.because(e.why())));
      default -> throw new IllegalStateException("no event of a JVM: " + event);
    }
  }

  private void exited(int index, LocalJvm jvm, int status) {
    if (status != 0) {
      removeSharedFiles(jvm);
    }
    tell(new HostFrame.Exited(index, jvm.pid(), status));
    ended.add(index); // not before: what tells of its end would come behind an answer that it lives
  }

  private void removeSharedFiles(LocalJvm jvm) {
    try {
      jvm.removeSharedFiles();
    } catch (RonselException e) {
      tell(new HostFrame.Notice(String.valueOf(e.getMessage())));
    }
  }

  /** Body of the thread that gives the JVMs what the launcher has to tell them. */
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
      // The thread that reads from the JVM notices, and tells.
      return;
    }
  }

  /** Makes the directory of {@code --output}; ranks that cannot write there say so. */
  private static void makeDirectory(@Nullable String name) {
    try {
      if (name != null) {
        Files.createDirectories(Path.of(name));
      }
    } catch (IOException e) {
      return;
    }
  }

  /** Body of the thread that gives a JVM its standard input. */
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
      // It reads no more: what is not confirmed stays where it is.
      jvm.closeInput();
    }
  }

  /** Sends what the JVMs print to the launcher. */
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
      Window window = new Window();
      windows.computeIfAbsent(jvm, j -> new ConcurrentHashMap<>()).put(stream, window);
      boolean error = stream == HostFrame.Stream.ERR;
      return new WindowedOutput(
          window, piece -> channel.send(new HostFrame.Output(jvm, error, piece)));
    }
  }
}
