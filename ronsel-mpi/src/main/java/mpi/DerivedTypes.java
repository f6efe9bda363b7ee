package mpi;

import java.util.Arrays;
import org.ronsel.RonselException;

/** Makes datatypes of datatypes, of bytes and of objects alike. */
final class DerivedTypes {
  private static final String BLOCK_LENGTH = "block length";

  private DerivedTypes() {}

  static Datatype contiguous(int count, Datatype old) {
    if (Datatype.isOfObjects(old)) {
      int[] length = {Required.notNegative(count, ObjectLayout.COUNT)};
      return old.derived(blocks(length, new long[1], old), "contiguous");
    }
    try {
      return old.derived(org.ronsel.Datatype.contiguous(count, old.core()), "contiguous");
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  static Datatype vector(int count, int blockLength, int stride, Datatype old) {
    if (Datatype.isOfObjects(old)) {
      return objectVector(count, blockLength, (long) stride * old.Extent(), old);
    }
    try {
      return old.derived(
          org.ronsel.Datatype.vector(count, blockLength, stride, old.core()), "vector");
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  /** A vector with a stride in units of this many bytes, or in objects. */
  static Datatype hvector(int count, int blockLength, int stride, int unit, Datatype old) {
    if (Datatype.isOfObjects(old)) {
      return objectVector(count, blockLength, stride, old);
    }
    try {
      long bytes = (long) stride * unit;
      return old.derived(
          org.ronsel.Datatype.hvector(count, blockLength, bytes, old.core()), "hvector");
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  private static Datatype objectVector(int count, int blockLength, long stride, Datatype old) {
    int[] lengths = new int[Required.notNegative(count, ObjectLayout.COUNT)];
    long[] displacements = new long[count];
    Arrays.fill(lengths, blockLength);
    Arrays.setAll(displacements, i -> i * stride);
    return old.derived(blocks(lengths, displacements, old), "vector");
  }

  static Datatype indexed(int[] blockLengths, int[] displacements, Datatype old) {
    requireTables(blockLengths, displacements);
    if (Datatype.isOfObjects(old)) {
      int extent = old.Extent();
      return old.derived(blocks(blockLengths, longs(displacements, extent), old), "indexed");
    }
    try {
      return old.derived(
          org.ronsel.Datatype.indexed(blockLengths, displacements, old.core()), "indexed");
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  /** Blocks at displacements in units of this many bytes, or in objects. */
  static Datatype hindexed(int[] blockLengths, int[] displacements, int unit, Datatype old) {
    requireTables(blockLengths, displacements);
    if (Datatype.isOfObjects(old)) {
      return old.derived(blocks(blockLengths, longs(displacements, 1), old), "hindexed");
    }
    try {
      return old.derived(
          org.ronsel.Datatype.hindexed(
              longs(blockLengths, 1), longs(displacements, unit), old.core()),
          "hindexed");
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  /** A struct as Open MPI has it: bytes, of any types. */
  static Datatype structOfBytes(int[] blockLengths, int[] displacements, Datatype[] types) {
    requireSameLength(blockLengths, displacements, types);
    try {
      return Datatype.ofBytes(
          org.ronsel.Datatype.struct(longs(blockLengths, 1), longs(displacements, 1), cores(types)),
          "struct",
          "");
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * A struct as mpiJava has it: of types with one basic type, of which the elements are the unit.
   */
  static Datatype structOfOneBase(int[] blockLengths, int[] displacements, Datatype[] types) {
    requireSameLength(blockLengths, displacements, types);
    int data = 0;
    int lower = Integer.MAX_VALUE;
    int upper = Integer.MIN_VALUE;
    int[] lengths = new int[types.length];
    int[] places = new int[types.length];
    Datatype[] members = new Datatype[types.length];
    for (int i = 0; i < types.length; i++) {
      if (blockLengths[i] == 0) {
        continue;
      }
      if (types[i].base == BaseType.LB) {
        lower = Math.min(lower, displacements[i]);
      } else if (types[i].base == BaseType.UB) {
        upper = Math.max(upper, displacements[i]);
      } else {
        requireSameBase(members, data, types[i]);
        lengths[data] = blockLengths[i];
        places[data] = displacements[i];
        members[data++] = types[i];
      }
    }
    lengths = Arrays.copyOf(lengths, data);
    places = Arrays.copyOf(places, data);
    members = Arrays.copyOf(members, data);
    if (data == 0) {
      return boundsOnly(lower, upper);
    }
    Datatype struct = blocksOfOneBase(lengths, places, members);
    int lb = lower == Integer.MAX_VALUE ? struct.Lb() : lower;
    int ub = upper == Integer.MIN_VALUE ? struct.Ub() : upper;
    return lb == struct.Lb() && ub == struct.Ub()
        ? struct
        : resizedInElements(struct, lb, (long) ub - lb);
  }

  private static Datatype boundsOnly(int lower, int upper) {
    Datatype nothing = contiguous(0, Handles.BYTE);
    return lower == Integer.MAX_VALUE || upper == Integer.MIN_VALUE
        ? nothing
        : resizedInElements(nothing, lower, (long) upper - lower);
  }

  private static Datatype blocksOfOneBase(int[] lengths, int[] places, Datatype[] members) {
    Datatype first = members[0];
    if (first.objects != null) {
      ObjectLayout[] layouts = new ObjectLayout[members.length];
      Arrays.setAll(layouts, i -> layout(members[i]));
      for (int length : lengths) {
        Required.notNegative(length, BLOCK_LENGTH);
      }
      return first.derived(ObjectLayout.blocks(lengths, longs(places, 1), layouts), "struct");
    }
    try {
      org.ronsel.Datatype<?> struct =
          org.ronsel.Datatype.struct(
              longs(lengths, 1), longs(places, first.base.bytes()), cores(members));
      // Complex numbers are such only among themselves.
      return Arrays.stream(members)
          .filter(member -> !member.complex)
          .findFirst()
          .orElse(first)
          .derived(struct, "struct");
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  private static Datatype resizedInElements(Datatype type, int lb, long extent) {
    if (type.objects != null) {
      return type.derived(
          new ObjectLayout(type.objects.displacements(), lb, Required.inArrays(extent)), "resized");
    }
    int unit = type.base.bytes();
    return resizedInBytes(type, (long) lb * unit, extent * unit);
  }

  static Datatype resized(Datatype type, int lowerBytes, int extentBytes) {
    if (Datatype.isOfObjects(type)) {
      return resizedInElements(type, lowerBytes, extentBytes);
    }
    return resizedInBytes(type, lowerBytes, extentBytes);
  }

  private static Datatype resizedInBytes(Datatype type, long lowerBytes, long extentBytes) {
    try {
      return type.derived(type.core().resized(lowerBytes, extentBytes), "resized");
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  /** The first elements of a block of {@code length}; blocks of this type lie as whole ones. */
  static Datatype firstOf(int count, int length, Datatype type) {
    try {
      long extent = type.core().extentBytes() * length;
      org.ronsel.Datatype<?> first = org.ronsel.Datatype.contiguous(count, type.core());
      return type.derived(first.resized(first.lowerBoundBytes(), extent), "beginning of a block");
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  private static ObjectLayout blocks(int[] lengths, long[] displacements, Datatype old) {
    ObjectLayout[] layouts = new ObjectLayout[lengths.length];
    Arrays.fill(layouts, layout(old));
    if (lengths.length != displacements.length) {
      throw Required.refused(
          MPI.ERR_ARG,
          lengths.length + " block lengths, but " + displacements.length + " displacements");
    }
    for (int length : lengths) {
      Required.notNegative(length, BLOCK_LENGTH);
    }
    return ObjectLayout.blocks(lengths, displacements, layouts);
  }

  private static ObjectLayout layout(Datatype type) {
    ObjectLayout objects = type.objects;
    if (objects == null) {
      throw Required.refused(MPI.ERR_TYPE, type + " is not a type of objects");
    }
    return objects;
  }

  private static void requireTables(int[] lengths, int[] displacements) {
    Required.array(lengths, "the array of block lengths");
    Required.array(displacements, "the array of displacements");
  }

  private static void requireSameLength(int[] lengths, int[] displacements, Datatype[] types) {
    requireTables(lengths, displacements);
    for (Datatype type : Required.array(types, "the array of datatypes")) {
      Datatype.usable(type);
    }
    if (lengths.length != displacements.length || lengths.length != types.length) {
      throw Required.refused(
          MPI.ERR_ARG,
          "a struct of "
              + types.length
              + " types has "
              + lengths.length
              + " block lengths and "
              + displacements.length
              + " displacements");
    }
  }

  private static void requireSameBase(Datatype[] members, int count, Datatype next) {
    if (count > 0 && members[0].base != next.base) {
      throw new MPIException(
          MPI.ERR_TYPE,
          "Datatype.Struct needs types of one basic type, not "
              + members[0].base
              + " and "
              + next.base
              + "; createStruct takes any, with displacements in bytes");
    }
  }

  private static long[] longs(int[] values, long scale) {
    return Arrays.stream(values).mapToLong(each -> each * scale).toArray();
  }

  private static org.ronsel.Datatype<?>[] cores(Datatype[] types) {
    org.ronsel.Datatype<?>[] cores = new org.ronsel.Datatype<?>[types.length];
    Arrays.setAll(cores, i -> types[i].core());
    return cores;
  }
}
