package org.ronsel.launch.dialect;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ronsel.launch.spi.JvmOptionSyntax;

/** Recognises the options of the JVM among the words of a command line. */
final class JvmOptionWords {
  private static final List<String> BEGINNINGS =
      List.of(
          "-D",
          "-X",
          "-agentlib:",
          "-agentpath:",
          "-javaagent:",
          "-verbose:",
          "-ea:",
          "-da:",
          "-enableassertions:",
          "-disableassertions:");

  private static final Set<String> WORDS =
      Set.of(
          "-verbose",
          "-ea",
          "-da",
          "-esa",
          "-dsa",
          "-enableassertions",
          "-disableassertions",
          "-enablesystemassertions",
          "-disablesystemassertions",
          "-server",
          "-client",
          "-showversion",
          "--show-version",
          "--enable-preview");

  private JvmOptionWords() {}

  /**
   * The number of words of the option that begins with {@code word}: 1 or 2, or 0 if it is not an
   * option.
   */
  static int words(String word) {
    if (JvmOptionSyntax.TAKE_VALUES.contains(word)) {
      return 2;
    }
    int equals = word.indexOf('=');
    boolean known =
        WORDS.contains(word)
            || BEGINNINGS.stream().anyMatch(word::startsWith)
            || equals > 0 && JvmOptionSyntax.TAKE_VALUES.contains(word.substring(0, equals));
    return known ? 1 : 0;
  }

  /** The known words, to suggest one for an unknown word. */
  static List<String> names() {
    return Stream.concat(WORDS.stream(), JvmOptionSyntax.TAKE_VALUES.stream()).toList();
  }
}
