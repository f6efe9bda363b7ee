package org.ronsel.launch.jvm;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.console.JvmOutput;
import org.ronsel.launch.remote.JvmOrder;
import org.ronsel.runtime.control.Frame;

/** Starts JVMs as child processes, which connect to a control server of this process. */
public final class LocalLauncher implements Launcher {
  private final ControlServer server;
  private final String secret;
  private final JvmOutput output;
  private final IntFunction<List<String>> extraJvmOptions;
  private final @Nullable String files;
  private final Consumer<Event> events;
  private final List<JvmProcess> jvms = new ArrayList<>();

  /**
   * Opens the control server.
   *
   * @param jvms upper bound of the indexes of JVMs
   * @param expected number of JVMs that will be started
   * @param extraJvmOptions options for each JVM, by its index, that are weaker than the user's
   * @param files the directory of extra files, or null if there are none or the orders name it
   */
  public LocalLauncher(
      byte[] secret,
      int jvms,
      int expected,
      JvmOutput output,
      IntFunction<List<String>> extraJvmOptions,
      @Nullable String files,
      Consumer<Event> events)
      throws IOException {
    this.secret = HexFormat.of().formatHex(secret);
    this.output = output;
    this.extraJvmOptions = extraJvmOptions;
    this.files = files;
    this.events = events;
    server = new ControlServer(secret, jvms, expected, events);
  }

  @Override
  public LocalJvm start(JvmOrder wanted) throws IOException {
    JvmOrder order = files == null ? wanted : wanted.withFiles(files);
    List<String> command =
        JvmCommand.words(order, server.port(), extraJvmOptions.apply(order.jvm()));
    LocalJvm jvm = LocalJvm.start(order, command, secret, output, events);
    jvms.add(jvm);
    if (order.jvm() > 0) {
      jvm.closeInput();
    }
    return jvm;
  }

  @Override
  public void begin() {
    // The JVMs have been started one by one.
  }

  @Override
  public void sendToAll(Frame frame) {
    for (JvmProcess jvm : jvms) {
      jvm.send(frame);
    }
  }

  @Override
  public boolean askLeaving(int ticket) {
    return false;
  }

  @Override
  public @Nullable String overdue(Duration after) {
    return null;
  }

  @Override
  public void abandon() {
    // This host cannot be lost.
  }

  @Override
  public void end() {
    // The end has been signalled to its JVMs elsewhere.
  }

  @Override
  public void close() {
    server.close();
  }
}
