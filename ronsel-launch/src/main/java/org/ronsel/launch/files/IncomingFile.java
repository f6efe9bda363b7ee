package org.ronsel.launch.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;

/** A file of this host that is received from another host, piece by piece. */
final class IncomingFile implements AutoCloseable {
  private final FileEntry entry;
  private final String hash;
  private final Path file;
  private final FileChannel channel;
  private final MessageDigest digest = Sha256.digest();
  private long left;
  private boolean complete;

  /**
   * Creates an empty file.
   *
   * @param channel writes to {@code file}
   */
  IncomingFile(FileEntry entry, String hash, Path file, FileChannel channel) {
    this.entry = entry;
    this.hash = hash;
    this.file = file;
    this.channel = channel;
    left = entry.size();
  }

  /** The path of the file. */
  Path file() {
    return file;
  }

  /**
   * Takes the next piece.
   *
   * @return whether the file is complete
   */
  boolean add(byte[] piece) throws IOException {
    if (piece.length > left) {
      throw new FilesException("more bytes of " + entry.name() + " came than it has");
    }
    try {
      FileCache.write(channel, piece);
      left -= piece.length;
      digest.update(piece);
      if (left == 0) {
        channel.close();
      }
    } catch (IOException e) {
      throw new FilesException(
          "cannot write "
              + entry.name()
              + " ("
              + entry.size()
              + " bytes) to "
              + file.getParent()
              + ": "
              + e.getMessage(),
          e);
    }
    if (left > 0) {
      return false;
    }
    if (!Sha256.text(digest).equals(hash)) {
      throw new FilesException(entry.name() + " was changed while it was sent; start again");
    }
    complete = true;
    return true;
  }

  /** Removes the file if it is not complete. */
  @Override
  public void close() throws IOException {
    channel.close();
    if (!complete) {
      Files.deleteIfExists(file);
    }
  }
}
