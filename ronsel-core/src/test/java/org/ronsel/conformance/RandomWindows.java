package org.ronsel.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Info;
import org.ronsel.LockType;
import org.ronsel.Op;
import org.ronsel.Order;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.UntypedWindow;
import org.ronsel.Window;
import org.ronsel.Window.Assertion;

/**
 * Random one-sided operations of all ranks on windows of all kinds. The program of every rank
 * follows from a seed that all ranks know, and each carries all of them out, one after the other,
 * on a model: one number for each element of each rank's memory. Calls of one epoch that would
 * depend on who comes first are left out of the program.
 */
public final class RandomWindows {
  private static final List<Primitives> INTEGERS =
      Primitives.ALL.stream()
          .filter(p -> List.of("byte", "short", "int", "long").contains(p.toString()))
          .toList();

  private static final List<Primitives> TYPES =
      Primitives.ALL.stream()
          .filter(p -> INTEGERS.contains(p) || p.toString().matches("float|double"))
          .toList();

  /** Those that may come in any order; the last ones are for integers. */
  private static final List<Op> COMMUTATIVE =
      List.of(Op.SUM, Op.MAX, Op.MIN, Op.BXOR, Op.BOR, Op.BAND);

  private static final int FOR_ALL = 3;

  private static final Assertion[] NONE = {};

  // What an epoch does with an element; so many ranks and operators are not there.
  private static final int NOTHING = 0;
  private static final int PUT = -1;
  private static final int GET = -2;
  private static final int COMBINED = 1;
  private static final int OF_ONE_ORIGIN = 1000;

  private enum What {
    PUT,
    GET,
    ACCUMULATE,
    GET_ACCUMULATE,
    FETCH_AND_OP,
    COMPARE_AND_SWAP
  }

  /**
   * A call.
   *
   * @param at the first of the target's elements
   * @param values of the origin, {@code compare} of a compare-and-swap
   * @param expected what it fetches, or null if it depends on other ranks, or fetches nothing
   * @param form how it is called
   */
  private record Call(
      int origin,
      int target,
      What what,
      Op op,
      RandomLayout here,
      RandomLayout there,
      int at,
      long[] values,
      long compare,
      long[] expected,
      int form) {
    int place(int i) {
      int width = there.width();
      return at + i / width * there.extent() + there.places()[i % width];
    }
  }

  /** What a call has fetched, and what it should have. */
  private record Fetched(Call call, Object expected, Object buffer) {}

  private final Comm world;
  private final Random common;
  private final int length;
  private final Primitives basic;
  private final RandomLayout dense;

  /** Whether accumulates of one origin may be carried out in any order. */
  private final boolean unordered;

  /** By rank and element. */
  private final long[][] model;

  private RandomWindows(Comm world, long seed, int length) {
    this.world = world;
    this.common = new Random(seed);
    this.length = length;
    this.basic = TYPES.get(common.nextInt(TYPES.size()));
    this.dense = RandomLayout.dense(basic);
    this.unordered = common.nextInt(3) == 0;
    this.model = new long[world.size()][length];
  }

  /**
   * Makes a window and operates on it, as one rank of {@code world}.
   *
   * @param epochs that all ranks go through
   * @param calls of a rank in an epoch, at most
   * @param length elements of each rank's memory
   */
  public static void run(Comm world, long seed, int epochs, int calls, int length) {
    new RandomWindows(world, seed, length).run(epochs, calls);
  }

  // ---- the window ----

  private void run(int epochs, int calls) {
    long bytes = (long) length * basic.bytes();
    boolean inBytes = common.nextInt(4) == 0;
    int unit = inBytes ? 1 : basic.bytes();
    MemorySegment memory =
        switch (common.nextInt(4)) {
          case 0 -> Arena.ofAuto().allocate(bytes, 8);
          case 1 -> MemorySegment.ofArray(new long[(int) (bytes + 7) / 8]);
          case 2 -> MemorySegment.ofArray(new byte[(int) bytes]);
          default -> Ronsel.allocate(bytes);
        };
    memory.fill((byte) 0);
    int kind = common.nextInt(6);
    Info hints = hints();
    try (Window window =
        switch (kind) {
          case 0 -> Window.createDynamic(world, hints);
          case 1, 2 -> Window.create(world, memory, unit, hints);
          case 3 -> allocateShared(bytes, unit, hints);
          default -> Window.allocate(world, bytes, unit, hints);
        }) {
      long[] bases = new long[world.size()];
      if (kind == 0) {
        world.allGather(new long[] {window.attach(memory)}, bases);
        unit = 1;
      }
      MemorySegment own = kind == 0 ? memory : window.memory();
      for (int epoch = 0; epoch < epochs; epoch++) {
        List<Call> program = program(calls);
        Epoch made = new Epoch(window, bases, unit, program);
        made.run(common.nextInt(4), common.nextLong());
        check(own, "epoch " + epoch + " of " + window + " of " + basic + ", " + window.kind());
        world.barrier(); // then others may write again
      }
    }
  }

  /** A window of memory that all ranks may touch, or another one where there is none. */
  private Window allocateShared(long bytes, int unit, Info hints) {
    try {
      return Window.allocateShared(world, bytes, unit, hints);
    } catch (UnsupportedFeatureException notOnOneHost) { // on all ranks
      return Window.allocate(world, bytes, unit, hints);
    }
  }

  /** Who carries out operations, where there are ghosts. */
  private Info hints() {
    List<String> bindings = List.of("rank", "random", "operations", "bytes", "segments");
    List<String> progress = List.of("ghost", "target", "auto");
    return new Info()
        .set("accumulate_ordering", unordered ? "none" : "rar,raw,war,waw")
        .set("ronsel_binding", bindings.get(common.nextInt(bindings.size())))
        .set("ronsel_progress", progress.get(common.nextInt(progress.size())));
  }

  private void check(MemorySegment memory, String what) {
    Object expected = basic.zeros(length);
    for (int i = 0; i < length; i++) {
      dense.set(expected, i, model[world.rank()][i]);
    }
    Object found = basic.zeros(length);
    MemorySegment.copy(memory, 0, segment(found), 0, (long) length * basic.bytes());
    for (int i = 0; i < length; i++) {
      Check.equal(dense.read(expected, i, 0), dense.read(found, i, 0), what + ", element " + i);
    }
  }

  private static MemorySegment segment(Object array) {
    return switch (array) {
      case byte[] a -> MemorySegment.ofArray(a);
      case short[] a -> MemorySegment.ofArray(a);
      case int[] a -> MemorySegment.ofArray(a);
      case long[] a -> MemorySegment.ofArray(a);
      case float[] a -> MemorySegment.ofArray(a);
      case double[] a -> MemorySegment.ofArray(a);
      default -> throw new AssertionError(array);
    };
  }

  // ---- the program, and the model ----

  /** What all ranks do in an epoch; the model has then what must be there after it. */
  private List<Call> program(int calls) {
    List<Call> program = new ArrayList<>();
    int[][] uses = new int[world.size()][length];
    int count = common.nextInt(calls + 1) * world.size();
    for (int i = 0; i < count; i++) {
      Call call = call();
      int use = use(call);
      int[] used = uses[call.target];
      boolean fits =
          IntStream.range(0, call.values.length)
              .map(call::place)
              .allMatch(at -> used[at] == NOTHING || used[at] == use && !isAlone(use));
      if (fits) {
        for (int k = 0; k < call.values.length; k++) {
          used[call.place(k)] = use;
        }
        program.add(apply(call, use == GET || use >= OF_ONE_ORIGIN));
      }
    }
    return program;
  }

  /** Whether a call that uses elements so has to be the only one of the epoch that does. */
  private boolean isAlone(int use) {
    return use == PUT || unordered && use >= OF_ONE_ORIGIN;
  }

  private int use(Call call) {
    return switch (call.what) {
      case PUT -> PUT;
      case GET -> GET;
      default -> {
        int op = COMMUTATIVE.indexOf(call.op);
        // The form says whether the origin is alone with its elements: then order counts.
        yield call.what == What.COMPARE_AND_SWAP || op < 0 || call.form % 2 == 0
            ? OF_ONE_ORIGIN + call.origin
            : COMBINED + op;
      }
    };
  }

  private Call call() {
    What what = What.values()[common.nextInt(What.values().length)];
    boolean integers = INTEGERS.contains(basic);
    if (what == What.COMPARE_AND_SWAP && !integers) {
      what = What.FETCH_AND_OP;
    }
    boolean one = what == What.FETCH_AND_OP || what == What.COMPARE_AND_SWAP;
    RandomLayout there = one || common.nextInt(3) == 0 ? dense : layout();
    while (there.extent() > length) {
      there = dense;
    }
    int most = length / there.extent();
    int count = one ? 1 : 1 + common.nextInt(common.nextInt(3) == 0 ? most : Math.min(most, 20));
    int at = common.nextInt(length - count * there.extent() + 1);
    int n = count * there.width();
    RandomLayout here = one || common.nextInt(3) == 0 ? dense : layout();
    while (n % here.width() != 0) {
      here = layout();
    }
    List<Op> ops = new ArrayList<>(COMMUTATIVE.subList(0, integers ? COMMUTATIVE.size() : FOR_ALL));
    ops.add(Op.REPLACE);
    if (what != What.ACCUMULATE) {
      ops.add(Op.NO_OP);
    }
    return new Call(
        common.nextInt(world.size()),
        common.nextInt(world.size()),
        what,
        ops.get(common.nextInt(ops.size())),
        here,
        there,
        at,
        common.longs(n, -50, 50).toArray(),
        common.nextInt(3) - 1,
        null,
        common.nextInt(1 << 16));
  }

  private RandomLayout layout() {
    if (common.nextInt(3) > 0) {
      return RandomLayout.derived(basic, common);
    }
    int dimensions = 1 + common.nextInt(3);
    int[] sizes = new int[dimensions];
    int[] parts = new int[dimensions];
    int[] starts = new int[dimensions];
    int[] places = {0};
    int extent = 1;
    for (int i = 0; i < dimensions; i++) {
      int size = 1 + common.nextInt(4);
      int part = 1 + common.nextInt(size);
      int start = common.nextInt(size - part + 1);
      sizes[i] = size;
      parts[i] = part;
      starts[i] = start;
      extent *= size;
      places =
          IntStream.of(places)
              .flatMap(row -> IntStream.range(0, part).map(at -> row * size + start + at))
              .toArray();
    }
    Datatype<?> type = Datatype.subarray(sizes, parts, starts, Order.ROW_MAJOR, basic.datatype());
    return new RandomLayout(basic, type, places, extent);
  }

  /** Does on the model what a call does; the call with what it fetches, if that is certain. */
  private Call apply(Call call, boolean isCertain) {
    long[] memory = model[call.target];
    long[] old = new long[call.values.length];
    for (int i = 0; i < old.length; i++) {
      int place = call.place(i);
      old[i] = memory[place];
      memory[place] = narrow(after(call, memory[place], call.values[i]));
    }
    return new Call(
        call.origin,
        call.target,
        call.what,
        call.op,
        call.here,
        call.there,
        call.at,
        call.values,
        call.compare,
        isCertain ? old : null,
        call.form);
  }

  private static long after(Call call, long was, long value) {
    return switch (call.what) {
      case PUT -> value;
      case GET -> was;
      case COMPARE_AND_SWAP -> was == call.compare ? value : was;
      default -> combined(call.op, was, value);
    };
  }

  private static long combined(Op op, long was, long value) {
    if (op == Op.NO_OP) {
      return was;
    }
    if (op == Op.REPLACE) {
      return value;
    }
    return switch (COMMUTATIVE.indexOf(op)) {
      case 0 -> was + value;
      case 1 -> Math.max(was, value);
      case 2 -> Math.min(was, value);
      case 3 -> was ^ value;
      case 4 -> was | value;
      default -> was & value;
    };
  }

  private long narrow(long value) {
    return switch (basic.toString()) {
      case "byte" -> (byte) value;
      case "short" -> (short) value;
      case "int" -> (int) value;
      default -> value;
    };
  }

  // ---- the calls ----

  /** An epoch of this rank. */
  private final class Epoch {
    private final Window window;
    private final UntypedWindow untyped;
    private final long[] bases;
    private final int unit;
    private final List<Call> calls;
    private final List<Fetched> fetched = new ArrayList<>();
    private final List<Object> kept = new ArrayList<>();

    Epoch(Window window, long[] bases, int unit, List<Call> program) {
      this.window = window;
      this.untyped = window.untyped();
      this.bases = bases;
      this.unit = unit;
      this.calls = program.stream().filter(call -> call.origin == world.rank()).toList();
    }

    void run(int synchronisation, long seed) {
      Random own = new Random(seed + world.rank());
      boolean asserts = seed % 2 == 0;
      switch (synchronisation) {
        case 0 -> {
          window.fence(asserts ? new Assertion[] {Assertion.NO_PRECEDE} : NONE);
          calls.forEach(call -> make(call, false));
          window.fence(asserts ? new Assertion[] {Assertion.NO_SUCCEED} : NONE);
        }
        case 1 -> {
          for (Call call : calls) {
            window.lock(own.nextBoolean() ? LockType.SHARED : LockType.EXCLUSIVE, call.target);
            make(call, true);
            window.unlock(call.target);
          }
          world.barrier();
        }
        case 2 -> {
          window.lockAll(asserts ? new Assertion[] {Assertion.NO_CHECK} : NONE);
          for (Call call : calls) {
            make(call, true);
            switch (own.nextInt(6)) {
              case 0 -> window.flush(call.target);
              case 1 -> window.flushAll();
              case 2 -> window.flushLocal(call.target);
              default -> {}
            }
          }
          window.unlockAll();
          world.barrier();
        }
        default -> {
          window.post(world.group());
          if (asserts) {
            world.barrier();
            window.start(world.group(), Assertion.NO_CHECK);
          } else {
            window.start(world.group());
          }
          calls.forEach(call -> make(call, false));
          window.complete();
          window.await();
        }
      }
      kept.clear();
      for (Fetched each : fetched) {
        Check.equal(each.expected, each.buffer, "fetched by " + each.call);
      }
    }

    private void make(Call call, boolean mayRequest) {
      int n = call.values.length;
      int offset = call.form / 2 % 3;
      int room = offset + n / call.here.width() * call.here.extent() + 2;
      Object values = basic.zeros(room);
      call.here.write(values, offset, call.values);
      Object result = basic.values(room, 3);
      Object expected = basic.values(room, 3); // also where nothing goes
      if (call.expected != null) {
        call.here.write(expected, offset, call.expected);
      }
      boolean fetches = call.what != What.PUT && call.what != What.ACCUMULATE;
      if (fetches && call.expected != null) {
        fetched.add(new Fetched(call, expected, result));
      }
      boolean inSegments = call.form / 6 % 3 == 0;
      Object from = inSegments ? segment(values) : values;
      Object into = inSegments ? segment(result) : result;
      long start = inSegments ? (long) offset * basic.bytes() : offset;
      long count = n / call.here.width();
      long displacement = bases[call.target] + (long) call.at * basic.bytes() / unit;
      long targetCount = n / call.there.width();
      kept.add(from);
      boolean asks = mayRequest && call.form / 18 % 4 == 0;
      start(call, from, into, start, count, displacement, targetCount, asks);
    }

    private void start(
        Call call,
        Object from,
        Object into,
        long start,
        long count,
        long displacement,
        long targetCount,
        boolean asks) {
      Datatype<?> here = call.here.type();
      Datatype<?> there = call.there.type();
      int to = call.target;
      Request request = null;
      switch (call.what) {
        case PUT -> {
          if (asks) {
            request = untyped.rPut(from, here, start, count, to, displacement, there, targetCount);
          } else {
            untyped.put(from, here, start, count, to, displacement, there, targetCount);
          }
        }
        case GET -> {
          if (asks) {
            request = untyped.rGet(into, here, start, count, to, displacement, there, targetCount);
          } else {
            untyped.get(into, here, start, count, to, displacement, there, targetCount);
          }
        }
        case ACCUMULATE -> {
          if (asks) {
            request =
                untyped.rAccumulate(
                    from, here, start, count, to, displacement, there, targetCount, call.op);
          } else {
            untyped.accumulate(
                from, here, start, count, to, displacement, there, targetCount, call.op);
          }
        }
        case GET_ACCUMULATE -> {
          if (asks) {
            request =
                untyped.rGetAccumulate(
                    from,
                    here,
                    start,
                    count,
                    into,
                    here,
                    start,
                    count,
                    to,
                    displacement,
                    there,
                    targetCount,
                    call.op);
          } else {
            untyped.getAccumulate(
                from,
                here,
                start,
                count,
                into,
                here,
                start,
                count,
                to,
                displacement,
                there,
                targetCount,
                call.op);
          }
        }
        case FETCH_AND_OP -> fetchAndOp(call, from, into, start, displacement, asks);
        case COMPARE_AND_SWAP -> {
          Object compare = basic.zeros(1);
          dense.set(compare, 0, call.compare);
          untyped.compareAndSwap(
              from, start, compare, 0, into, start, basic.datatype(), to, displacement);
        }
      }
      if (request != null) {
        request.await();
      }
    }

    private void fetchAndOp(
        Call call, Object from, Object into, long start, long displacement, boolean scalar) {
      if (!scalar || !INTEGERS.contains(basic)) {
        untyped.fetchAndOp(
            from, start, into, start, basic.datatype(), call.target, displacement, call.op);
        return;
      }
      long was =
          untyped.fetchAndOp(basic.datatype(), call.values[0], call.target, displacement, call.op);
      if (call.expected != null) {
        Check.equal(call.expected[0], was, "fetched by " + call);
      }
      fetched.removeIf(each -> each.call.equals(call));
    }
  }
}
