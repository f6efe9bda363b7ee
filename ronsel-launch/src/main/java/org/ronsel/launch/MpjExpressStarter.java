package org.ronsel.launch;

import java.util.stream.Stream;

/** {@code mpjrun.sh} as {@code java -jar starter.jar}, the way MPJ Express starts it. */
public final class MpjExpressStarter {
  private MpjExpressStarter() {}

  /** Runs the command line and exits with its status. */
  public static void main(String[] args) {
    Main.main(Stream.concat(Stream.of("mpjrun.sh"), Stream.of(args)).toArray(String[]::new));
  }
}
