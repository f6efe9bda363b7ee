package org.ronsel.launch.connection;

import java.util.List;
import java.util.regex.Pattern;

/** Explains the unexpected end of a remote shell to a user. */
final class HostTrouble {
  /** A known line of a remote shell, or of Java, its meaning and the advice about it. */
  private record Known(Pattern line, String meaning, String advice) {
    Known(String line, String meaning, String advice) {
      this(Pattern.compile(line), meaning, advice);
    }
  }

  private static final List<Known> KNOWN =
      List.of(
          new Known(
              "Could not resolve hostname", "there is no host of this name", "check its spelling"),
          new Known(
              "Host key verification failed|No .* host key is known|HOST IDENTIFICATION HAS CHANGED",
              "its key is not known, or has changed",
              "connect by hand once and look whether it is the right one: ssh HOST true"),
          new Known(
              "Permission denied|account is currently not available|Too many authentication failures",
              "it does not let you in",
              "'ssh HOST true' has to work without a password (ssh-copy-id HOST)"),
          new Known(
              "[Cc]onnection timed out|Operation timed out|No route to host|Network is unreachable",
              "it cannot be reached",
              "is it up, and does a firewall block the port of ssh?"),
          new Known(
              "[Ii]nvalid node name|not in (this|the) (job|allocation)|node configuration is not",
              "the batch system does not have it in the allocation",
              "name hosts of the allocation only"),
          new Known(
              "srun: unrecognized option",
              "its srun is older than Slurm 20.11",
              "--launcher ssh starts on the hosts of the allocation, too"),
          new Known(
              "Job .*(expired|invalid|completed)|[Ii]nvalid job id|CANCELLED AT|DUE TO TIME LIMIT",
              "the allocation has ended",
              "its batch system says why (sacct -j, qstat, bhist)"),
          // Of the shell of this host, which starts it under this name; others begin with theirs.
          new Known(
              "^sh: .*exec: .*not found", "there is no such remote shell here", "check --ssh"),
          new Known(
              "Connection refused", "nothing listens there", "is sshd running on its usual port?"),
          new Known(
              "UnsupportedClassVersionError|Unrecognized option|Unrecognized VM option",
              "its Java is too old",
              "install JDK " + Runtime.version().feature() + " there, at the same path as here"),
          new Known(
              "Could not find or load main class",
              "Ronsel is not where it is on this host",
              "install it there, or name its place: --ronsel-home DIR"));

  private HostTrouble() {}

  /**
   * The reason why there is no connection to a host any more.
   *
   * @param ready whether there has been one
   * @param status exit status of the remote shell
   * @param said its last lines
   */
  static String words(String host, boolean ready, int status, List<String> said) {
    if (ready) {
      return "lost host " + host + ": its connection ended with status " + status + lines(said);
    }
    String head = "cannot start on host " + host + ": ";
    if (status == AgentCommand.NO_JAVA) {
      return head
          + "it has no java: install JDK "
          + Runtime.version().feature()
          + " there, at the same path as here or on the PATH";
    }
    if (status == AgentCommand.NO_RONSEL) {
      return head
          + "Ronsel is not where it is on this host ("
          + (said.isEmpty() ? "" : said.getLast())
          + "): install it there, or name its place: --ronsel-home DIR";
    }
    for (Known known : KNOWN) {
      for (String line : said) {
        if (known.line.matcher(line).find()) {
          return head
              + known.meaning
              + " ("
              + line.strip()
              + "): "
              + known.advice.replace("HOST", host);
        }
      }
    }
    return head + "the remote shell ended with status " + status + lines(said);
  }

  /** The last lines of a remote shell, if there are any, as the end of a message. */
  static String heard(List<String> said) {
    return said.isEmpty() ? "" : lines(said);
  }

  /** The last lines of a remote shell, as the end of a message. */
  static String lines(List<String> said) {
    return said.isEmpty()
        ? " and has said nothing"
        : "; it has said:\n  " + String.join("\n  ", said);
  }
}
