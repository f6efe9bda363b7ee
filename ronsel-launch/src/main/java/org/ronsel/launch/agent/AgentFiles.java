package org.ronsel.launch.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.files.CacheUse;
import org.ronsel.launch.files.FileCache;
import org.ronsel.launch.files.FileReceiver;
import org.ronsel.launch.files.FilesException;
import org.ronsel.launch.files.JobDirectory;
import org.ronsel.launch.remote.HostFrame;
import org.ronsel.launch.spi.DaemonThread;

/**
 * The files of a job on a host that is not the launcher's: finds out which files the host lacks,
 * receives them, and removes at the end of the job those that are not for the cache. One thread
 * does all of this; the launcher limits the bytes under way to it by a window.
 */
public final class AgentFiles implements AutoCloseable {
  private static final long TOUCH_EVERY_MIN = 10;
  private static final long CLOSE_WITHIN_MS = 5000;

  private final LinkedBlockingQueue<HostFrame> frames = new LinkedBlockingQueue<>();
  private final Consumer<HostFrame> to;
  private final Thread thread;

  /** Items whose hashes are still to come. */
  private final Set<Integer> unhashed = new HashSet<>();

  private @Nullable FileReceiver receiver;

  /** The files of the cache that the job uses; null where it uses none, or cannot say so. */
  private @Nullable CacheUse use;

  private HostFrame.@Nullable Files asked;

  /**
   * Creates an object that waits for frames.
   *
   * @param to sends a frame to the launcher
   */
  AgentFiles(Consumer<HostFrame> to) {
    this.to = to;
    thread = DaemonThread.start("files", this::run);
    // Does not run if the process is killed or halts; code that halts it closes this object before.
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  /** Takes a frame of the launcher that concerns files; never blocks. */
  void add(HostFrame frame) {
    frames.add(frame);
  }

  private void run() {
    try {
      while (true) {
        HostFrame frame = frames.poll(TOUCH_EVERY_MIN, TimeUnit.MINUTES);
        if (frame != null) {
          obey(frame);
        } else if (receiver != null) {
          receiver.cached().forEach(FileCache::touch);
        }
      }
    } catch (InterruptedException e) {
      return; // the end
    } catch (IOException | RuntimeException e) { // such as a name that cannot be encoded here
      if (!Thread.currentThread().isInterrupted()) {
        String why =
            e instanceof FilesException ? e.getMessage() : "the files of the program: " + e;
        to.accept(new HostFrame.Failed(String.valueOf(why)));
      }
    } finally {
      boolean _ = Thread.interrupted(); // the following has to be done all the same
      removeFiles();
    }
  }

  private void removeFiles() {
    try (CacheUse _ = use) {
      if (receiver != null) {
        receiver.close();
      }
    } catch (IOException e) {
      to.accept(new HostFrame.Notice("cannot remove the files of the job: " + e.getMessage()));
    }
  }

  private void obey(HostFrame frame) throws IOException {
    FileReceiver known = receiver;
    switch (frame) {
      case HostFrame.Files f -> begin(f);
      case HostFrame.Hashes f when known != null -> {
        known.hashed(f.item(), f.sha256());
        unhashed.remove(f.item());
        if (unhashed.isEmpty()) {
          List<Integer> wanted = known.wanted();
          if (!wanted.isEmpty()) {
            to.accept(new HostFrame.Wanted(wanted));
          }
          endIfComplete(known);
        }
      }
      case HostFrame.Piece f when known != null -> {
        known.piece(f.item(), f.entry(), f.bytes());
        to.accept(new HostFrame.PieceTaken(f.bytes().length));
        endIfComplete(known);
      }
      default -> throw new FilesException("files came that were not asked for");
    }
  }

  private void begin(HostFrame.Files files) throws IOException {
    if (asked != null) {
      throw new FilesException("the launcher asks for its files twice");
    }
    asked = files;
    FileReceiver made =
        new FileReceiver(
            files.items(),
            JobDirectory.parent(),
            files.cacheBytes() > 0 ? FileCache.place() : null,
            notice -> to.accept(new HostFrame.Notice(notice)));
    receiver = made;
    List<Integer> unlike = made.unlike();
    unhashed.addAll(unlike);
    if (unlike.isEmpty()) {
      endIfComplete(made);
    } else {
      to.accept(new HostFrame.Unlike(unlike));
    }
  }

  private void endIfComplete(FileReceiver of) throws IOException {
    if (of.isComplete()) {
      noteUse(of.cached());
      to.accept(new HostFrame.Placed(of.places(), of.extraFiles()));
      JobDirectory.removeStale(JobDirectory.parent());
      cleanCache();
    }
  }

  private void noteUse(List<Path> cached) {
    Path place = FileCache.place();
    if (cached.stream().anyMatch(file -> place.equals(file.getParent()))) {
      try {
        use = FileCache.open(place, notice -> {}).use(cached);
      } catch (IOException e) {
        return; // as where a file system has no locks; the files are touched all the same
      }
    }
  }

  private void cleanCache() {
    HostFrame.Files limits = asked;
    Path place = FileCache.place();
    try {
      if (limits != null && Files.isDirectory(place)) {
        FileCache.open(place, notice -> {})
            .clean(limits.cacheBytes(), Duration.ofDays(limits.cacheDays()));
      }
    } catch (IOException e) {
      // A later access reports what is wrong with the cache.
      return;
    }
  }

  /** Removes the files of the job. */
  @Override
  public void close() {
    if (Thread.currentThread().equals(thread)) {
      removeFiles(); // the thread has found the launcher gone
      return;
    }
    thread.interrupt();
    try {
      thread.join(CLOSE_WITHIN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
