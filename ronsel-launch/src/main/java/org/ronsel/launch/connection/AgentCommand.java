package org.ronsel.launch.connection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.agent.HostAgent;
import org.ronsel.launch.install.Installation;
import org.ronsel.launch.jvm.AotCache;
import org.ronsel.launch.jvm.StartUpLimits;
import org.ronsel.launch.remote.RemoteShell;
import org.ronsel.launch.spi.ChildLauncher;
import org.ronsel.launch.spi.JvmVariables;
import org.ronsel.launch.spi.UsageException;
import org.ronsel.runtime.control.SilenceWatch;

/**
 * The command line by which a remote shell starts a {@link HostAgent}: with the Java and the jars
 * that the launcher has, which are looked for at the same places.
 *
 * @param shell the remote shell
 * @param home where Ronsel is installed on the other hosts, or null if it is where it is here
 */
public record AgentCommand(RemoteShell shell, @Nullable String home) {
  /** Exit status of the script if the host has no Java, or no Ronsel. */
  static final int NO_JAVA = 121;

  static final int NO_RONSEL = 122;

  /** Standard output has frames only: what the JVM itself may print goes elsewhere. */
  private static final List<String> JVM_OPTIONS =
      Stream.concat(
              ChildLauncher.JVM_OPTIONS.stream(),
              Stream.of(
                  "-Xmx256m",
                  "-Xlog:disable",
                  "-Xlog:all=warning:stderr",
                  "-XX:+DisplayVMOutputToStderr",
                  "--enable-native-access=ALL-UNNAMED"))
          .toList();

  /**
   * Arguments: the launcher's java, the agent's argument, the start-up cache or nothing, then the
   * elements of the class path. A file that is missing would be found out by Java too, but not said
   * as clearly. A cache is code, so that it is to belong to this user or to the system. One line,
   * as csh reads no more.
   *
   * <p>A login that runs a command has often the locale C, in which a JVM can neither name all
   * files nor hand on all options, nor print all characters; C.UTF-8 differs in nothing else.
   */
  private static final String SCRIPT =
      """
      java=$1; \
      pingMs=$2; \
      cache=$3; \
      [ -x "$java" ] || { cache=; java=$(command -v java); } || exit 121; \
      shift 3; \
      path=; \
      for each; do \
      case $each in \
      *"/*") [ -d "${each%/*}" ] || { echo "no directory ${each%/*}" >&2; exit 122; } ;; \
      *) [ -e "$each" ] || { echo "no file $each" >&2; exit 122; } ;; \
      esac; \
      path=$path${path:+:}$each; \
      done; \
      KEEP\
      case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in \
      C|POSIX) if [ -d /usr/lib/locale/C.utf8 ] \
      || [ "$(LC_ALL=C.UTF-8 locale charmap 2>&1)" = UTF-8 ]; then \
      if [ -n "$LC_ALL" ]; then LC_ALL=C.UTF-8; else export LC_CTYPE=C.UTF-8; fi; \
      fi ;; \
      esac; \
      [ -z "$cache" ] || [ -O "$cache" ] || [ "$(find "$cache" -prune -user 0 2>&1)" = "$cache" ] \
      || cache=; \
      exec "$java" OPTIONS \
      ${cache:+-XX:+IgnoreUnrecognizedVMOptions "-XX:AOTCache=$cache" \
      -XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining \
      "-Xlog:aot*=off:stderr" "-Xlog:cds*=off:stderr"} \
      -cp "$path" AGENT "$pingMs"\
      """
          .replace("KEEP", JvmVariables.keep())
          .replace(" OPTIONS ", " " + String.join(" ", JVM_OPTIONS) + " ")
          .replace("AGENT", HostAgent.class.getName());

  /** Words that mean the same to a shell and without one. */
  private static final Pattern PLAIN = Pattern.compile("[\\w/.,:=+@%-]+");

  /**
   * The command for this host.
   *
   * @param pingMs argument of the agent
   */
  List<String> words(String host, int pingMs) {
    return shell.command(
        host,
        switch (shell.syntax()) {
          case SHELL_LINE -> List.of(line(pingMs));
          case ARGUMENT_LIST -> script(pingMs);
          case PLAIN_WORDS -> plain(pingMs);
        });
  }

  private String line(int pingMs) {
    List<String> arguments = arguments(pingMs);
    for (String argument : arguments) {
      if (argument.indexOf('\n') >= 0) {
        throw new UsageException(
            "'"
                + argument
                + "' has a line break, which not every login shell passes on: install Ronsel and"
                + " the JDK elsewhere");
      }
    }
    return RemoteShell.script(SCRIPT, arguments);
  }

  private List<String> arguments(int pingMs) {
    List<String> arguments =
        new ArrayList<>(List.of(Installation.java().toString(), String.valueOf(pingMs)));
    Path cache = home != null ? null : AotCache.AGENTS.file();
    arguments.add(cache == null ? "" : cache.toString());
    arguments.addAll(home != null ? List.of(home + "/lib/*") : jars());
    return arguments;
  }

  private static List<String> jars() {
    return AotCache.AGENTS.jars().stream().map(Path::toString).toList();
  }

  private List<String> script(int pingMs) {
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "ronsel"));
    words.addAll(arguments(pingMs));
    return words;
  }

  /** Without a script, whose words would not all arrive as they are. */
  private List<String> plain(int pingMs) {
    List<String> path = jars();
    if (home != null) {
      path = path.stream().map(jar -> home + "/lib/" + Path.of(jar).getFileName()).toList();
    }
    List<String> words = new ArrayList<>(JvmVariables.without());
    words.add(Installation.java().toString());
    words.addAll(JVM_OPTIONS);
    words.addAll(List.of("-cp", String.join(":", path), HostAgent.class.getName()));
    words.add(String.valueOf(pingMs));
    for (String word : words) {
      if (!PLAIN.matcher(word).matches()) {
        throw new UsageException(
            "'"
                + word
                + "' has characters that "
                + shell.words().getFirst()
                + " may not pass on as they are: install Ronsel and the JDK elsewhere, or take"
                + " --launcher ssh");
      }
    }
    return words;
  }

  /**
   * The command of an agent on this host with further options for its JVM, such as those that make
   * it record a cache.
   */
  public static List<String> here(List<String> options) {
    List<String> words = new ArrayList<>(List.of(Installation.java().toString()));
    words.addAll(JVM_OPTIONS);
    words.addAll(options);
    words.addAll(List.of("-cp", String.join(":", jars()), HostAgent.class.getName()));
    words.add(String.valueOf(SilenceWatch.everyMs(StartUpLimits.hostTimeout())));
    return words;
  }
}
