package org.ronsel.launch;

import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ronsel.job.JobLayout;
import org.ronsel.machine.Availability;
import org.ronsel.machine.MachineReport;
import org.ronsel.machine.Topology;
import org.ronsel.memory.ByteSize;
import org.ronsel.runtime.TransportInfo;
import picocli.CommandLine.Command;

/** {@code ronsel info}: this machine, the transports that work on it, and why others do not. */
@Command(
    name = "info",
    mixinStandardHelpOptions = true,
    header = "Describe this machine and the transports that work on it.")
final class InfoCommand implements Callable<Integer> {
  /** Numbers of process ranks for which the bound of shared memory is shown. */
  private static final int[] SHOWN_RANKS = {2, 8, 64};

  @Override
  public Integer call() {
    System.out.print(describe(MachineReport.collect()));
    return 0;
  }

  /** The text that is printed. */
  static String describe(MachineReport report) {
    StringBuilder text = new StringBuilder();
    MachineReport.Jdk jdk = report.jdk();
    line(text, "Java", jdk.version() + ", " + jdk.vendor() + ", " + jdk.home());
    MachineReport.Os os = report.os();
    line(
        text,
        "System",
        os.name()
            + " "
            + os.version()
            + ", "
            + os.architecture()
            + ", pages of "
            + size(os.pageBytes()));
    processors(text, report);
    memory(text, report);
    transports(text, report);
    facilities(text, report.facilities());
    return text.toString();
  }

  private static void processors(StringBuilder text, MachineReport report) {
    Topology topology = report.topology();
    if (!report.cpuModel().isEmpty()) {
      line(text, "Processor", report.cpuModel());
    }
    line(
        text,
        "Topology",
        count(topology.packages(), "package")
            + ", "
            + count(topology.cores(), "core")
            + ", "
            + count(topology.cpus().size(), "hardware thread")
            + " (from "
            + topology.source()
            + ")");
    line(
        text,
        "Usable",
        count(topology.usable().size(), "hardware thread")
            + ": "
            + topology.allowed()
            + topology.cpuQuota().stream()
                .mapToObj(q -> String.format(Locale.ROOT, ", quota of %.1f processors", q))
                .collect(Collectors.joining()));
    for (Topology.Cache cache : topology.caches()) {
      line(
          text,
          "Cache",
          "L"
              + cache.level()
              + " "
              + cache.type()
              + " "
              + size(cache.bytes())
              + ", processors "
              + cache.cpus());
    }
    for (Topology.NumaNode node : topology.numaNodes()) {
      line(
          text, "NUMA node " + node.id(), size(node.memoryBytes()) + ", processors " + node.cpus());
    }
    topology.notes().forEach(note -> line(text, "Note", note));
  }

  private static void memory(StringBuilder text, MachineReport report) {
    MachineReport.Memory memory = report.memory();
    line(
        text,
        "Memory",
        size(memory.totalBytes())
            + ", "
            + size(memory.availableBytes())
            + " available"
            + memory.limitBytes().stream()
                .mapToObj(limit -> ", container limit " + size(limit))
                .collect(Collectors.joining()));
    line(
        text,
        "Shared memory",
        memory.sharedDirectory()
            + ": "
            + (memory.sharedTotalBytes() < 0
                ? "cannot be examined"
                : size(memory.sharedTotalBytes()) + ", " + size(memory.sharedFreeBytes()) + " free")
            + (report.facilities().anonymousMemory().usable()
                ? " (not needed: memory without a name is used)"
                : ""));
  }

  private static void transports(StringBuilder text, MachineReport report) {
    for (String name : TransportInfo.names()) {
      switch (name) {
        case "thread" -> line(text, "Transport thread", "usable, between ranks of one JVM");
        case "shm" -> sharedMemory(text, report);
        case "tcp" -> line(text, "Transport tcp", "usable, between JVMs of different hosts");
        default -> line(text, "Transport " + name, "found among the modules");
      }
    }
    Availability string = report.facilities().stringCopies();
    line(
        text,
        "Long copies",
        string.usable()
            ? "by the JVM or by the processor's string instruction, whichever has been faster lately"
            : "by the JVM; the string instruction is " + string);
  }

  private static void sharedMemory(StringBuilder text, MachineReport report) {
    String missing = missingForSharedMemory(report);
    line(
        text,
        "Transport shm",
        missing.isEmpty()
            ? "usable, between JVMs of this host"
            : "unavailable, because " + missing);
    line(
        text,
        "",
        IntStream.of(SHOWN_RANKS)
            .mapToObj(n -> size(bound(n)) + " for " + n)
            .collect(
                Collectors.joining(", ", "shared memory of a job: at most ", " process ranks")));
  }

  private static long bound(int processRanks) {
    return TransportInfo.sharedMemoryBound(JobLayout.even("info", processRanks, processRanks, 0));
  }

  private static String missingForSharedMemory(MachineReport report) {
    MachineReport.Facilities facilities = report.facilities();
    if (!facilities.nativeAccess().usable()) {
      return facilities.nativeAccess().detail();
    }
    if (!facilities.futex().usable()) {
      return facilities.futex().detail();
    }
    boolean none = !facilities.anonymousMemory().usable() && report.memory().sharedFreeBytes() <= 0;
    return none
        ? facilities.anonymousMemory().detail()
            + ", and there is no room in "
            + report.memory().sharedDirectory()
        : "";
  }

  private static void facilities(StringBuilder text, MachineReport.Facilities facilities) {
    facility(text, "Native access", facilities.nativeAccess());
    facility(text, "Unnamed memory", facilities.anonymousMemory());
    facility(text, "Futex", facilities.futex());
    facility(text, "Binding", facilities.affinity());
    facility(text, "Process memory", facilities.processMemory());
    facility(text, "Process arrays", facilities.processArrays());
  }

  private static void facility(StringBuilder text, String name, Availability availability) {
    line(text, name, availability.toString());
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-17s %s%n", name, value));
  }

  private static String count(int number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  private static String size(long bytes) {
    return bytes <= 0 ? "unknown" : ByteSize.describe(bytes);
  }
}
