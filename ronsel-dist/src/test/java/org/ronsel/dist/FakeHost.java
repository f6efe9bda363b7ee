package org.ronsel.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A home folder with the {@code ronsel} script in a checkout or a distribution, and with JDKs and a
 * Maven that are shell scripts and tell how they were called.
 */
final class FakeHost implements AutoCloseable {
  private static final Path SCRIPT = Path.of("../ronsel");

  private final Path home;
  private final Path tools;
  private final Map<String, String> variables = new TreeMap<>();
  private final List<Process> started = new ArrayList<>();

  /** How a run of the script ended, and what it wrote to both of its outputs. */
  record Outcome(int status, List<String> lines) {
    String text() {
      return String.join("\n", lines);
    }
  }

  FakeHost(Path home) throws IOException {
    this.home = home;
    this.tools = Files.createDirectories(home.resolve("tools"));
    set("HOME", home);
    set("PATH", tools + ":" + System.getenv("PATH"));
    set("RONSEL_AOT", "off");
  }

  Path home() {
    return home;
  }

  void set(String variable, Object value) {
    variables.put(variable, value.toString());
  }

  /**
   * A JDK whose {@code java} prints its version and its arguments, one per line, or, when asked for
   * a start-up cache, writes an empty one.
   */
  Path jdk(String folder, String version) throws IOException {
    Path jdk = home.resolve(folder);
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "A=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    executable(
        jdk.resolve("bin/java"),
        """
        for argument; do
          case $argument in -XX:AOTCacheOutput=*) : >"${argument#*=}"; exit ;; esac
        done
        printf '%%s\\n' 'java %s' "$@"
        """
            .formatted(version));
    executable(jdk.resolve("bin/javac"), "exit 1\n");
    return jdk;
  }

  /** Puts a program on the PATH. */
  Path tool(String name, String body) throws IOException {
    return executable(tools.resolve(name), body);
  }

  /**
   * A Maven that can tell its version; asked to build it notes that in {@link #builds} and runs
   * {@code body} in the checkout.
   */
  void maven(String version, String body) throws IOException {
    tool(
        "mvn",
        """
        if [ "$1" = -v ]; then
          echo 'Apache Maven %s (x)'
          exit
        fi
        echo "$JAVA_HOME $*" >>'%s'
        mkdir -p target/dist/lib
        %s
        """
            .formatted(version, home.resolve("builds"), body));
  }

  /** With which JAVA_HOME and which arguments the Maven was asked to build, a line each time. */
  List<String> builds() throws IOException {
    Path log = home.resolve("builds");
    return Files.exists(log) ? Files.readAllLines(log) : List.of();
  }

  /** An installed distribution; returns the script in it. */
  Path distribution(String folder) throws IOException {
    Files.createDirectories(home.resolve(folder, "lib"));
    return copyScript(home.resolve(folder, "bin"));
  }

  /** A checkout of the sources; returns the script in it. */
  Path checkout(String folder) throws IOException {
    Path root = home.resolve(folder);
    for (String kind : List.of("main", "test")) {
      Path sources = Files.createDirectories(root.resolve("ronsel-core/src/" + kind + "/java"));
      Files.writeString(sources.resolve("A.java"), "class A {}");
    }
    Files.writeString(root.resolve("pom.xml"), "<project>\n  <version>7</version>\n</project>\n");
    return copyScript(root);
  }

  /** Runs a script of this host to its end, in the home folder. */
  Outcome run(Path script, String... arguments) throws IOException, InterruptedException {
    return end(start(script, arguments));
  }

  Process start(Path script, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    Collections.addAll(command, arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder.environment().keySet().removeIf(name -> name.matches("(RONSEL|JAVA|XDG)_.*"));
    builder.environment().putAll(variables);
    Process process = builder.redirectErrorStream(true).start();
    started.add(process);
    return process;
  }

  /** Ends what a failed test has left running. */
  @Override
  public void close() {
    for (Process process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  static Outcome end(Process process) throws IOException, InterruptedException {
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Outcome(process.waitFor(), text.lines().toList());
  }

  private static Path copyScript(Path folder) throws IOException {
    return executable(
        Files.createDirectories(folder).resolve("ronsel"),
        Files.readString(SCRIPT).replaceFirst("#!/bin/sh\n", ""));
  }

  private static Path executable(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
