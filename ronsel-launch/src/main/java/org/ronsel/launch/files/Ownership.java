package org.ronsel.launch.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Whose a file is, and whether others may write into it. Links are not followed.
 *
 * @param user the number of the user that owns it
 * @param mode its kind and permissions, as the system has them
 */
public record Ownership(int user, int mode) {
  private static final int KIND = 0170000;
  private static final int DIRECTORY = 0040000;
  private static final int REGULAR = 0100000;
  private static final int WRITE_OF_OTHERS = 0022;

  /** That of a file or directory. */
  static Ownership of(Path path) throws IOException {
    Map<String, Object> unix =
        Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
    return new Ownership(number(unix, "uid"), number(unix, "mode"));
  }

  private static int number(Map<String, Object> attributes, String name) {
    return (Integer) Objects.requireNonNull(attributes.get(name));
  }

  boolean isDirectory() {
    return (mode & KIND) == DIRECTORY;
  }

  boolean isFile() {
    return (mode & KIND) == REGULAR;
  }

  /** Whether the group or all users may write. */
  boolean isOpenToOthers() {
    return (mode & WRITE_OF_OTHERS) != 0;
  }

  /** Whether this is a file of this user, in a directory of this user, and no other may write. */
  public static boolean isOfThisUser(Path file) {
    try {
      Path parent = file.toAbsolutePath().getParent();
      int self = JobDirectory.user();
      return parent != null
          && isOwn(of(parent), self)
          && of(file).isFile()
          && isOwn(of(file), self);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static boolean isOwn(Ownership one, int self) {
    return one.user == self && !one.isOpenToOthers();
  }

  /**
   * Whether a file beside a jar, which is used as it is, belongs to this user or to the jar's
   * owner, and no other may write into it. Their directory is not looked at: who may write there
   * could replace the jar.
   */
  public static boolean isOfOwnerOf(Path jar, Path file) {
    try {
      Ownership one = of(file);
      return one.isFile()
          && !one.isOpenToOthers()
          && (one.user == (Integer) Files.getAttribute(jar, "unix:uid")
              || one.user == JobDirectory.user());
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
