package org.ronsel.bench.limit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.ronsel.bench.stats.Summary;

/**
 * The cache-line probe in a JVM of its own, so that every reading is made by the same compiled
 * code: one reading for each line of standard input, until its end.
 */
public final class ProbeMain {
  private ProbeMain() {}

  /** Takes no arguments. */
  public static void main(String... args) throws IOException, InterruptedException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (orders.readLine() != null) {
      Summary s = CacheLineProbe.read();
      System.out.println(
          String.format(
              Locale.ROOT,
              "{\"ronsel\":\"probe\",\"count\":%d,\"min\":%.2f,\"p25\":%.2f,\"median\":%.2f,"
                  + "\"p75\":%.2f,\"max\":%.2f,\"mean\":%.2f}",
              s.count(),
              s.min(),
              s.p25(),
              s.median(),
              s.p75(),
              s.max(),
              s.mean()));
    }
  }
}
