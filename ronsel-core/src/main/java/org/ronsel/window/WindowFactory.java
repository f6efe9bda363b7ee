package org.ronsel.window;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.NoMemoryException;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.Window;
import org.ronsel.Windows;
import org.ronsel.comm.Communicator;
import org.ronsel.datatype.Caller;
import org.ronsel.memory.ThreadConfinement;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;
import org.ronsel.onesided.AttachedMemory;
import org.ronsel.onesided.ExposedMemory;
import org.ronsel.onesided.ExposedPool.Piece;

/** Creates windows; all ranks of a communicator create one together. */
public final class WindowFactory implements Windows {
  /**
   * Alignment in bytes of separate parts of a shared window, so that ranks do not write to one
   * cache line.
   */
  private static final long ALIGNMENT = 64;

  /** Bound of the length of a window, more than any host has. */
  private static final long MOST_BYTES = 1L << 50;

  // What a rank tells the others of its part of a window.
  private static final int GOT = 1;
  private static final int NO_MEMORY = 2;
  private static final int FAILED = 3;

  /** Bits of these; those above them are the kind of the window. */
  private static final int STATE_BITS = 2;

  /** Creates the factory of a JVM. */
  public WindowFactory() {}

  // ---- arguments ----

  private static Communicator parent(
      String call, @Nullable Comm comm, int unitBytes, @Nullable Info hints) {
    Comm given = InvalidArgumentException.requireNonNull("Window." + call, "comm", comm);
    Communicator parent = Communicator.of("Window." + call, given);
    if (unitBytes <= 0) {
      throw Caller.raised(
          parent,
          call,
          ErrorClass.DISPLACEMENT,
          "a displacement unit is at least 1 byte, not " + unitBytes);
    }
    if (hints == null) {
      throw Caller.raised(parent, call, ErrorClass.ARGUMENT, "hints is null");
    }
    return parent;
  }

  private static void size(Communicator comm, String call, long bytes) {
    if (bytes < 0) {
      throw Caller.raised(comm, call, ErrorClass.SIZE, "a size is at least 0 bytes, not " + bytes);
    }
  }

  /** Checks that memory of the program can be in a window. */
  static MemorySegment sound(Caller caller, String call, @Nullable MemorySegment memory) {
    if (memory == null) {
      throw Caller.raised(caller, call, ErrorClass.BASE, "the memory is null");
    }
    String why = null;
    if (memory.isReadOnly()) {
      why = "the memory is read-only; others are to write into it";
    } else if (!memory.scope().isAlive()) {
      why = "the arena of the memory is closed; keep it open as long as the window";
    } else if (ThreadConfinement.isConfined(memory)) {
      why =
          "the memory belongs to an arena that is confined to one thread, but peers are served by"
              + " any; use a shared or automatic arena";
    }
    if (why != null) {
      throw Caller.raised(caller, call, ErrorClass.BASE, why);
    }
    return memory;
  }

  /** What this rank brings into a window: its piece of the pool, and memory of the program. */
  private record Parts(Piece control, @Nullable ExposedMemory exposed) {}

  /** Allocates memory of the pool. */
  private static Piece piece(Communicator apart, long bytes) {
    if (bytes < 0 || bytes > MOST_BYTES) {
      throw new NoMemoryException("no host has that much");
    }
    return apart.state().exposedPool().allocate(bytes);
  }

  /**
   * Gets what this rank brings into a window, and throws on all ranks if a rank cannot, or makes
   * another kind of window; collective.
   *
   * @param what it is, in words
   * @param get gets it; whatever it throws, the others learn of it
   * @param undo gives it back; no peer knows of it yet
   */
  static <T> T agreed(
      Communicator apart,
      String call,
      Window.Kind kind,
      String what,
      Supplier<T> get,
      Consumer<T> undo) {
    T mine = null;
    Throwable refused = null;
    try {
      try {
        mine = get.get();
      } catch (RuntimeException | Error failure) {
        refused = failure;
      }
      int own = mine != null ? GOT : isOfMemory(refused) ? NO_MEMORY : FAILED;
      int[] all = apart.exchange(own | kind.ordinal() << STATE_BITS);
      checkKinds(apart, call, kind, all);
      int without = 0;
      while (without < all.length && all[without] == GOT) {
        without++;
      }
      if (mine == null || without < all.length) {
        int first = mine == null ? apart.rank() : without;
        RonselException failure =
            apart.raise(refusal(apart.place(call), first, what, all[first], refused));
        apart.close();
        throw failure;
      }
      return mine;
    } catch (RuntimeException | Error failure) {
      if (mine != null) {
        undo.accept(mine);
      }
      throw failure;
    }
  }

  /** Leaves the states of the ranks, if all make the same kind of window. */
  private static void checkKinds(Communicator apart, String call, Window.Kind own, int[] told) {
    for (int rank = 0; rank < told.length; rank++) {
      Window.Kind kind = Window.Kind.values()[told[rank] >>> STATE_BITS];
      if (kind != own) {
        RonselException differs =
            apart.raise(
                new InvalidArgumentException(
                    ErrorClass.ARGUMENT,
                    apart
                        .place(call)
                        .message(
                            "rank "
                                + rank
                                + " makes a window of kind "
                                + kind
                                + ", not "
                                + own
                                + "; all ranks must call the same")));
        apart.close();
        throw differs;
      }
      told[rank] &= (1 << STATE_BITS) - 1;
    }
  }

  private static boolean isOfMemory(@Nullable Throwable refused) {
    return refused instanceof OutOfMemoryError || refused instanceof NoMemoryException;
  }

  private static RonselException refusal(
      ErrorPlace place, int rank, String what, int how, @Nullable Throwable cause) {
    String reason = "rank " + rank + " cannot get " + what;
    if (how == NO_MEMORY) {
      return new NoMemoryException(
          place.message(
              reason
                  + ": allocate less, or run fewer ranks per host"
                  + (cause == null ? "" : " (" + cause.getMessage() + ")")),
          cause);
    }
    ErrorClass errorClass =
        cause instanceof RonselException known ? known.errorClass() : ErrorClass.OTHER;
    return new RonselException(
        errorClass,
        place.message(reason + (cause == null ? "; it says why" : ": " + cause.getMessage())),
        cause);
  }

  private static Piece agreed(
      Communicator apart, String call, Window.Kind kind, long bytes, String what) {
    return agreed(
        apart,
        call,
        kind,
        what,
        () -> piece(apart, bytes),
        piece -> apart.state().exposedPool().free(piece));
  }

  /** A control block, and memory of the program that is exposed. */
  private static Parts control(
      Communicator apart, String call, Window.Kind kind, Supplier<@Nullable ExposedMemory> expose) {
    return agreed(
        apart,
        call,
        kind,
        "a few bytes of shared memory, or expose its own",
        () -> {
          ExposedMemory exposed = expose.get();
          try {
            return new Parts(piece(apart, ControlBlock.BYTES), exposed);
          } catch (RuntimeException | Error failure) {
            if (exposed != null) {
              exposed.close();
            }
            throw failure;
          }
        },
        parts -> {
          if (parts.exposed != null) {
            parts.exposed.close();
          }
          apart.state().exposedPool().free(parts.control);
        });
  }

  /** Makes a window by a call of the program, which is recorded as one if calls are recorded. */
  private static RankWindow created(Communicator parent, Supplier<RankWindow> creation) {
    return Observation.RECORD && parent.engine().recorder() instanceof Recorder recorder
        ? ObservedWindow.recorded(recorder, creation)
        : creation.get();
  }

  private static RankWindow window(
      Communicator apart,
      Description own,
      Description[] descriptions,
      @Nullable MemorySegment memory,
      @Nullable AttachedMemory attached,
      @Nullable Info hints,
      Runnable free) {
    Info given = hints == null ? new Info() : hints;
    return Observation.RECORD && apart.engine().recorder() instanceof Recorder recorder
        ? new ObservedWindow(apart, own, descriptions, memory, attached, given, free, recorder)
        : new RankWindow(apart, own, descriptions, memory, attached, given, free);
  }

  // ---- kinds of windows ----

  @Override
  public Window allocate(@Nullable Comm comm, long bytes, int unitBytes, @Nullable Info hints) {
    String call = "allocate";
    Communicator parent = parent(call, comm, unitBytes, hints);
    size(parent, call, bytes);
    return created(
        parent,
        () -> {
          Communicator apart = parent.apart(call);
          long all = ControlBlock.BYTES + bytes;
          Window.Kind kind = Window.Kind.ALLOCATED;
          Piece piece = agreed(apart, call, kind, all, "the memory of its window");
          return make(apart, kind, unitBytes, hints, piece, piece, null, bytes, 0);
        });
  }

  @Override
  public Window create(
      @Nullable Comm comm, @Nullable MemorySegment memory, int unitBytes, @Nullable Info hints) {
    String call = "create";
    Communicator parent = parent(call, comm, unitBytes, hints);
    MemorySegment sound = sound(parent, call, memory);
    return created(
        parent,
        () -> {
          Communicator apart = parent.apart(call);
          Window.Kind kind = Window.Kind.CREATED;
          Parts parts = control(apart, call, kind, () -> apart.state().oneSided().expose(sound));
          long bytes = sound.byteSize();
          return make(apart, kind, unitBytes, hints, parts.control, null, parts.exposed, bytes, 0);
        });
  }

  @Override
  public Window allocateShared(
      @Nullable Comm comm, long bytes, int unitBytes, @Nullable Info hints) {
    String call = "allocateShared";
    Communicator parent = parent(call, comm, unitBytes, hints);
    size(parent, call, bytes);
    return created(parent, () -> allocateShared(parent, bytes, unitBytes, hints));
  }

  private static RankWindow allocateShared(
      Communicator parent, long bytes, int unitBytes, @Nullable Info hints) {
    String call = "allocateShared";
    Communicator apart = parent.apart(call);
    Window.Kind kind = Window.Kind.SHARED;
    // The others begin by an exchange of other data, in which they are to meet this kind.
    var _ = agreed(apart, call, kind, "nothing", () -> kind, nothing -> {});
    boolean apartInMemory =
        "true".equals(hints == null ? null : hints.get("alloc_shared_noncontig"));
    SharedParts parts = SharedParts.agree(apart, bytes, apartInMemory, ALIGNMENT);
    boolean hasAll = apart.rank() == 0;
    long mine = ControlBlock.BYTES + (hasAll ? parts.total() : 0);
    Piece control = agreed(apart, call, kind, mine, "the memory of a shared window");
    Piece all = hasAll ? control : null;
    RankWindow window =
        make(apart, kind, unitBytes, hints, control, all, null, bytes, parts.offset(apart.rank()));
    checkSeen(apart, call, parent.name(), window);
    return window;
  }

  /**
   * Throws on all ranks if one cannot touch the memory of all; collective. Whatever is thrown, the
   * window is closed.
   *
   * @param made name of the communicator that the window is made of
   */
  static void checkSeen(Communicator apart, String call, String made, RankWindow window) {
    int[] everybody;
    try {
      boolean seen = true;
      for (int rank = 0; rank < apart.size() && seen; rank++) {
        seen = window.targets().of(rank).memory().mapped() != null;
      }
      everybody = apart.exchange(seen ? 1 : 0);
    } catch (RuntimeException | Error failure) {
      window.close();
      throw failure;
    }
    for (int rank = 0; rank < everybody.length; rank++) {
      if (everybody[rank] == 0) {
        window.close();
        throw apart.raise(
            new UnsupportedFeatureException(
                apart
                    .place(call)
                    .message(
                        "rank "
                            + rank
                            + " cannot touch the memory of all ranks of "
                            + made
                            + ": they must run on one host that has shared memory; make the window"
                            + " of comm.splitType(SplitType.SHARED, 0)")));
      }
    }
  }

  @Override
  public Window createDynamic(@Nullable Comm comm, @Nullable Info hints) {
    String call = "createDynamic";
    Communicator parent = parent(call, comm, 1, hints);
    return created(parent, () -> createDynamic(parent, hints));
  }

  private static RankWindow createDynamic(Communicator parent, @Nullable Info hints) {
    String call = "createDynamic";
    Communicator apart = parent.apart(call);
    Piece control = control(apart, call, Window.Kind.DYNAMIC, () -> null).control;
    AttachedMemory attached = new AttachedMemory(apart.state().oneSided());
    Piece gate = apart.state().exposedPool().gate();
    Description own =
        new Description(
            Window.Kind.DYNAMIC,
            1,
            0,
            0,
            control.offset(),
            gate.offset(),
            control.exposed().key(),
            gate.exposed().key(),
            attached.key());
    Runnable free =
        () -> {
          attached.close();
          apart.state().exposedPool().free(control);
        };
    return window(
        apart,
        own,
        Description.exchange(apart, own),
        MemorySegment.NULL.reinterpret(0),
        attached,
        hints,
        free);
  }

  /** The common part of {@link #allocate}, {@link #create} and {@link #allocateShared}. */
  private static RankWindow make(
      Communicator apart,
      Window.Kind kind,
      int unitBytes,
      @Nullable Info hints,
      Piece control,
      @Nullable Piece data,
      @Nullable ExposedMemory exposed,
      long bytes,
      long sharedOffset) {
    boolean elsewhere = data == null && exposed == null; // a part of the memory of rank 0
    byte[] key =
        data != null ? data.exposed().key() : exposed != null ? exposed.key() : new byte[0];
    long offset = data != null ? data.offset() + ControlBlock.BYTES : 0;
    Piece gate = apart.state().exposedPool().gate();
    Description own =
        new Description(
            kind,
            unitBytes,
            bytes,
            kind == Window.Kind.SHARED && elsewhere ? sharedOffset : offset + sharedOffset,
            control.offset(),
            gate.offset(),
            control.exposed().key(),
            gate.exposed().key(),
            key);
    MemorySegment memory =
        data != null
            ? data.memory().asSlice(ControlBlock.BYTES + sharedOffset, bytes)
            : exposed != null ? exposed.memory() : null;
    Runnable free =
        () -> {
          if (exposed != null) {
            exposed.close();
          }
          apart.state().exposedPool().free(control);
        };
    return window(apart, own, Description.exchange(apart, own), memory, null, hints, free);
  }
}
