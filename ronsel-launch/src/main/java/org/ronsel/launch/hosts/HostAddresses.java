package org.ronsel.launch.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ronsel.launch.spi.DaemonThread;
import org.ronsel.launch.spi.UsageException;

/** The addresses of hosts by name, as far as the system knows them. */
public final class HostAddresses {
  /** Time to wait for a name server, in seconds; its answer is not required. */
  private static final long WITHIN_S = 3;

  /** Most names that are looked up at the same time: a thread waits for each. */
  private static final int MOST_THREADS = 32;

  private final Map<String, List<InetAddress>> byName;

  private HostAddresses(Map<String, List<InetAddress>> byName) {
    this.byName = byName;
  }

  /**
   * Looks up all names at once. A name without an address may still be known to the remote shell,
   * from its configuration.
   */
  public static HostAddresses of(List<Host> hosts) {
    Map<String, List<InetAddress>> found = new ConcurrentHashMap<>();
    CountDownLatch left = new CountDownLatch(hosts.size());
    Queue<Host> next = new ConcurrentLinkedQueue<>(hosts);
    for (int i = 0; i < Math.min(MOST_THREADS, hosts.size()); i++) {
      DaemonThread.start(
          "names-" + i,
          () -> {
            for (Host host = next.poll(); host != null; host = next.poll()) {
              found.put(host.name(), lookUp(host.name()));
              left.countDown();
            }
          });
    }
    try {
      var _ = left.await(WITHIN_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Map<String, List<InetAddress>> byName = new LinkedHashMap<>();
    hosts.forEach(host -> byName.put(host.name(), found.getOrDefault(host.name(), List.of())));
    return new HostAddresses(byName);
  }

  private static List<InetAddress> lookUp(String name) {
    try {
      return List.of(InetAddress.getAllByName(name.substring(name.indexOf('@') + 1)));
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * Refuses different names of the same host: its ranks would be counted as those of several hosts.
   *
   * @param where place at which the hosts are named
   * @throws UsageException naming the first two
   */
  public void requireDifferent(String where) {
    Map<InetAddress, String> names = new HashMap<>();
    byName.forEach(
        (name, addresses) -> {
          for (InetAddress address : addresses) {
            String other = names.putIfAbsent(address, name);
            if (other != null && !other.equals(name)) {
              throw new UsageException(
                  where
                      + ": "
                      + other
                      + " and "
                      + name
                      + " are the same host, with the address "
                      + address.getHostAddress()
                      + ": name it once, with the slots of both");
            }
          }
        });
  }

  /** Whether a name is one of this host's, by name and address. */
  public boolean isHere(String name) {
    return isOwnName(name)
        || !name.contains("@")
            && byName.getOrDefault(name, List.of()).stream().anyMatch(HostAddresses::isHere);
  }

  /** Whether a name is one of this host's, by the name alone, without a name server. */
  public static boolean isOwnName(String name) {
    String bare = name.toLowerCase(Locale.ROOT);
    if (bare.equals("localhost") || bare.startsWith("127.") || bare.equals("::1")) {
      return true;
    }
    try {
      String own = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
      // With or without the domain.
      return own.equals(bare) || own.startsWith(bare + ".") || bare.startsWith(own + ".");
    } catch (IOException e) {
      // This host does not know its own name; its addresses decide.
      return false;
    }
  }

  private static boolean isHere(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
      return false;
    }
  }
}
