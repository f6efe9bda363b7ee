package org.ronsel.machine;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;

/** Chooses the address of this host on which its JVMs listen. */
public final class NetworkChoice {
  private NetworkChoice() {}

  private static final int PORT_BYTES = 2;

  private static final Pattern SUBNET = Pattern.compile("[\\p{XDigit}.:]+/(\\d{1,3})");
  private static final Pattern NAME = Pattern.compile("[\\w.:@%-]+");

  /** An address, and the interface that has it. */
  private record Candidate(NetworkInterface of, InetAddress address) {
    boolean isOf(String network) {
      return of.getName().equals(network) || contains(network, address);
    }
  }

  /** Whether a word is a subnet, or may be an address or the name of an interface. */
  public static boolean mayName(String word) {
    if (!word.contains("/")) {
      return NAME.matcher(word).matches();
    }
    Matcher subnet = SUBNET.matcher(word);
    return subnet.matches() && Integer.parseInt(subnet.group(1)) <= (word.contains(":") ? 128 : 32);
  }

  /**
   * The address that a user's words name: an interface, a subnet such as {@code 10.0.0.0/8}, or an
   * address. Without words the first of an interface that is up and leads to other hosts.
   *
   * @param oneMachine whether all JVMs are on this machine, so that loopback will do
   */
  public static InetAddress address(String network, boolean oneMachine) {
    List<Candidate> all = candidates();
    if (network.isEmpty()) {
      return oneMachine
          ? InetAddress.getLoopbackAddress()
          : all.stream()
              .filter(each -> !each.address.isLoopbackAddress())
              .map(Candidate::address)
              .findFirst()
              .orElseGet(InetAddress::getLoopbackAddress);
    }
    return all.stream()
        .filter(each -> each.isOf(network))
        .map(Candidate::address)
        .findFirst()
        .orElseThrow(
            () -> new RonselException(ErrorClass.ARGUMENT, network + ": " + none(network, all)));
  }

  /**
   * Why this host cannot be reached by a network that a user's words name, or null if it can.
   *
   * @throws RonselException if the interfaces cannot be listed
   */
  public static @Nullable String obstacle(String network) {
    List<Candidate> all = candidates();
    return all.stream().anyMatch(each -> each.isOf(network)) ? null : none(network, all);
  }

  private static String none(String network, List<Candidate> all) {
    Map<String, String> addresses =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    each -> each.of.getName(),
                    LinkedHashMap::new,
                    Collectors.mapping(each -> text(each.address), Collectors.joining(" "))));
    boolean isSubnet = network.contains("/") || network.matches("[\\d.]+|.*:.*:.*");
    return (isSubnet ? "no interface has an address in it" : "there is no such interface")
        + "; there is "
        + addresses.entrySet().stream()
            .map(each -> each.getKey() + " (" + each.getValue() + ")")
            .collect(Collectors.joining(", "));
  }

  /** Addresses of interfaces that are up: version 4 before 6, within a host and a link last. */
  private static List<Candidate> candidates() {
    try {
      List<Candidate> found = new ArrayList<>();
      for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
        if (isUp(each)) {
          for (InterfaceAddress address : each.getInterfaceAddresses()) {
            found.add(new Candidate(each, address.getAddress()));
          }
        }
      }
      found.sort(Comparator.comparingInt(each -> order(each.address)));
      return found;
    } catch (SocketException e) {
      throw new RonselException(ErrorClass.INTERN, "cannot list the interfaces of this host", e);
    }
  }

  /** Not so for an interface that has gone since it was listed, as those of containers do. */
  private static boolean isUp(NetworkInterface each) {
    try {
      return each.isUp();
    } catch (SocketException gone) {
      return false;
    }
  }

  private static int order(InetAddress address) {
    int order = address instanceof Inet4Address ? 0 : 1;
    order += address.isLinkLocalAddress() ? 2 : 0;
    return order + (address.isLoopbackAddress() ? 4 : 0);
  }

  /** Whether an address is in a subnet, or is the one that is named. */
  public static boolean contains(String subnet, InetAddress address) {
    String[] parts = subnet.split("/", 2);
    if (!parts[0].contains(".") && !parts[0].contains(":")) {
      return false; // the name of an interface, not to be looked up
    }
    byte[] wanted;
    try {
      wanted = InetAddress.ofLiteral(parts[0]).getAddress();
    } catch (IllegalArgumentException notAnAddress) {
      return false;
    }
    byte[] has = address.getAddress();
    int bits = has.length * Byte.SIZE;
    try {
      bits = parts.length == 1 ? bits : Integer.parseInt(parts[1]);
    } catch (NumberFormatException e) {
      return false;
    }
    if (wanted.length != has.length || bits < 0 || bits > has.length * Byte.SIZE) {
      return false;
    }
    for (int i = 0; i < bits; i++) {
      int mask = 0x80 >>> (i & 7);
      if (((wanted[i >>> 3] ^ has[i >>> 3]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }

  /** An address without the interface that version 6 adds. */
  public static String text(InetAddress address) {
    try {
      return InetAddress.getByAddress(address.getAddress()).getHostAddress();
    } catch (UnknownHostException e) {
      return address.getHostAddress();
    }
  }

  /** Encodes the address of a JVM for others: port and IP address. */
  public static byte[] encode(InetSocketAddress address) {
    byte[] ip = address.getAddress().getAddress();
    return ByteBuffer.allocate(PORT_BYTES + ip.length)
        .putShort((short) address.getPort())
        .put(ip)
        .array();
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws UnknownHostException if it is damaged
   */
  public static InetSocketAddress decode(byte[] bytes) throws UnknownHostException {
    if (bytes.length < PORT_BYTES) {
      throw new UnknownHostException("an address of " + bytes.length + " bytes");
    }
    int port = ByteBuffer.wrap(bytes).getShort() & 0xffff;
    byte[] ip = Arrays.copyOfRange(bytes, PORT_BYTES, bytes.length);
    return new InetSocketAddress(InetAddress.getByAddress(ip), port);
  }
}
