package org.ronsel.bench.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.PipeTurns;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;

/**
 * The pipes through which a measuring job is given its turns, in a folder of their own. They are
 * held open for both directions, so that opening never waits for the other side; when this JVM ends
 * they are closed, which ends the job. Used by one thread.
 */
final class TurnPipes implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Prefix of the names of the folders; it is followed by the id of the process that made them. */
  private static final String PREFIX = "ronsel-bench-";

  /** A native library keeps its segments beside the pipes, so that they are deleted with them. */
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private static final Set<Path> LIVE = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> LIVE.forEach(TurnPipes::delete), "delete-pipes"));
    deleteAbandoned(place());
  }

  private final Path folder;
  private final List<RandomAccessFile> turns = new ArrayList<>();
  private final RandomAccessFile answers;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  /** Makes pipes for the first {@code ranks} ranks. */
  TurnPipes(int ranks) throws IOException, InterruptedException {
    folder = Files.createTempDirectory(place(), PREFIX + ProcessHandle.current().pid() + "-");
    LIVE.add(folder);
    List<String> command = new ArrayList<>(List.of("mkfifo"));
    for (int rank = 0; rank < ranks; rank++) {
      command.add(folder.resolve(PipeTurns.pipeOf(rank)).toString());
    }
    Path answered = folder.resolve(PipeTurns.ANSWERS);
    command.add(answered.toString());
    ProcessRunner.Result made = ProcessRunner.run(new ProcessSpec(command, Map.of(), LIMIT));
    if (made.status() != 0) {
      delete(folder);
      throw new IOException("mkfifo " + made.failure());
    }
    for (int rank = 0; rank < ranks; rank++) {
      turns.add(new RandomAccessFile(folder.resolve(PipeTurns.pipeOf(rank)).toFile(), "rw"));
    }
    answers = new RandomAccessFile(answered.toFile(), "rw");
    Thread.ofPlatform().daemon().name("read-answers").start(this::read);
  }

  private static Path place() {
    return Files.isWritable(SHARED_MEMORY)
        ? SHARED_MEMORY
        : Path.of(System.getProperty("java.io.tmpdir"));
  }

  /**
   * Deletes pipes whose maker and whose job were killed together, so that neither could delete
   * them.
   */
  static void deleteAbandoned(Path place) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(place, PREFIX + "*-*")) {
      for (Path each : folders) {
        String pid = each.getFileName().toString().substring(PREFIX.length()).split("-", 2)[0];
        if (pid.matches("[0-9]{1,9}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
          delete(each);
        }
      }
    } catch (IOException e) {
      // those of others may not be looked into
    }
  }

  private void read() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Channels.newInputStream(answers.getChannel()), StandardCharsets.UTF_8))) {
      String line;
      while ((line = reader.readLine()) != null) {
        lines.add(line);
      }
    } catch (IOException e) {
      // closed
    }
  }

  /** The folder of the pipes. */
  Path folder() {
    return folder;
  }

  /** Gives the job a turn. */
  void give() {
    write(PipeTurns.TURN);
  }

  /** Gives the job a turn to warm up with the next size. */
  void giveNext() {
    write(PipeTurns.NEXT);
  }

  /** Tells the job that there is no other turn. */
  void end() {
    write(PipeTurns.END);
  }

  /** Writes to all pipes, to that of rank 0 last: the others only wake up and follow it. */
  private void write(int toFirst) {
    try {
      for (int rank = turns.size() - 1; rank >= 0; rank--) {
        turns.get(rank).write(rank == 0 ? toFirst : PipeTurns.TURN);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next answer; null if none arrives within this time. */
  @Nullable String answer(Duration within) throws InterruptedException {
    return lines.poll(within.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    try {
      for (RandomAccessFile each : turns) {
        each.close();
      }
      answers.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // it remains in the folder for temporary files
    }
    LIVE.remove(folder);
  }
}
