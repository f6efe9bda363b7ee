package org.ronsel.launch.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ronsel.launch.spi.UsageException;
import org.ronsel.machine.NetworkChoice;
import org.ronsel.machine.Setting;

/** Checks the options that concern the network between hosts. */
final class NetworkArguments {
  private static final Pattern PORTS = Pattern.compile("(\\d{1,5})-(\\d{1,5})");
  private static final int MAX_PORT = 65535;

  private NetworkArguments() {}

  /** The value of {@code --net}, which is a subnet or may be the name of an interface. */
  static String network(String value) {
    if (!NetworkChoice.mayName(value)) {
      throw new UsageException(
          "--net " + value + ": give a subnet such as 10.0.0.0/8, or the name of an interface");
    }
    return value;
  }

  /** The value of {@code --connections}. */
  static int connections(int value) {
    long most = Setting.TCP_CONNECTIONS.most();
    if (value < 1 || value > most) {
      throw new UsageException("--connections " + value + ": give 1 to " + most + " of them");
    }
    return value;
  }

  /** The value of {@code --ports}. */
  static String ports(String value) {
    Matcher ports = PORTS.matcher(value);
    if (!ports.matches()
        || Integer.parseInt(ports.group(1)) < 1
        || Integer.parseInt(ports.group(1)) > Integer.parseInt(ports.group(2))
        || Integer.parseInt(ports.group(2)) > MAX_PORT) {
      throw new UsageException(
          "--ports " + value + ": give the first and the last of them, such as 20000-20100");
    }
    return value;
  }
}
