package org.ronsel.tune;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.CommShape;
import org.ronsel.collective.selection.KnownAlgorithms;

/**
 * The answers so far, in a file beside the table that will be made of them: one line each, appended
 * and forced to disk, so that a run that ended in any way can be resumed. A line that was cut off,
 * or names an algorithm that no longer exists, is ignored.
 */
public final class StateFile implements AutoCloseable {
  private static final String TITLE = "ronsel tune state 1 ";

  private final Path path;
  private final FileChannel channel;
  private final List<Answer> answers = new ArrayList<>();

  private StateFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** The file for the state of a table. */
  public static Path beside(Path table) {
    return table.resolveSibling(table.getFileName() + ".partial");
  }

  /**
   * Opens the file, and creates it if necessary.
   *
   * @param circumstances of the answers: machine and Ronsel; a file with other ones is begun anew
   */
  public static StateFile open(Path path, String circumstances) throws IOException {
    String title = TITLE + circumstances;
    String text = Files.isRegularFile(path) ? Files.readString(path) : "";
    // The rest of a line that was cut off must not become the beginning of the next one.
    String complete = text.substring(0, text.lastIndexOf('\n') + 1);
    boolean known = complete.startsWith(title + "\n");
    StateFile state =
        new StateFile(
            path, FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    state.channel.truncate(known ? complete.getBytes(StandardCharsets.UTF_8).length : 0);
    state.channel.position(state.channel.size());
    if (!known) {
      state.append(title);
      return state;
    }
    for (String line : complete.lines().toList()) {
      Answer answer = parse(line);
      if (answer != null) {
        state.answers.add(answer);
      }
    }
    return state;
  }

  /** The answers that are known already. */
  public List<Answer> answers() {
    return List.copyOf(answers);
  }

  /** Whether a question is answered. */
  public boolean knows(Question question) {
    return answers.stream().anyMatch(answer -> answer.question().equals(question));
  }

  /** Adds an answer. */
  public void add(Answer answer) throws IOException {
    answers.add(answer);
    append(line(answer));
    channel.force(false);
  }

  /** Removes the file: the table has been made. */
  public void remove() throws IOException {
    close();
    Files.deleteIfExists(path);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void append(String line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static String line(Answer answer) {
    Question question = answer.question();
    CommShape shape = question.shape();
    StringBuilder line = new StringBuilder("answer ");
    line.append(shape.ranks()).append(' ').append(shape.ranksPerHost());
    line.append(' ').append(shape.ranksPerJvm()).append(' ').append(shape.oversubscribed());
    line.append(' ').append(question.collective().call()).append(' ').append(question.bytes());
    answer
        .timesNs()
        .forEach((name, ns) -> line.append(' ').append(name).append('=').append(Math.round(ns)));
    return line.append(" .").toString();
  }

  static @Nullable Answer parse(String line) {
    String[] words = line.split(" ", -1);
    if (words.length < 8 || !words[0].equals("answer") || !words[words.length - 1].equals(".")) {
      return null;
    }
    Collective collective = KnownAlgorithms.operation(words[5]);
    if (collective == null) {
      return null;
    }
    try {
      CommShape shape =
          new CommShape(
              Integer.parseInt(words[1]),
              Integer.parseInt(words[2]),
              Integer.parseInt(words[3]),
              Boolean.parseBoolean(words[4]));
      Map<String, Double> times = new LinkedHashMap<>();
      for (int i = 7; i < words.length - 1; i++) {
        int equals = words[i].indexOf('=');
        String name = words[i].substring(0, Math.max(0, equals));
        if (KnownAlgorithms.find(collective, name) == null) {
          return null;
        }
        times.put(name, (double) Long.parseLong(words[i].substring(equals + 1)));
      }
      return new Answer(new Question(shape, collective, Long.parseLong(words[6])), times);
    } catch (IllegalArgumentException e) { // no numbers, or not those of a shape
      return null;
    }
  }
}
