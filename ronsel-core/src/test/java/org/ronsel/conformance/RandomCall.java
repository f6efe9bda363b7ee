package org.ronsel.conformance;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.Ronsel;

/**
 * A collective call of any operation on random data, and what it must do by its definition. All
 * members of the communicator make it from equal numbers; only offsets, gaps and the order of
 * blocks in memory are a rank's own.
 */
final class RandomCall {
  /** The operations. */
  enum Kind {
    BARRIER,
    BROADCAST,
    REDUCE,
    ALL_REDUCE,
    GATHER,
    ALL_GATHER,
    SCATTER,
    ALL_TO_ALL,
    REDUCE_SCATTER_BLOCK,
    GATHERV,
    ALL_GATHERV,
    SCATTERV,
    ALL_TO_ALLV,
    ALL_TO_ALLW,
    REDUCE_SCATTER,
    // Not between two groups:
    SCAN,
    EXSCAN,
    // Where there are neighbours:
    NEIGHBOR_ALL_GATHER,
    NEIGHBOR_ALL_GATHERV,
    NEIGHBOR_ALL_TO_ALL,
    NEIGHBOR_ALL_TO_ALLV,
    NEIGHBOR_ALL_TO_ALLW;

    boolean combines() {
      return switch (this) {
        case REDUCE, ALL_REDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> true;
        default -> false;
      };
    }

    boolean hasRoot() {
      return switch (this) {
        case BROADCAST, REDUCE, GATHER, GATHERV, SCATTER, SCATTERV -> true;
        default -> false;
      };
    }

    /** Whether blocks have lengths and places of their own. */
    boolean hasTable() {
      return name().endsWith("V") || name().endsWith("W");
    }

    boolean hasTypes() {
      return name().endsWith("W");
    }

    boolean isAmongNeighbors() {
      return name().startsWith("NEIGHBOR");
    }

    String call() {
      StringBuilder call = new StringBuilder();
      for (String word : name().toLowerCase(java.util.Locale.ROOT).split("_")) {
        boolean first = call.isEmpty();
        call.append(first ? word.charAt(0) : Character.toUpperCase(word.charAt(0)));
        call.append(word, 1, word.length());
      }
      return call.toString();
    }
  }

  /** A persistent request and the call that it makes. */
  record Repeated(RandomCall call, PersistentRequest request) {}

  /** So many elements of a datatype at a place, counted in such elements. */
  record Block(int place, int count) {}

  /** A buffer. */
  static final class Side {
    RandomLayout layout;
    int offset;
    List<Block> blocks = new ArrayList<>();
    Object array;

    int start(int block) {
      return offset + blocks.get(block).place * layout.extent();
    }

    int packed(int block) {
      return blocks.get(block).count * layout.width();
    }

    int[] counts() {
      return blocks.stream().mapToInt(Block::count).toArray();
    }

    int[] places(int unit) {
      return blocks.stream().mapToInt(block -> block.place * unit).toArray();
    }

    int length() {
      int end = 0;
      for (Block block : blocks) {
        end = Math.max(end, block.place + block.count);
      }
      return offset + end * layout.extent();
    }
  }

  final RandomPlace place;
  final Kind kind;
  final Primitives type;
  private final boolean untyped;
  private final boolean inPlace;
  private final boolean rootIsFirst;
  private final int root;
  final int scale;
  private final int salt;
  final RandomOperator operator;
  final Side in = new Side();
  final Side out = new Side();
  final boolean gives;
  private final boolean takes;
  final boolean packedTables;
  private int seed;
  private Object inBefore;
  private Object expected;

  RandomCall(RandomPlace place, int maxLength, Random own) {
    Random plan = place.plan();
    this.place = place;
    Kind[] kinds = Kind.values();
    int choices =
        place.hasNeighbors()
            ? kinds.length
            : place.isInter() ? Kind.SCAN.ordinal() : Kind.NEIGHBOR_ALL_GATHER.ordinal();
    int some = plan.nextInt(choices);
    boolean near = place.hasNeighbors() && plan.nextBoolean();
    this.kind = near ? kinds[kinds.length - 1 - some % 5] : kinds[some];
    this.type = Primitives.ALL.get(plan.nextInt(Primitives.ALL.size()));
    RandomLayout derived = RandomLayout.derived(type, plan);
    boolean isDerived = plan.nextInt(3) == 0;
    this.untyped = isDerived || kind.hasTypes() || plan.nextInt(3) == 0;
    RandomLayout dense = RandomLayout.dense(type);
    int sides = isDerived ? kind.combines() ? 3 : 1 + plan.nextInt(3) : 0;
    in.layout = (sides & 1) != 0 ? derived : dense;
    out.layout = (sides & 2) != 0 ? derived : dense;
    this.operator = kind.combines() ? RandomOperator.any(in.layout, untyped, plan) : null;
    this.salt = plan.nextInt();
    this.inPlace =
        plan.nextInt(4) == 0
            && !place.isInter()
            && !kind.isAmongNeighbors()
            && sides % 3 == 0 // both of one type
            && kind != Kind.BARRIER
            && kind != Kind.BROADCAST;
    this.scale = scale(plan, maxLength);
    this.rootIsFirst = plan.nextBoolean();
    int rooted =
        !place.isInter() || rootIsFirst == place.isFirst()
            ? place.members().length
            : place.peers().length;
    this.root = plan.nextInt(1 << 20) % rooted;
    boolean rootHere = !place.isInter() || rootIsFirst == place.isFirst();
    boolean isRoot = rootHere && place.rank() == root;
    boolean other = !place.isInter() || !rootHere;
    this.packedTables = own.nextInt(3) == 0;
    switch (kind) {
      case BARRIER -> {
        gives = false;
        takes = false;
      }
      case BROADCAST -> {
        gives = isRoot;
        takes = other && !isRoot;
      }
      case SCATTER, SCATTERV -> {
        gives = isRoot;
        takes = other;
      }
      case REDUCE, GATHER, GATHERV -> {
        gives = other;
        takes = isRoot;
      }
      default -> {
        gives = true;
        takes = true;
      }
    }
    layOut(own);
  }

  private static int scale(Random plan, int maxLength) {
    return switch (plan.nextInt(6)) {
      case 0 -> 0;
      case 1 -> 1;
      case 2, 3 -> plan.nextInt(12);
      case 4 -> plan.nextInt(Math.max(1, maxLength / 10));
      default -> plan.nextInt(maxLength + 1);
    };
  }

  // ---- lengths ----

  /** Elements that are never divided. */
  int unit() {
    int width = Math.max(in.layout.width(), out.layout.width());
    return operator != null && in.layout.isDense() ? operator.grain() : width;
  }

  /** Units from one rank of the world to another; those of a broadcast go to nobody, -1. */
  private int units(int from, int to) {
    if (!kind.hasTable()) {
      return scale;
    }
    int a = from;
    int b = to;
    if (inPlace && (kind == Kind.ALL_TO_ALLV || kind == Kind.ALL_TO_ALLW)) {
      a = Math.min(from, to);
      b = Math.max(from, to);
    }
    int mixed = (int) (mix(salt, a, b) >>> 40);
    return mixed % 4 == 0 ? 0 : mixed % (scale + 1);
  }

  /** Units of the result of a reduceScatter that go to a rank of the communicator. */
  int share(int rank) {
    int n = place.members().length;
    if (kind == Kind.REDUCE_SCATTER_BLOCK) {
      return place.isInter() ? scale * place.peers().length : scale;
    }
    if (place.isInter()) { // as many for both groups
      int total = scale * n * place.peers().length;
      int each = total / n / 2;
      return rank == n - 1 ? total - (n - 1) * each : each;
    }
    int mixed = (int) (mix(salt, rank, 5) >>> 40);
    return mixed % 4 == 0 ? 0 : mixed % (scale + 1);
  }

  private int shares() {
    return IntStream.range(0, place.members().length).map(this::share).sum();
  }

  private void layOut(Random own) {
    int me = place.members().length == 0 ? 0 : world(place.members(), place.rank());
    int[] peers = place.peers();
    int one = scale;
    List<Integer> given = new ArrayList<>();
    List<Integer> taken = new ArrayList<>();
    switch (kind) {
      case BARRIER -> {}
      case BROADCAST, REDUCE, ALL_REDUCE, SCAN, EXSCAN -> {
        given.add(one);
        taken.add(one);
      }
      case GATHER, ALL_GATHER, GATHERV, ALL_GATHERV -> {
        given.add(units(me, -1));
        for (int peer : peers) {
          taken.add(units(peer, -1));
        }
      }
      case SCATTER, SCATTERV -> {
        for (int peer : peers) {
          given.add(units(-1, peer));
        }
        taken.add(units(-1, me));
      }
      case ALL_TO_ALL, ALL_TO_ALLV, ALL_TO_ALLW -> {
        for (int peer : peers) {
          given.add(units(me, peer));
          taken.add(units(peer, me));
        }
      }
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> {
        given.add(shares());
        taken.add(share(place.rank()));
      }
      case NEIGHBOR_ALL_GATHER, NEIGHBOR_ALL_GATHERV -> {
        given.add(units(me, -1));
        for (int from : place.in()) {
          taken.add(units(from, -1));
        }
      }
      case NEIGHBOR_ALL_TO_ALL, NEIGHBOR_ALL_TO_ALLV, NEIGHBOR_ALL_TO_ALLW -> {
        for (int i = 0; i < place.out().length; i++) {
          given.add(units(me, 1000 + i));
        }
        for (int i = 0; i < place.in().length; i++) {
          taken.add(units(place.in()[i], 1000 + place.there()[i]));
        }
      }
    }
    arrange(in, given, own);
    arrange(out, taken, own);
    if (inPlace) {
      in.offset = out.offset;
      placeInOutput();
    }
  }

  private static int world(int[] members, int rank) {
    return members[rank];
  }

  private void arrange(Side side, List<Integer> units, Random own) {
    side.offset = own.nextInt(4);
    int each = unit() / side.layout.width();
    List<Integer> order = new ArrayList<>(IntStream.range(0, units.size()).boxed().toList());
    boolean anywhere = kind.hasTable() && !packedTables;
    if (anywhere) {
      Collections.shuffle(order, own);
    }
    Block[] blocks = new Block[units.size()];
    int at = 0;
    for (int i : order) {
      at += anywhere ? own.nextInt(3) : 0;
      int count = units.get(i) * each;
      blocks[i] = new Block(at, count);
      at += count;
    }
    side.blocks = new ArrayList<>(List.of(blocks));
  }

  /** In place a rank's own block lies where the result has it. */
  private void placeInOutput() {
    switch (kind) {
      case GATHER, GATHERV, ALL_GATHER, ALL_GATHERV ->
          in.blocks.set(0, out.blocks.get(place.rank()));
      case SCATTER, SCATTERV -> out.blocks.set(0, in.blocks.get(place.rank()));
      case ALL_TO_ALL, ALL_TO_ALLV, ALL_TO_ALLW -> in.blocks = out.blocks;
      default -> {}
    }
  }

  /** Whether this rank's data lie where they go. */
  boolean isInPlaceHere() {
    return inPlace && (!kind.hasRoot() || place.rank() == root);
  }

  // ---- data ----

  private static long mix(long a, long b, long c) {
    long x = (a * 0x9E3779B97F4A7C15L + b) * 0xC2B2AE3D27D4EB4FL + c;
    x ^= x >>> 29;
    x *= 0xBF58476D1CE4E5B9L;
    return x ^ x >>> 32;
  }

  /** What a rank of the world gives as its block of a number. */
  private long[] values(int from, int block, int length) {
    long[] values = new long[length];
    for (int i = 0; i < length; i++) {
      long mixed = mix(seed + 77L * block, from, i);
      values[i] =
          switch (type.toString()) {
            case "float", "double" -> mixed % 40;
            default -> RandomOperator.narrowed(type, mixed);
          };
      if (operator != null && operator.name().contains("LOC")) {
        values[i] = Math.floorMod(mixed, 5);
      }
    }
    return values;
  }

  private long[] result(int[] ranks, int length) {
    List<long[]> operands = new ArrayList<>();
    for (int rank : ranks) {
      operands.add(values(rank, 0, length));
    }
    return operator.combined(operands);
  }

  /** What must be in the block of the output, or null if it stays as it is. */
  private long[] due(int block) {
    int[] peers = place.peers();
    int length = out.packed(block);
    int me = place.rank();
    return switch (kind) {
      case BARRIER -> null;
      case BROADCAST -> values(rootedAt(), 0, length);
      case SCATTER, SCATTERV -> values(rootedAt(), me, length);
      case GATHER, GATHERV, ALL_GATHER, ALL_GATHERV -> values(peers[block], 0, length);
      case ALL_TO_ALL, ALL_TO_ALLV, ALL_TO_ALLW -> values(peers[block], me, length);
      case REDUCE, ALL_REDUCE -> result(peers, length);
      case SCAN -> result(Arrays.copyOf(peers, me + 1), length);
      case EXSCAN -> me == 0 ? null : result(Arrays.copyOf(peers, me), length);
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> {
        long[] all = result(peers, shares() * unit());
        int from = IntStream.range(0, me).map(this::share).sum() * unit();
        yield Arrays.copyOfRange(all, from, from + length);
      }
      case NEIGHBOR_ALL_GATHER, NEIGHBOR_ALL_GATHERV ->
          place.in()[block] == Ronsel.PROC_NULL ? null : values(place.in()[block], 0, length);
      case NEIGHBOR_ALL_TO_ALL, NEIGHBOR_ALL_TO_ALLV, NEIGHBOR_ALL_TO_ALLW ->
          place.in()[block] == Ronsel.PROC_NULL
              ? null
              : values(place.in()[block], place.there()[block], length);
    };
  }

  /** The root's rank in the world. */
  private int rootedAt() {
    boolean here = !place.isInter() || rootIsFirst == place.isFirst();
    return (here ? place.members() : place.peers())[root];
  }

  /** Makes new data in the same places. */
  private void fill(int with) {
    seed = with;
    boolean scatters = kind == Kind.SCATTER || kind == Kind.SCATTERV;
    if (isInPlaceHere() || kind == Kind.BROADCAST) {
      in.offset = out.offset;
      Object one = array(in, Math.max(in.length(), out.length()));
      in.array = one;
      out.array = one;
    } else {
      in.array = array(in, in.length());
      out.array = array(out, out.length());
    }
    for (int i = 0; gives && i < in.blocks.size(); i++) {
      in.layout.write(in.array, in.start(i), values(place.world(), i, in.packed(i)));
    }
    inBefore = copy(in.array);
    expected = copy(out.array);
    for (int i = 0; takes && i < out.blocks.size(); i++) {
      long[] values = due(i);
      if (values != null && !(scatters && isInPlaceHere())) {
        out.layout.write(expected, out.start(i), values);
      }
    }
  }

  private Object array(Side side, int length) {
    Object old = side.array;
    Object array = old != null && Array.getLength(old) == length + 3 ? old : type.zeros(length + 3);
    for (int i = 0; i < length + 3; i++) {
      side.layout.set(array, i, 5);
    }
    return array;
  }

  private static Object copy(Object array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }

  /** What must hold when the call is complete. */
  void check() {
    for (int i = 0; i < Array.getLength(expected); i++) {
      long due = RandomLayout.dense(type).read(expected, i, 0);
      long is = RandomLayout.dense(type).read(out.array, i, 0);
      if (due != is) {
        throw new AssertionError(this + ": element " + i + " is " + is + ", should be " + due);
      }
    }
    if (in.array != out.array) {
      Check.equal(inBefore, in.array, this + ": what is given");
    }
  }

  // ---- calling ----

  /** Makes the call and waits. */
  void block(int with) {
    fill(with);
    var _ = call("", place.comm().untyped());
  }

  /** Makes the call and returns its request. */
  Request start(int with) {
    fill(with);
    return (Request) call("i", untyped ? place.comm().untyped().started() : null);
  }

  /** Makes a persistent request, whose data {@link #refill} makes. */
  Repeated prepare() {
    fill(0);
    Object request = call("persistent", untyped ? place.comm().untyped().persistent() : null);
    return new Repeated(this, (PersistentRequest) request);
  }

  /** Makes data for another start, in the same arrays. */
  void refill(int with) {
    fill(with);
  }

  private Object call(String form, Object receiver) {
    int rootArgument = root;
    if (place.isInter() && kind.hasRoot() && rootIsFirst == place.isFirst()) {
      rootArgument = place.rank() == root ? Ronsel.ROOT : Ronsel.PROC_NULL;
    }
    RandomArguments all = new RandomArguments(this);
    List<Object> arguments = untyped ? all.untyped(rootArgument) : all.typed(rootArgument);
    String call = kind.call();
    if (!untyped && !form.isEmpty()) {
      call = form + Character.toUpperCase(call.charAt(0)) + call.substring(1);
    }
    return invoke(untyped ? receiver : place.comm(), call, arguments.toArray());
  }

  /** Calls the method of this name that takes these arguments, as a scripting language would. */
  private static Object invoke(Object receiver, String call, Object[] arguments) {
    for (Method method : receiver.getClass().getMethods()) {
      if (method.getName().equals(call) && takes(method.getParameterTypes(), arguments)) {
        try {
          return method.invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
          switch (e.getCause()) {
            case RuntimeException failure -> throw failure;
            case Error failure -> throw failure;
            default -> throw new AssertionError(call, e.getCause());
          }
        } catch (IllegalAccessException e) {
          throw new AssertionError(call, e);
        }
      }
    }
    throw new AssertionError("no " + call + " for " + Arrays.toString(arguments));
  }

  private static boolean takes(Class<?>[] types, Object[] arguments) {
    if (types.length != arguments.length) {
      return false;
    }
    for (int i = 0; i < types.length; i++) {
      boolean fits =
          switch (arguments[i]) {
            case null -> !types[i].isPrimitive();
            case Integer _ -> types[i] == int.class;
            case Long _ -> types[i] == long.class;
            case Object argument -> types[i].isInstance(argument);
          };
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return kind.call()
        + (untyped ? " untyped" : "")
        + " of "
        + scale
        + " x "
        + unit()
        + " "
        + type
        + (inPlace ? " in place" : "")
        + (kind.hasRoot() ? " root " + root : "")
        + (operator == null ? "" : " " + operator.name())
        + " in "
        + in.layout.type()
        + in.blocks
        + " + "
        + in.offset
        + " out "
        + out.layout.type()
        + out.blocks
        + " + "
        + out.offset
        + " on "
        + place.name()
        + ", rank "
        + place.rank()
        + " of "
        + Arrays.toString(place.members());
  }
}
