package org.ronsel.launch.remote;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The launcher's end of a remote shell that runs on another host, to a third one: its streams are
 * frames to and from the agent of that host, whose other end is a {@link ShellRelay}. One thread
 * passes frames in; other methods may be called by any thread.
 */
public final class RelayedShell implements RunningShell {
  private final int number;
  private final Consumer<HostFrame> to;
  private final RelayedInput output;
  private final RelayedInput errors;
  private final FlowControlWindow window = new FlowControlWindow();
  private final OutputStream input;
  private final CompletableFuture<Integer> ended = new CompletableFuture<>();

  /**
   * Creates a shell that is being started.
   *
   * @param number of the shell at both ends
   * @param to sends frames to the agent, and does not block
   */
  public RelayedShell(int number, Consumer<HostFrame> to) {
    this.number = number;
    this.to = to;
    this.output = input(HostFrame.Stream.OUT);
    this.errors = input(HostFrame.Stream.ERR);
    this.input =
        new WindowedOutput(window, piece -> to.accept(new HostFrame.ShellInput(number, piece)));
  }

  private RelayedInput input(HostFrame.Stream stream) {
    return new RelayedInput(taken -> to.accept(new HostFrame.ShellTaken(number, stream, taken)));
  }

  /** Takes a frame of the agent that concerns the shell. */
  public void received(HostFrame frame) {
    switch (frame) {
      case HostFrame.ShellOutput f -> (f.error() ? errors : output).add(f.bytes());
      case HostFrame.ShellTaken f -> window.give(f.bytes());
      case HostFrame.ShellEnded f -> end(f.status());
      default -> throw new IllegalArgumentException("no frame of a shell: " + frame);
    }
  }

  /** Notes that the shell has ended, or that its host is lost. */
  public void end(int status) {
    window.close();
    output.end();
    errors.end();
    ended.complete(status);
  }

  @Override
  public InputStream output() {
    return output;
  }

  @Override
  public InputStream errors() {
    return errors;
  }

  @Override
  public OutputStream input() {
    return input;
  }

  @Override
  public CompletableFuture<Integer> ended() {
    return ended;
  }

  @Override
  public void terminate() {
    kill();
  }

  @Override
  public void kill() {
    to.accept(new HostFrame.KillShell(number));
  }
}
