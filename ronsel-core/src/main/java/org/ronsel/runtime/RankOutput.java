package org.ronsel.runtime;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.job.JobLayout;
import org.ronsel.runtime.output.LineMerger;

/**
 * Standard output and error of a JVM that holds ranks: what a rank prints goes to standard output
 * or to a file of its own; by whole lines, tagged with the rank if so wanted.
 */
final class RankOutput implements AutoCloseable {
  /**
   * Long enough not to take a rank that was held up in the middle of a line, by others or by a full
   * pipe, for one that has shown a prompt.
   */
  private static final long QUIET_MS = 1000;

  private final Stream out;
  private final Stream err;

  private RankOutput(Stream out, Stream err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Replaces {@code System.out} and {@code System.err}.
   *
   * @param layout the ranks of this JVM
   * @param tag whether lines begin with the rank
   * @param directory of the files that replace standard output, or null
   * @param lost told in one line that a file can no longer be written
   * @throws RonselException if the files cannot be made
   */
  static RankOutput install(
      JobLayout layout, boolean tag, @Nullable String directory, Consumer<String> lost) {
    RankOutput output;
    try {
      Path files = directory == null ? null : Path.of(directory);
      output =
          new RankOutput(
              new Stream(FileDescriptor.out, layout, tag, files, ".out", lost),
              new Stream(FileDescriptor.err, layout, tag, files, ".err", lost));
      if (files != null) {
        Files.createDirectories(files);
      }
      output.out.openFiles();
      output.err.openFiles();
    } catch (IOException | InvalidPathException e) { // or a name that the locale does not have
      throw new RonselException(
          ErrorClass.OTHER, "--output: a file cannot be made: " + e.getMessage(), e);
    }
    System.setOut(printStream(output.out, "stdout.encoding"));
    System.setErr(printStream(output.err, "stderr.encoding"));
    return output;
  }

  /** Passes on what is still held back. Later output is passed on as it comes. */
  @Override
  public void close() {
    out.close();
    err.close();
  }

  /** Passes on what the calling thread's rank has not finished, because it is about to wait. */
  void flush() {
    try {
      out.flush();
      err.flush();
    } catch (IOException e) {
      // Neither a merger nor the file of a rank throws; what may be held back is passed on.
      close();
    }
  }

  /** Writes a line of Ronsel itself to standard error. */
  void notice(String line) {
    try {
      err.unattributed.write(
          ("ronsel: " + line + System.lineSeparator()).getBytes(Charset.defaultCharset()));
    } catch (IOException e) {
      // Standard error is gone, and with it the only place where one could say so.
      err.close();
    }
  }

  private static PrintStream printStream(Stream stream, String encoding) {
    String charset = System.getProperty(encoding);
    return new SharedPrintStream(
        stream, charset == null ? Charset.defaultCharset() : Charset.forName(charset));
  }

  /** The stream of all ranks of the JVM: one that closes it does not end the output of others. */
  private static final class SharedPrintStream extends PrintStream {
    SharedPrintStream(Stream stream, Charset charset) {
      super(stream, false, charset);
    }

    /** Flushes only; what the ranks write ends with the JVM. */
    @Override
    public void close() {
      flush();
    }
  }

  /** Sends each write to the stream of the rank that it comes from. */
  private static final class Stream extends OutputStream {
    private final LineMerger merger;
    private final OutputStream unattributed;

    /** What tags the lines of each file. */
    private final List<LineMerger> ofFiles = new CopyOnWriteArrayList<>();

    private final AtomicReferenceArray<@Nullable OutputStream> ofRank;
    private final JobLayout layout;
    private final boolean tag;
    private final @Nullable Path files;
    private final String suffix;
    private final Consumer<String> lost;

    Stream(
        FileDescriptor descriptor,
        JobLayout layout,
        boolean tag,
        @Nullable Path files,
        String suffix,
        Consumer<String> lost) {
      this.layout = layout;
      this.tag = tag;
      this.files = files;
      this.suffix = suffix;
      this.lost = lost;
      merger = new LineMerger(new FileOutputStream(descriptor), QUIET_MS);
      unattributed = merger.source("");
      ofRank = new AtomicReferenceArray<>(layout.localRanks());
    }

    /** Makes the files of all ranks, so that none of an earlier run is taken for one of this. */
    void openFiles() throws IOException {
      for (int i = 0; files != null && i < ofRank.length(); i++) {
        open(i);
      }
    }

    @Override
    public void write(int b) throws IOException {
      current().write(b);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      current().write(bytes, from, count);
    }

    @Override
    public void flush() throws IOException {
      current().flush();
    }

    @Override
    public void close() {
      merger.close();
      ofFiles.forEach(LineMerger::close);
    }

    private OutputStream current() throws IOException {
      RankIdentity identity = RankIdentity.ofThread();
      if (identity == null || !layout.isLocal(identity.rank())) {
        return unattributed;
      }
      int index = identity.rank() - layout.firstLocalRank();
      OutputStream stream = ofRank.get(index);
      return stream != null ? stream : open(index);
    }

    private OutputStream file(Path folder, int rank, String tags) throws IOException {
      OutputStream file = new RankFile(folder.resolve("rank-" + rank + suffix), lost);
      if (!tag) {
        return file;
      }
      LineMerger lines = new LineMerger(file, QUIET_MS);
      ofFiles.add(lines);
      return lines.source(tags);
    }

    private synchronized OutputStream open(int index) throws IOException {
      OutputStream stream = ofRank.get(index);
      if (stream == null) {
        int rank = layout.firstLocalRank() + index;
        String tags = tag ? "[" + rank + "] " : "";
        stream = files == null ? merger.source(tags) : file(files, rank, tags);
        ofRank.set(index, stream);
      }
      return stream;
    }
  }
}
