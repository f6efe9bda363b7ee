package org.ronsel.collective;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;
import org.ronsel.engine.failure.CallLog;

/**
 * The fingerprint of a collective call, which goes into a {@link CallLog}: the operation and a hash
 * of the arguments. The same on all ranks whose calls fit together, and different with high
 * probability where they do not.
 */
final class CallFingerprint {
  private static final int NOT_BLOCKING = 1;

  /** Among some of the ranks, or between two groups. */
  private static final int OF_SOME = 32;

  /** A persistent call; its other bits are those of a blocking one. */
  private static final int PERSISTENT = 64;

  /** Another communicator is made. */
  static final int CREATION = PERSISTENT | NOT_BLOCKING;

  /** A blocking allReduce. */
  static final int ALL_REDUCE = Collective.ALL_REDUCE.ordinal() << 1;

  private static final Collective[] COLLECTIVES = Collective.values();

  static {
    if (COLLECTIVES.length << 1 > OF_SOME) {
      throw new AssertionError("more operations than the bits of a fingerprint tell apart");
    }
  }

  private CallFingerprint() {}

  /** The operation and the kind of call. */
  static int operation(Invocation call) {
    return call.collective().ordinal() << 1
        | switch (call.kind()) {
          case BLOCKING -> 0;
          case NONBLOCKING -> NOT_BLOCKING;
          case PERSISTENT -> PERSISTENT;
        }
        | (call.algorithm() == null ? 0 : OF_SOME);
  }

  /** The name of an operation. */
  static String operation(int bits) {
    if (bits == CREATION) {
      return "a method that makes a communicator";
    }
    Collective collective = COLLECTIVES[(bits & OF_SOME - 1) >> 1];
    String call =
        (bits & PERSISTENT) != 0
            ? collective.preparingCall()
            : (bits & NOT_BLOCKING) == 0 ? collective.call() : collective.startingCall();
    return (bits & OF_SOME) == 0 ? call : call + " among neighbours or groups";
  }

  /**
   * Mixes the other arguments that have to be alike. Bytes are compared, not elements, since values
   * of one type may be elements of several; and nothing that is known on some ranks only.
   *
   * @param inPlace whether the call is in place, where that decides how it is served
   */
  static long arguments(Invocation call, boolean inPlace) {
    if (call.algorithm() != null) {
      return 0;
    }
    Reduction op = call.reduction();
    long hash =
        mixed(
            call.hasTable() || call.hasLengthOfRoot() ? 0 : call.bytes(),
            call.root(),
            op == null ? 0 : op.signature());
    return inPlace ? ~hash : hash;
  }

  /** The same for an allReduce of one value. */
  static long ofValue(ElementType type, Reduction op) {
    return mixed(type.bytes(), 0, op.signature());
  }

  private static long mixed(long bytes, int root, int operator) {
    return ((bytes * 31 + root) * 31 + operator) * 0x9E3779B97F4A7C15L;
  }
}
