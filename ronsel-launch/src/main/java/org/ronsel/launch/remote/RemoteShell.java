package org.ronsel.launch.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The command that runs a command on another host, with standard input, output and error of here:
 * {@code ssh}, or whatever the user names in its place.
 *
 * @param words to which the host and the command are added
 * @param syntax what becomes of the words of the command
 */
public record RemoteShell(List<String> words, CommandSyntax syntax) {
  /** How a command is handed over. */
  public enum CommandSyntax {
    /** As one word, which a login shell of the user reads. */
    SHELL_LINE,
    /** Word for word. */
    ARGUMENT_LIST,
    /**
     * Word for word or through a shell, which nobody can tell: no word may mean anything to one.
     */
    PLAIN_WORDS,
  }

  /**
   * A step of a Slurm job. It shares what other steps have, the launcher's own above all, and has
   * all of what the job has on the host, as the ranks there need it. Without {@code --unbuffered}
   * output would wait for the end of its line.
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
          CommandSyntax.ARGUMENT_LIST);

  /** A task of an LSF job. */
  public static final RemoteShell LSF =
      new RemoteShell(List.of("blaunch"), CommandSyntax.PLAIN_WORDS);

  /** A task of a Grid Engine job. */
  public static final RemoteShell GRID_ENGINE =
      new RemoteShell(List.of("qrsh", "-inherit", "-V"), CommandSyntax.PLAIN_WORDS);

  /**
   * Asks for no password; says after a while that a host does not answer; notices within a minute
   * that one has gone.
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
   * A terminal sends its signals to all processes of a command: the launcher obeys them, and needs
   * its remote shells for that. What is ignored stays so in the command that follows.
   */
  private static final String DEAF = "trap '' HUP INT QUIT; exec \"$@\"";

  private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");

  private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|" + QUOTED + ")+");

  private static final Pattern WORDS = Pattern.compile("(?:\\s|" + WORD + ")*+");

  /** What some login shell changes even there; all take it behind a backslash outside. */
  private static final Pattern NOT_IN_QUOTES = Pattern.compile("['!\\\\]");

  /** Copies the list. */
  public RemoteShell {
    words = List.copyOf(words);
  }

  /**
   * The shell that the user has chosen.
   *
   * @param command words with spaces between, such as {@code ssh -p 2222}; a word may have spaces
   *     in single or double quotes; empty for ssh
   * @throws IllegalArgumentException if a quote is not closed
   */
  public static RemoteShell of(String command) {
    List<String> words = new ArrayList<>(split(command));
    if (words.isEmpty()) {
      return new RemoteShell(SSH, CommandSyntax.SHELL_LINE);
    }
    if (words.getFirst().matches("(.*/)?ssh")) {
      // Of options that are given twice ssh takes the first one.
      words.addAll(SSH.subList(1, SSH.size()));
    }
    return new RemoteShell(words, CommandSyntax.SHELL_LINE);
  }

  private static List<String> split(String command) {
    if (!WORDS.matcher(command).matches()) {
      throw new IllegalArgumentException("a quote is not closed: " + command);
    }
    return WORD.matcher(command)
        .results()
        .map(word -> QUOTED.matcher(word.group()).replaceAll("$1$2"))
        .toList();
  }

  /** Whether a signal to it ends what it has started, and nothing but that signal would. */
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
   * A shell script with arguments as one word for a login shell, whether that is sh, csh or fish.
   * Within single quotes all of them leave almost everything as it is: but none the quote itself,
   * csh not the {@code !} of its history, fish not every backslash, and csh reads no line break
   * there.
   *
   * @param script without line breaks, like the arguments
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
    if (word.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("a word with a line break: " + word);
    }
    return "'" + NOT_IN_QUOTES.matcher(word).replaceAll("'\\\\$0'") + "'";
  }
}
