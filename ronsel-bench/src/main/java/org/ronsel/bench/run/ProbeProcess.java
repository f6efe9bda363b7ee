package org.ronsel.bench.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.ronsel.bench.limit.ProbeMain;
import org.ronsel.bench.stats.Summary;
import org.ronsel.launch.spi.ChildLauncher;

/** The cache-line probe as a process that sleeps between readings. Used by one thread. */
public final class ProbeProcess implements Orchestrator.Probe, AutoCloseable {
  private final Process process;
  private final OutputStream orders;
  private final BufferedReader answers;

  /** Starts the process; it takes no time from the cores until it is asked. */
  public ProbeProcess() throws IOException {
    process =
        new ProcessBuilder(ChildLauncher.jvm(List.of(), ProbeMain.class))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    orders = process.getOutputStream();
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  @Override
  public Summary read() {
    try {
      orders.write('\n');
      orders.flush();
      String line = answers.readLine();
      if (line == null) {
        throw new IOException("the probe has ended");
      }
      return parse(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Summary parse(String line) throws IOException {
    Map<String, Object> map =
        ResultLine.find(List.of(line), "probe")
            .orElseThrow(() -> new IOException("the probe says: " + line));
    return new Summary(
        ResultLine.number(map.get("count"), "count").intValue(),
        ResultLine.number(map.get("min"), "min").doubleValue(),
        ResultLine.number(map.get("p25"), "p25").doubleValue(),
        ResultLine.number(map.get("median"), "median").doubleValue(),
        ResultLine.number(map.get("p75"), "p75").doubleValue(),
        ResultLine.number(map.get("max"), "max").doubleValue(),
        ResultLine.number(map.get("mean"), "mean").doubleValue());
  }

  /** Ends the process, which ends by itself when this JVM does. */
  @Override
  public void close() {
    process.destroy();
  }
}
