package org.ronsel.engine.message;

/**
 * Matching contexts: the 64 bits by which messages of different communicators, and of different
 * operations of one communicator, never meet.
 *
 * <table>
 * <caption>The bits</caption>
 * <tr><th>bits</th><th>meaning</th></tr>
 * <tr><td>0</td><td>0 for messages, 1 for collective operations</td></tr>
 * <tr><td>1 to 30</td><td>the id of the communicator</td></tr>
 * <tr><td>31</td><td>{@link #CREATION}: another communicator or a window is made from it</td></tr>
 * <tr><td>32 to 63</td><td>the instance: what of the communicator this is</td></tr>
 * </table>
 *
 * <p>An instance is 0 for messages of the program; records of objects have their number there, and
 * one more, which matching ignores. With bit 0 set it is the number of a collective operation,
 * which is not negative; without, the number of a channel of partitioned sends, from 1. Those below
 * 0 are reserved, and named here. Where bit 31 is set the upper half has a meaning of its own:
 * {@code org.ronsel.collective.context.CreationContext}, {@link #SESSION}.
 */
public final class Contexts {
  /** Ids of communicators have 30 bits. */
  public static final int LARGEST_ID = (1 << 30) - 1;

  /** Bit of contexts in which communicators and windows are made. */
  public static final long CREATION = 1L << 31;

  /**
   * Bit of such a context, if its last bit is not set: it belongs to a session, not to a
   * communicator.
   */
  public static final long SESSION = 1L << 33;

  /** Instance of collective operations on objects. */
  public static final int OBJECTS = -1;

  /** Instance in which partitioned sends announce themselves. */
  public static final int ANNOUNCEMENTS = -2;

  /** Instance in which the ranks of a checked job compare their collective calls. */
  public static final int CHECKED_CALLS = -3;

  /** In place of the number of a collective operation that has failed: all of them. */
  public static final int ALL_CALLS = -4;

  /** Instance in which the ranks of a checked job compare starts of persistent operations. */
  public static final int CHECKED_STARTS = -5;

  /** Where ranks tell each other their last collective calls: starts of persistent operations. */
  public static final int TOLD_STARTS = 1;

  /** The bits that name a communicator's messages or collective operations: all below bit 31. */
  public static final long COMMUNICATOR_BITS = 0x7fff_ffffL;

  private Contexts() {}

  /** The context of a communicator's messages. */
  public static int messages(int id) {
    return 2 * id;
  }

  /** The context of a communicator's collective operations, without the number of one. */
  public static int collectives(int id) {
    return 2 * id + 1;
  }

  /** The context of an instance of a communicator. */
  public static long of(int instance, long context) {
    return (long) instance << 32 | context;
  }

  /** The instance of a context. */
  public static int instance(long context) {
    return (int) (context >> 32);
  }

  /** The id of the communicator to which a context belongs. */
  public static int id(long context) {
    return (int) context >>> 1 & LARGEST_ID;
  }

  /** Whether messages in a context are the program's, and not parts of collective operations. */
  public static boolean isOfProgram(long context) {
    return (context & ~(2L * LARGEST_ID)) == 0;
  }

  /**
   * Whether messages in a context are the program's, or announcements or partitions of its
   * partitioned sends.
   */
  public static boolean isMessage(long context) {
    return (context & (CREATION | 1)) == 0
        && (instance(context) >= 0 || instance(context) == ANNOUNCEMENTS);
  }

  /** Whether messages in a context are those of partitioned sends. */
  public static boolean isPartitioned(long context) {
    return isMessage(context) && instance(context) != 0;
  }

  /** Whether messages in a context are partitions; their tag is the number of the partition. */
  public static boolean isPartition(long context) {
    return isMessage(context) && instance(context) > 0;
  }

  /** Whether a context belongs to no communicator yet, but to a session that makes one. */
  public static boolean isOfSession(long context) {
    return (context & CREATION) != 0 && (context & SESSION) != 0 && (context & 1) == 0;
  }
}
