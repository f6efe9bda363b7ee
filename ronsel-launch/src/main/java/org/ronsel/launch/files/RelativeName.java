package org.ronsel.launch.files;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Names of files below a directory, received from another host. A name that would leave the
 * directory on any system is refused.
 */
public final class RelativeName {
  private static final int MAX_BYTES = 4096;
  private static final int MAX_COMPONENT_BYTES = 255;

  private RelativeName() {}

  /** The problem of a name whose components are separated by slashes, or null. */
  public static @Nullable String obstacle(String name) {
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      return "is longer than " + MAX_BYTES + " bytes";
    }
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) < ' ' || name.charAt(i) == '\\' || name.charAt(i) == 0x7f) {
        return "has a backslash or a control character";
      }
    }
    for (String component : name.split("/", -1)) {
      if (component.isEmpty() || component.equals(".") || component.equals("..")) {
        return "does not stay below its directory";
      }
      if (component.getBytes(StandardCharsets.UTF_8).length > MAX_COMPONENT_BYTES) {
        return "has a part longer than " + MAX_COMPONENT_BYTES + " bytes";
      }
    }
    return null;
  }
}
