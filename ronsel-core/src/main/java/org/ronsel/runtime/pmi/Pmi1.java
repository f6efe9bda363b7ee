package org.ronsel.runtime.pmi;

import java.io.IOException;

/** The older form. */
final class Pmi1 extends Pmi {
  private final String jobId;
  private String space = "";
  private int longestValue;

  Pmi1(PmiConnection connection, Patience patience, int rank, int size, String jobId) {
    super(connection, patience, rank, size);
    this.jobId = jobId;
  }

  @Override
  void begin() throws IOException {
    longestValue = ask("cmd=get_maxes", "maxes").number("vallen_max") - 1;
    space = ask("cmd=get_my_kvsname", "my_kvsname").need("kvsname");
    if (longestValue < 64) {
      throw new PmiException("its values are of at most " + longestValue + " characters");
    }
  }

  @Override
  public String name() {
    return "the PMI server";
  }

  @Override
  public String jobId() {
    return jobId.isEmpty() ? space : jobId;
  }

  @Override
  public int longestValue() {
    return longestValue;
  }

  @Override
  public void put(String key, String value) throws IOException {
    var _ = ask("cmd=put kvsname=" + space + " key=" + key + " value=" + value, "put_result");
  }

  @Override
  public void fence(boolean last) throws IOException {
    var _ = ask("cmd=barrier_in", "barrier_out", last ? PmiConnection.NEVER : patienceNs());
  }

  @Override
  public String get(int ofRank, String key) throws IOException {
    return ask("cmd=get kvsname=" + space + " key=" + key, "get_result").need("value");
  }

  @Override
  public void finish() throws IOException {
    var _ = ask("cmd=finalize", "finalize_ack");
  }

  /**
   * {@inheritDoc} That of MPICH, which tells no job, ends before it has passed on what this process
   * has printed; it ends the job for the status of this process, too, and then it does.
   */
  @Override
  public void abort(int status, String reason) throws IOException {
    if (jobId.isEmpty()) {
      return;
    }
    send("cmd=abort exitcode=" + status + " message=" + word(reason) + "\n");
  }

  private PmiAnswer ask(String request, String answer) throws IOException {
    return ask(request, answer, patienceNs());
  }

  private synchronized PmiAnswer ask(String request, String answer, long withinNs)
      throws IOException {
    send(request + "\n");
    return PmiAnswer.ofLine(line(withinNs)).expect(answer);
  }
}
