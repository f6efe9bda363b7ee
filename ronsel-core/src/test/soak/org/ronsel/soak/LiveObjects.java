package org.ronsel.soak;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** The objects of Ronsel's classes that are alive in this JVM. */
final class LiveObjects {
  private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+(\\S+).*");
  private static final Pattern OURS = Pattern.compile("(\\[+L)?(org\\.ronsel|mpi)\\..*");

  private LiveObjects() {}

  /** Collects garbage, and counts what is left by class. */
  static Map<String, Long> count() {
    String histogram;
    try {
      histogram =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName("com.sun.management:type=DiagnosticCommand"),
                      "gcClassHistogram",
                      new Object[] {new String[0]},
                      new String[] {String[].class.getName()});
    } catch (JMException e) {
      throw new AssertionError("this JVM has no class histogram", e);
    }
    Map<String, Long> counts = new TreeMap<>();
    for (String line : histogram.split("\n")) {
      Matcher fields = LINE.matcher(line);
      if (fields.matches() && OURS.matcher(fields.group(2)).matches()) {
        // Lambdas of one class differ by an address.
        String name = fields.group(2).replaceFirst("/0x.*", "");
        counts.merge(name, Long.parseLong(fields.group(1)), Long::sum);
      }
    }
    return counts;
  }
}
