package org.ronsel.datatype;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;
import org.ronsel.TypeEnvelope;
import org.ronsel.TypeEnvelope.Combiner;
import org.ronsel.data.ElementType;
import org.ronsel.data.TypeMap;
import org.ronsel.data.TypedMemory;

/** Makes derived datatypes, and rejects what is none; the factory methods of {@link Datatype}. */
final class DerivedTypes {
  private DerivedTypes() {}

  static Datatype<byte[]> contiguous(long count, Datatype<?> type) {
    String call = "contiguous";
    TypeMap one = typeMap(call, type);
    count(call, "count", count);
    return make(
        call + "(" + count + ", " + type + ")",
        compute(call, () -> one.repeated(count)),
        new TypeEnvelope(Combiner.CONTIGUOUS, List.of(count), List.of(), List.of(type)));
  }

  static Datatype<byte[]> vector(long count, long blockLength, long stride, Datatype<?> type) {
    String call = "vector";
    TypeMap one = typeMap(call, type);
    count(call, "count", count);
    count(call, "block length", blockLength);
    return make(
        name(call, type, count, blockLength, stride),
        compute(
            call,
            () ->
                one.repeated(blockLength)
                    .repeated(count, Math.multiplyExact(stride, one.extent()))),
        new TypeEnvelope(
            Combiner.VECTOR, List.of(count, blockLength, stride), List.of(), List.of(type)));
  }

  static Datatype<byte[]> hvector(
      long count, long blockLength, long strideBytes, Datatype<?> type) {
    String call = "hvector";
    TypeMap one = typeMap(call, type);
    count(call, "count", count);
    count(call, "block length", blockLength);
    return make(
        name(call, type, count, blockLength, strideBytes),
        compute(call, () -> one.repeated(blockLength).repeated(count, strideBytes)),
        new TypeEnvelope(
            Combiner.HVECTOR, List.of(count, blockLength), List.of(strideBytes), List.of(type)));
  }

  static Datatype<byte[]> indexed(
      String call, long @Nullable [] blockLengths, long @Nullable [] places, Datatype<?> type) {
    TypeMap one = typeMap(call, type);
    long[] lengths = present(call, "block lengths", blockLengths);
    long[] displacements = present(call, "displacements", places);
    sameLength(call, lengths.length, "block lengths", displacements.length, "displacements");
    for (long length : lengths) {
      count(call, "block length", length);
    }
    boolean inBytes = call.startsWith("h");
    long unit = inBytes ? 1 : one.extent();
    List<Long> integers = list(lengths);
    TypeEnvelope envelope =
        inBytes
            ? new TypeEnvelope(Combiner.HINDEXED, integers, list(displacements), List.of(type))
            : new TypeEnvelope(
                Combiner.INDEXED, joined(integers, list(displacements)), List.of(), List.of(type));
    return make(
        call + "(" + lengths.length + " blocks, " + type + ")",
        compute(call, () -> blocks(one, lengths, displacements, unit)),
        withCount(lengths.length, envelope));
  }

  static Datatype<byte[]> indexedBlock(
      String call, long blockLength, long @Nullable [] places, Datatype<?> type) {
    TypeMap one = typeMap(call, type);
    long[] displacements = present(call, "displacements", places);
    count(call, "block length", blockLength);
    boolean inBytes = call.startsWith("h");
    long unit = inBytes ? 1 : one.extent();
    long[] lengths = new long[displacements.length];
    Arrays.fill(lengths, blockLength);
    TypeEnvelope envelope =
        inBytes
            ? new TypeEnvelope(
                Combiner.HINDEXED_BLOCK, List.of(blockLength), list(displacements), List.of(type))
            : new TypeEnvelope(
                Combiner.INDEXED_BLOCK,
                joined(List.of(blockLength), list(displacements)),
                List.of(),
                List.of(type));
    return make(
        call + "(" + lengths.length + " blocks of " + blockLength + ", " + type + ")",
        compute(call, () -> blocks(one, lengths, displacements, unit)),
        withCount(lengths.length, envelope));
  }

  private static TypeMap blocks(TypeMap one, long[] lengths, long[] displacements, long unit) {
    TypeMap.Builder all = new TypeMap.Builder();
    TypeMap block = TypeMap.EMPTY;
    long made = 0;
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] != made) {
        block = one.repeated(lengths[i]);
        made = lengths[i];
      }
      all.add(Math.multiplyExact(displacements[i], unit), block);
    }
    return all.build();
  }

  static Datatype<byte[]> struct(
      long @Nullable [] blockLengths, long @Nullable [] places, Datatype<?> @Nullable [] types) {
    String call = "struct";
    long[] lengths = present(call, "block lengths", blockLengths);
    long[] displacements = present(call, "displacements", places);
    Datatype<?>[] parts = present(call, "types", types);
    sameLength(call, lengths.length, "block lengths", displacements.length, "displacements");
    sameLength(call, lengths.length, "block lengths", parts.length, "types");
    TypeMap[] typeMaps = new TypeMap[parts.length];
    for (int i = 0; i < parts.length; i++) {
      count(call, "block length", lengths[i]);
      typeMaps[i] = typeMap(call, parts[i]);
    }
    TypeMap whole =
        compute(
            call,
            () -> {
              TypeMap.Builder all = new TypeMap.Builder();
              for (int i = 0; i < typeMaps.length; i++) {
                all.add(displacements[i], typeMaps[i].repeated(lengths[i]));
              }
              return all.build().padded();
            });
    TypeEnvelope envelope =
        new TypeEnvelope(Combiner.STRUCT, list(lengths), list(displacements), List.of(parts));
    String name =
        Arrays.stream(parts)
            .limit(LONGEST_NAME)
            .map(Datatype::name)
            .collect(Collectors.joining(", "));
    return make(
        call + "(" + name + (parts.length > LONGEST_NAME ? ", ..." : "") + ")",
        whole,
        withCount(lengths.length, envelope));
  }

  private static final int LONGEST_NAME = 8;

  static <T> Datatype<T> resized(AbstractDatatype<T> type, long lowerBound, long extent) {
    String call = "resized";
    TypeMap typeMap = compute(call, () -> type.typeMap().resized(lowerBound, extent));
    return new DerivedDatatype<>(
        call + "(" + lowerBound + ", " + extent + ", " + type + ")",
        typeMap,
        new TypeEnvelope(
            Combiner.RESIZED, List.of(), List.of(lowerBound, extent), List.of((Datatype<?>) type)),
        new Resized<>(type, typeMap));
  }

  static <T> AbstractDatatype<T> dup(AbstractDatatype<T> type, String name) {
    return new DerivedDatatype<>(
        name,
        type.typeMap(),
        new TypeEnvelope(Combiner.DUP, List.of(), List.of(), List.of((Datatype<?>) type)),
        new Resized<>(type, type.typeMap()));
  }

  /** A datatype of the same elements whose messages do not name their types. */
  static <T> Datatype<T> untyped(Datatype<T> type) {
    AbstractDatatype<T> known = AbstractDatatype.of(type);
    return new DerivedDatatype<>(
        known.name(),
        known.typeMap(),
        ElementType.PACKED,
        new TypeEnvelope(Combiner.DUP, List.of(), List.of(), List.of((Datatype<?>) known)),
        new Resized<>(known, known.typeMap()));
  }

  /** The values of another type in room of its own. */
  private record Resized<T>(AbstractDatatype<T> of, TypeMap typeMap)
      implements DerivedDatatype.ValueForm<T> {
    @Override
    public MemoryLayout layout() {
      return of.typeMap() == typeMap ? of.layout() : DerivedDatatype.roomFor(typeMap);
    }

    @Override
    public DerivedDatatype.Values<T> values() {
      return of.values();
    }
  }

  /** Makes a datatype whose elements are, as Java values, their packed bytes. */
  static Datatype<byte[]> make(String name, TypeMap typeMap, TypeEnvelope envelope) {
    return new DerivedDatatype<>(name, typeMap, envelope, new PackedValues(typeMap));
  }

  private record PackedValues(TypeMap typeMap)
      implements DerivedDatatype.Values<byte[]>, DerivedDatatype.ValueForm<byte[]> {
    @Override
    public MemoryLayout layout() {
      return DerivedDatatype.roomFor(typeMap);
    }

    @Override
    public DerivedDatatype.Values<byte[]> values() {
      return this;
    }

    @Override
    public byte[] read(MemorySegment segment, long byteOffset) {
      byte[] packed = new byte[Math.toIntExact(typeMap.bytes())];
      element(segment, byteOffset).gather(0, MemorySegment.ofArray(packed), 0, packed.length);
      return packed;
    }

    @Override
    public void write(MemorySegment segment, long byteOffset, byte[] packed) {
      if (packed.length != typeMap.bytes()) {
        throw new InvalidArgumentException(
            ErrorClass.BUFFER,
            place("set")
                .message(
                    "an element has " + typeMap.bytes() + " bytes of data, not " + packed.length));
      }
      element(segment, byteOffset).scatter(MemorySegment.ofArray(packed), 0, 0, packed.length);
    }

    private TypedMemory element(MemorySegment segment, long byteOffset) {
      return new TypedMemory(segment, byteOffset, typeMap.plan(), 1, 0);
    }
  }

  // ---- checks ----

  static TypeMap typeMap(String call, @Nullable Datatype<?> type) {
    if (type == null) {
      throw new InvalidArgumentException(
          ErrorClass.TYPE, place(call).message("the datatype is null"));
    }
    return AbstractDatatype.of(type).typeMap();
  }

  static void count(String call, String what, long count) {
    if (count < 0) {
      throw new InvalidArgumentException(
          ErrorClass.COUNT,
          place(call).message(what + " " + count + " is negative; it must be 0 or more"));
    }
  }

  static <A> A present(String call, String what, @Nullable A argument) {
    if (argument == null) {
      throw argument(call, what + " is null");
    }
    return argument;
  }

  static void sameLength(String call, int length, String what, int other, String than) {
    if (length != other) {
      throw argument(
          call, length + " " + what + " but " + other + " " + than + "; give as many of both");
    }
  }

  static InvalidArgumentException argument(String call, String problem) {
    return new InvalidArgumentException(ErrorClass.ARGUMENT, place(call).message(problem));
  }

  static String checkedName(@Nullable String name) {
    return present("named", "name", name);
  }

  static ErrorPlace place(String call) {
    return Caller.place(null, call);
  }

  /** Computes a type map whose numbers may overflow. */
  static TypeMap compute(String call, Supplier<TypeMap> typeMap) {
    try {
      return typeMap.get();
    } catch (ArithmeticException overflow) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT,
          place(call)
              .message("the element would reach beyond 2^63 bytes; check counts and strides"),
          overflow);
    }
  }

  // ---- names and envelopes ----

  private static String name(String call, Datatype<?> of, long count, long length, long stride) {
    return call + "(" + count + ", " + length + ", " + stride + ", " + of + ")";
  }

  static List<Long> list(long... values) {
    return LongStream.of(values).boxed().toList();
  }

  static List<Long> joined(List<Long> first, List<Long> second) {
    return LongStream.concat(
            first.stream().mapToLong(Long::longValue), second.stream().mapToLong(Long::longValue))
        .boxed()
        .toList();
  }

  private static TypeEnvelope withCount(long count, TypeEnvelope envelope) {
    return new TypeEnvelope(
        envelope.combiner(),
        joined(List.of(count), envelope.integers()),
        envelope.addresses(),
        envelope.types());
  }
}
