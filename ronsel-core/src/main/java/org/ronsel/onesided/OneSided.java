package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.MemoryRegistration;
import org.ronsel.machine.Setting;
import org.ronsel.memory.ThreadConfinement;
import org.ronsel.transport.Region;
import org.ronsel.transport.RemoteMemory;

/**
 * The one-sided operations of a rank: the memory that it exposes, and that of peers that it has
 * opened. One for each engine, made before any other rank operates on its memory. Any thread.
 */
public final class OneSided {
  /** Length of the gate of a rank's memory and, behind it, of the rank's presence for its ghost. */
  static final long GATE_BYTES = AccumulateGate.BYTES + OwnerPresence.BYTES;

  /** The engine, which knows whether this rank would serve its memory itself. */
  private final Engine engine;

  private final MemoryRegistration memories;
  private final RecordProtocol protocol;
  private final Ghosts ghosts;
  private final Map<Integer, Exposure> exposed = new ConcurrentHashMap<>();
  private final AtomicInteger last = new AtomicInteger();
  private final LateFence fence = new LateFence();

  /** The load that this rank has given each ghost, where ghosts are chosen by load. */
  private final Map<Integer, AtomicLong> given = new ConcurrentHashMap<>();

  /** Creates the operations of a rank, and registers the handlers of their records. */
  public OneSided(Engine engine) {
    this(engine, Ghosts.NONE);
  }

  /** As {@link #OneSided(Engine)}, in a job that may have ghosts; this endpoint may be one. */
  public OneSided(Engine engine, Ghosts ghosts) {
    this.engine = engine;
    this.memories = new MemoryRegistration(engine);
    this.ghosts = ghosts;
    IntSupplier numbers = ghosts.isGhost().test(engine.rank()) ? this::nextNumber : null;
    this.protocol = new RecordProtocol(engine, exposed, numbers);
  }

  /**
   * Exposes memory to peers that get its {@linkplain ExposedMemory#key key}.
   *
   * @param memory any thread may access it, until it is closed; atomic operations need a native
   *     segment, or one of an array of elements as wide as their words
   * @throws InvalidArgumentException if the memory belongs to one thread
   */
  public ExposedMemory expose(MemorySegment memory) {
    if (ThreadConfinement.isConfined(memory)) {
      throw new InvalidArgumentException(
          ErrorClass.BUFFER,
          ErrorPlace.of(engine.rank(), "expose")
              .message(
                  "the memory belongs to an arena that is confined to one thread, but peers"
                      + " are served by any; use a shared or automatic arena"));
    }
    int number = nextNumber();
    exposed.put(number, Exposure.own(AddressSpace.of(memory)));
    Map<String, Region> regions = memories.register(memory);
    List<Service> services = services(memory, regions);
    return new ExposedMemory(
        number,
        memory,
        regions,
        services,
        () -> {
          exposed.remove(number);
          services.forEach(protocol.services()::end);
        });
  }

  /** Asks the ghosts of this host to serve memory that they see. */
  private List<Service> services(MemorySegment memory, Map<String, Region> regions) {
    List<Service> services = new ArrayList<>();
    if (!ghosts.own().isEmpty() && !regions.isEmpty()) {
      byte[] key = new ExposedMemory(1, memory, regions, List.of(), () -> {}).key();
      for (int ghost : ghosts.own()) {
        Service service = protocol.services().ask(ghost, key);
        if (service != null) {
          services.add(service);
        }
      }
    }
    return services;
  }

  private int nextNumber() {
    return last.updateAndGet(n -> n == Integer.MAX_VALUE ? 1 : n + 1);
  }

  /**
   * Exposes memory that is attached and detached; operations on it are carried out by this rank's
   * progress only.
   */
  ExposedMemory expose(AddressSpace space, Runnable end) {
    int number = nextNumber();
    exposed.put(number, Exposure.own(space));
    return new ExposedMemory(
        number,
        MemorySegment.NULL.reinterpret(0),
        Map.of(),
        List.of(),
        () -> {
          exposed.remove(number);
          end.run();
        });
  }

  /**
   * Opens memory that a peer has exposed.
   *
   * @param key the {@link ExposedMemory#key} of the memory
   * @throws InvalidArgumentException if the key is damaged
   * @throws org.ronsel.RonselException if the peer has failed
   */
  public RemoteMemory open(int endpoint, byte[] key) {
    RemoteKey known = decode(endpoint, key);
    RecordMemory owned = protocol.open(endpoint, endpoint, known.number(), known.bytes());
    @Nullable RemoteMemory direct = direct(endpoint, known, owned);
    return new CheckedMemory(direct != null ? direct : owned, endpoint, known);
  }

  /**
   * Opens memory that a peer has exposed, for all operations of windows; see {@link #open}.
   *
   * @param gateKey of the memory that contains the gate of the peer's memory, at {@code
   *     gateOffset}; see {@link ExposedPool#gate}
   */
  public PeerMemory openPeer(int endpoint, byte[] key, byte[] gateKey, long gateOffset) {
    RemoteKey known = decode(endpoint, key);
    RecordMemory owned = protocol.open(endpoint, endpoint, known.number(), known.bytes());
    @Nullable RemoteMemory direct = direct(endpoint, known, owned);
    List<RecordMemory> served = new ArrayList<>();
    AtomicLong[] loads = new AtomicLong[known.services().size()];
    for (Service service : known.services()) {
      loads[served.size()] = given.computeIfAbsent(service.ghost(), ghost -> new AtomicLong());
      served.add(protocol.open(service.ghost(), endpoint, service.number(), known.bytes()));
    }
    ServerChoice choice = new ServerChoice(engine, owned, served, loads);
    RemoteKey ofGate = decode(endpoint, gateKey);
    @Nullable RemoteMemory gates = memories.open(endpoint, ofGate.regions(), ofGate.bytes());
    MemorySegment seen = gates == null ? null : gates.mapped();
    MemorySegment gate = seen == null ? null : seen.asSlice(gateOffset, AccumulateGate.BYTES);
    return new PeerMemory(engine, endpoint, direct, choice, gate, fence);
  }

  /** The memory as the transport operates on it; null if all operations go by records. */
  private @Nullable RemoteMemory direct(int endpoint, RemoteKey known, RecordMemory records) {
    RemoteMemory memory = memories.open(endpoint, known.regions(), known.bytes());
    return memory == null || memories.changesWords(endpoint)
        ? memory
        : new PutAndGetMemory(memory, records);
  }

  /** Sets the gate of this rank's memory, before any peer opens the memory. */
  void gate(ExposedMemory slab, long offset) {
    MemorySegment shared = slab.memory().asSlice(offset, AccumulateGate.BYTES);
    protocol.server().gate(new AccumulateGate(engine, shared));
    if (!slab.services().isEmpty()) {
      OwnerPresence presence =
          new OwnerPresence(
              slab.memory().asSlice(offset + AccumulateGate.BYTES, OwnerPresence.BYTES));
      slab.services().forEach(service -> protocol.services().tellGate(service, offset));
      engine.tellOfWaits(
          Setting.WINDOW_PREDICTOR.word().equals("frequency")
              ? new CallFrequency(presence, System::nanoTime)
              : presence);
    }
  }

  private RemoteKey decode(int endpoint, byte[] key) {
    RemoteKey known = RemoteKey.decode(key);
    if (known == null
        || !known.services().stream().allMatch(each -> ghosts.isGhost().test(each.ghost()))) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT,
          ErrorPlace.of(engine.rank(), "open")
              .message("the key of the memory of rank " + endpoint + " is damaged"));
    }
    return known;
  }

  /** An operation on the memory of a peer, to be passed as completion and waited for. */
  public RemoteOperation operation(int endpoint, String what) {
    return new RemoteOperation(engine, endpoint, what);
  }
}
