package org.ronsel.window;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
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

  private static final Runnable NOTHING = () -> {};

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

  /** A communicator for a window; collective. */
  private static Communicator apart(Communicator parent, String call, Runnable undo) {
    try {
      return parent.apart(call);
    } catch (RuntimeException | Error failure) {
      undo.run();
      throw failure;
    }
  }

  /** Allocates memory of the pool; null if there is none, which all ranks have to learn. */
  private static @Nullable Piece piece(Communicator apart, long bytes) {
    if (bytes < 0 || bytes > MOST_BYTES) {
      return null;
    }
    try {
      return apart.state().exposedPool().allocate(bytes);
    } catch (OutOfMemoryError | NoMemoryException refused) {
      return null;
    }
  }

  /**
   * Allocates memory of the pool, and throws on all ranks if a rank has got none; collective.
   *
   * @param undo what is to be done, too, if it throws: no peer knows of the memory yet
   */
  private static Piece agreed(
      Communicator apart, String call, long bytes, String what, Runnable undo) {
    Piece mine = null;
    try {
      mine = piece(apart, bytes);
      int[] all = apart.exchange(mine != null ? 1 : 0);
      int without = 0;
      while (without < all.length && all[without] != 0) {
        without++;
      }
      if (mine == null || without < all.length) {
        RonselException failure =
            apart.raise(
                new NoMemoryException(
                    apart.prefix(call)
                        + "rank "
                        + without
                        + " cannot get "
                        + what
                        + ": allocate less, or run fewer ranks per host",
                    null));
        apart.close();
        throw failure;
      }
      return mine;
    } catch (RuntimeException | Error failure) {
      if (mine != null) {
        apart.state().exposedPool().free(mine);
      }
      undo.run();
      throw failure;
    }
  }

  private static Piece control(Communicator apart, String call, Runnable undo) {
    return agreed(apart, call, ControlBlock.BYTES, "a few bytes of shared memory", undo);
  }

  // ---- kinds of windows ----

  @Override
  public Window allocate(@Nullable Comm comm, long bytes, int unitBytes, @Nullable Info hints) {
    String call = "allocate";
    Communicator parent = parent(call, comm, unitBytes, hints);
    size(parent, call, bytes);
    Communicator apart = parent.apart(call);
    long all = ControlBlock.BYTES + bytes;
    Piece piece = agreed(apart, call, all, "the memory of its window", NOTHING);
    return make(apart, call, Window.Kind.ALLOCATED, unitBytes, hints, piece, piece, null, bytes, 0);
  }

  @Override
  public Window create(
      @Nullable Comm comm, @Nullable MemorySegment memory, int unitBytes, @Nullable Info hints) {
    String call = "create";
    Communicator parent = parent(call, comm, unitBytes, hints);
    MemorySegment sound = sound(parent, call, memory);
    ExposedMemory exposed;
    try {
      exposed = parent.state().oneSided().expose(sound);
    } catch (RonselException failure) {
      throw parent.raise(failure);
    }
    Communicator apart = apart(parent, call, exposed::close);
    Piece control = control(apart, call, exposed::close);
    long bytes = sound.byteSize();
    return make(
        apart, call, Window.Kind.CREATED, unitBytes, hints, control, null, exposed, bytes, 0);
  }

  @Override
  public Window allocateShared(
      @Nullable Comm comm, long bytes, int unitBytes, @Nullable Info hints) {
    String call = "allocateShared";
    Communicator parent = parent(call, comm, unitBytes, hints);
    size(parent, call, bytes);
    Communicator apart = parent.apart(call);
    boolean apartInMemory =
        "true".equals(hints == null ? null : hints.get("alloc_shared_noncontig"));
    SharedParts parts = SharedParts.agree(apart, bytes, apartInMemory, ALIGNMENT);
    boolean hasAll = apart.rank() == 0;
    long mine = ControlBlock.BYTES + (hasAll ? parts.total() : 0);
    Piece control = agreed(apart, call, mine, "the memory of a shared window", NOTHING);
    Piece all = hasAll ? control : null;
    RankWindow window =
        make(
            apart,
            call,
            Window.Kind.SHARED,
            unitBytes,
            hints,
            control,
            all,
            null,
            bytes,
            parts.offset(apart.rank()));
    boolean seen = true;
    for (int rank = 0; rank < apart.size() && seen; rank++) {
      seen = window.targets().of(rank).memory().mapped() != null;
    }
    int[] everybody = apart.exchange(seen ? 1 : 0);
    for (int rank = 0; rank < everybody.length; rank++) {
      if (everybody[rank] == 0) {
        window.close();
        throw apart.raise(
            new UnsupportedFeatureException(
                apart.prefix(call)
                    + "rank "
                    + rank
                    + " cannot touch the memory of all ranks of "
                    + parent.name()
                    + ": they must run on one host that has shared memory; make the window of"
                    + " comm.splitType(SplitType.SHARED, 0)"));
      }
    }
    return window;
  }

  @Override
  public Window createDynamic(@Nullable Comm comm, @Nullable Info hints) {
    String call = "createDynamic";
    Communicator parent = parent(call, comm, 1, hints);
    AttachedMemory attached = new AttachedMemory(parent.state().oneSided());
    Communicator apart = apart(parent, call, attached::close);
    Piece control = control(apart, call, attached::close);
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
    return new RankWindow(
        apart,
        own,
        exchange(apart, call, own, free),
        MemorySegment.NULL.reinterpret(0),
        attached,
        hints == null ? new Info() : hints,
        free);
  }

  /**
   * Exchanges the descriptions of all ranks; throws on all if some create another kind of window,
   * and frees the memory. If it fails otherwise, others may have got the description, and operate
   * on the memory.
   */
  private static Description[] exchange(
      Communicator apart, String call, Description own, Runnable free) {
    try {
      return Description.exchange(apart, call, own);
    } catch (InvalidArgumentException differs) {
      free.run();
      apart.close();
      throw differs;
    }
  }

  /** The common part of {@link #allocate}, {@link #create} and {@link #allocateShared}. */
  private static RankWindow make(
      Communicator apart,
      String call,
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
    return new RankWindow(
        apart,
        own,
        exchange(apart, call, own, free),
        memory,
        null,
        hints == null ? new Info() : hints,
        free);
  }
}
