package org.ronsel.launch.files;

import java.util.List;

/**
 * A file, or a directory, that the ranks of a job need on each host.
 *
 * @param path where it is on the launcher's host, absolute
 * @param as its name in the directory of extra files; empty for what is only on a path of classes
 * @param why what keeps it from being sent, for {@link Kind#REQUIRED}; else empty
 * @param entries its files; exactly one for {@link Kind#FILE}
 */
public record FileItem(Kind kind, String path, String as, String why, List<FileEntry> entries) {
  /** How an item gets to a host that lacks it. */
  public enum Kind {
    /** One file, which is kept in the cache of the host. */
    FILE,
    /** A directory, all of whose files are sent for this job only. */
    TREE,
    /** Not at all: a directory that the host has to have. */
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

  /** Bytes of all its files. */
  long bytes() {
    return entries.stream().mapToLong(FileEntry::size).sum();
  }
}
