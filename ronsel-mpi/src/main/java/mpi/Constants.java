package mpi;

import org.ronsel.Ronsel;

/** Numbers that both families name. */
abstract class Constants extends ErrorCodes {
  /** Only one thread. */
  public static final int THREAD_SINGLE = 0;

  /** Only the main thread calls. */
  public static final int THREAD_FUNNELED = 1;

  /** Several threads may call, one at a time. */
  public static final int THREAD_SERIALIZED = 2;

  /** Any thread calls at any time; always provided. */
  public static final int THREAD_MULTIPLE = 3;

  /** Cartesian topology. */
  public static final int CART = 1;

  /** Graph topology. */
  public static final int GRAPH = 2;

  /** Distributed graph topology. */
  public static final int DIST_GRAPH = 3;

  /** Matches a message from any source. */
  public static final int ANY_SOURCE = Ronsel.ANY_SOURCE;

  /** Matches a message with any tag. */
  public static final int ANY_TAG = Ronsel.ANY_TAG;

  /** The peer that does not exist. */
  public static final int PROC_NULL = Ronsel.PROC_NULL;

  /** Says that the caller is the root of a collective call on an inter-communicator. */
  public static final int ROOT = -4;

  /** No value: differs from every legal count, rank and colour. */
  public static final int UNDEFINED = -32766;

  /** Compared objects are the same. */
  public static final int IDENT = 0;

  /** Compared communicators have the same ranks in the same order. */
  public static final int CONGRUENT = 3;

  /** Compared objects have the same ranks in another order. */
  public static final int SIMILAR = 1;

  /** Compared objects have different ranks. */
  public static final int UNEQUAL = 2;

  /** No key of an attribute. */
  public static final int KEYVAL_INVALID = -1;

  /** Key of the largest tag. */
  public static final int TAG_UB = 1;

  /** Key of the rank of the host process, which is PROC_NULL. */
  public static final int HOST = 2;

  /** Key of the rank that can do input and output. */
  public static final int IO = 3;

  /** Key that says whether all ranks read one clock. */
  public static final int WTIME_IS_GLOBAL = 4;

  /** Key of the number of the program among those of the job. */
  public static final int APPNUM = 5;

  /** Key of the largest error class in use. */
  public static final int LASTUSEDCODE = 6;

  /** Key of the number of ranks that the machine is meant for. */
  public static final int UNIVERSE_SIZE = 7;

  /** Key of a window's address. */
  public static final int WIN_BASE = 8;

  /** Key of a window's size. */
  public static final int WIN_SIZE = 9;

  /** Key of a window's unit of displacements. */
  public static final int WIN_DISP_UNIT = 10;

  /** Version of the standard. */
  public static final int VERSION = 4;

  /** Subversion of the standard. */
  public static final int SUBVERSION = 1;

  /** Bytes to allow for each buffered message besides its data. */
  public static final int BSEND_OVERHEAD = 64;

  /** Bytes that a send needs besides its data. */
  public static final int SEND_OVERHEAD = 64;

  /** Bytes that a receive needs besides its data. */
  public static final int RECV_OVERHEAD = 64;

  /** Longest name of an object that is sure to be kept. */
  public static final int MAX_OBJECT_NAME = 64;

  /** Longest name of a port. */
  public static final int MAX_PORT_NAME = 1024;

  /** Longest name of a data representation. */
  public static final int MAX_DATAREP_STRING = 128;

  /** Longest key of an info. */
  public static final int MAX_INFO_KEY = 255;

  /** Longest value of an info. */
  public static final int MAX_INFO_VAL = 65535;

  /** Row-major order of array elements. */
  public static final int ORDER_C = 0;

  /** Column-major order of array elements. */
  public static final int ORDER_FORTRAN = 1;

  /** Distribution in blocks. */
  public static final int DISTRIBUTE_BLOCK = 0;

  /** Cyclic distribution. */
  public static final int DISTRIBUTE_CYCLIC = 1;

  /** No distribution. */
  public static final int DISTRIBUTE_NONE = 2;

  /** Default argument of a distribution. */
  public static final int DISTRIBUTE_DFLT_DARG = -1;

  /** File mode. */
  public static final int MODE_CREATE = 1;

  /** File mode. */
  public static final int MODE_RDONLY = 2;

  /** File mode. */
  public static final int MODE_WRONLY = 4;

  /** File mode. */
  public static final int MODE_RDWR = 8;

  /** File mode. */
  public static final int MODE_DELETE_ON_CLOSE = 16;

  /** File mode. */
  public static final int MODE_UNIQUE_OPEN = 32;

  /** File mode. */
  public static final int MODE_EXCL = 64;

  /** File mode. */
  public static final int MODE_APPEND = 128;

  /** File mode. */
  public static final int MODE_SEQUENTIAL = 256;

  /** The current displacement of a file. */
  public static final int DISPLACEMENT_CURRENT = -54278278;

  /** Seek from the start of a file. */
  public static final int SEEK_SET = 600;

  /** Seek from the current position of a file. */
  public static final int SEEK_CUR = 602;

  /** Seek from the end of a file. */
  public static final int SEEK_END = 604;

  /** Assertion about a window. */
  public static final int MODE_NOCHECK = 1;

  /** Assertion about a window. */
  public static final int MODE_NOPRECEDE = 2;

  /** Assertion about a window. */
  public static final int MODE_NOPUT = 4;

  /** Assertion about a window. */
  public static final int MODE_NOSTORE = 8;

  /** Assertion about a window. */
  public static final int MODE_NOSUCCEED = 16;

  /** Lock of a window. */
  public static final int LOCK_EXCLUSIVE = 1;

  /** Lock of a window. */
  public static final int LOCK_SHARED = 2;

  /** Cores of this machine that the JVM may use. */
  public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

  Constants() {}
}
