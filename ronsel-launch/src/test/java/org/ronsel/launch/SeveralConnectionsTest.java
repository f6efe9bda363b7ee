package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.hosts.TestHosts;

/** Long messages between hosts whose network limits each connection. */
class SeveralConnectionsTest {
  private static final Pattern SENT = Pattern.compile(" Sent (\\d+) bytes");
  private static final int MESSAGE = 4 << 20;
  private static final int TIMES = 6;

  private static TestHosts hosts;

  @BeforeAll
  static void up() throws Exception {
    hosts = TestHosts.up(2, "--flow-rate", "400mbit");
  }

  @AfterAll
  static void down() {
    if (hosts != null) {
      hosts.close();
    }
  }

  /** The classes of connections that have carried at least so many bytes so far. */
  private static List<Long> carried() throws Exception {
    return SENT.matcher(hosts.exec("node1", "tc", "-s", "class", "show", "dev", "eth0").out())
        .results()
        .map(each -> Long.valueOf(each.group(1)))
        .toList();
  }

  /** Two may by chance be of one class, whose limit they share. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void eachConnectionCarriesItsShare(int connections) throws Exception {
    List<Long> before = carried();
    Job.Result result =
        Job.runBy(
            hosts.on("node1"),
            "run",
            "-n",
            2,
            "--hosts=node1,node2",
            "--connections",
            connections,
            Job.program("LongStream"),
            MESSAGE,
            TIMES);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith("whole, ");
    List<Long> after = carried();
    int busy = 0;
    for (int i = 0; i < after.size(); i++) {
      busy += after.get(i) - before.get(i) > (long) MESSAGE * TIMES / 12 ? 1 : 0;
    }
    if (connections == 1) {
      assertThat(busy).isEqualTo(1);
    } else {
      assertThat(busy).isBetween(2, connections);
    }
  }
}
