package org.ronsel.launch.jvm;

import java.util.List;
import org.ronsel.launch.console.Signals;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameSender;
import org.ronsel.runtime.control.ProgramSpec;

/** An event of a job; the supervisor handles one after the other. */
public sealed interface Event {
  /** A JVM has connected and proved the secret. */
  record Connected(int jvm, FrameSender channel) implements Event {}

  /** A JVM has sent a frame. */
  record Received(int jvm, Frame frame) implements Event {}

  /** The connection of a JVM has ended, or a frame was malformed. */
  record Disconnected(int jvm, String reason) implements Event {}

  /** A connection has not proved the secret of the job. */
  record TurnedAway(String reason) implements Event {}

  /** No connections of JVMs can be accepted any more. */
  record CannotAccept(Throwable why) implements Event {}

  /** The process of a JVM has ended; {@code status} is 128 plus the signal if one killed it. */
  record Exited(int jvm, int status) implements Event {}

  /** The process of a JVM on another host has been started. */
  record Started(int jvm, long pid) implements Event {}

  /** A JVM waits for a debugger at this address of its host. */
  record DebuggerWaits(int jvm, String address) implements Event {}

  /** A host has a notice for the user; the job continues. */
  record HostNotice(String message) implements Event {}

  /**
   * The connection to a host is lost, so its JVMs have ended, or never started.
   *
   * @param jvms the JVMs of the host
   */
  record HostLost(List<Integer> jvms, String message) implements Event {}

  /** Which JVMs of a host are about to end, an answer to {@link Launcher#askLeaving}. */
  record Leaving(int ticket, List<Integer> jvms) implements Event {}

  /** The programs are ready to be run. */
  record Prepared(List<ProgramSpec> programs) implements Event {}

  /** The programs cannot be run. */
  record NotPrepared(String message) implements Event {}

  /** The process that has started the launcher to run a job for it has ended. */
  record StarterGone() implements Event {}

  /** The launcher has received a signal. */
  record Signalled(String name) implements Event {
    /** Whether it is one that ends the job. */
    public boolean endsJob() {
      return !name.equals("QUIT") && !Signals.FOR_PROGRAMS.contains(name);
    }
  }
}
