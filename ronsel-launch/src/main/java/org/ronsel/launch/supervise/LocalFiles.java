package org.ronsel.launch.supervise;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.connection.NeededFiles;
import org.ronsel.launch.console.Console;
import org.ronsel.launch.files.FileItem;
import org.ronsel.launch.files.FileReceiver;
import org.ronsel.launch.files.JobDirectory;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.spi.FileProblem;
import org.ronsel.launch.spi.UsageException;

/** The directory of extra files on the launcher's own host, with links to them. */
final class LocalFiles implements AutoCloseable {
  private final @Nullable JobDirectory directory;
  private final @Nullable String files;

  private final Console console;

  private LocalFiles(@Nullable JobDirectory directory, @Nullable String files, Console console) {
    this.directory = directory;
    this.files = files;
    this.console = console;
  }

  /** Creates the directory for a job, unless it has no extra files. */
  static LocalFiles of(JobPlan plan, Console console) {
    if (plan.options().files().isEmpty()) {
      return new LocalFiles(null, null, console);
    }
    try {
      JobDirectory.removeStale(JobDirectory.parent());
      List<FileItem> items = NeededFiles.extra(plan);
      JobDirectory directory = JobDirectory.create(JobDirectory.parent());
      List<String> places = items.stream().map(FileItem::path).toList();
      return new LocalFiles(
          directory, FileReceiver.linkExtraFiles(directory, items, places), console);
    } catch (IOException e) {
      throw new UsageException("--file: cannot make a directory of links: " + e.getMessage());
    }
  }

  /** The path of the directory, or null if there are no extra files. */
  @Nullable String path() {
    return files;
  }

  @Override
  public void close() {
    try {
      if (directory != null) {
        directory.close();
      }
    } catch (IOException e) {
      console.say("cannot remove the files of the job: " + FileProblem.text(e));
    }
  }
}
