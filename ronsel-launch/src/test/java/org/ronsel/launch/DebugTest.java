package org.ronsel.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code --debug}: the JVM of one rank waits for a debugger. */
class DebugTest {
  private static final Pattern ADDRESS =
      Pattern.compile("the JVM of rank 1 waits for a debugger at (?:127\\.0\\.0\\.1:)?(\\d+)");

  @Test
  void theJobGoesOnWhenADebuggerHasAttachedAndResumed() throws Exception {
    try (Job job = Job.start("run", "-n", 2, "--processes", "--debug", 1, Job.program("Who"))) {
      job.awaitErr("waits for a debugger at");
      job.awaitErr("\n");
      Matcher address = ADDRESS.matcher(job.errSoFar());
      assertThat(address.find()).as(job.errSoFar()).isTrue();
      assertThat(job.errSoFar()).contains("every user of this host can, and then run code as you");
      try (Socket debugger =
          new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address.group(1)))) {
        DataOutputStream out = new DataOutputStream(debugger.getOutputStream());
        DataInputStream in = new DataInputStream(debugger.getInputStream());
        out.write("JDWP-Handshake".getBytes(US_ASCII));
        byte[] answer = new byte[14];
        in.readFully(answer);
        assertThat(new String(answer, US_ASCII)).isEqualTo("JDWP-Handshake");
        // The command VirtualMachine.Resume: length, id, flags, command set, command.
        out.writeInt(11);
        out.writeInt(1);
        out.writeByte(0);
        out.writeByte(1);
        out.writeByte(9);
        out.flush();
        Job.Result result = job.await();
        assertThat(result.status()).isZero();
        assertThat(result.sortedLines()).containsExactly("0 of 2 ", "1 of 2 ");
      }
    }
  }
}
