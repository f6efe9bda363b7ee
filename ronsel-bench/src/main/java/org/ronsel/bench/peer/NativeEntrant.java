package org.ronsel.bench.peer;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.MemoryCheck;
import org.ronsel.bench.run.UnavailableException;
import org.ronsel.bench.run.Workload;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;

/** A native library in one setting. Finds and compiles on first use; remembers a failure. */
public final class NativeEntrant implements Entrant {
  /** The settings of native libraries. */
  public enum Variant {
    /** Through shared memory, two copies: the faster one on virtual machines. */
    OPENMPI_NOCMA("openmpi-nocma"),
    /** By cross-memory attach, one copy by the kernel: Open MPI's own choice. */
    OPENMPI_CMA("openmpi-cma"),
    /** MPICH with its default settings. */
    MPICH("mpich"),
    /** Open MPI over the loopback interface. */
    OPENMPI_TCP("openmpi-tcp"),
    /** MPICH over the loopback interface, by its UCX. */
    MPICH_TCP("mpich-tcp");

    private final String label;

    Variant(String label) {
      this.label = label;
    }
  }

  private static final String LOOPBACK = "lo";

  /** Makes ranks of one host connect over the loopback interface instead of sharing memory. */
  private static final Map<String, String> UCX_TCP =
      Map.of(
          "UCX_TLS",
          "tcp,self",
          "UCX_NET_DEVICES",
          LOOPBACK,
          "MPIR_CVAR_NOLOCAL",
          "1",
          "MPIR_CVAR_CH4_NETMOD",
          "ucx");

  private static final double LONGEST_WARMUP_MS = 3000;

  /** By default, MPICH polls a thousand times before it yields. */
  private static final Map<String, String> YIELD_AT_ONCE =
      Map.of("MPIR_CVAR_POLLS_BEFORE_YIELD", "1");

  private final NativePeer peer;
  private final Variant variant;
  private final boolean pin;
  private final Duration limit;
  private @Nullable PeerInstallation installation;
  private @Nullable Path program;
  private @Nullable String unavailable;

  /** Creates a peer in one setting; {@code limit} bounds each of its jobs. */
  NativeEntrant(NativePeer peer, Variant variant, boolean pin, Duration limit) {
    this.peer = peer;
    this.variant = variant;
    this.pin = pin;
    this.limit = limit;
  }

  /** The setting of a peer in which its processes connect by TCP. */
  public static NativeEntrant overTcp(NativePeer peer, boolean pin, Duration limit) {
    Variant variant = peer == NativePeer.OPENMPI ? Variant.OPENMPI_TCP : Variant.MPICH_TCP;
    return new NativeEntrant(peer, variant, pin, limit);
  }

  /** All settings of a peer in which its processes share memory. */
  public static List<NativeEntrant> of(NativePeer peer, boolean pin, Duration limit) {
    return switch (peer) {
      case OPENMPI ->
          List.of(
              new NativeEntrant(peer, Variant.OPENMPI_NOCMA, pin, limit),
              new NativeEntrant(peer, Variant.OPENMPI_CMA, pin, limit));
      case MPICH -> List.of(new NativeEntrant(peer, Variant.MPICH, pin, limit));
    };
  }

  @Override
  public String label() {
    return variant.label;
  }

  @Override
  public Kind kind() {
    return Kind.PEER;
  }

  /**
   * The two Open MPI settings differ only in messages that do not fit into a fragment. For windows
   * allocated by Open MPI they are the same; windows of the program's memory need single copy.
   */
  @Override
  public boolean takes(Workload workload) {
    if (workload.settings().memory() == Settings.Memory.OBJECT) {
      return false; // there are no such loops
    }
    if (!workload.benchmark().isOfPeers()) {
      return false;
    }
    boolean overNetwork = variant == Variant.OPENMPI_TCP || variant == Variant.MPICH_TCP;
    if (overNetwork && workload.isOnSharedWindow()) {
      return false;
    }
    boolean oneSided = workload.benchmark().isOneSided();
    return switch (variant) {
      case OPENMPI_NOCMA -> !oneSided || workload.isOnAllocatedWindow();
      case OPENMPI_CMA ->
          oneSided
              ? !workload.isOnAllocatedWindow()
              : !workload.oversubscribes()
                  && workload.size() > 0
                  && !workload.benchmark().measuresOverlap();
      case MPICH, OPENMPI_TCP, MPICH_TCP -> true;
    };
  }

  /** Title and version, or the reason why the library cannot be used. */
  public String description() {
    try {
      Path compiled = prepare();
      PeerInstallation found = installed();
      return peer.title() + ' ' + found.version() + " (" + compiled.getFileName() + ')';
    } catch (UnavailableException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Override
  public int pipes(Workload workload) {
    return workload.ranks();
  }

  @Override
  public ProcessSpec processSpec(List<Workload> workloads, BatchPlan plan, Path turns)
      throws UnavailableException {
    Workload workload = workloads.getFirst();
    Path compiled = prepare();
    MemoryCheck.check(workloads, workload.ranks(), MemoryCheck.NATIVE_BYTES);
    List<String> command = new ArrayList<>();
    command.add(installed().launcher().toString());
    command.addAll(
        switch (peer) {
          case OPENMPI -> openMpiOptions(workload, turns);
          case MPICH -> mpichOptions(workload, pin && !workload.oversubscribes());
        });
    command.add(compiled.toString());
    BatchPlan shorter = workload.oversubscribes() ? withShortWarmup(plan) : plan;
    command.addAll(Workload.arguments(workloads, shorter, turns).toList());
    return new ProcessSpec(command, environment(workload), limit);
  }

  @Override
  public String failure(ProcessRunner.Result result) {
    return switch (peer) {
      case OPENMPI -> OpenMpiCommand.failure(result);
      case MPICH -> result.failure();
    };
  }

  /**
   * Shortens the warm-up: nothing is compiled, and the times of many yielding processes hardly ever
   * become stable.
   */
  private static BatchPlan withShortWarmup(BatchPlan plan) {
    return plan.withLongestWarmup(Math.min(plan.maxWarmupMs(), LONGEST_WARMUP_MS));
  }

  private Map<String, String> environment(Workload workload) {
    return switch (peer) {
      case OPENMPI -> OpenMpiCommand.environment();
      case MPICH -> {
        Map<String, String> variables = new HashMap<>();
        variables.putAll(workload.oversubscribes() ? YIELD_AT_ONCE : Map.of());
        variables.putAll(variant == Variant.MPICH_TCP ? UCX_TCP : Map.of());
        yield variables;
      }
    };
  }

  private List<String> openMpiOptions(Workload workload, Path segments)
      throws UnavailableException {
    boolean renamed = installed().major() >= 5;
    List<String> options = OpenMpiCommand.options(workload.ranks(), pin);
    if (variant == Variant.OPENMPI_TCP) {
      options.addAll(
          List.of(
              "--mca", "pml", "ob1", "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include"));
      options.add(LOOPBACK);
      if (workload.benchmark().isOneSided()) {
        if (renamed) {
          throw new UnavailableException(
              "how to keep windows out of shared memory is known for Open MPI 4 only, this is "
                  + installed().version());
        }
        options.addAll(List.of("--mca", "osc", "pt2pt")); // others find that ranks share a host
      }
      return options;
    }
    String sharedMemory = renamed ? "sm" : "vader";
    options.addAll(List.of("--mca", "pml", "ob1", "--mca", "btl", sharedMemory + ",self"));
    options.addAll(
        List.of("--mca", "btl_" + sharedMemory + "_backing_directory", segments.toString()));
    if (variant == Variant.OPENMPI_NOCMA) {
      if (renamed) {
        throw new UnavailableException(
            "how to turn single copy off is known for Open MPI 4 only, this is "
                + installed().version());
      }
      options.addAll(List.of("--mca", "btl_vader_single_copy_mechanism", "none"));
    }
    return options;
  }

  private static List<String> mpichOptions(Workload workload, boolean bind) {
    List<String> options = new ArrayList<>(List.of("-n", Integer.toString(workload.ranks())));
    if (bind) {
      options.addAll(List.of("-bind-to", "core"));
    }
    return options;
  }

  private PeerInstallation installed() throws UnavailableException {
    if (installation == null) {
      installation = PeerInstallation.find(peer);
    }
    return installation;
  }

  private Path prepare() throws UnavailableException {
    if (unavailable != null) {
      throw new UnavailableException(unavailable);
    }
    try {
      if (program == null) {
        program = PeerProgram.compile(installed());
      }
      return program;
    } catch (UnavailableException e) {
      unavailable = String.valueOf(e.getMessage());
      throw e;
    }
  }
}
