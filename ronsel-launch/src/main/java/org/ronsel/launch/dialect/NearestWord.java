package org.ronsel.launch.dialect;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known word that is nearest to an unknown one. */
public final class NearestWord {
  private NearestWord() {}

  /**
   * A hint to append to a message, such as {@code "; the nearest is --jvms"}; empty if no known
   * word is near.
   */
  public static String hint(String unknown, Collection<String> known) {
    return nearest(unknown, known).map(each -> "; the nearest is " + each).orElse("");
  }

  /** The known word that is near, if there is one. */
  public static Optional<String> nearest(String unknown, Collection<String> known) {
    String word = unknown.replaceFirst("=.*", "");
    // A third of the letters may be wrong, one letter of a short word, and none of a single one.
    int length = bare(word).length();
    int reach = length < 2 ? 0 : Math.max(1, length / 3);
    return known.stream()
        .filter(each -> distance(word, each) <= reach)
        .min(
            Comparator.<String>comparingInt(each -> distance(word, each))
                .thenComparing(each -> common(word, each), Comparator.reverseOrder())
                .thenComparing(each -> each));
  }

  /** The number of letters that both words begin with. */
  private static int common(String one, String other) {
    String a = bare(one);
    String b = bare(other);
    int letters = 0;
    while (letters < Math.min(a.length(), b.length()) && a.charAt(letters) == b.charAt(letters)) {
      letters++;
    }
    return letters;
  }

  /** The number of letters to insert, to remove or to replace; leading dashes do not count. */
  private static int distance(String one, String other) {
    String a = bare(one);
    String b = bare(other);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }

  private static String bare(String word) {
    return word.replaceFirst("^-+", "");
  }
}
