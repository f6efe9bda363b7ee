package org.ronsel.runtime.pmi;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A PMI server, which started this process: that of Slurm ({@code srun --mpi=pmi2}), or of MPICH's
 * {@code mpiexec} and its relatives. Both forms of the protocol begin with a line by which the two
 * sides agree on one; then PMI-1 goes on in lines, and PMI-2 in messages of a length (6 digits) and
 * fields.
 */
public abstract sealed class Pmi implements ProcessManager permits Pmi1, Pmi2 {
  /** No answer is as long. */
  static final int LONGEST_ANSWER = 64 << 10;

  private final PmiConnection connection;
  private final Patience patience;
  final int rank;
  final int size;
  private final byte[] buffer = new byte[4096];
  private int from;
  private int to;

  /** Held while a request is written, and not while its answer is waited for. */
  private final Object writing = new Object();

  Pmi(PmiConnection connection, Patience patience, int rank, int size) {
    this.connection = connection;
    this.patience = patience;
    this.rank = rank;
    this.size = size;
  }

  /** How long a server may take to answer. */
  record Patience(long ns) {
    static Patience ofSeconds(long seconds) {
      return new Patience(TimeUnit.SECONDS.toNanos(seconds));
    }
  }

  /**
   * Says hello to a server, in the newer form that it knows.
   *
   * @param jobId as the environment has it; it is needed for the newer form, so that a server that
   *     does not tell it is taken to be at home in the older one
   * @param version the form that is wanted, or 0 for the newest
   */
  static Pmi greet(
      PmiConnection connection, Patience patience, int rank, int size, String jobId, int version)
      throws IOException {
    if (version == 2 || version == 0 && !jobId.isEmpty()) {
      Pmi2 second = new Pmi2(connection, patience, rank, size, jobId);
      if (second.hello("cmd=init pmi_version=2 pmi_subversion=0\n", "2")) {
        second.begin();
        return second;
      }
    }
    Pmi1 first = new Pmi1(connection, patience, rank, size, jobId);
    if (version == 2 || !first.hello("cmd=init pmi_version=1 pmi_subversion=1\n", "1")) {
      throw new PmiException("it speaks neither PMI-1 nor PMI-2 with this process");
    }
    first.begin();
    return first;
  }

  /** As {@link #greet}, where the server has to be told which of its processes this is. */
  static Pmi greetByPort(
      PmiConnection connection, Patience patience, PmiEnvironment environment, int version)
      throws IOException {
    Pmi1 asking = new Pmi1(connection, patience, -1, -1, "");
    asking.send("cmd=initack pmiid=" + word(environment.id()) + "\n");
    var _ = PmiAnswer.ofLine(asking.line(patience.ns)).expect("initack");
    int size = asking.told("size", 1);
    int rank = asking.told("rank", 0);
    asking.told("debug", Integer.MIN_VALUE);
    if (rank >= size) {
      throw new PmiException("it says that this is rank " + rank + " of " + size);
    }
    return greet(connection, patience, rank, size, environment.jobId(), version);
  }

  final int told(String what, int least) throws IOException {
    int told = PmiAnswer.ofLine(line(patience.ns)).expect("set").number(what);
    if (told < least || told > PmiEnvironment.MOST_RANKS) {
      throw new PmiException("it says that " + what + " is " + told);
    }
    return told;
  }

  /** Whether the server agrees to a version. */
  final boolean hello(String line, String version) throws IOException {
    send(line);
    PmiAnswer answer = PmiAnswer.ofLine(line(patience.ns));
    if (!answer.command().equals("response_to_init")) {
      throw new PmiException("instead of response_to_init it answers " + answer.text());
    }
    return "0".equals(answer.value("rc")) && version.equals(answer.value("pmi_version"));
  }

  /** Learns from the server what is needed. */
  abstract void begin() throws IOException;

  final long patienceNs() {
    return patience.ns;
  }

  final void send(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    synchronized (writing) {
      connection.write(bytes);
    }
  }

  /** The next line, without its end. */
  final String line(long withinNs) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = next(withinNs); c != '\n'; c = next(withinNs)) {
      if (line.length() == LONGEST_ANSWER) {
        throw new PmiException("its answer has no end");
      }
      line.append((char) c);
    }
    return line.toString();
  }

  /** The next message behind its length. */
  final String message(long withinNs) throws IOException {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      digits.append((char) next(withinNs));
    }
    int length = length(digits.toString());
    StringBuilder body = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      body.append((char) next(withinNs));
    }
    return body.toString();
  }

  private static int length(String digits) throws PmiException {
    try {
      String number = digits.strip();
      int length = Integer.parseInt(number);
      if (length >= 0 && length <= LONGEST_ANSWER && Character.isDigit(number.charAt(0))) {
        return length;
      }
    } catch (NumberFormatException e) {
      throw noLength(digits);
    }
    throw noLength(digits);
  }

  private static PmiException noLength(String digits) {
    return new PmiException("its answer begins with no length: " + PmiAnswer.shown(digits));
  }

  private int next(long withinNs) throws IOException {
    if (from == to) {
      from = 0;
      to = 0;
      int got;
      try {
        got = connection.read(buffer, 0, buffer.length, withinNs);
      } catch (InterruptedIOException late) {
        PmiException e =
            new PmiException(
                "it has not answered within "
                    + TimeUnit.NANOSECONDS.toSeconds(withinNs)
                    + " s (-Dronsel.wireup.timeout=SECONDS)");
        e.initCause(late);
        throw e;
      }
      if (got < 0) {
        throw new PmiException("it has ended the connection");
      }
      to = got;
    }
    return buffer[from++] & 0xff;
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isLost() {
    return connection.isLost();
  }

  /** Words of a reason, without what would end them. */
  static String word(@Nullable String text) {
    return text == null ? "" : text.replaceAll("[^A-Za-z0-9.:_-]+", "_");
  }
}
