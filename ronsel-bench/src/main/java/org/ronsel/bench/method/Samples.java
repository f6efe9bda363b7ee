package org.ronsel.bench.method;

import java.util.Locale;
import java.util.StringJoiner;

/**
 * What a measurement found.
 *
 * @param inner iterations per batch
 * @param warmups batches of the warm-up
 * @param stable whether the warm-up ended because the times had become stable
 * @param perOperationNs nanoseconds per operation, one value per batch
 */
@SuppressWarnings("ArrayRecordComponent") // copied on the way in and out
public record Samples(int inner, int warmups, boolean stable, double[] perOperationNs) {
  /** Copies the array. */
  public Samples {
    perOperationNs = perOperationNs.clone();
  }

  @Override
  public double[] perOperationNs() {
    return perOperationNs.clone();
  }

  /**
   * The line that a measuring process prints for the one that started it; the native peer prints
   * the same. Only for samples whose data were verified.
   */
  public String toJsonLine(KernelArguments arguments, int ranks) {
    StringJoiner values = new StringJoiner(",", "[", "]");
    for (double value : perOperationNs) {
      values.add(String.format(Locale.ROOT, "%.3f", value));
    }
    return String.format(
        Locale.ROOT,
        "{\"ronsel\":\"samples\",\"kernel\":\"%s\",\"size\":%d,\"ranks\":%d,\"inner\":%d,"
            + "\"warmups\":%d,\"stable\":%b,\"verified\":true,\"perOperationNs\":%s}",
        arguments.kernel(),
        arguments.size(),
        ranks,
        inner,
        warmups,
        stable,
        values);
  }
}
