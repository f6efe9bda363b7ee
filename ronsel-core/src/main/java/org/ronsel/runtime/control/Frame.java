package org.ronsel.runtime.control;

import java.util.List;
import org.ronsel.job.Agreements;
import org.ronsel.job.WaitReport;
import org.ronsel.observe.ProfileRow;
import org.ronsel.observe.ServedRow;
import org.ronsel.observe.Span;

/** A message of the control connection. "Up" is from a JVM of the job to the launcher. */
public sealed interface Frame {
  /**
   * Up, first: this JVM is there.
   *
   * @param jvm index of the JVM in the job
   * @param pid its process id
   * @param javaVersion its {@code java.version}
   */
  record Hello(int jvm, long pid, String javaVersion) implements Frame {}

  /** Down, answer to {@link Hello}: where the ranks are and how they are run. */
  record Job(JobSpec spec) implements Frame {}

  /** Down, after {@link Job}: what the ranks run; the ranks start when it arrives. */
  record Programs(List<ProgramSpec> programs) implements Frame {
    /** Copies the list. */
    public Programs {
      programs = List.copyOf(programs);
    }
  }

  /** Up: this JVM's part of the next allgather. */
  record Gather(byte[] mine) implements Frame {}

  /** Down: the parts of all JVMs, by JVM index. */
  record Gathered(byte[][] all) implements Frame {}

  /** Up: a rank has ended normally and its sends are complete. */
  record RankEnded(int rank) implements Frame {}

  /**
   * Up: the job cannot go on.
   *
   * @param rank the rank at fault, or {@code -1} if it is the JVM as a whole
   * @param status exit status that the job should end with
   * @param message what happened, in one line
   * @param stack stack trace, empty if there is none to show
   */
  record Abort(int rank, int status, String message, String stack) implements Frame {}

  /**
   * Up: what the user has asked for could not be written; the job goes on.
   *
   * @param message what is lost and why, in one line
   */
  record Lost(String message) implements Frame {}

  /** Down: say what the ranks wait for. */
  record AskWaits(int ticket) implements Frame {}

  /**
   * Up, answer to {@link AskWaits}.
   *
   * @param ticket that of the question
   * @param reports what the ranks of this JVM wait for
   * @param ended those of them that have ended
   */
  record Waits(int ticket, List<WaitReport> reports, List<Integer> ended) implements Frame {
    /** Copies the lists. */
    public Waits {
      reports = List.copyOf(reports);
      ended = List.copyOf(ended);
    }
  }

  /**
   * Up, from time to time: this JVM lives.
   *
   * @param count operations completed so far
   * @param live ranks of this JVM that have not ended
   * @param waiting how many of them wait inside Ronsel
   */
  record Progress(long count, int live, int waiting) implements Frame {}

  /**
   * Up: a thread is out of memory, or there is hardly any left. An {@link Abort} that tells more
   * follows if there is memory for one. It is sent by a thread that allocates nothing.
   *
   * @param rank the rank whose thread it is, or {@code -1} if it is the JVM as a whole
   * @param shortage the memory that is short
   * @param maxHeap the limit of this JVM's heap in bytes
   */
  record OutOfMemory(int rank, MemoryShortage shortage, long maxHeap) implements Frame {}

  /**
   * Up, at the end: what a rank has done, see {@link org.ronsel.observe.Recorder}.
   *
   * @param runNs how long its program has run
   */
  record Profile(int rank, long runNs, List<ProfileRow> rows, List<ServedRow> algorithms)
      implements Frame {
    /** Copies the lists. */
    public Profile {
      rows = List.copyOf(rows);
      algorithms = List.copyOf(algorithms);
    }
  }

  /** Up, from time to time and at the end: calls of a rank. */
  record Spans(int rank, List<Span> spans) implements Frame {
    /** Copies the list. */
    public Spans {
      spans = List.copyOf(spans);
    }
  }

  /**
   * Up: what a rank says in an agreement; see {@link org.ronsel.job.Agreements}.
   *
   * @param rank the rank that agrees
   */
  record Agree(int rank, Agreements.Key key, long bits, long largest) implements Frame {}

  /** Down: what has been decided, for a rank that waits for it. */
  record Agreed(int rank, Agreements.Key key, Agreements.Decision decision) implements Frame {}

  /** Up: a rank will make no more calls; what it has sent may still be on its way. */
  record LastCall(int rank) implements Frame {}

  /** Up: a JVM of the job can no longer be reached from this one. */
  record Unreachable(int jvm, String why) implements Frame {}

  /** Down: a JVM of the job has failed, with its ranks, and the others go on. */
  record JvmFailed(int jvm, String why) implements Frame {}

  /**
   * Down, from the agent of a host: it lives, and comes again when it has been answered.
   *
   * @param everyMs milliseconds between two of them
   */
  record Ping(int everyMs) implements Frame {}

  /** Up, answer to {@link Ping}. */
  record Pong() implements Frame {}

  /** Down: end at once with this status. */
  record Kill(int status) implements Frame {}

  /** Down: all ranks of the job have ended; the JVM may exit. */
  record End() implements Frame {}
}
