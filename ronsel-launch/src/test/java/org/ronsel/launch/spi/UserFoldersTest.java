package org.ronsel.launch.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class UserFoldersTest {
  @Test
  void aCacheFolderIsNamedByAnAbsolutePathOnly() {
    Path named = Path.of("caches").toAbsolutePath();
    Path usual = Path.of("home", ".cache", "ronsel");

    assertThat(UserFolders.cache(named.toString(), "home")).isEqualTo(named.resolve("ronsel"));
    assertThat(UserFolders.cache(null, "home")).isEqualTo(usual);
    assertThat(UserFolders.cache("", "home")).isEqualTo(usual);
    assertThat(UserFolders.cache("caches", "home")).isEqualTo(usual);
  }
}
