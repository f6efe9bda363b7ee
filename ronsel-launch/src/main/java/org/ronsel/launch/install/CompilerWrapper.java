package org.ronsel.launch.install;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The compiler commands of other families: {@code javac} with the package {@code mpi} and Ronsel
 * first on the class path.
 */
public final class CompilerWrapper {
  /** Their names: that of FastMPJ, and that of Open MPI. */
  public static final List<String> NAMES = List.of("fmpjc", "mpijavac");

  private static final List<String> CLASS_PATH = List.of("-cp", "-classpath", "--class-path");

  private CompilerWrapper() {}

  /** Compiles, or with {@code --showme} prints the command line; returns the exit status. */
  public static int run(String command, List<String> arguments) {
    List<String> own = new ArrayList<>(Installation.mpi());
    if (own.isEmpty()) {
      System.err.println("ronsel " + command + ": this Ronsel has no package mpi");
      return 1;
    }
    own.add(Installation.core().toString());
    List<String> words = new ArrayList<>(arguments);
    boolean show = words.removeIf(word -> word.matches("--?showme(:.*)?"));
    words = withClassPath(words, own, System.getenv("CLASSPATH"));
    if (show) {
      System.out.println(line(words));
      return 0;
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      System.err.println("ronsel " + command + ": this Java has no compiler: use a JDK");
      return 1;
    }
    return compiler.run(null, null, null, words.toArray(new String[0]));
  }

  /** The command line of the compiler, for a shell. */
  static String line(List<String> words) {
    return "javac " + words.stream().map(ShellWord::of).collect(Collectors.joining(" "));
  }

  /**
   * The arguments with {@code own} first on the class path.
   *
   * @param variable the value of CLASSPATH, which counts where no option gives a class path, or
   *     null
   */
  static List<String> withClassPath(
      List<String> arguments, List<String> own, @Nullable String variable) {
    List<String> words = new ArrayList<>();
    String path = variable == null || variable.isEmpty() ? "." : variable;
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      if (CLASS_PATH.contains(word) && i + 1 < arguments.size()) {
        path = arguments.get(++i);
      } else if (word.startsWith("--class-path=")) {
        path = word.substring(word.indexOf('=') + 1);
      } else {
        words.add(word);
      }
    }
    String all = String.join(File.pathSeparator, own) + File.pathSeparator + path;
    words.addAll(0, List.of("-cp", all));
    return words;
  }
}
