package org.ronsel.launch.files;

/**
 * A file of a {@link FileItem}.
 *
 * @param name relative to the item, with slashes; that of the item itself if that is a file
 * @param size in bytes
 * @param stamp number of its inode and times of its last change; empty where the system has none.
 *     Files with the same stamp at the same path are the same file, seen through a shared file
 *     system
 */
public record FileEntry(String name, long size, String stamp) {
  /** Whether another one may have the same content: name and size agree. */
  boolean resembles(FileEntry other) {
    return name.equals(other.name) && size == other.size;
  }

  /** Whether another one, at the same path, is the same file. */
  boolean isSame(FileEntry other) {
    return resembles(other) && !stamp.isEmpty() && stamp.equals(other.stamp);
  }
}
