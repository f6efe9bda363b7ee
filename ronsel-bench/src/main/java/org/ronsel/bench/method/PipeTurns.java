package org.ronsel.bench.method;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Turns that come through named pipes in a folder: a byte in {@code rank-R} for each rank R, and
 * the answers of rank 0 as lines in {@code answers}. A rank that has no pipe waits in its next
 * receive, for which Ronsel parks it. The job ends when the process that gives the turns ends.
 * {@code turns.c} does the same for native peers.
 */
public final class PipeTurns implements Turns, AutoCloseable {
  /** Name of the pipe with the answers. */
  public static final String ANSWERS = "answers";

  /** Says that there is another turn. */
  public static final int TURN = 'b';

  /** Says that there is a turn with the next size; for rank 0 only. */
  public static final int NEXT = 'n';

  /** Says that there is no other turn; for rank 0 only. */
  public static final int END = 'e';

  private final @Nullable InputStream in;
  private final @Nullable OutputStream out;
  private final Path folder;
  private boolean orphaned;

  /**
   * Opens the pipes of a rank.
   *
   * @throws UncheckedIOException if they cannot be opened
   */
  public PipeTurns(Path folder, int rank) {
    this.folder = folder;
    Path turns = folder.resolve(pipeOf(rank));
    try {
      out = rank == 0 ? new FileOutputStream(folder.resolve(ANSWERS).toFile()) : null;
      in = rank == 0 || Files.exists(turns) ? new FileInputStream(turns.toFile()) : null;
    } catch (IOException e) {
      throw new UncheckedIOException("the pipes of the benchmark cannot be opened", e);
    }
  }

  /** Name of the pipe of a rank. */
  public static String pipeOf(int rank) {
    return "rank-" + rank;
  }

  @Override
  public Turn await() {
    if (in == null) {
      return Turn.BATCH;
    }
    try {
      int next = in.read();
      orphaned = next < 0;
      return switch (next) {
        case TURN -> Turn.BATCH;
        case NEXT -> Turn.NEXT;
        default -> Turn.END;
      };
    } catch (IOException e) {
      throw new UncheckedIOException("the pipe of the benchmark broke", e);
    }
  }

  @Override
  public void answer(String line) {
    if (out != null) {
      try {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        orphaned = true;
        throw new UncheckedIOException("ronsel bench has ended", e);
      }
    }
  }

  /**
   * Removes the pipes at rank 0 if the process that made them was killed; otherwise that process
   * does.
   */
  private void remove() throws IOException {
    try (DirectoryStream<Path> pipes = Files.newDirectoryStream(folder)) {
      for (Path pipe : pipes) {
        Files.deleteIfExists(pipe);
      }
    }
    Files.deleteIfExists(folder);
  }

  @Override
  public void close() {
    try {
      if (in != null) {
        in.close();
      }
      if (out != null) {
        out.close();
        if (orphaned) {
          remove();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
