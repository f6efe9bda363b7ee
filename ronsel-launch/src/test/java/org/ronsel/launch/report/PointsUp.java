package org.ronsel.launch.report;

import org.ronsel.launch.Main;

/** Knows the command from below, for the test that finds such classes. */
public final class PointsUp {
  private PointsUp() {}

  /** The arrow that points up. */
  static void run() {
    Main.main(new String[] {"--help"});
  }
}
