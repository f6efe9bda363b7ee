package org.ronsel;

/**
 * Error classes of the MPI standard (MPI-4.1, section 9.4) as far as Ronsel can raise them, and the
 * numbers the standard's header files give them.
 */
public enum ErrorClass {
  /** Invalid buffer, or a range outside it. */
  BUFFER(1),
  /** Negative or too large count. */
  COUNT(2),
  /** Invalid datatype, or element types of sender and receiver that differ. */
  TYPE(3),
  /** Tag outside 0..{@link Ronsel#MAX_TAG}. */
  TAG(4),
  /** Freed or invalid communicator. */
  COMM(5),
  /** Rank outside the communicator. */
  RANK(6),
  /** Request that cannot be used this way. */
  REQUEST(7),
  /** Root outside the communicator. */
  ROOT(8),
  /** Group that cannot be used here. */
  GROUP(9),
  /** Operator not defined for the element type. */
  OP(10),
  /** Topology that a communicator does not have, or that cannot be. */
  TOPOLOGY(11),
  /** Invalid dimensions of a Cartesian grid. */
  DIMS(12),
  /** Any other invalid argument. */
  ARGUMENT(13),
  /** Message longer than the receive buffer. */
  TRUNCATE(15),
  /** A known error not covered by another class, such as an interrupted wait. */
  OTHER(16),
  /** Internal error of Ronsel. */
  INTERN(17),
  /** Assertion that a call does not have. */
  ASSERT(22),
  /** Memory that cannot be, or is not, part of a window. */
  BASE(24),
  /** Invalid displacement unit of a window. */
  DISPLACEMENT(26),
  /** Key of an info object that is null, empty or too long. */
  INFO_KEY(31),
  /** Value of an info object that is null or too long. */
  INFO_VALUE(33),
  /** Attribute key that cannot be used here. */
  KEYVAL(36),
  /** Invalid type of a lock. */
  LOCK_TYPE(37),
  /** The heap, the machine or its container has too little memory. */
  NO_MEM(39),
  /** Accesses to a window that conflict. */
  RMA_CONFLICT(46),
  /** Call on a window that does not fit its epochs. */
  RMA_SYNC(47),
  /** Invalid size of a window. */
  SIZE(49),
  /** A feature that this build or host does not have. */
  UNSUPPORTED_OPERATION(52),
  /** Freed or invalid window. */
  WINDOW(53),
  /** Access to memory outside a window. */
  RMA_RANGE(68),
  /** Memory that cannot be attached to a window. */
  RMA_ATTACH(69),
  /** Call that a window of this kind does not have. */
  RMA_FLAVOR(70),
  /** Ranks of a window that cannot share memory. */
  RMA_SHARED(71),
  /** A peer process has failed (MPI-5 fault tolerance). */
  PROC_FAILED(75),
  /** The communicator was revoked, or the job aborted. */
  REVOKED(77),
  /** The operation can never complete. */
  DEADLOCK(1001);

  private final int code;

  ErrorClass(int code) {
    this.code = code;
  }

  /** The number by which the standard's C binding (or, above 1000, Ronsel) knows this class. */
  public int code() {
    return code;
  }
}
