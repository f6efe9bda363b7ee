package org.ronsel.launch.remote;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The command that runs a command on another host, with standard input, output and error of this
 * host: {@code ssh}, or another command that the user names.
 *
 * @param words of the command, to which the host and the remote command are added
 * @param form in which the words of the remote command are passed
 */
public record RemoteShell(List<String> words, Form form) {
  /** The form in which a command is passed. */
  public enum Form {
    /** One word, which the user's login shell parses. */
    LINE,
    /** Word for word, without a shell. */
    WORDS,
    /**
     * Word for word or through a shell, which is unknown: no word may have a meaning to a shell.
     */
    PLAIN,
  }

  /**
   * A step of a Slurm job. It shares resources with other steps, above all the launcher's own, and
   * has all resources of the job on the host, as the ranks there need them. Without {@code
   * --unbuffered} output would wait for the end of its line.
   *
   * <p>There is a step for each host, not one for all: srun would give every task the same input,
   * and mix their output.
   */
  public static final RemoteShell SLURM =
      new RemoteShell(
          List.of(
              "srun",
              "--job-name=ronsel",
              "--nodes=1",
              "--ntasks=1",
              "--ntasks-per-node=1",
              "--overlap",
              "--unbuffered",
              "--mpi=none",
              "--cpu-bind=none",
              "--export=ALL",
              "--nodelist"),
          Form.WORDS);

  /** A task of an LSF job. */
  public static final RemoteShell LSF = new RemoteShell(List.of("blaunch"), Form.PLAIN);

  /** A task of a Grid Engine job. */
  public static final RemoteShell GRID_ENGINE =
      new RemoteShell(List.of("qrsh", "-inherit", "-V"), Form.PLAIN);

  /**
   * The options of ssh: no prompt for a password, a timeout for hosts that do not answer, and
   * detection within a minute of hosts that are gone.
   */
  private static final List<String> SSH =
      List.of(
          "ssh",
          "-o",
          "BatchMode=yes",
          "-o",
          "ConnectTimeout=15",
          "-o",
          "ServerAliveInterval=15",
          "-o",
          "ServerAliveCountMax=3",
          "-T",
          "-x");

  /**
   * A script that ignores signals of the terminal, which sends them to all processes of a command:
   * the launcher handles them, and needs its remote shells for that. Ignored signals stay ignored
   * in the command that follows.
   */
  private static final String DEAF = "trap '' HUP INT QUIT; exec \"$@\"";

  /** Copies the list. */
  public RemoteShell {
    words = List.copyOf(words);
  }

  /**
   * The shell that the user has chosen.
   *
   * @param command words with spaces between, such as {@code ssh -p 2222}; empty for ssh
   */
  public static RemoteShell of(String command) {
    String[] given = command.strip().split("\\s+");
    if (given[0].isEmpty()) {
      return new RemoteShell(SSH, Form.LINE);
    }
    List<String> words = new ArrayList<>(List.of(given[0]));
    if (given[0].matches("(.*/)?ssh")) {
      // ssh uses the first of options that are given twice.
      words.addAll(Arrays.asList(given).subList(1, given.length));
      words.addAll(SSH.subList(1, SSH.size()));
    } else {
      words.addAll(Arrays.asList(given).subList(1, given.length));
    }
    return new RemoteShell(words, Form.LINE);
  }

  /** Whether a signal to the shell ends the process that it has started, and nothing else does. */
  public boolean isStep() {
    return equals(SLURM);
  }

  /** The command that runs {@code command} on {@code host}. */
  public List<String> command(String host, List<String> command) {
    List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", DEAF, "sh"));
    all.addAll(words);
    all.add(host);
    all.addAll(command);
    return all;
  }

  /**
   * A shell script with arguments as one word for a login shell of any kind: within single quotes
   * all shells leave all characters but the quote itself unchanged.
   */
  public static String script(String script, List<String> arguments) {
    StringBuilder command = new StringBuilder("exec /bin/sh -c ").append(quoted(script));
    command.append(" ronsel");
    for (String argument : arguments) {
      command.append(' ').append(quoted(argument));
    }
    return command.toString();
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
