package org.ronsel.launch.files;

import java.util.List;

/**
 * A file, or a directory, that the ranks of a job need on each host.
 *
 * @param path on the launcher's host, absolute
 * @param as its name in the directory of extra files; empty for an item that is only on a class or
 *     module path
 * @param why reason why it cannot be sent, for {@link Kind#REQUIRED}; else empty
 * @param entries its files; exactly one for {@link Kind#FILE}
 */
public record FileItem(Kind kind, String path, String as, String why, List<FileEntry> entries) {
  /** The way in which an item gets to a host that lacks it. */
  public enum Kind {
    /** One file, which is kept in the cache of the host. */
    FILE,
    /** A directory, all of whose files are sent for this job only. */
    TREE,
    /** A directory that is not sent and must exist on the host. */
    REQUIRED
  }

  /** Copies the list. */
  public FileItem {
    entries = List.copyOf(entries);
  }

  /** The last part of its path. */
  String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Size of all its files in bytes. */
  long bytes() {
    return entries.stream().mapToLong(FileEntry::size).sum();
  }
}
