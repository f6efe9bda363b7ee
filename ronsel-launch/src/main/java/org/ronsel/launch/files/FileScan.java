package org.ronsel.launch.files;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ronsel.memory.ByteSize;

/** Lists files of this host with their sizes, without reading their content. */
public final class FileScan {
  /** The most files of a directory that is sent. */
  public static final int MAX_ENTRIES = 10_000;

  /** The most bytes of a directory that is sent. */
  public static final long MAX_BYTES = 256L << 20;

  private FileScan() {}

  /** Creates an item of a job from a file, or a directory, of this host. */
  public static FileItem item(Path path, String as) throws IOException {
    if (!Files.isDirectory(path)) {
      FileItem file =
          new FileItem(FileItem.Kind.FILE, path.toString(), as, "", List.of(entry(path, path)));
      String obstacle = RelativeName.obstacle(file.name());
      if (obstacle != null) {
        throw new FilesException(path + " cannot be sent to other hosts: its name " + obstacle);
      }
      return file;
    }
    Walk walk = new Walk(path, as.isEmpty());
    Files.walkFileTree(path, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, walk);
    return walk.obstacle != null
        ? new FileItem(FileItem.Kind.REQUIRED, path.toString(), as, walk.obstacle, List.of())
        : new FileItem(FileItem.Kind.TREE, path.toString(), as, "", walk.sorted());
  }

  private static FileEntry entry(Path root, Path file) throws IOException {
    Path name = root.equals(file) ? file.getFileName() : root.relativize(file);
    return new FileEntry(name == null ? "" : name.toString(), Files.size(file), stamp(file));
  }

  private static String stamp(Path file) throws IOException {
    try {
      Map<String, Object> unix = Files.readAttributes(file, "unix:ino,ctime,lastModifiedTime");
      return unix.get("ino")
          + "."
          + nanos(unix.get("ctime"))
          + "."
          + nanos(unix.get("lastModifiedTime"));
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return "";
    }
  }

  private static long nanos(@Nullable Object time) {
    return time instanceof FileTime known ? known.to(TimeUnit.NANOSECONDS) : 0;
  }

  /** Finds the files of a directory, up to the limits. */
  private static final class Walk extends SimpleFileVisitor<Path> {
    private final Path root;
    private final boolean ofClasses;
    private final List<FileEntry> entries = new ArrayList<>();
    private long bytes;
    private @Nullable String obstacle;

    /**
     * Creates a walk through a directory.
     *
     * @param ofClasses whether to leave out directories whose names begin with a dot, such as those
     *     of version control, which are not packages
     */
    Walk(Path root, boolean ofClasses) {
      this.root = root;
      this.ofClasses = ofClasses;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      Path name = directory.getFileName();
      boolean hidden =
          ofClasses && !directory.equals(root) && name != null && name.toString().startsWith(".");
      return hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (!attributes.isRegularFile()) {
        return FileVisitResult.CONTINUE; // a socket, or a link to nothing
      }
      FileEntry entry = entry(root, file);
      bytes += entry.size();
      entries.add(entry);
      String wrong = RelativeName.obstacle(entry.name());
      if (wrong != null) {
        return end("the name '" + entry.name() + "' in it " + wrong);
      }
      if (entries.size() > MAX_ENTRIES || bytes > MAX_BYTES) {
        return end("it has more than " + MAX_ENTRIES + " files or " + ByteSize.describe(MAX_BYTES));
      }
      if (!Files.isReadable(file)) {
        return end(entry.name() + " in it cannot be read");
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) {
      if (Files.isSymbolicLink(file) && Files.notExists(file)) {
        return FileVisitResult.CONTINUE;
      }
      return end(root.relativize(file) + " in it cannot be read");
    }

    private FileVisitResult end(String why) {
      obstacle = why;
      return FileVisitResult.TERMINATE;
    }

    List<FileEntry> sorted() {
      return entries.stream().sorted(Comparator.comparing(FileEntry::name)).toList();
    }
  }

  /** The number of the user that owns a file; links are not followed. */
  static int owner(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }
}
