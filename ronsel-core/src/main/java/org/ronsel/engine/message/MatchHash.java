package org.ronsel.engine.message;

/** The hash of a matching key. */
public final class MatchHash {
  private MatchHash() {}

  public static int of(long context, int source, int tag) {
    long h = (context ^ context >>> 32) * 0x9E3779B97F4A7C15L;
    h ^= ((long) source << 32 | tag & 0xffffffffL) * 0xC2B2AE3D27D4EB4FL;
    h *= 0x9E3779B97F4A7C15L;
    return (int) (h >>> 40);
  }
}
