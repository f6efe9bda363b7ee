package org.ronsel.bench.run;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.memory.ByteSize;

/** Sizes of messages: as {@link ByteSize}, of at most {@link KernelArguments#MAX_SIZE}. */
public final class Sizes {
  private Sizes() {}

  /**
   * Reads one size.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static int parse(String text) {
    long bytes = ByteSize.parse(text);
    if (bytes > KernelArguments.MAX_SIZE) {
      throw new IllegalArgumentException("'" + text + "' is more than the largest size, 1G");
    }
    return (int) bytes;
  }

  /** Reads sizes between commas. */
  public static List<Integer> parseList(String text) {
    List<Integer> sizes = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      sizes.add(parse(part));
    }
    return sizes;
  }
}
