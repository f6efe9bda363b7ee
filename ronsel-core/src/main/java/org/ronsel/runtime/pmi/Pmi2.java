package org.ronsel.runtime.pmi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The newer form. */
final class Pmi2 extends Pmi {
  /** With the zero that ends it in C the value is 1024 characters long. */
  private static final int LONGEST_VALUE = 1023;

  private String jobId;

  Pmi2(PmiConnection connection, Patience patience, int rank, int size, String jobId) {
    super(connection, patience, rank, size);
    this.jobId = jobId;
  }

  @Override
  void begin() throws IOException {
    String job = jobId.isEmpty() ? "" : "pmijobid=" + escaped(jobId) + ";";
    PmiAnswer answer = ask("fullinit", job + "pmirank=" + rank + ";threaded=FALSE;");
    if (answer.number("rank") != rank || answer.number("size") != size) {
      throw new PmiException(
          "it takes this process for rank "
              + answer.number("rank")
              + " of "
              + answer.number("size")
              + ", but the environment says rank "
              + rank
              + " of "
              + size);
    }
    if (jobId.isEmpty()) {
      jobId = ask("job-getid", "").need("jobid");
    }
  }

  @Override
  public String name() {
    return "the PMI-2 server";
  }

  @Override
  public String jobId() {
    return jobId;
  }

  @Override
  public int longestValue() {
    return LONGEST_VALUE;
  }

  @Override
  public void put(String key, String value) throws IOException {
    var _ = ask("kvs-put", "key=" + key + ";value=" + value + ";");
  }

  @Override
  public void fence(boolean last) throws IOException {
    var _ = ask("kvs-fence", "", last ? PmiConnection.NEVER : patienceNs());
  }

  @Override
  public String get(int ofRank, String key) throws IOException {
    PmiAnswer answer = ask("kvs-get", "jobid=" + escaped(jobId) + ";srcid=-1;key=" + key + ";");
    String found = answer.need("found");
    if (!found.equals("TRUE")) {
      throw new PmiException("rank " + ofRank + " has put no " + key);
    }
    return answer.need("value");
  }

  @Override
  public void finish() throws IOException {
    var _ = ask("finalize", "");
  }

  @Override
  public void abort(int status, String reason) throws IOException {
    send(request("abort", "isworld=TRUE;msg=" + word(reason) + ";"));
  }

  private PmiAnswer ask(String command, String fields) throws IOException {
    return ask(command, fields, patienceNs());
  }

  private synchronized PmiAnswer ask(String command, String fields, long withinNs)
      throws IOException {
    send(request(command, fields));
    return PmiAnswer.ofFields(message(withinNs)).expect(command + "-response");
  }

  private static String request(String command, String fields) {
    String body = "cmd=" + command + ";" + fields;
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return String.format(Locale.ROOT, "%6d", length) + body;
  }

  private static String escaped(String value) {
    return value.replace(";", ";;");
  }
}
