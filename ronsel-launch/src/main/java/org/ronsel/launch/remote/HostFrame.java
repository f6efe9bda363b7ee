package org.ronsel.launch.remote;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.files.FileItem;
import org.ronsel.runtime.control.Frame;

/**
 * A message between the launcher and its agent on another host. "Up" is from the agent to the
 * launcher. JVMs are numbered by their index in the job.
 */
public sealed interface HostFrame {
  /** Stands for all JVMs of the host. */
  int ALL = -1;

  /** Most bytes of files under way: enough for a fast network over long distances. */
  int FILE_WINDOW = 1 << 20;

  /**
   * Up, first: the agent has started.
   *
   * @param memory available memory of its host in bytes
   * @param step name of its Slurm step, empty if it is not one
   */
  record Hello(long memory, String step) implements HostFrame {}

  /**
   * Down, answer to {@link Hello}: the files that the JVMs need.
   *
   * @param cacheBytes largest size of the cache of files; 0 for none
   * @param cacheDays number of days without use after which a file may be removed from it
   */
  record Files(long cacheBytes, int cacheDays, List<FileItem> items) implements HostFrame {
    /** Copies the list. */
    public Files {
      items = List.copyOf(items);
    }
  }

  /** Up, answer to {@link Files}: these items are not identical here. */
  record Unlike(List<Integer> items) implements HostFrame {
    /** Copies the list. */
    public Unlike {
      items = List.copyOf(items);
    }
  }

  /** Down, one for each item of {@link Unlike}: the SHA-256 of its entries. */
  record Hashes(int item, List<String> sha256) implements HostFrame {
    /** Copies the list. */
    public Hashes {
      sha256 = List.copyOf(sha256);
    }
  }

  /** Up, answer to all {@link Hashes}: these items have to be sent. */
  record Wanted(List<Integer> items) implements HostFrame {
    /** Copies the list. */
    public Wanted {
      items = List.copyOf(items);
    }
  }

  /**
   * Down: the next bytes of wanted items, item by item, entry by entry. The bytes that {@link
   * PieceTaken} has not confirmed stay below {@link #FILE_WINDOW}.
   */
  record Piece(int item, int entry, byte[] bytes) implements HostFrame {}

  /** Up: this number of bytes of pieces has been written. */
  record PieceTaken(int bytes) implements HostFrame {}

  /**
   * Up: all files are in place.
   *
   * @param places path of each item of {@link Files} on the host
   * @param extra the directory of extra files; empty if there are none
   */
  record Placed(List<String> places, String extra) implements HostFrame {
    /** Copies the list. */
    public Placed {
      places = List.copyOf(places);
    }
  }

  /**
   * Down, answer to {@link Placed}: start these JVMs.
   *
   * @param secret that of the job
   * @param directory working directory of JVMs that have none of their own, if it exists
   * @param network value of {@code --net}, or null
   */
  record Start(byte[] secret, String directory, @Nullable String network, List<JvmOrder> jvms)
      implements HostFrame {
    /** Copies the list. */
    public Start {
      jvms = List.copyOf(jvms);
    }
  }

  /**
   * Down: send the JVM's process a signal of {@link
   * org.ronsel.launch.console.Signals#FOR_PROGRAMS}.
   *
   * @param name without {@code SIG}
   */
  record Signal(int jvm, String name) implements HostFrame {}

  /** Up: the JVM has been started. */
  record Started(int jvm, long pid) implements HostFrame {}

  /** Up: the JVMs cannot be started, or cannot connect. */
  record Failed(String message) implements HostFrame {}

  /** Up: a notice for the user; the job continues. */
  record Notice(String message) implements HostFrame {}

  /** Up: the JVM has connected and proved the secret. */
  record Connected(int jvm) implements HostFrame {}

  /** Up: the control connection of the JVM has ended. */
  record Disconnected(int jvm, String reason) implements HostFrame {}

  /** Both ways: a frame of the control connection of a JVM; down also for {@link #ALL}. */
  record Control(int jvm, Frame frame) implements HostFrame {}

  /**
   * Up: output of a JVM. The bytes that {@link Taken} has not confirmed stay below {@link
   * FlowControlWindow#BYTES}.
   *
   * @param error whether to standard error
   * @param bytes none at the end of the stream
   */
  record Output(int jvm, boolean error, byte[] bytes) implements HostFrame {}

  /**
   * Down: input of a JVM, within a window as for {@link Output}.
   *
   * @param bytes none at the end
   */
  record Input(int jvm, byte[] bytes) implements HostFrame {}

  /** Both ways: this number of bytes of a stream has been passed on. */
  record Taken(int jvm, Stream stream, int bytes) implements HostFrame {}

  /** Up: the process of a JVM has ended, see {@code Event.Exited}. */
  record Exited(int jvm, long pid, int status) implements HostFrame {}

  /** Up: the JVM waits for a debugger at this address of its host. */
  record DebuggerWaits(int jvm, String address) implements HostFrame {}

  /** Down: kill the process of a JVM. */
  record Kill(int jvm) implements HostFrame {}

  /** Down: asks which JVMs of the host are about to end. */
  record AskLeaving(int ticket) implements HostFrame {}

  /** Up, answer to {@link AskLeaving}. */
  record Leaving(int ticket, List<Integer> jvms) implements HostFrame {
    /** Copies the list. */
    public Leaving {
      jvms = List.copyOf(jvms);
    }
  }

  /**
   * Down: start this remote shell, by which the launcher reaches a further host.
   *
   * @param shell its number, which is new to the agent
   */
  record StartShell(int shell, List<String> command) implements HostFrame {
    /** Copies the list. */
    public StartShell {
      command = List.copyOf(command);
    }
  }

  /**
   * Down: input of a remote shell, within a window as for {@link Output}.
   *
   * @param bytes none at the end
   */
  record ShellInput(int shell, byte[] bytes) implements HostFrame {}

  /**
   * Up: output of a remote shell, within a window as for {@link Output}.
   *
   * @param error whether to standard error
   * @param bytes none at the end of the stream
   */
  record ShellOutput(int shell, boolean error, byte[] bytes) implements HostFrame {}

  /** Both ways: this number of bytes of a stream of a remote shell has been passed on. */
  record ShellTaken(int shell, Stream stream, int bytes) implements HostFrame {}

  /** Up, last of a remote shell: its exit status. */
  record ShellEnded(int shell, int status) implements HostFrame {}

  /** Down: kill a remote shell. */
  record KillShell(int shell) implements HostFrame {}

  /** Up and down: the sender is alive. */
  record Ping() implements HostFrame {}

  /** Up, last: nothing has come from the launcher for so long that the agent ends its JVMs. */
  record Unheard() implements HostFrame {}

  /** Down, last: end. */
  record End() implements HostFrame {}

  /** A standard stream of a JVM, or of a remote shell. */
  enum Stream {
    IN,
    OUT,
    ERR
  }
}
