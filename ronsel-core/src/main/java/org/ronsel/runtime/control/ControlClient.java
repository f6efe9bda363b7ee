package org.ronsel.runtime.control;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.job.Agreements;
import org.ronsel.job.WireUp;

/**
 * This JVM's end of the control connection to the launcher. A daemon platform thread reads it, so
 * that commands are obeyed, and the loss of the launcher is noticed, while the ranks do anything.
 */
public final class ControlClient implements WireUp {
  /**
   * The actions of the JVM on the launcher's orders. Called on the reading thread; must not block.
   */
  public interface Orders {
    /** End at once with this status. */
    void kill(int status);

    /** Another JVM of the job has failed, and the others go on. */
    void jvmFailed(int failed, String why);

    /** The launcher, or its agent, is gone: halt, there is no one left to report to. */
    void launcherLost();

    /**
     * The thread that reads has no memory to go on with. It obeys no more orders, and calls {@link
     * #launcherLost} at the end of the connection.
     */
    void outOfMemory(OutOfMemoryError error);

    /** The waits of the local ranks, and the ranks that have ended. */
    Frame.Waits waits(int ticket);
  }

  /** At its end a JVM waits for threads that are in a native call, as a blocked read is. */
  private static final int AFTER_END_MS = 100;

  /** After a dropped connection the pauses grow by a millisecond, to this: half a minute in all. */
  private static final int LONGEST_PAUSE_MS = 250;

  private final FrameChannel channel;
  private final byte[] secret;
  private final Orders orders;
  private final SilenceWatch silence;
  private final CompletableFuture<JobSpec> job = new CompletableFuture<>();
  private final CompletableFuture<List<ProgramSpec>> programs = new CompletableFuture<>();

  /** Waited for by its monitor, since a waiting thread may have no memory: see awaitEnd. */
  private final AtomicBoolean ended = new AtomicBoolean();

  private final LinkedBlockingQueue<byte[][]> gathered = new LinkedBlockingQueue<>();
  private final Map<Answer, Consumer<Agreements.Decision>> undecided = new ConcurrentHashMap<>();

  /** An answer of a rank that waits for the decision. */
  private record Answer(int rank, Agreements.Key key) {}

  private ControlClient(FrameChannel channel, byte[] secret, Orders orders, SilenceWatch silence) {
    this.channel = channel;
    this.secret = secret.clone();
    this.orders = orders;
    this.silence = silence;
  }

  /**
   * Connects to the launcher, proves the secret both ways and says hello; returns when the launcher
   * has told what the job is. Where others besiege its port a connection may be dropped before it
   * has proved the secret, so this comes again as long as the launcher listens.
   *
   * @throws IOException if the launcher is gone, or is not the launcher
   */
  public static ControlClient connect(
      InetAddress host, int port, byte[] secret, int jvm, Orders orders) throws IOException {
    SilenceWatch silence = new SilenceWatch(SilenceWatch.CHECKS_OF_JVM, orders::launcherLost);
    for (int pauseMs = 1; ; pauseMs++) {
      Socket socket = new Socket(host, port); // refused once the launcher is gone
      try {
        FrameChannel channel = FrameChannel.connect(socket, secret, jvm);
        ControlClient client = new ControlClient(channel, secret, orders, silence);
        channel.send(
            new Frame.Hello(
                jvm, ProcessHandle.current().pid(), System.getProperty("java.version")));
        while (!client.job.isDone()) { // the programs may come before it
          client.obey(channel.receive());
        }
        return client;
      } catch (EOFException | SocketException dropped) {
        socket.close();
        if (pauseMs > LONGEST_PAUSE_MS) {
          throw dropped; // this cannot be the launcher
        }
        pause(pauseMs);
      }
    }
  }

  private static void pause(int ms) throws InterruptedIOException {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted");
    }
  }

  /** Obeys the launcher's orders from now on, on a thread of its own. */
  public void start() {
    Thread.ofPlatform().daemon().name("ronsel-control").start(this::read);
  }

  /** The job. */
  public JobSpec job() {
    return job.join();
  }

  /** The programs, as soon as the launcher has them. */
  public List<ProgramSpec> programs() {
    return programs.join();
  }

  /**
   * Returns when all ranks of the job have ended. Allocates nothing, so that a JVM whose heap is
   * full waits for the launcher's word as any other does.
   */
  public void awaitEnd() {
    boolean interrupted = false;
    synchronized (ended) {
      while (!ended.get()) {
        try {
          ended.wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void end() {
    synchronized (ended) {
      ended.set(true);
      ended.notifyAll();
    }
  }

  /**
   * Tells the launcher. A launcher that is gone needs no telling: the reading thread sees to it.
   *
   * @throws RonselException if the frame is too long to be told
   */
  public void tell(Frame frame) {
    try {
      channel.send(frame);
    } catch (FrameTooLongException e) {
      throw new RonselException(ErrorClass.INTERN, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      orders.launcherLost();
    }
  }

  /** Tells the launcher that this JVM lives; see {@link Frame.Progress}. Allocates nothing. */
  public void tellProgress(PreparedFrames frames, long count, int live, int waiting) {
    tell(frames.progress(count, live, waiting));
  }

  /** Tells the launcher what {@link Frame.OutOfMemory} does. Allocates nothing. */
  public void tellOutOfMemory(
      PreparedFrames frames, int rank, MemoryShortage shortage, long maxHeap) {
    tell(frames.outOfMemory(rank, shortage, maxHeap));
  }

  private void tell(byte[] frameWithLength) {
    try {
      channel.send(frameWithLength);
    } catch (IOException e) {
      orders.launcherLost();
    }
  }

  @Override
  public byte[][] allGather(byte[] mine) {
    tell(new Frame.Gather(mine));
    try {
      return gathered.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException("interrupted while the JVMs of the job met");
    }
  }

  @Override
  public Agreements agreements() {
    return new Agreements() {
      @Override
      public void agree(int rank, Key key, long bits, long largest, Consumer<Decision> decided) {
        undecided.put(new Answer(rank, key), decided);
        tell(new Frame.Agree(rank, key, bits, largest));
      }

      @Override
      public void ends(int rank) {
        tell(new Frame.LastCall(rank));
      }
    };
  }

  private void decided(Frame.Agreed frame) {
    Consumer<Agreements.Decision> waiting = undecided.remove(new Answer(frame.rank(), frame.key()));
    if (waiting != null) {
      waiting.accept(frame.decision());
    }
  }

  @Override
  public boolean oneHost() {
    return job().layout().hosts().isEmpty();
  }

  @Override
  public byte[] secret() {
    return secret.clone();
  }

  /** Obeys the launcher's orders on the calling thread, until the launcher is gone. */
  public void read() {
    try {
      while (!ended.get()) {
        obey(channel.receive());
      }
      while (true) {
        obey(channel.receiveSparingly(AFTER_END_MS));
      }
    } catch (IOException e) {
      orders.launcherLost();
    } catch (OutOfMemoryError e) {
      // Perhaps in place of the exception for the end of the connection.
      orders.outOfMemory(e);
      channel.awaitGone();
      orders.launcherLost();
    }
  }

  private void obey(Frame frame) throws IOException {
    silence.heard();
    switch (frame) {
      case Frame.Ping f -> {
        // Only agents say how often they speak. There is no watch of a launcher, which has to be
        // continued to end the job.
        silence.begin("ronsel-silence", f.everyMs());
        channel.send(new Frame.Pong());
      }
      case Frame.Job f -> job.complete(f.spec());
      case Frame.Programs f -> programs.complete(f.programs());
      case Frame.Gathered f -> gathered.add(f.all());
      case Frame.AskWaits f -> channel.send(orders.waits(f.ticket()));
      case Frame.Kill f -> orders.kill(f.status());
      case Frame.Agreed f -> decided(f);
      case Frame.JvmFailed f -> orders.jvmFailed(f.jvm(), f.why());
      case Frame.End f -> end();
      default ->
          throw new RonselException(
              ErrorClass.INTERN, "the launcher sent " + frame.getClass().getSimpleName());
    }
  }
}
