package org.ronsel;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Words of an error among which the names of calls are known as such. Interfaces that are built
 * upon this one put their own names there.
 *
 * @param words the words before, between and behind the calls: one more than there are calls
 * @param calls names of calls: {@code iBroadcast}, or with its type {@code Group.include}
 * @hidden
 */
public record ErrorText(List<String> words, List<String> calls) implements Serializable {
  /** In an encoded text, stands before and behind each name of a call. */
  private static final char MARK = '\0';

  /** Takes copies of the lists. */
  public ErrorText {
    words = List.copyOf(words);
    calls = List.copyOf(calls);
    if (words.size() != calls.size() + 1) {
      throw new IllegalArgumentException(words.size() + " words, " + calls.size() + " calls");
    }
  }

  /** Words without a call. */
  public static ErrorText of(String words) {
    return new ErrorText(List.of(words), List.of());
  }

  /** The name of a call. */
  public static ErrorText ofCall(String name) {
    return new ErrorText(List.of("", ""), List.of(name));
  }

  /** This text, and words behind it. */
  public ErrorText with(String more) {
    return with(of(more));
  }

  /** This text, and the name of a call behind it. */
  public ErrorText withCall(String name) {
    return with(ofCall(name));
  }

  /** This text, and another one behind it. */
  public ErrorText with(ErrorText more) {
    List<String> allWords = new ArrayList<>(words);
    allWords.add(allWords.removeLast() + more.words.getFirst());
    allWords.addAll(more.words.subList(1, more.words.size()));
    List<String> allCalls = new ArrayList<>(calls);
    allCalls.addAll(more.calls);
    return new ErrorText(allWords, allCalls);
  }

  /** The text with other names of calls. */
  public String named(UnaryOperator<String> names) {
    StringBuilder text = new StringBuilder(words.getFirst());
    for (int i = 0; i < calls.size(); i++) {
      text.append(names.apply(calls.get(i))).append(words.get(i + 1));
    }
    return text.toString();
  }

  /**
   * The text in one string, which {@link #decoded} reads: with a NUL before and behind each name of
   * a call. Encoded texts can be put together, and cut, like any other ones.
   */
  public String encoded() {
    StringBuilder text = new StringBuilder(unmarked(words.getFirst()));
    for (int i = 0; i < calls.size(); i++) {
      text.append(MARK).append(unmarked(calls.get(i)));
      text.append(MARK).append(unmarked(words.get(i + 1)));
    }
    return text.toString();
  }

  /** A NUL of the text itself, as a program's exception may have it, becomes a space. */
  private static String unmarked(String text) {
    return text.replace(MARK, ' ');
  }

  /** Reads an {@linkplain #encoded() encoded} text, which may have been cut. */
  public static ErrorText decoded(String text) {
    List<String> allWords = new ArrayList<>();
    List<String> allCalls = new ArrayList<>();
    List<String> next = allWords;
    int from = 0;
    for (int mark; (mark = text.indexOf(MARK, from)) >= 0; from = mark + 1) {
      next.add(text.substring(from, mark));
      next = next == allWords ? allCalls : allWords;
    }
    next.add(text.substring(from));
    if (next == allCalls) {
      allWords.add("");
    }
    return new ErrorText(allWords, allCalls);
  }

  /** The text with the names that calls have here. */
  @Override
  public String toString() {
    return named(UnaryOperator.identity());
  }
}
