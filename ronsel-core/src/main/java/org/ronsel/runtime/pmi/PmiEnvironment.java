package org.ronsel.runtime.pmi;

import java.io.IOException;
import java.net.UnknownHostException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.InheritedSocket;

/**
 * The description of a PMI server in the environment.
 *
 * @param descriptor number of the socket that leads to it, or -1
 * @param host where it listens, if there is no such socket
 * @param port on which it does
 * @param id by which it knows this process there
 * @param rank of this process, or -1 if the server has to say it
 * @param size of the job, or -1 if the server has to say it
 */
record PmiEnvironment(
    int descriptor, String host, int port, String id, int rank, int size, String jobId) {
  static final int MOST_RANKS = 1 << 24;

  /** The server that these variables describe, or null if there is none. */
  static @Nullable PmiEnvironment of(Map<String, String> variables) throws PmiException {
    String descriptor = variables.get("PMI_FD");
    String port = variables.getOrDefault("PMI_PORT", "");
    if (descriptor == null && port.isEmpty()) {
      return null;
    }
    String id = variables.getOrDefault("PMI_ID", "");
    String job = variables.getOrDefault("PMI_JOBID", "");
    if (descriptor != null) {
      int number = number(variables, "PMI_FD", 0, Integer.MAX_VALUE);
      int size = number(variables, "PMI_SIZE", 1, MOST_RANKS);
      int rank = number(variables, "PMI_RANK", 0, size - 1);
      return new PmiEnvironment(number, "", 0, id, rank, size, job);
    }
    int colon = port.lastIndexOf(':');
    int number = colon <= 0 ? -1 : parsed(port.substring(colon + 1));
    if (number < 1 || number > 65535) {
      throw new PmiException("PMI_PORT is no host and port: " + PmiAnswer.shown(port));
    }
    return new PmiEnvironment(-1, port.substring(0, colon), number, id, -1, -1, job);
  }

  private static int number(Map<String, String> variables, String name, int least, int most)
      throws PmiException {
    String value = variables.get(name);
    if (value == null) {
      throw new PmiException("there is no variable " + name);
    }
    int number = parsed(value);
    if (number < least || number > most) {
      throw new PmiException(
          name + "=" + PmiAnswer.shown(value) + " is no number from " + least + " to " + most);
    }
    return number;
  }

  private static int parsed(String number) {
    try {
      return Integer.parseInt(number);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Whether the socket is there: a process that a rank has started has the variables alone. */
  boolean isThere() {
    return descriptor < 0 || InheritedSocket.isOpen(descriptor);
  }

  /** Says hello to the server. */
  ProcessManager connect(Pmi.Patience patience, int version) throws IOException {
    if (descriptor >= 0) {
      return Pmi.greet(PmiConnection.inherited(descriptor), patience, rank, size, jobId, version);
    }
    return Pmi.greetByPort(connectToPort(), patience, this, version);
  }

  private PmiConnection connectToPort() throws PmiException {
    try {
      return PmiConnection.connect(host, port, 20_000);
    } catch (IOException e) {
      PmiException failure =
          new PmiException(
              "PMI_PORT="
                  + PmiAnswer.shown(host + ":" + port)
                  + ": no process manager can be reached there: "
                  + (e instanceof UnknownHostException ? "unknown host" : e.getMessage())
                  + "; to run this process as a world of its own give it -Dronsel.pmi=off");
      failure.initCause(e);
      throw failure;
    }
  }
}
