package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.UntypedComm;

/**
 * The type of the elements of a buffer.
 *
 * <p>The spellings count in different units. What mpiJava names {@code Size, Extent, Lb, Ub}, and
 * the displacements of its {@code Hvector}, {@code Hindexed} and {@code Struct}, are in elements of
 * the basic type: one struct has one basic type. What Open MPI names {@code getSize, getExtent,
 * getLb} is in elements of the base type, which is {@code BYTE} for structs and pairs, but
 * displacements of {@code createHVector}, {@code createHIndexed} and {@code createStruct} are in
 * bytes.
 */
public final class Datatype implements Freeable, Cloneable {
  /** Null for what Ronsel does not know as a type: objects, bounds, nothing. */
  final org.ronsel.@Nullable Datatype<?> core;

  /** Which objects belong to an element; null unless it is a type of objects. */
  final @Nullable ObjectLayout objects;

  final BaseType base;

  /** Whether data lie before the place of an element, or of the first of several. */
  final boolean reachesBack;

  /** Whether all data are complex numbers, of which each is two elements of {@link #base}. */
  final boolean complex;

  /** Bytes of an element of the base type of Open MPI. */
  private final int ompiUnit;

  /** The name in messages. */
  private String name;

  /** The name that {@link #getName} returns. */
  private String givenName;

  /** Whether it is one of the constants, which cannot be freed. */
  private boolean predefined;

  private boolean freed;
  private Attributes attributes = new Attributes();

  /** Made twice if two threads are first; either will do. */
  private volatile @Nullable Datatype ofAnyType;

  Datatype(
      org.ronsel.@Nullable Datatype<?> core,
      @Nullable ObjectLayout objects,
      BaseType base,
      boolean complex,
      int ompiUnit,
      String name,
      String givenName) {
    this.core = core;
    this.objects = objects;
    this.base = base;
    this.reachesBack = core != null && (core.trueLowerBoundBytes() < 0 || core.extentBytes() < 0);
    this.complex = complex;
    this.ompiUnit = ompiUnit;
    this.name = name;
    this.givenName = givenName;
  }

  /** A predefined type. */
  Datatype(
      org.ronsel.@Nullable Datatype<?> core,
      @Nullable ObjectLayout objects,
      BaseType base,
      int ompiUnit,
      String name) {
    this(
        core,
        objects,
        base,
        false,
        ompiUnit,
        name,
        base == BaseType.NULL ? "MPI_DATATYPE_NULL" : "MPI_" + name);
    predefined = true;
  }

  /** A predefined type of elements of one basic type. */
  Datatype(org.ronsel.Datatype<?> core, BaseType base, String name) {
    this(core, null, base, base.bytes(), name);
  }

  /** A type of bytes. */
  static Datatype ofBytes(org.ronsel.Datatype<?> core, String name, String givenName) {
    return new Datatype(core, null, BaseType.BYTE, false, BaseType.BYTE.bytes(), name, givenName);
  }

  /** A predefined complex number of two elements of a basic type. */
  static Datatype complex(org.ronsel.Datatype<?> part, BaseType base, String name) {
    org.ronsel.Datatype<?> number = org.ronsel.Datatype.contiguous(2, part);
    Datatype complex = new Datatype(number, null, base, true, base.bytes(), name, "MPI_" + name);
    complex.predefined = true;
    return complex;
  }

  /** Derived from {@code old}: of the same base. */
  Datatype derived(org.ronsel.Datatype<?> type, String kind) {
    return new Datatype(type, null, base, complex, ompiUnit, kind + " of " + name, "");
  }

  /** Derived from {@code old}, of objects. */
  Datatype derived(ObjectLayout layout, String kind) {
    return new Datatype(null, layout, base, false, ompiUnit, kind + " of " + name, "");
  }

  /** This type as Ronsel knows it. */
  org.ronsel.Datatype<?> core() {
    org.ronsel.Datatype<?> type = core;
    if (type == null || freed) {
      throw freed
          ? hasBeenFreed()
          : Required.refused(MPI.ERR_TYPE, "datatype " + name + " cannot be used in this call");
    }
    return type;
  }

  private MPIException hasBeenFreed() {
    return Required.refused(MPI.ERR_TYPE, "datatype " + name + " has been freed");
  }

  /** A datatype that a program has given, which must not be null or freed. */
  static Datatype usable(@Nullable Datatype type) {
    Datatype given = Required.type(type);
    if (given.freed) {
      throw given.hasBeenFreed();
    }
    return given;
  }

  /** The type of Ronsel of what a program sends or receives; null for objects. */
  static org.ronsel.@Nullable Datatype<?> elements(@Nullable Datatype type) {
    return usable(type).core;
  }

  /** Whether what a program passes to a collective operation is objects. */
  static boolean isOfObjects(@Nullable Datatype type) {
    return usable(type).objects != null;
  }

  /** The same type for what goes on, or is started again, after this one is freed as well. */
  Datatype kept() {
    Datatype kept = new Datatype(core, objects, base, complex, ompiUnit, name, givenName);
    kept.attributes = attributes;
    return kept;
  }

  /** This type, which is what a program knows, or once it is freed {@code kept}. */
  Datatype unlessFreed(Datatype kept) {
    return freed ? kept : this;
  }

  /**
   * A datatype for a receive in the spelling of Open MPI, which takes messages of any types but
   * objects as their bytes.
   */
  static Datatype ofAnyType(@Nullable Datatype type) {
    Datatype given = usable(type);
    Datatype known = given.ofAnyType;
    if (known == null) {
      known = given.madeOfAnyType();
      given.ofAnyType = known;
    }
    return known;
  }

  private Datatype madeOfAnyType() {
    return core == null
        ? this
        : new Datatype(UntypedComm.ofAnyType(core), null, base, complex, ompiUnit, name, givenName);
  }

  /** Whether Open MPI's bindings know it as bytes though it has another basic type. */
  boolean isOfBytesForOpenMpi() {
    return core != null && ompiUnit < base.bytes();
  }

  /** Whether elements follow one another, and the data in them, without a gap. */
  boolean isDense() {
    return core().sizeBytes() == core().extentBytes()
        && core().trueExtentBytes() == core().extentBytes()
        && core().trueLowerBoundBytes() == 0;
  }

  /** Whether all data of an element lie behind its place and before that of the next one. */
  boolean staysWithinExtent() {
    if (objects != null) {
      return objects.staysWithinExtent();
    }
    return core().trueLowerBoundBytes() >= 0
        && core().trueLowerBoundBytes() + core().trueExtentBytes() <= core().extentBytes();
  }

  /** Bytes from one element to the next. */
  int extentInBytes() {
    return toInt(core().extentBytes());
  }

  private static int toInt(long bytes) {
    if (bytes != (int) bytes) {
      throw new MPIException(
          MPI.ERR_TYPE, bytes + " bytes are more than this interface can express; use org.ronsel");
    }
    return (int) bytes;
  }

  // ---- mpiJava ----

  private int basic(long bytes) {
    return toInt(bytes / base.bytes());
  }

  /** Basic elements of data in one element. */
  public int Size() throws MPIException {
    return base.isMarker() ? 0 : objects != null ? objects.size() : basic(core().sizeBytes());
  }

  /** Basic elements from the start of one element to the start of the next. */
  public int Extent() throws MPIException {
    return base.isMarker() ? 0 : objects != null ? objects.extent() : basic(core().extentBytes());
  }

  /** The lower bound of an element, in basic elements. */
  public int Lb() throws MPIException {
    return base.isMarker()
        ? 0
        : objects != null ? objects.lowerBound() : basic(core().lowerBoundBytes());
  }

  /** The upper bound of an element, in basic elements. */
  public int Ub() throws MPIException {
    return toInt((long) Lb() + Extent());
  }

  /** Makes the type ready to be used. It need not be freed: mpiJava has no such method. */
  public void Commit() throws MPIException {
    makeReady();
  }

  final void makeReady() {
    if (core != null) {
      core().commit();
    }
  }

  /** {@code count} elements side by side. */
  public static Datatype Contiguous(int count, Datatype oldtype) throws MPIException {
    return DerivedTypes.contiguous(count, oldtype);
  }

  /** Blocks of elements, whose starts are {@code stride} elements apart. */
  public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype)
      throws MPIException {
    return DerivedTypes.vector(count, blocklength, stride, oldtype);
  }

  /** Blocks of elements, whose starts are {@code stride} basic elements apart. */
  public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype)
      throws MPIException {
    return DerivedTypes.hvector(
        count, blocklength, stride, Required.type(oldtype).base.bytes(), oldtype);
  }

  /** Blocks of elements at displacements in elements. */
  public static Datatype Indexed(int[] blocklengths, int[] displacements, Datatype oldtype)
      throws MPIException {
    return DerivedTypes.indexed(blocklengths, displacements, oldtype);
  }

  /** Blocks of elements at displacements in basic elements. */
  public static Datatype Hindexed(int[] blocklengths, int[] displacements, Datatype oldtype)
      throws MPIException {
    return DerivedTypes.hindexed(
        blocklengths, displacements, Required.type(oldtype).base.bytes(), oldtype);
  }

  /**
   * Blocks of several types, which have one basic type, at displacements in its elements. {@code
   * MPI.LB} and {@code MPI.UB} set the bounds.
   */
  public static Datatype Struct(int[] blocklengths, int[] displacements, Datatype[] oldtypes)
      throws MPIException {
    return DerivedTypes.structOfOneBase(blocklengths, displacements, oldtypes);
  }

  /** Does nothing, as with MPJ Express; being empty, it is not called by the JVM. */
  @Override
  @SuppressWarnings({"Finalize", "removal"})
  public void finalize() throws MPIException {}

  /** The number of the basic type, from 0 ({@code NULL}) to 12 ({@code OBJECT}). */
  public int getType() {
    return base.ordinal();
  }

  /** Bytes of data in one element; 0 for what has no fixed size. */
  public int getByteSize() {
    return core == null ? 0 : toInt(core().sizeBytes());
  }

  // ---- Open MPI ----

  private int ompi(long bytes) {
    return toInt(bytes / ompiUnit);
  }

  /** The lower bound of an element, in elements of the base type. */
  public int getLb() throws MPIException {
    return core == null ? Lb() : ompi(core().lowerBoundBytes());
  }

  /** Elements of the base type from the start of one element to the start of the next. */
  public int getExtent() throws MPIException {
    return core == null ? Extent() : ompi(core().extentBytes());
  }

  /** The offset of the first data of an element, in elements of the base type. */
  public int getTrueLb() throws MPIException {
    return core == null ? Lb() : ompi(core().trueLowerBoundBytes());
  }

  /** Elements of the base type from the first data of an element to the last. */
  public int getTrueExtent() throws MPIException {
    return core == null ? Extent() : ompi(core().trueExtentBytes());
  }

  /** Elements of the base type in one element. */
  public int getSize() throws MPIException {
    return core == null ? Size() : ompi(core().sizeBytes());
  }

  /** Makes the type ready to be used. */
  public void commit() throws MPIException {
    makeReady();
    if (core != null) {
      Environment.lent(this, "datatype " + name + " was committed and never freed; committed at");
    }
  }

  @Override
  public void free() throws MPIException {
    if (predefined) {
      throw Required.refused(
          MPI.ERR_TYPE, "datatype " + name + " is predefined and cannot be freed");
    }
    freed = true;
    ofAnyType = null;
    Environment.returned(this);
  }

  /** Whether it stands for no type, or has been freed. */
  public boolean isNull() {
    return freed || base == BaseType.NULL;
  }

  @Override
  public Datatype clone() {
    return dup();
  }

  /** A type of the same elements, with a copy of the attributes. */
  public Datatype dup() throws MPIException {
    Datatype duplicate = new Datatype(core, objects, base, complex, ompiUnit, name, "");
    duplicate.attributes = attributes.copy();
    return duplicate;
  }

  /** {@code count} elements side by side. */
  public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
    return DerivedTypes.contiguous(count, oldType);
  }

  /** Blocks of elements, whose starts are {@code stride} elements apart. */
  public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType)
      throws MPIException {
    return DerivedTypes.vector(count, blockLength, stride, oldType);
  }

  /** Blocks of elements, whose starts are {@code stride} bytes apart. */
  public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType)
      throws MPIException {
    return DerivedTypes.hvector(count, blockLength, stride, 1, oldType);
  }

  /** Blocks of elements at displacements in elements. */
  public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
      throws MPIException {
    return DerivedTypes.indexed(blockLengths, displacements, oldType);
  }

  /** Blocks of elements at displacements in bytes. */
  public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
      throws MPIException {
    return DerivedTypes.hindexed(blockLengths, displacements, 1, oldType);
  }

  /** Blocks of several types at displacements in bytes. */
  public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types)
      throws MPIException {
    return DerivedTypes.structOfBytes(blockLengths, displacements, types);
  }

  /** The elements of a type with other bounds, in bytes. */
  public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
    return DerivedTypes.resized(oldType, lb, extent);
  }

  /** Gives the type a name. */
  public void setName(String name) throws MPIException {
    this.name = Required.name(name).isEmpty() ? this.name : name;
    givenName = name;
  }

  /**
   * The name (MPI-4.1, section 7.8): of a predefined type {@code MPI_} and that of its constant,
   * else empty, unless one was set.
   */
  public String getName() throws MPIException {
    return givenName;
  }

  /** The name in messages: the given name, or the names of its parts. */
  String name() {
    return name;
  }

  /** A key under which something can be attached to datatypes. */
  public static int createKeyval() throws MPIException {
    return Attributes.createKey();
  }

  /** Says that a key will not be used any more. */
  public static void freeKeyval(int keyval) throws MPIException {
    Attributes.freeKey(keyval);
  }

  /** Attaches something to this type. */
  public void setAttr(int keyval, Object value) throws MPIException {
    attributes.set(keyval, value);
  }

  /** The attribute under a key, or null. */
  public @Nullable Object getAttr(int keyval) throws MPIException {
    return attributes.getOfKey(keyval);
  }

  /** Takes away what is attached under a key. */
  public void deleteAttr(int keyval) throws MPIException {
    attributes.delete(keyval);
  }

  // ---- Ronsel ----

  /**
   * This type as a datatype of Ronsel.
   *
   * @throws MPIException if it is a type of objects, which Ronsel does not need, or no type
   */
  public org.ronsel.Datatype<?> ronsel() {
    return core();
  }

  /** Makes a datatype from one of Ronsel; its sizes are in bytes here. */
  public static Datatype of(org.ronsel.Datatype<?> type) {
    Required.present(type, MPI.ERR_TYPE, "the datatype");
    try {
      return ofBytes(type, type.name(), type.name());
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  @Override
  public String toString() {
    return "Datatype[" + name + "]";
  }
}
