package org.ronsel.runtime.pmi;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a PMI server is asked, and that nothing it answers is believed. */
class PmiTest {
  private static final String HELLO_1 =
      "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n";
  private static final String HELLO_2 =
      "cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0\n";
  private static final String BEGIN_1 =
      HELLO_1
          + "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n"
          + "cmd=my_kvsname kvsname=kvs_1\n";
  private static final String BEGIN_2 =
      HELLO_2 + framed("cmd=fullinit-response;rc=0;rank=1;size=4;appnum=0;");

  private static String framed(String body) {
    return String.format("%6d", body.length()) + body;
  }

  /** A server that has said all it will say. */
  private static final class Scripted implements PmiConnection {
    private final byte[] answers;
    private final boolean silent;
    private int at;
    final StringBuilder asked = new StringBuilder();

    Scripted(String answers, boolean silent) {
      this.answers = answers.getBytes(ISO_8859_1);
      this.silent = silent;
    }

    @Override
    public int read(byte[] into, int from, int count, long withinNs) throws IOException {
      if (at == answers.length) {
        if (silent) {
          throw new InterruptedIOException("nothing comes");
        }
        return -1;
      }
      into[from] = answers[at++]; // in the smallest pieces
      return 1;
    }

    @Override
    public void write(byte[] bytes) {
      asked.append(new String(bytes, ISO_8859_1));
    }

    @Override
    public boolean isLost() {
      return false;
    }
  }

  private static Pmi greet(Scripted server, int version) throws IOException {
    return Pmi.greet(server, Pmi.Patience.ofSeconds(1), 1, 4, "7.0", version);
  }

  @Test
  void aServerThatCannotBeReachedIsNamedWithItsVariable() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    Map<String, String> variables = Map.of("PMI_PORT", "127.0.0.1:" + port, "PMI_ID", "0");
    assertThatThrownBy(() -> ProcessManagers.find(variables))
        .isInstanceOf(PmiException.class)
        .hasMessage(
            "PMI_PORT='127.0.0.1:"
                + port
                + "': no process manager can be reached there: Connection refused; to run this"
                + " process as a world of its own give it -Dronsel.pmi=off");
  }

  /** All that a rank asks, against what a server says. */
  private static String talk(Scripted server, int version) throws IOException {
    Pmi pmi = greet(server, version);
    pmi.put("k", "v");
    pmi.fence(false);
    String value = pmi.get(0, "k");
    pmi.finish();
    return value;
  }

  @Test
  void theNewerFormIsSpoken() throws IOException {
    Scripted server =
        new Scripted(
            BEGIN_2
                + framed("cmd=kvs-put-response;rc=0;")
                + framed("cmd=kvs-fence-response;rc=0;")
                + framed("cmd=kvs-get-response;rc=0;found=TRUE;value=a;;b;")
                + framed("cmd=finalize-response;rc=0;"),
            false);
    assertThat(talk(server, 2)).isEqualTo("a;b");
    assertThat(server.asked)
        .hasToString(
            "cmd=init pmi_version=2 pmi_subversion=0\n"
                + framed("cmd=fullinit;pmijobid=7.0;pmirank=1;threaded=FALSE;")
                + framed("cmd=kvs-put;key=k;value=v;")
                + framed("cmd=kvs-fence;")
                + framed("cmd=kvs-get;jobid=7.0;srcid=-1;key=k;")
                + framed("cmd=finalize;"));
  }

  @Test
  void theOlderFormIsSpoken() throws IOException {
    Scripted server =
        new Scripted(
            BEGIN_1
                + "cmd=put_result rc=0 msg=success\ncmd=barrier_out\n"
                + "cmd=get_result rc=0 msg=success value=w\ncmd=finalize_ack\n",
            false);
    assertThat(talk(server, 1)).isEqualTo("w");
    assertThat(server.asked)
        .hasToString(
            """
            cmd=init pmi_version=1 pmi_subversion=1
            cmd=get_maxes
            cmd=get_my_kvsname
            cmd=put kvsname=kvs_1 key=k value=v
            cmd=barrier_in
            cmd=get kvsname=kvs_1 key=k
            cmd=finalize
            """);
  }

  /** A server that does not know the newer form is spoken to in the older one. */
  @Test
  void theFormIsAgreedOn() throws IOException {
    Scripted server =
        new Scripted(
            "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=-1\n" + BEGIN_1, false);
    assertThat(greet(server, 0)).isInstanceOf(Pmi1.class);
    assertThat(greet(new Scripted(BEGIN_2, false), 0)).isInstanceOf(Pmi2.class);
    assertThat(Pmi.greet(new Scripted(BEGIN_1, false), Pmi.Patience.ofSeconds(1), 1, 4, "", 0))
        .as("without a name of the job")
        .isInstanceOf(Pmi1.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '    10cmd=x;rc=0'              | its answer is no PMI
          '    11cmd=x;rc=0;'             | instead of fullinit-response it answers 'cmd=x;rc=0;'
          '    29cmd=fullinit-response;rc=14;x' | its answer is no PMI
          '    28cmd=fullinit-response;rc=14;'  | it reports an error
          '    27cmd=fullinit-response;rc=0;'   | there is no rank in its answer
          '    34cmd=fullinit-response;rc=0;rank=x;' | rank is no number
          '    41cmd=fullinit-response;rc=0;rank=2;size=4;' | it takes this process for rank 2 of 4, but the environment says rank 1 of 4
          '999999cmd='                     | its answer begins with no length: '999999'
          '    -1cmd='                     | its answer begins with no length: '    -1'
          'cmd=fullinit'                   | its answer begins with no length: 'cmd=fu'
          '    90cmd=fullinit-response;'   | it has ended the connection
          '  '                             | it has ended the connection
          """)
  void whatIsDamagedIsOneClearError(String answer, String error) {
    assertThatThrownBy(() -> greet(new Scripted(HELLO_2 + answer, false), 2))
        .isInstanceOf(PmiException.class)
        .hasMessageStartingWith(error);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anAnswerThatDoesNotComeIsAnError(int version) {
    assertThatThrownBy(() -> greet(new Scripted(version == 1 ? HELLO_1 : HELLO_2, true), version))
        .isInstanceOf(PmiException.class)
        .hasMessageContaining("it has not answered within 1 s");
  }

  @Test
  void aLineWithoutEndIsAnError() {
    String line = "cmd=response_to_init" + "x".repeat(Pmi.LONGEST_ANSWER);
    assertThatThrownBy(() -> greet(new Scripted(line, true), 1))
        .isInstanceOf(PmiException.class)
        .hasMessage("its answer has no end");
  }

  /** Bytes of good answers that have been changed, left out or cut off. */
  @Property
  void whateverComesTheEndIsAnAnswerOrAnError(
      @ForAll boolean second, @ForAll int where, @ForAll byte what, @ForAll boolean cut) {
    String good =
        second
            ? BEGIN_2
                + framed("cmd=kvs-put-response;rc=0;")
                + framed("cmd=kvs-fence-response;rc=0;")
                + framed("cmd=kvs-get-response;rc=0;found=TRUE;value=v;")
                + framed("cmd=finalize-response;rc=0;")
            : BEGIN_1
                + "cmd=put_result rc=0 msg=success\ncmd=barrier_out\n"
                + "cmd=get_result rc=0 msg=success value=w\ncmd=finalize_ack\n";
    int at = Math.floorMod(where, good.length());
    String bad =
        cut
            ? good.substring(0, at)
            : good.substring(0, at) + (char) (what & 0xff) + good.substring(at + 1);
    try {
      assertThat(talk(new Scripted(bad, false), second ? 2 : 1)).isNotNull();
    } catch (IOException e) {
      assertThat(e).isInstanceOf(PmiException.class).hasMessageNotContaining("\n");
    }
  }

  @Property
  void noBytesAreTrusted(@ForAll boolean second, @ForAll byte[] bytes) {
    String text = (second ? HELLO_2 : HELLO_1) + new String(bytes, ISO_8859_1);
    assertThatThrownBy(() -> greet(new Scripted(text, false), second ? 2 : 1))
        .isInstanceOf(PmiException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PMI_FD=x PMI_RANK=0 PMI_SIZE=2  | PMI_FD='x' is no number from 0
          PMI_FD=3 PMI_RANK=0             | there is no variable PMI_SIZE
          PMI_FD=3 PMI_SIZE=2             | there is no variable PMI_RANK
          PMI_FD=3 PMI_RANK=2 PMI_SIZE=2  | PMI_RANK='2' is no number from 0 to 1
          PMI_PORT=here                   | PMI_PORT is no host and port: 'here'
          PMI_PORT=here:0                 | PMI_PORT is no host and port: 'here:0'
          """)
  void anEnvironmentThatIsWrongIsSaid(String variables, String error) {
    Map<String, String> environment = environment(variables);
    assertThatThrownBy(() -> PmiEnvironment.of(environment))
        .isInstanceOf(PmiException.class)
        .hasMessageStartingWith(error);
  }

  /** What a rank starts has the variables of the rank, and not its socket. */
  @Test
  void aSocketThatIsNotThereIsSaid() {
    Map<String, String> environment = environment("PMI_FD=999999 PMI_RANK=0 PMI_SIZE=2");
    assertThatThrownBy(() -> ProcessManagers.find(environment))
        .isInstanceOf(PmiException.class)
        .hasMessageContaining("PMI_FD=999999 is the number of no socket of this process")
        .hasMessageContaining("-Dronsel.pmi=off");
  }

  @Test
  void aJobOfOneProcessNeedsNoServer() throws IOException {
    assertThat(ProcessManagers.find(environment("PMI_FD=999999 PMI_RANK=0 PMI_SIZE=1"))).isNull();
    assertThat(ProcessManagers.find(Map.of())).isNull();
  }

  private static Map<String, String> environment(String variables) {
    return List.of(variables.split(" ")).stream()
        .map(each -> each.split("=", 2))
        .collect(Collectors.toMap(each -> each[0], each -> each[1]));
  }
}
