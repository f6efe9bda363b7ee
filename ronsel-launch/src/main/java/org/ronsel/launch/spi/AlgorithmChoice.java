package org.ronsel.launch.spi;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.KnownAlgorithms;

/**
 * An algorithm for a collective operation, as {@code --algorithm} names it.
 *
 * @param operation such as {@code allReduce}
 * @param algorithm such as {@code ring}
 */
public record AlgorithmChoice(String operation, String algorithm) {
  /**
   * Reads {@code OPERATION=ALGORITHM}.
   *
   * @throws IllegalArgumentException if there is no such operation, or it has no such algorithm
   */
  public static AlgorithmChoice parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException(
          "--algorithm " + text + ": give OPERATION=ALGORITHM, such as allReduce=ring");
    }
    Collective collective = KnownAlgorithms.operation(text.substring(0, equals));
    if (collective == null) {
      throw new IllegalArgumentException(
          "--algorithm " + text + ": the operations are " + KnownAlgorithms.operations());
    }
    String name = text.substring(equals + 1);
    if (KnownAlgorithms.find(collective, name) == null) {
      throw new IllegalArgumentException(
          "--algorithm "
              + text
              + ": no such algorithm; ronsel tune --list "
              + collective.call()
              + " lists those there are");
    }
    return new AlgorithmChoice(collective.call(), name);
  }

  @Override
  public String toString() {
    return operation + "=" + algorithm;
  }
}
