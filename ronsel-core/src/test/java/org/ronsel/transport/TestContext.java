package org.ronsel.transport;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * What a transport is told in a job of JVMs with one rank each, all of them in this process.
 *
 * @param ranks how many
 * @param jvm which of them
 * @param localRanks how peers see the ranks
 */
public record TestContext(int ranks, int jvm, IntFunction<LocalRank> localRanks)
    implements TransportContext {

  @Override
  public JobShape shape() {
    return new JobShape() {
      @Override
      public int ranks() {
        return ranks;
      }

      @Override
      public int jvms() {
        return ranks;
      }

      @Override
      public int jvmOf(int rank) {
        return rank;
      }

      @Override
      public int firstRank(int ofJvm) {
        return ofJvm;
      }
    };
  }

  @Override
  public byte[] proof(String purpose) {
    return new byte[32];
  }

  @Override
  public LocalRank localRank(int rank) {
    return localRanks.apply(rank);
  }

  /** Introduces the parts of all JVMs to each other. */
  public static void meet(List<? extends JvmTransport> transports) {
    Map<Integer, byte[]> addresses = new HashMap<>();
    for (int jvm = 0; jvm < transports.size(); jvm++) {
      addresses.put(jvm, transports.get(jvm).address());
    }
    boolean again = false;
    for (JvmTransport each : transports) {
      again |= each.meet(addresses);
    }
    if (again) {
      transports.forEach(JvmTransport::allHaveMet);
    }
  }
}
