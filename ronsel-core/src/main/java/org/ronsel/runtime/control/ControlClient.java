package org.ronsel.runtime.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.runtime.WireUp;

/**
 * This JVM's end of the control connection to the launcher. A daemon platform thread reads it, so
 * that commands are obeyed, and the loss of the launcher is noticed, whatever the ranks do.
 */
public final class ControlClient implements WireUp {
  /** What the JVM does on the launcher's word. Called on the reading thread; must not block. */
  public interface Orders {
    /** End at once with this status. */
    void kill(int status);

    /** The launcher is gone: halt, nobody is left to report to. */
    void launcherLost();

    /** What the local ranks wait for, and which have ended. */
    Frame.Waits waits(int ticket);
  }

  /** At its end a JVM waits for threads that are in a native call, as a blocked read is. */
  private static final int AFTER_END_MS = 100;

  private final FrameChannel channel;
  private final byte[] secret;
  private final Orders orders;
  private final CompletableFuture<JobSpec> job = new CompletableFuture<>();
  private final CompletableFuture<List<ProgramSpec>> programs = new CompletableFuture<>();
  private final CompletableFuture<Boolean> end = new CompletableFuture<>();
  private final LinkedBlockingQueue<byte[][]> gathered = new LinkedBlockingQueue<>();

  private ControlClient(FrameChannel channel, byte[] secret, Orders orders) {
    this.channel = channel;
    this.secret = secret.clone();
    this.orders = orders;
  }

  /** Connects to the launcher, proves the secret both ways and says hello. */
  public static ControlClient connect(
      InetAddress host, int port, byte[] secret, int jvm, Orders orders) throws IOException {
    FrameChannel channel = FrameChannel.connect(new Socket(host, port), secret, jvm);
    ControlClient client = new ControlClient(channel, secret, orders);
    channel.send(
        new Frame.Hello(jvm, ProcessHandle.current().pid(), System.getProperty("java.version")));
    Thread.ofPlatform().daemon().name("ronsel-control").start(client::read);
    return client;
  }

  /** The job, as soon as the launcher has told. */
  public JobSpec job() {
    return job.join();
  }

  /** The programs, as soon as the launcher has them. */
  public List<ProgramSpec> programs() {
    return programs.join();
  }

  /** Returns when all ranks of the job have ended. */
  public void awaitEnd() {
    end.join();
  }

  /**
   * Tells the launcher. A launcher that is gone needs no telling: the reading thread sees to it.
   */
  public void tell(Frame frame) {
    try {
      channel.send(frame);
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
  public byte[] secret() {
    return secret.clone();
  }

  private void read() {
    try {
      while (!end.isDone()) {
        obey(channel.receive());
      }
      while (true) {
        obey(channel.receiveSparingly(AFTER_END_MS));
      }
    } catch (IOException e) {
      orders.launcherLost();
    }
  }

  private void obey(Frame frame) throws IOException {
    switch (frame) {
      case Frame.Job f -> job.complete(f.spec());
      case Frame.Programs f -> programs.complete(f.programs());
      case Frame.Gathered f -> gathered.add(f.all());
      case Frame.AskWaits f -> channel.send(orders.waits(f.ticket()));
      case Frame.Kill f -> orders.kill(f.status());
      case Frame.End f -> end.complete(true);
      default ->
          throw new RonselException(
              ErrorClass.INTERN, "the launcher sent " + frame.getClass().getSimpleName());
    }
  }
}
