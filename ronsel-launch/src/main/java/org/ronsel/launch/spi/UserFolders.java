package org.ronsel.launch.spi;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The user's folders for files of Ronsel, by the XDG Base Directory Specification. */
public final class UserFolders {
  private UserFolders() {}

  /**
   * The folder for files that can be made again: {@code ronsel} in {@code $XDG_CACHE_HOME}, or in
   * {@code ~/.cache} if that variable has no absolute path. It need not exist.
   */
  public static Path cache() {
    return cache(System.getenv("XDG_CACHE_HOME"), System.getProperty("user.home"));
  }

  static Path cache(@Nullable String named, String home) {
    Path caches =
        named != null && Path.of(named).isAbsolute() ? Path.of(named) : Path.of(home, ".cache");
    return caches.resolve("ronsel");
  }
}
