package org.ronsel.collective.context;

import static org.ronsel.engine.message.Contexts.CREATION;
import static org.ronsel.engine.message.Contexts.SESSION;

import org.ronsel.engine.message.Contexts;

/**
 * The matching contexts in which communicators are made. They differ in bit 31 from those of
 * messages and of collective operations, so that making a communicator disturbs nothing that is
 * under way on its parent. Bits 1 to 30 are the parent's id, bit 0 and bits 32 to 63 say what is
 * made.
 */
public final class CreationContext {
  private static final long INTER = 1L << 32;

  private CreationContext() {}

  /**
   * For something that all ranks of the parent make.
   *
   * @param number how many the rank has begun to make of this parent before
   */
  public static long collective(int parentId, int number) {
    return Contexts.of(number, CREATION | Contexts.collectives(parentId));
  }

  /** For a part of the parent that only its own ranks make; the tag tells several apart. */
  public static long ofGroup(int parentId) {
    return CREATION | Contexts.messages(parentId);
  }

  /**
   * The context of the creation of an inter-communicator whose leaders meet in the given
   * communicator.
   */
  public static long ofInter(int peerId) {
    return INTER | CREATION | Contexts.messages(peerId);
  }

  /**
   * For a group that has no parent (MPI-4.1, section 11.3); the name tells several apart.
   *
   * @param nameHash a hash of the name, of which the tag is another that does not follow from it
   */
  public static long ofSession(int nameHash) {
    return (nameHash & 0x3FFFFFFFL) << 34 | SESSION | CREATION;
  }
}
