package org.ronsel.launch.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.observe.Span;

/**
 * A timeline in the Trace Event Format (the JSON array form), which Perfetto and chrome://tracing
 * open. A JVM is a process, a rank is its track; further threads of a rank have tracks of their
 * own. A file whose job was killed has no closing bracket, which the format allows.
 */
final class TraceFile implements AutoCloseable {
  private static final int THREADS = 1_000_000;

  private final Writer out;
  private final JobPlan plan;
  private final long startNs = System.nanoTime();
  private final Set<Long> named = new HashSet<>();
  private boolean begun;

  /** Creates the file. */
  TraceFile(Path path, JobPlan plan) throws IOException {
    this.plan = plan;
    out = new BufferedWriter(Files.newBufferedWriter(path), 1 << 16);
    out.write("[");
    for (int jvm = 0; jvm < plan.jvms(); jvm++) {
      name("process_name", jvm, 0, "JVM " + jvm + ", " + plan.ranksOf(jvm));
    }
    out.flush();
  }

  /** Adds calls of a rank. */
  void write(int rank, List<Span> spans) throws IOException {
    int jvm = jvmOf(rank);
    for (Span span : spans) {
      long track = rank + (long) span.thread() * THREADS;
      if (named.add(track)) {
        String who = "rank " + rank;
        String thread = span.threadName().isEmpty() ? "thread" : span.threadName();
        name("thread_name", jvm, track, span.thread() == 0 ? who : who + ", " + thread);
      }
      write(jvm, track, span);
    }
    out.flush();
  }

  private int jvmOf(int rank) {
    int jvm = 0;
    while (!plan.holds(jvm, rank)) {
      jvm++;
    }
    return jvm;
  }

  private void write(int jvm, long track, Span span) throws IOException {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("call", span.place());
    for (boolean sent : new boolean[] {true, false}) {
      String all =
          span.messages().stream()
              .filter(message -> message.sent() == sent)
              .map(TraceFile::inWords)
              .collect(Collectors.joining("; "));
      if (!all.isEmpty()) {
        details.put(sent ? "sent" : "received", all);
      }
    }
    String category = span.name().startsWith("wait: ") ? "wait" : "call";
    Map<String, Object> event = event("X", span.name(), category, jvm, track, span.startNs());
    event.put("dur", span.durationNs() / 1e3);
    event.put("args", details);
    write(event);
    for (Span.Passage message : span.messages()) {
      if (message.flow() != 0) {
        long at = message.sent() ? span.startNs() : span.startNs() + span.durationNs();
        Map<String, Object> arrow =
            event(message.sent() ? "s" : "f", "message", "message", jvm, track, at);
        arrow.put("id", Long.toHexString(message.flow()));
        if (!message.sent()) {
          arrow.put("bp", "e");
        }
        write(arrow);
      }
    }
  }

  private static String inWords(Span.Passage message) {
    return message.bytes()
        + " bytes "
        + (message.sent() ? "to" : "from")
        + " rank "
        + message.peer()
        + (message.tag() == Span.UNTAGGED ? "" : ", tag " + message.tag());
  }

  private void name(String kind, int jvm, long track, String name) throws IOException {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("ph", "M");
    event.put("name", kind);
    event.put("pid", jvm);
    event.put("tid", track);
    event.put("args", Map.of("name", name));
    write(event);
  }

  private Map<String, Object> event(
      String phase, String name, String category, int jvm, long track, long atNs) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("ph", phase);
    event.put("name", name);
    event.put("cat", category);
    event.put("pid", jvm);
    event.put("tid", track);
    event.put("ts", (atNs - startNs) / 1e3);
    return event;
  }

  private void write(Map<String, Object> event) throws IOException {
    out.write(begun ? ",\n" : "\n");
    begun = true;
    out.write(JSON.std.asString(event));
  }

  @Override
  public void close() throws IOException {
    out.write("\n]\n");
    out.close();
  }
}
