package org.ronsel.transport;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.ronsel.runtime.control.Hmac;

/**
 * What a transport is told in a job of JVMs with equally many ranks, all of them in this process.
 *
 * @param ranks how many
 * @param ranksOfJvm how many a JVM has
 * @param jvm which of them
 * @param secret of the job
 * @param notices takes what is told to the user
 * @param localRanks how peers see the ranks
 */
public record TestContext(
    int ranks,
    int ranksOfJvm,
    int jvm,
    byte[] secret,
    Consumer<String> notices,
    IntFunction<LocalRank> localRanks)
    implements TransportContext {
  /** A rank that nobody has to wake. */
  public static final LocalRank AWAKE =
      new LocalRank() {
        @Override
        public boolean eagerOpen() {
          return true;
        }

        @Override
        public void ringDoorbell() {
          // Nobody waits.
        }

        @Override
        public boolean help() {
          return false;
        }
      };

  /** In a job of JVMs with one rank each. */
  public TestContext(
      int ranks,
      int jvm,
      byte[] secret,
      Consumer<String> notices,
      IntFunction<LocalRank> localRanks) {
    this(ranks, 1, jvm, secret, notices, localRanks);
  }

  /** In such a job that has nothing to tell, and no strangers. */
  public TestContext(int ranks, int jvm, IntFunction<LocalRank> localRanks) {
    this(ranks, 1, jvm, localRanks);
  }

  /** In a job that has nothing to tell, and no strangers. */
  public TestContext(int ranks, int ranksOfJvm, int jvm, IntFunction<LocalRank> localRanks) {
    this(
        ranks,
        ranksOfJvm,
        jvm,
        new byte[] {1},
        line -> {
          throw new AssertionError(line);
        },
        localRanks);
  }

  @Override
  public JobShape shape() {
    return new JobShape() {
      @Override
      public int endpoints() {
        return ranks;
      }

      @Override
      public int jvms() {
        return ranks / ranksOfJvm;
      }

      @Override
      public int jvmOf(int rank) {
        return rank / ranksOfJvm;
      }

      @Override
      public int firstRank(int ofJvm) {
        return ofJvm * ranksOfJvm;
      }
    };
  }

  @Override
  public byte[] proof(String purpose) {
    return Hmac.sha256(secret, purpose.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean needsNetwork() {
    return true;
  }

  @Override
  public boolean onOneMachine() {
    return true;
  }

  @Override
  public void notice(String line) {
    notices.accept(line);
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
