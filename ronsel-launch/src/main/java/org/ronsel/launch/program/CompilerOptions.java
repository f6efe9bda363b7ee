package org.ronsel.launch.program;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options of a JVM that its program has to be compiled with, too: those that {@code java
 * FILE.java} passes on to the compiler (JEP 330).
 */
final class CompilerOptions {
  private static final String FILE_ENCODING = "-Dfile.encoding=";

  private static final String ADD_MODULES = "--add-modules";

  /** Options whose value follows an equals sign or is the next word. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          ADD_MODULES,
          "--add-exports",
          "--add-reads",
          "--limit-modules",
          "--module-path",
          "--upgrade-module-path",
          "--patch-module");

  private CompilerOptions() {}

  /** The options of the compiler that follow from those of a JVM. */
  static List<String> of(List<String> jvmOptions) {
    List<String> options = new ArrayList<>();
    for (int i = 0; i < jvmOptions.size(); i++) {
      String word = jvmOptions.get(i);
      int equals = word.indexOf('=');
      if (word.equals("--enable-preview")) {
        if (!options.contains(word)) {
          // With --release no package could be exported.
          String release = Integer.toString(Runtime.version().feature());
          options.addAll(List.of(word, "--source", release));
        }
      } else if (equals > 0 && WITH_VALUE.contains(word.substring(0, equals))) {
        add(word.substring(0, equals), word.substring(equals + 1), options);
      } else if (i + 1 < jvmOptions.size()) {
        String option = word.equals("-p") ? "--module-path" : word;
        if (WITH_VALUE.contains(option)) {
          add(option, jvmOptions.get(++i), options);
        }
      }
    }
    return options;
  }

  /** The character set that the sources are in, if {@code -Dfile.encoding} tells a known one. */
  static @Nullable Charset charset(List<String> jvmOptions) {
    Charset charset = null;
    for (String word : jvmOptions) {
      if (word.startsWith(FILE_ENCODING)) {
        String name = word.substring(FILE_ENCODING.length());
        charset = Charset.forName(name, null);
      }
    }
    return charset;
  }

  private static void add(String option, String value, List<String> options) {
    // javac does not know ALL-DEFAULT and needs no word for it.
    String known =
        option.equals(ADD_MODULES)
            ? Arrays.stream(value.split(","))
                .filter(each -> !each.equals("ALL-DEFAULT"))
                .collect(Collectors.joining(","))
            : value;
    if (!known.isEmpty()) {
      options.addAll(List.of(option, known));
    }
  }
}
