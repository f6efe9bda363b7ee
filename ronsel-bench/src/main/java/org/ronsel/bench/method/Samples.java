package org.ronsel.bench.method;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The result of a measurement.
 *
 * @param inner iterations per batch
 * @param warmups batches of the warm-up
 * @param stable whether the warm-up ended because the times had become stable
 * @param perOperationNs nanoseconds per operation, one value per batch
 * @param parts other series of nanoseconds of the measurement, by name; mostly none
 */
@SuppressWarnings("ArrayRecordComponent") // copied on the way in and out
public record Samples(
    int inner, int warmups, boolean stable, double[] perOperationNs, Map<String, double[]> parts) {
  /** Copies the array. */
  public Samples {
    perOperationNs = perOperationNs.clone();
    parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
  }

  /** Creates samples without parts. */
  public Samples(int inner, int warmups, boolean stable, double[] perOperationNs) {
    this(inner, warmups, stable, perOperationNs, Map.of());
  }

  /** The same with parts. */
  public Samples with(Map<String, double[]> other) {
    return new Samples(inner, warmups, stable, perOperationNs, other);
  }

  /** A part by its name; empty if there is none. */
  public double[] part(String name) {
    double[] values = parts.get(name);
    return values == null ? new double[0] : values.clone();
  }

  @Override
  public double[] perOperationNs() {
    return perOperationNs.clone();
  }
}
