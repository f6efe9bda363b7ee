package mpi;

/**
 * Error classes of the standard (MPI-4.1, section 9.4), with the numbers that {@code
 * org.ronsel.ErrorClass} gives them.
 */
abstract class ErrorCodes {
  /** No error. */
  public static final int SUCCESS = 0;

  /** Invalid buffer. */
  public static final int ERR_BUFFER = 1;

  /** Invalid count. */
  public static final int ERR_COUNT = 2;

  /** Invalid datatype. */
  public static final int ERR_TYPE = 3;

  /** Invalid tag. */
  public static final int ERR_TAG = 4;

  /** Invalid communicator. */
  public static final int ERR_COMM = 5;

  /** Invalid rank. */
  public static final int ERR_RANK = 6;

  /** Invalid request. */
  public static final int ERR_REQUEST = 7;

  /** Invalid root. */
  public static final int ERR_ROOT = 8;

  /** Invalid group. */
  public static final int ERR_GROUP = 9;

  /** Invalid operator. */
  public static final int ERR_OP = 10;

  /** Invalid topology. */
  public static final int ERR_TOPOLOGY = 11;

  /** Invalid number of dimensions. */
  public static final int ERR_DIMS = 12;

  /** Another invalid argument. */
  public static final int ERR_ARG = 13;

  /** Unknown error. */
  public static final int ERR_UNKNOWN = 14;

  /** Message longer than the receive buffer. */
  public static final int ERR_TRUNCATE = 15;

  /** A known error of no other class. */
  public static final int ERR_OTHER = 16;

  /** Internal error. */
  public static final int ERR_INTERN = 17;

  /** The status says what went wrong. */
  public static final int ERR_IN_STATUS = 18;

  /** Pending request. */
  public static final int ERR_PENDING = 19;

  /** Permission denied. */
  public static final int ERR_ACCESS = 20;

  /** Invalid access mode. */
  public static final int ERR_AMODE = 21;

  /** Invalid assertion. */
  public static final int ERR_ASSERT = 22;

  /** Invalid file name. */
  public static final int ERR_BAD_FILE = 23;

  /** Invalid base address. */
  public static final int ERR_BASE = 24;

  /** Error of a user's data conversion. */
  public static final int ERR_CONVERSION = 25;

  /** Invalid displacement. */
  public static final int ERR_DISP = 26;

  /** Data representation defined already. */
  public static final int ERR_DUP_DATAREP = 27;

  /** File exists. */
  public static final int ERR_FILE_EXISTS = 28;

  /** File in use. */
  public static final int ERR_FILE_IN_USE = 29;

  /** Invalid file handle. */
  public static final int ERR_FILE = 30;

  /** Key of an info too long. */
  public static final int ERR_INFO_KEY = 31;

  /** No such key in an info. */
  public static final int ERR_INFO_NOKEY = 32;

  /** Value of an info too long. */
  public static final int ERR_INFO_VALUE = 33;

  /** Invalid info. */
  public static final int ERR_INFO = 34;

  /** Other error of input or output. */
  public static final int ERR_IO = 35;

  /** Invalid key of an attribute. */
  public static final int ERR_KEYVAL = 36;

  /** Invalid type of a lock. */
  public static final int ERR_LOCKTYPE = 37;

  /** Unknown service name. */
  public static final int ERR_NAME = 38;

  /** Out of memory. */
  public static final int ERR_NO_MEM = 39;

  /** Arguments that must agree differ. */
  public static final int ERR_NOT_SAME = 40;

  /** No space on the device. */
  public static final int ERR_NO_SPACE = 41;

  /** No such file. */
  public static final int ERR_NO_SUCH_FILE = 42;

  /** Invalid port. */
  public static final int ERR_PORT = 43;

  /** Quota exceeded. */
  public static final int ERR_QUOTA = 44;

  /** Read-only file. */
  public static final int ERR_READ_ONLY = 45;

  /** Conflicting accesses to a window. */
  public static final int ERR_RMA_CONFLICT = 46;

  /** Wrong synchronization of accesses to a window. */
  public static final int ERR_RMA_SYNC = 47;

  /** Invalid publication of a service. */
  public static final int ERR_SERVICE = 48;

  /** Invalid size. */
  public static final int ERR_SIZE = 49;

  /** Processes could not be spawned. */
  public static final int ERR_SPAWN = 50;

  /** Unsupported data representation. */
  public static final int ERR_UNSUPPORTED_DATAREP = 51;

  /** Unsupported operation. */
  public static final int ERR_UNSUPPORTED_OPERATION = 52;

  /** Invalid window. */
  public static final int ERR_WIN = 53;

  /** Access to memory outside a window. */
  public static final int ERR_RMA_RANGE = 68;

  /** Memory that cannot be attached to a window. */
  public static final int ERR_RMA_ATTACH = 69;

  /** Call that a window of this flavor does not have. */
  public static final int ERR_RMA_FLAVOR = 70;

  /** Ranks of a window that cannot share memory. */
  public static final int ERR_RMA_SHARED = 71;

  /** A peer has aborted. */
  public static final int ERR_PROC_ABORTED = 74;

  /** Out of a system resource. */
  public static final int ERR_SYSRESOURCE = -2;

  /** The largest error class. */
  public static final int ERR_LASTCODE = 1001;

  ErrorCodes() {}
}
