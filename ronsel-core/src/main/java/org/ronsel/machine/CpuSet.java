package org.ronsel.machine;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set of logical processors by the numbers the operating system gives them; written as
 * in {@code /sys}: {@code 0-3,8}.
 */
public final class CpuSet {
  /** Numbers from here on are taken for damaged input; Linux knows at most 8192 processors. */
  static final int LIMIT = 1 << 16;

  private static final CpuSet EMPTY = new CpuSet(new BitSet());

  private final BitSet bits;

  private CpuSet(BitSet bits) {
    this.bits = bits;
  }

  /** The set of no processor. */
  public static CpuSet empty() {
    return EMPTY;
  }

  /** The set of the given processors. */
  public static CpuSet of(int... cpus) {
    BitSet bits = new BitSet();
    for (int cpu : cpus) {
      bits.set(cpu);
    }
    return new CpuSet(bits);
  }

  /** A set with the same members. */
  public static CpuSet of(BitSet members) {
    return new CpuSet((BitSet) members.clone());
  }

  /**
   * Reads a list such as {@code 0-3,8}, with white space around it.
   *
   * @return the set, or null if the text is not such a list
   */
  static @Nullable CpuSet parseList(String text) {
    BitSet bits = new BitSet();
    String list = text.strip();
    if (list.isEmpty()) {
      return EMPTY;
    }
    for (String range : list.split(",", -1)) {
      int dash = range.indexOf('-');
      int first = number(dash < 0 ? range : range.substring(0, dash));
      int last = dash < 0 ? first : number(range.substring(dash + 1));
      if (first < 0 || last < first) {
        return null;
      }
      bits.set(first, last + 1);
    }
    return new CpuSet(bits);
  }

  private static int number(String digits) {
    if (digits.isEmpty() || digits.length() > 6) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = 10 * value + digit;
    }
    return value < LIMIT ? value : -1;
  }

  /** Whether the set holds this processor. */
  public boolean contains(int cpu) {
    return cpu >= 0 && bits.get(cpu);
  }

  /** Whether the set is empty. */
  public boolean isEmpty() {
    return bits.isEmpty();
  }

  /** How many processors it holds. */
  public int size() {
    return bits.cardinality();
  }

  /** The lowest number in it, or -1 if it is empty. */
  public int first() {
    return bits.nextSetBit(0);
  }

  /** The numbers, ascending. */
  public IntStream stream() {
    return bits.stream();
  }

  /** The members that both sets have. */
  public CpuSet and(CpuSet other) {
    BitSet both = (BitSet) bits.clone();
    both.and(other.bits);
    return new CpuSet(both);
  }

  /** The members as a bit set of the caller's own. */
  public BitSet toBitSet() {
    return (BitSet) bits.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CpuSet set && bits.equals(set.bits);
  }

  @Override
  public int hashCode() {
    return bits.hashCode();
  }

  /** The list form, such as {@code 0-3,8}. */
  @Override
  public String toString() {
    StringBuilder list = new StringBuilder();
    for (int first = bits.nextSetBit(0); first >= 0; ) {
      int end = bits.nextClearBit(first);
      list.append(list.isEmpty() ? "" : ",").append(first);
      if (end - 1 > first) {
        list.append('-').append(end - 1);
      }
      first = bits.nextSetBit(end);
    }
    return list.toString();
  }
}
