package org.ronsel.launch.files;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The files of a job on a host that is not the launcher's. First it reports which items are not
 * identical here ({@link #unlike}); for those it gets the hashes ({@link #hashed}); then it reports
 * which are neither at their place nor in the cache ({@link #wanted}), and receives these piece by
 * piece ({@link #piece}). Finally it reports the places of all items ({@link #places}). Data from
 * the other end are not trusted. One thread at a time may call it.
 */
public final class FileReceiver implements AutoCloseable {
  /** Name of the folder for extra files in the directory of the job. */
  private static final String EXTRA = "files";

  private static final String PLACES = "places";

  private final List<FileItem> items;
  private final Path parent;
  private final @Nullable Path cacheDirectory;
  private final Consumer<String> notices;
  private final @Nullable String[] places;
  private final TreeMap<Integer, List<String>> hashes = new TreeMap<>();
  private final List<Path> cached = new ArrayList<>();
  private @Nullable JobDirectory directory;
  private @Nullable FileCache cache;
  private List<Integer> wanted = List.of();
  private int atWanted;
  private int atEntry;
  private @Nullable IncomingFile current;

  /**
   * Creates a receiver for items.
   *
   * @param parent folder in which a directory for the job is created if one is needed
   * @param cacheDirectory directory of the cache, or null for none
   * @throws FilesException if an item is not allowed
   */
  public FileReceiver(
      List<FileItem> items, Path parent, @Nullable Path cacheDirectory, Consumer<String> notices)
      throws FilesException {
    this.items = List.copyOf(items);
    this.parent = parent;
    this.cacheDirectory = cacheDirectory;
    this.notices = notices;
    places = new @Nullable String[items.size()];
    for (FileItem item : items) {
      check(item);
    }
  }

  private JobDirectory directory() throws IOException {
    JobDirectory known = directory;
    if (known == null) {
      JobDirectory.removeStale(parent);
      known = JobDirectory.create(parent);
      directory = known;
    }
    return known;
  }

  private FileCache cache() throws IOException {
    FileCache known = cache;
    if (known == null) {
      known = openCache();
      cache = known;
    }
    return known;
  }

  private FileCache openCache() throws IOException {
    Path wished = cacheDirectory;
    if (wished != null) {
      try {
        return FileCache.open(wished, notices);
      } catch (IOException e) {
        String why = e instanceof FilesException ? e.getMessage() : "the cache: " + e;
        notices.accept(why + "; what is sent is kept for this job only");
      }
    }
    return FileCache.open(directory().directory("cache/files"), notices);
  }

  /** Refuses items that would lead out of the directory of the job, or fill the disk. */
  private static void check(FileItem item) throws FilesException {
    requireName(item.path(), item.name());
    if (!item.as().isEmpty()) {
      requireName(item.path(), item.as());
      if (item.as().indexOf('/') >= 0) {
        throw new FilesException("'" + item.as() + "' is no name of an extra file");
      }
    }
    boolean wrong =
        switch (item.kind()) {
          case FILE -> item.entries().size() != 1;
          case TREE ->
              item.entries().size() > FileScan.MAX_ENTRIES || item.bytes() > FileScan.MAX_BYTES;
          case REQUIRED -> !item.entries().isEmpty();
        };
    if (wrong) {
      throw new FilesException(item.path() + " has more files than are sent");
    }
    for (FileEntry entry : item.entries()) {
      requireName(item.path(), entry.name());
      if (entry.size() < 0 || entry.size() > Long.MAX_VALUE >> 16) {
        throw new FilesException(item.path() + " cannot have a size of " + entry.size());
      }
    }
  }

  private static void requireName(String of, String name) throws FilesException {
    String obstacle = RelativeName.obstacle(name);
    if (obstacle != null) {
      throw new FilesException("refused a file of " + of + ": its name '" + name + "' " + obstacle);
    }
  }

  /** The items that are not identical to the files at the same place. */
  public List<Integer> unlike() throws IOException {
    List<Integer> unlike = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      FileItem item = items.get(i);
      FileItem here = here(item);
      if (item.kind() == FileItem.Kind.REQUIRED) {
        if (!Files.isDirectory(Path.of(item.path()))) {
          throw new FilesException(
              "there is no directory " + item.path() + ", and it is not sent: " + item.why());
        }
        places[i] = item.path();
      } else if (here != null && agree(item, here, true)) {
        places[i] = item.path();
      } else {
        unlike.add(i);
      }
    }
    return unlike;
  }

  private static @Nullable FileItem here(FileItem item) {
    Path path = Path.of(item.path());
    boolean mayBe =
        item.kind() == FileItem.Kind.TREE ? Files.isDirectory(path) : Files.isRegularFile(path);
    try {
      return mayBe && Files.isReadable(path) ? FileScan.item(path, item.as()) : null;
    } catch (IOException e) {
      return null; // an unreadable file counts as missing
    }
  }

  private static boolean agree(FileItem item, FileItem here, boolean same) {
    if (here.entries().size() != item.entries().size()) {
      return false;
    }
    for (int i = 0; i < here.entries().size(); i++) {
      FileEntry mine = here.entries().get(i);
      FileEntry theirs = item.entries().get(i);
      if (same ? !mine.isSame(theirs) : !mine.resembles(theirs)) {
        return false;
      }
    }
    return true;
  }

  /** Takes the hashes of the entries of an item. */
  public void hashed(int item, List<String> sha256) throws FilesException {
    if (item < 0
        || item >= items.size()
        || sha256.size() != items.get(item).entries().size()
        || !sha256.stream().allMatch(Sha256::isOne)) {
      throw new FilesException("hashes came that belong to no file");
    }
    hashes.put(item, List.copyOf(sha256));
  }

  /** The items that have to be sent, among those whose hashes are known. */
  public List<Integer> wanted() throws IOException {
    List<Integer> missing = new ArrayList<>();
    for (int index : hashes.keySet()) {
      FileItem item = items.get(index);
      if (isHere(item, hashes(index))) {
        places[index] = item.path();
      } else if (item.kind() == FileItem.Kind.FILE) {
        Path found = cache().find(hashes(index).getFirst(), item.bytes());
        if (found == null) {
          missing.add(index);
        } else {
          placeCached(index, found);
        }
      } else {
        missing.add(index);
      }
    }
    wanted = List.copyOf(missing);
    requireRoom();
    next();
    return wanted;
  }

  private List<String> hashes(int item) throws FilesException {
    List<String> known = hashes.get(item);
    if (known == null) {
      throw new FilesException("a file came that was not asked for");
    }
    return known;
  }

  private static boolean isHere(FileItem item, List<String> sha256) throws IOException {
    FileItem here = here(item);
    if (here == null || !agree(item, here, false)) {
      return false;
    }
    Path root = Path.of(item.path());
    for (int i = 0; i < sha256.size(); i++) {
      Path file =
          item.kind() == FileItem.Kind.FILE ? root : root.resolve(item.entries().get(i).name());
      if (!sha256.get(i).equals(Sha256.of(file))) {
        return false;
      }
    }
    return true;
  }

  private void requireRoom() throws IOException {
    long toCache = 0;
    long toDirectory = 0;
    for (int index : wanted) {
      if (items.get(index).kind() == FileItem.Kind.FILE) {
        toCache += items.get(index).bytes();
      } else {
        toDirectory += items.get(index).bytes();
      }
    }
    if (toCache > 0) {
      requireRoom(cache().directory(), toCache);
    }
    if (toDirectory > 0) {
      requireRoom(directory().path(), toDirectory);
    }
  }

  private static void requireRoom(Path where, long bytes) throws IOException {
    FileStore store = Files.getFileStore(where);
    long free = store.getUsableSpace();
    if (bytes > free) {
      throw new FilesException(
          "the files of the program need "
              + bytes
              + " bytes in "
              + where
              + ", where "
              + free
              + " are free");
    }
  }

  /** Whether all wanted items have arrived. */
  public boolean isComplete() {
    return atWanted == wanted.size();
  }

  /** Takes the next piece of the wanted items, in the order of items and entries. */
  public void piece(int item, int entry, byte[] bytes) throws IOException {
    IncomingFile file = current;
    if (isComplete() || file == null || item != wanted.get(atWanted) || entry != atEntry) {
      throw new FilesException("a piece of a file came out of order");
    }
    if (file.add(bytes)) {
      file.close();
      completed(item, file.file());
      atEntry++;
      current = null;
      next();
    }
  }

  /** Opens the next file; an empty one is complete then. */
  private void next() throws IOException {
    while (!isComplete()) {
      int index = wanted.get(atWanted);
      FileItem item = items.get(index);
      Path root = root(index);
      if (atEntry == item.entries().size()) {
        if (item.kind() == FileItem.Kind.TREE) {
          places[index] =
              directory().directory(directory().path().relativize(root).toString()).toString();
        }
        atWanted++;
        atEntry = 0;
        continue;
      }
      IncomingFile file = open(index, root);
      if (item.entries().get(atEntry).size() > 0) {
        current = file;
        return;
      }
      file.add(new byte[0]);
      file.close();
      completed(index, file.file());
      atEntry++;
    }
  }

  private IncomingFile open(int index, Path root) throws IOException {
    FileItem item = items.get(index);
    FileEntry entry = item.entries().get(atEntry);
    String hash = hashes(index).get(atEntry);
    try {
      if (item.kind() == FileItem.Kind.FILE) {
        Path file = cache().newFile();
        return new IncomingFile(entry, hash, file, FileCache.open(file));
      }
      Path file = root.resolve(entry.name());
      Path parent = file.getParent();
      directory()
          .directory(directory().path().relativize(parent == null ? root : parent).toString());
      return new IncomingFile(entry, hash, file, directory().file(file));
    } catch (IOException e) {
      throw new FilesException("cannot make a file for " + entry.name() + ": " + e, e);
    }
  }

  private void completed(int index, Path file) throws IOException {
    if (items.get(index).kind() == FileItem.Kind.FILE) {
      placeCached(index, cache().keep(file, hashes(index).getFirst()));
    }
  }

  /**
   * Links to a file of the cache by the file's own name, from which a module's name may be derived.
   */
  private void placeCached(int index, Path file) throws IOException {
    Path link = root(index);
    directory().directory(PLACES + "/" + index);
    directory().link(link, file);
    cached.add(file);
    places[index] = link.toString();
  }

  private Path root(int index) throws IOException {
    return directory()
        .path()
        .resolve(PLACES)
        .resolve(Integer.toString(index))
        .resolve(items.get(index).name());
  }

  /** Files of the cache that this job uses, to be {@linkplain FileCache#touch touched}. */
  public List<Path> cached() {
    return List.copyOf(cached);
  }

  /** The paths of the items, in their order. */
  public List<String> places() throws FilesException {
    List<String> all = new ArrayList<>();
    for (@Nullable String place : places) {
      if (place == null) {
        throw new FilesException("not all files of the program have come");
      }
      all.add(place);
    }
    return all;
  }

  /** The directory with a link to each extra file, or an empty text if there is none. */
  public String extraFiles() throws IOException {
    boolean any = items.stream().anyMatch(item -> !item.as().isEmpty());
    return any ? linkExtraFiles(directory(), items, places()) : "";
  }

  /** Creates the directory with links to extra files at these places; empty if there are none. */
  public static String linkExtraFiles(
      JobDirectory directory, List<FileItem> items, List<String> places) throws IOException {
    String made = "";
    for (int i = 0; i < items.size(); i++) {
      if (!items.get(i).as().isEmpty()) {
        Path extra = directory.directory(EXTRA);
        directory.link(extra.resolve(items.get(i).as()), Path.of(places.get(i)));
        made = extra.toString();
      }
    }
    return made;
  }

  /** Removes the files of the job, and incomplete files. */
  @Override
  public void close() throws IOException {
    try (JobDirectory _ = directory;
        IncomingFile _ = current) {
      current = null;
    }
  }
}
