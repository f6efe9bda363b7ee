package org.ronsel;

import java.util.List;

/**
 * A use of the library by one part of a program (MPI-4.1, section 11.3), which knows nothing of the
 * other parts: it asks which sets of processes there are, and makes communicators of them, whose
 * messages are apart from all others. Sessions may be opened and closed any number of times,
 * several at a time. Any thread of the rank.
 *
 * <p>{@link Ronsel#world()} is the communicator of {@link #WORLD} of a session that is opened with
 * the job and closed with it.
 */
public interface Session extends AutoCloseable {
  /** The set of all processes of the job. */
  String WORLD = "mpi://WORLD";

  /** The set of the calling process alone. */
  String SELF = "mpi://SELF";

  /** The set of the processes with which the calling one shares memory. */
  String SHARED = "mpi://SHARED";

  /** The set of the ranks that live in the JVM of the calling one. */
  String JVM = "ronsel://jvm";

  /**
   * Opens a session for the calling rank, which is found as by {@link Ronsel#world()}. Local.
   *
   * @throws RonselException as {@link Ronsel#world()}, if the calling thread belongs to no rank
   */
  static Session open() {
    return Ronsel.implementation().openSession(Ronsel.WALKER.getCallerClass(), new Info());
  }

  /** Opens a session, see {@link #open()}, with hints. */
  static Session open(Info hints) {
    Info own = InvalidArgumentException.requireNonNull("Session.open", "hints", hints).dup();
    return Ronsel.implementation().openSession(Ronsel.WALKER.getCallerClass(), own);
  }

  /** Opens a session, see {@link #open()}, for the rank of a communicator, on any thread. */
  static Session open(Comm comm) {
    return InvalidArgumentException.requireNonNull("Session.open", "comm", comm).openSession();
  }

  /** The names of the process sets that the calling rank is in (MPI-4.1, section 11.3.2). */
  List<String> processSets();

  /** The information about a process set: {@code mpi_size}, its number of processes. */
  Info processSetInfo(String name);

  /**
   * The processes of a set, by their order in the job.
   *
   * @throws InvalidArgumentException if there is no set of that name
   */
  Group group(String name);

  /**
   * Makes a communicator of a group, whose members all call this (MPI-4.1, section 11.3.3).
   *
   * @param group the calling rank is a member
   * @param tag a name of the program's choice; different for calls that members of the group make
   *     at the same time
   */
  Comm create(Group group, String tag);

  /** Makes a communicator, see {@link #create(Group, String)}, with hints and error handler. */
  Comm create(Group group, String tag, Info hints, ErrorHandler handler);

  /** A copy of the hints the session was opened with. */
  Info info();

  /** The error handler of the communicators that will be made. */
  ErrorHandler errorHandler();

  /** Sets the error handler of the communicators that will be made. */
  void errorHandler(ErrorHandler handler);

  /** The thread level of the session. */
  ThreadLevel threadLevel();

  /**
   * Closes the session and the communicators that were made by it (not those made from these).
   * Local; never blocks, and pending operations go on.
   */
  @Override
  void close();
}
