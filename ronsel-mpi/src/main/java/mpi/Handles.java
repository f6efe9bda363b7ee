package mpi;

import static org.ronsel.Datatype.contiguous;

import org.jspecify.annotations.Nullable;

/** Objects that both families name: datatypes, operators, error handlers, null handles. */
abstract class Handles extends Constants {
  /** No datatype. */
  public static final Datatype NULL = new Datatype(null, null, BaseType.NULL, 1, "NULL");

  /** No datatype. */
  public static final Datatype DATATYPE_NULL = NULL;

  /** {@code byte}. */
  public static final Datatype BYTE = new Datatype(org.ronsel.Datatype.BYTE, BaseType.BYTE, "BYTE");

  /** {@code char}, an unsigned number of 16 bits. */
  public static final Datatype CHAR = new Datatype(org.ronsel.Datatype.CHAR, BaseType.CHAR, "CHAR");

  /** {@code short}. */
  public static final Datatype SHORT =
      new Datatype(org.ronsel.Datatype.SHORT, BaseType.SHORT, "SHORT");

  /** {@code boolean}, one byte in a buffer. */
  public static final Datatype BOOLEAN =
      new Datatype(org.ronsel.Datatype.BOOLEAN, BaseType.BOOLEAN, "BOOLEAN");

  /** {@code int}. */
  public static final Datatype INT = new Datatype(org.ronsel.Datatype.INT, BaseType.INT, "INT");

  /** {@code long}. */
  public static final Datatype LONG = new Datatype(org.ronsel.Datatype.LONG, BaseType.LONG, "LONG");

  /** {@code float}. */
  public static final Datatype FLOAT =
      new Datatype(org.ronsel.Datatype.FLOAT, BaseType.FLOAT, "FLOAT");

  /** {@code double}. */
  public static final Datatype DOUBLE =
      new Datatype(org.ronsel.Datatype.DOUBLE, BaseType.DOUBLE, "DOUBLE");

  /** Bytes that {@code pack} has written. */
  public static final Datatype PACKED =
      new Datatype(org.ronsel.Datatype.PACKED, BaseType.PACKED, "PACKED");

  /** Serializable objects. */
  public static final Datatype OBJECT =
      new Datatype(null, ObjectLayout.SINGLE, BaseType.OBJECT, 1, "OBJECT");

  /** Marks the lower bound in a struct of mpiJava. */
  public static final Datatype LB = new Datatype(null, null, BaseType.LB, 1, "LB");

  /** Marks the upper bound in a struct of mpiJava. */
  public static final Datatype UB = new Datatype(null, null, BaseType.UB, 1, "UB");

  /** Two {@code short}. */
  public static final Datatype SHORT2 =
      new Datatype(contiguous(2, org.ronsel.Datatype.SHORT), BaseType.SHORT, "SHORT2");

  /** Two {@code int}: a value and an index. Its sizes in Open MPI's spelling are in bytes. */
  public static final Datatype INT2 =
      new Datatype(contiguous(2, org.ronsel.Datatype.INT), null, BaseType.INT, 1, "INT2");

  /** Two {@code long}. */
  public static final Datatype LONG2 =
      new Datatype(contiguous(2, org.ronsel.Datatype.LONG), BaseType.LONG, "LONG2");

  /** Two {@code float}. */
  public static final Datatype FLOAT2 =
      new Datatype(contiguous(2, org.ronsel.Datatype.FLOAT), BaseType.FLOAT, "FLOAT2");

  /** Two {@code double}. */
  public static final Datatype DOUBLE2 =
      new Datatype(contiguous(2, org.ronsel.Datatype.DOUBLE), BaseType.DOUBLE, "DOUBLE2");

  /** A {@code short} and an {@code int}, as {@link #shortInt} reads and writes them. */
  public static final Datatype SHORT_INT =
      new Datatype(org.ronsel.Datatype.SHORT_INT, BaseType.BYTE, "SHORT_INT");

  /** A {@code long} and an {@code int}, as {@link #longInt} reads and writes them. */
  public static final Datatype LONG_INT =
      new Datatype(org.ronsel.Datatype.LONG_INT, BaseType.BYTE, "LONG_INT");

  /** A {@code float} and an {@code int}, as {@link #floatInt} reads and writes them. */
  public static final Datatype FLOAT_INT =
      new Datatype(org.ronsel.Datatype.FLOAT_INT, BaseType.BYTE, "FLOAT_INT");

  /** A {@code double} and an {@code int}, as {@link #doubleInt} reads and writes them. */
  public static final Datatype DOUBLE_INT =
      new Datatype(org.ronsel.Datatype.DOUBLE_INT, BaseType.BYTE, "DOUBLE_INT");

  /** A complex number of two {@code float}. */
  public static final Datatype FLOAT_COMPLEX =
      Datatype.complex(org.ronsel.Datatype.FLOAT, BaseType.FLOAT, "FLOAT_COMPLEX");

  /** A complex number of two {@code double}. */
  public static final Datatype DOUBLE_COMPLEX =
      Datatype.complex(org.ronsel.Datatype.DOUBLE, BaseType.DOUBLE, "DOUBLE_COMPLEX");

  /** The struct of {@link #INT2}. */
  public static final Int2 int2 = new Int2();

  /** The struct of {@link #SHORT_INT}. */
  public static final ShortInt shortInt = new ShortInt();

  /** The struct of {@link #LONG_INT}. */
  public static final LongInt longInt = new LongInt();

  /** The struct of {@link #FLOAT_INT}. */
  public static final FloatInt floatInt = new FloatInt();

  /** The struct of {@link #DOUBLE_INT}. */
  public static final DoubleInt doubleInt = new DoubleInt();

  /** Maximum. */
  public static final Op MAX = new Op(org.ronsel.Op.MAX);

  /** Minimum. */
  public static final Op MIN = new Op(org.ronsel.Op.MIN);

  /** Sum. */
  public static final Op SUM = new Op(org.ronsel.Op.SUM);

  /** Product. */
  public static final Op PROD = new Op(org.ronsel.Op.PROD);

  /** Logical and. */
  public static final Op LAND = new Op(org.ronsel.Op.LAND);

  /** Bit-wise and. */
  public static final Op BAND = new Op(org.ronsel.Op.BAND);

  /** Logical or. */
  public static final Op LOR = new Op(org.ronsel.Op.LOR);

  /** Bit-wise or. */
  public static final Op BOR = new Op(org.ronsel.Op.BOR);

  /** Logical exclusive or. */
  public static final Op LXOR = new Op(org.ronsel.Op.LXOR);

  /** Bit-wise exclusive or. */
  public static final Op BXOR = new Op(org.ronsel.Op.BXOR);

  /** Maximum of pairs of a value and an index: of equal values the lower index. */
  public static final Op MAXLOC = new Op(org.ronsel.Op.MAXLOC);

  /** Minimum of pairs of a value and an index: of equal values the lower index. */
  public static final Op MINLOC = new Op(org.ronsel.Op.MINLOC);

  /** For one-sided operations: the new value. */
  public static final Op REPLACE = new Op(org.ronsel.Op.REPLACE);

  /** For one-sided operations: the old value. */
  public static final Op NO_OP = new Op(org.ronsel.Op.NO_OP);

  /** Errors abort the job. */
  public static final Errhandler ERRORS_ARE_FATAL = new Errhandler("ERRORS_ARE_FATAL", true);

  /** Errors abort the job. */
  public static final Errhandler ERRORS_ABORT = new Errhandler("ERRORS_ABORT", true);

  /** Errors are thrown, which is how it is without an error handler. */
  public static final Errhandler ERRORS_RETURN = new Errhandler("ERRORS_RETURN", false);

  /** No request. */
  public static final Request REQUEST_NULL = new Request();

  /** The status of a missing message: any source, any tag, no data. */
  public static final Status EMPTY_STATUS = new Status();

  /** No communicator. */
  public static final @Nullable Comm COMM_NULL = null;

  /** The group without ranks. */
  public static final Group GROUP_EMPTY = new Group(org.ronsel.Group.EMPTY);

  /** No group. */
  public static final Group GROUP_NULL = new Group(null);

  /** The information about how the program was started. */
  public static final Info INFO_ENV = new Info(org.ronsel.Info.env());

  /** No info. */
  public static final Info INFO_NULL = new Info(null);

  Handles() {}
}
