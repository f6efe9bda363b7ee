package org.ronsel.launch.install;

import java.util.List;

/** The commands of other families that manage daemons, which Ronsel does not have. */
public final class Daemons {
  /** Their names. */
  public static final List<String> NAMES =
      List.of(
          "mpjboot",
          "mpjhalt",
          "mpjdaemon",
          "mpjinfo",
          "mpjstatus",
          "mpjclean",
          "fmpjboot",
          "fmpjhalt",
          "fmpjd",
          "fmpjinfo");

  private Daemons() {}

  /** The output of such a command. */
  public static String line(String command) {
    return "ronsel: " + command + " does nothing: jobs need no daemons";
  }
}
