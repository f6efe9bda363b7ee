package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;

/** An operator of reductions (MPI-4.1, section 6.9). */
public class Op implements Freeable {
  private static final Op UNSIGNED_MAX = ofUnsignedBytes(true, "MAX");
  private static final Op UNSIGNED_MIN = ofUnsignedBytes(false, "MIN");

  private final org.ronsel.@Nullable Op predefined;
  private final @Nullable ArrayOperator combination;
  private final boolean commutative;
  private final String name;
  private boolean freed;

  /**
   * An operator of Ronsel with the type that it works on.
   *
   * @param together elements of the program's type that are one of {@code type}
   */
  record OnType(org.ronsel.Op op, org.ronsel.Datatype<?> type, int together) {}

  /** What this was on the last datatype. */
  private record Known(Datatype type, OnType is) {}

  private volatile @Nullable Known known;

  private Op(
      org.ronsel.@Nullable Op predefined,
      @Nullable ArrayOperator combination,
      boolean commutative,
      String name) {
    this.predefined = predefined;
    this.combination = combination;
    this.commutative = commutative;
    this.name = name;
  }

  /** Makes an operator from one of Ronsel. */
  Op(org.ronsel.Op predefined) {
    this(predefined, null, true, predefined.toString());
  }

  /**
   * An operator of the program's own, in the spelling of Open MPI.
   *
   * @param commute whether the operands may be exchanged
   */
  public Op(UserFunction function, boolean commute) {
    this(
        null,
        new UserReduction(Required.present(function, MPI.ERR_OP, "the function")),
        commute,
        "user operator");
  }

  /**
   * An operator of the program's own, in the spelling of mpiJava.
   *
   * @param commute whether the operands may be exchanged
   */
  public Op(User_function function, boolean commute) throws MPIException {
    this(
        null,
        new ZeroOffsetOperator(Required.present(function, MPI.ERR_OP, "the function")::Call),
        commute,
        "user operator");
  }

  /** As {@link #Op(User_function, boolean)}; the number is not used. */
  public Op(User_function function, boolean commute, int opCode) throws MPIException {
    this(function, commute);
  }

  /** An operator that a program has given. */
  static Op of(@Nullable Op op) {
    return Required.present(op, MPI.ERR_OP, "the operator");
  }

  /**
   * An operator in calls of Open MPI's spelling, where bytes have no sign.
   *
   * @param op whether it is there, and the type, are asked by the call
   */
  static Op unsigned(Op op, Datatype type) {
    if (op == null || type == null || type.core != org.ronsel.Datatype.BYTE) {
      return op;
    }
    return op.predefined == org.ronsel.Op.MAX
        ? UNSIGNED_MAX
        : op.predefined == org.ronsel.Op.MIN ? UNSIGNED_MIN : op;
  }

  private static Op ofUnsignedBytes(boolean isMax, String name) {
    return new Op(
        null,
        (in, inOffset, inout, inoutOffset, count, type) -> {
          byte[] left = (byte[]) in;
          byte[] right = (byte[]) inout;
          for (int i = 0; i < count; i++) {
            byte one = left[inOffset + i];
            byte other = right[inoutOffset + i];
            boolean isMore = Byte.compareUnsigned(one, other) > 0;
            right[inoutOffset + i] = isMore == isMax ? one : other;
          }
        },
        true,
        name);
  }

  /** The operator of Ronsel on elements of a type. */
  org.ronsel.Op on(Datatype type) {
    return together(1, type).op;
  }

  /**
   * The operator of Ronsel on so many elements of a type, of which it never combines a part. A
   * program's operator gets them all at once, as in other libraries: some take all for one matrix,
   * or bytes for records.
   */
  OnType together(int count, Datatype type) {
    Datatype.usable(type);
    org.ronsel.Op ronsel = predefined == null ? null : onTypeOf(type, predefined);
    if (ronsel != null && (!type.complex || isOfParts())) {
      return new OnType(ronsel, type.core(), 1);
    }
    ArrayOperator own = ronsel == null ? combination(type) : complexProduct(type);
    int together = ronsel == null ? Math.max(1, count) : 1;
    Known latest = known;
    if (latest == null || latest.type != type || latest.is.together != together) {
      latest = new Known(type, make(own, together, type));
      known = latest;
    }
    return latest.is;
  }

  /** A boolean is a number of one bit where another library takes it for a byte. */
  private static org.ronsel.Op onTypeOf(Datatype type, org.ronsel.Op op) {
    if (type.core() != org.ronsel.Datatype.BOOLEAN) {
      return op;
    }
    if (op == org.ronsel.Op.MAX || op == org.ronsel.Op.SUM || op == org.ronsel.Op.BOR) {
      return org.ronsel.Op.LOR;
    }
    if (op == org.ronsel.Op.MIN || op == org.ronsel.Op.PROD || op == org.ronsel.Op.BAND) {
      return org.ronsel.Op.LAND;
    }
    return op == org.ronsel.Op.BXOR ? org.ronsel.Op.LXOR : op;
  }

  private OnType make(ArrayOperator own, int together, Datatype type) {
    // The program may free its type before a started operation is complete.
    Datatype kept = type.kept();
    org.ronsel.Op op =
        org.ronsel.Op.of(
            (in, inOffset, inout, inoutOffset, count, core) ->
                OperandArrays.combine(
                    own,
                    in,
                    inOffset,
                    inout,
                    inoutOffset,
                    count * together,
                    type.unlessFreed(kept)),
            commutative);
    org.ronsel.Datatype<?> core =
        together == 1 ? type.core() : org.ronsel.Datatype.contiguous(together, type.core());
    return new OnType(op, core, together);
  }

  /**
   * The operator of Ronsel on elements of a type in accumulates, which know predefined operators on
   * basic types only.
   */
  org.ronsel.Op onTarget(Datatype type) {
    if (type.complex && predefined == org.ronsel.Op.PROD) {
      throw Required.refused(
          MPI.ERR_OP,
          "PROD of complex numbers is not available in accumulates; get, multiply and put the"
              + " numbers in an epoch of an exclusive lock");
    }
    return on(type);
  }

  /** Whether it does with complex numbers what it does with their parts. */
  private boolean isOfParts() {
    return predefined == org.ronsel.Op.SUM
        || predefined == org.ronsel.Op.REPLACE
        || predefined == org.ronsel.Op.NO_OP;
  }

  /** The product of complex numbers; other operators do not reach it (MPI-4.1, section 6.9.2). */
  private ArrayOperator complexProduct(Datatype type) {
    if (predefined != org.ronsel.Op.PROD || !type.isDense()) {
      throw Required.refused(
          MPI.ERR_OP,
          name
              + " is not defined on "
              + type
              + (predefined != org.ronsel.Op.PROD
                  ? ": of complex numbers there are SUM and PROD"
                  : ", which has gaps between complex numbers"));
    }
    return (in, inOffset, inout, inoutOffset, count, of) -> {
      int length = count * of.Size();
      if (inout instanceof float[] result) {
        FloatComplex.multiply((float[]) in, inOffset, result, inoutOffset, length);
      } else {
        DoubleComplex.multiply((double[]) in, inOffset, (double[]) inout, inoutOffset, length);
      }
    };
  }

  /** Whether it is one of Ronsel's. */
  boolean isPredefined() {
    return predefined != null;
  }

  /** The combination of arrays of a type by this operator. */
  ArrayOperator combination(Datatype type) {
    if (combination == null || freed) {
      throw Required.refused(
          MPI.ERR_OP, freed ? "the operator has been freed" : name + " is not defined on " + type);
    }
    return combination;
  }

  /** Combines two buffers in the second; offsets are in basic elements. */
  void combine(
      @Nullable Object in,
      int inOffset,
      @Nullable Object inout,
      int inoutOffset,
      int count,
      Datatype type) {
    if (Datatype.isOfObjects(type)) {
      combination(type)
          .combine(Memory.base(in), inOffset, Memory.base(inout), inoutOffset, count, type);
      return;
    }
    try {
      Environment.world()
          .untyped()
          .reduceLocal(
              Memory.base(in, count, type),
              Memory.start(in, inOffset, type),
              Memory.base(inout, count, type),
              Memory.start(inout, inoutOffset, type),
              type.core(),
              count,
              on(type));
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * Combines {@code count} elements: {@code inoutvec = invec op inoutvec}, element by element.
   *
   * @param invec array of the left operands, from {@code inoffset} on
   * @param inoutvec array of the right operands and results, from {@code inoutoffset} on
   */
  public void Call(
      @Nullable Object invec,
      int inoffset,
      @Nullable Object inoutvec,
      int inoutoffset,
      int count,
      Datatype datatype)
      throws MPIException {
    combine(invec, inoffset, inoutvec, inoutoffset, count, datatype);
  }

  /** Whether the operands may be exchanged. */
  public boolean isCommutative() {
    return commutative;
  }

  @Override
  public void free() throws MPIException {
    if (combination == null) {
      throw Required.refused(MPI.ERR_OP, name + " is not an operator of the program and stays");
    }
    freed = true;
  }

  /** Does nothing, as with MPJ Express; being empty, it is not called by the JVM. */
  @Override
  @SuppressWarnings({"Finalize", "removal"})
  public void finalize() throws MPIException {}

  /** Whether it has been freed. */
  public boolean isNull() {
    return freed;
  }

  @Override
  public String toString() {
    return name;
  }
}
