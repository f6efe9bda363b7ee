package org.ronsel.launch.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files that a job needs, on the launcher's host. Hashes are computed when a host first asks
 * for them, and kept for the other hosts. Threads of several hosts may call it.
 */
public final class FileSender {
  /** Size of a piece in bytes. */
  public static final int PIECE_BYTES = 1 << 16;

  /** Receives the pieces of files. */
  @FunctionalInterface
  public interface Pieces {
    /** Sends a piece of an entry; may wait. */
    void send(int item, int entry, byte[] bytes) throws IOException, InterruptedException;
  }

  private final List<FileItem> items;
  private final Map<Integer, List<String>> hashes = new ConcurrentHashMap<>();

  /** Creates a sender of items. */
  public FileSender(List<FileItem> items) {
    this.items = List.copyOf(items);
  }

  /** All items of the job. */
  public List<FileItem> items() {
    return items;
  }

  /** The hashes of the entries of an item. */
  public List<String> hashes(int index) throws IOException {
    FileItem item = item(index);
    List<String> known = hashes.get(index);
    if (known == null) {
      List<String> made = new ArrayList<>();
      for (FileEntry entry : item.entries()) {
        Path file = file(item, entry);
        try {
          made.add(Sha256.of(file));
        } catch (NoSuchFileException gone) {
          throw goneMeanwhile(file);
        }
      }
      known = made;
      hashes.put(index, known);
    }
    return known;
  }

  private static FilesException goneMeanwhile(Path file) {
    return new FilesException(file + " was deleted while it was sent; start again");
  }

  private FileItem item(int index) throws FilesException {
    if (index < 0 || index >= items.size()) {
      throw new FilesException("a file was asked for that the job does not have");
    }
    return items.get(index);
  }

  private static Path file(FileItem item, FileEntry entry) {
    Path root = Path.of(item.path());
    return item.kind() == FileItem.Kind.FILE ? root : root.resolve(entry.name());
  }

  /** Sends all files of an item. */
  public void send(int index, Pieces to) throws IOException, InterruptedException {
    FileItem item = item(index);
    for (int i = 0; i < item.entries().size(); i++) {
      FileEntry entry = item.entries().get(i);
      Path file = file(item, entry);
      try (InputStream in = Files.newInputStream(file)) {
        for (long left = entry.size(); left > 0; ) {
          byte[] piece = in.readNBytes((int) Math.min(PIECE_BYTES, left));
          if (piece.length == 0) {
            throw new FilesException(file + " was changed while it was sent; start again");
          }
          to.send(index, i, piece);
          left -= piece.length;
        }
      } catch (NoSuchFileException gone) {
        throw goneMeanwhile(file);
      }
    }
  }
}
