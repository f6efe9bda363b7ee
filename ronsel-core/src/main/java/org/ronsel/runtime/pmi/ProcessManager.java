package org.ronsel.runtime.pmi;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The program that has started the processes of a job, as one of them sees it: the number of the
 * process, and a space of names and values by which processes meet. One thread at a time calls,
 * except for {@link #abort} and {@link #isLost}.
 */
public interface ProcessManager {
  /** The name of the process manager in messages. */
  String name();

  /** The number of this process: its rank, where each process is one. */
  int rank();

  /** How many processes the job has. */
  int size();

  /** How many ranks the job has, which are dealt to the processes evenly. */
  default int ranks() {
    return size();
  }

  /** Whether what this process prints is not seen together with what the others print. */
  default boolean hasOwnLog() {
    return false;
  }

  /** The secret of the job, if it has one before its processes meet, else null. */
  default byte @Nullable [] secret() {
    return null;
  }

  /** Identifies the job. */
  String jobId();

  /** How long a value may be. */
  int longestValue();

  /** Gives a value, of letters, digits and {@code _-:}, to all processes after the next fence. */
  void put(String key, String value) throws IOException;

  /**
   * Returns when all processes have come here.
   *
   * @param last whether that is as long as the job lasts, else it is an error if it takes too long
   */
  void fence(boolean last) throws IOException;

  /**
   * A value that a process has put before the last fence.
   *
   * @throws IOException if there is none
   */
  String get(int ofRank, String key) throws IOException;

  /** Says that this process has come to a good end. */
  void finish() throws IOException;

  /**
   * Ends all processes of the job, perhaps with the end of this one, which is to follow; may return
   * before they have ended. Any thread.
   */
  void abort(int status, String reason) throws IOException;

  /** Whether the process manager is known to be gone. Does not wait. Any thread. */
  boolean isLost();
}
