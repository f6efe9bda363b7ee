package org.ronsel.runtime.control;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/**
 * The launcher's end of a connection in a test, by calls that block, which the launcher's do not.
 */
public record AcceptedJvm(FrameChannel channel, int jvm) {
  /** Admits the next one who connects. */
  public static AcceptedJvm next(ServerSocket server, byte[] secret, int jvms) throws IOException {
    Socket socket = server.accept();
    try {
      Admission admission = new Admission(secret, jvms);
      while (!admission.isComplete()) {
        ByteBuffer wanted = admission.wanted();
        wanted.put(socket.getInputStream().readNBytes(wanted.remaining()));
        ByteBuffer answer = admission.proceed();
        if (answer != null) {
          socket.getOutputStream().write(answer.array(), 0, answer.limit());
        }
      }
      return new AcceptedJvm(FrameChannel.admitted(socket), admission.jvm());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
