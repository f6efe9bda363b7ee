package org.ronsel.runtime.guest;

import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.runtime.RankIdentity;

/**
 * Which rank a call belongs to, for interfaces that are loaded with the program and whose statics
 * must mean the calling rank. Unlike {@code Ronsel.world()} it is told the class, so that nothing
 * needs to look at the stack.
 */
public final class CallingRank {
  private CallingRank() {}

  /**
   * The world communicator of the rank to which a call from {@code caller} on this thread belongs.
   *
   * @throws org.ronsel.RonselException if it belongs to none, saying how to bind it
   */
  public static Comm world(Class<?> caller) {
    return RankIdentity.current(caller).world();
  }

  /**
   * The world communicator of the one rank that {@code type} was loaded for, or null if ranks share
   * it: then each call may belong to another rank.
   */
  public static @Nullable Comm ownerOf(Class<?> type) {
    return RankIdentity.ownerOf(type);
  }
}
