package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorPlace;

/** Arguments that a call cannot do without. */
final class Required {
  private Required() {}

  /** The argument, or an exception of the class given that names the call and {@code what}. */
  static <T> T present(@Nullable T argument, int errorClass, String what) {
    if (argument == null) {
      throw missing(errorClass, what);
    }
    return argument;
  }

  /** The error that an argument is null. */
  static MPIException missing(int errorClass, String what) {
    return refused(errorClass, what + " is null");
  }

  /**
   * The error that something is wrong about an argument; names the rank of the job and the call.
   */
  static MPIException refused(int errorClass, String why) {
    ErrorPlace place = Environment.place(ProgramCall.now().name());
    return new MPIException(errorClass, place.message(why).toString());
  }

  static Datatype type(@Nullable Datatype type) {
    return present(type, ErrorCodes.ERR_TYPE, "the datatype");
  }

  static Comm comm(@Nullable Comm comm) {
    return present(comm, ErrorCodes.ERR_COMM, "the communicator");
  }

  static Group group(@Nullable Group group) {
    return present(group, ErrorCodes.ERR_GROUP, "the group");
  }

  static Info info(@Nullable Info info) {
    return present(info, ErrorCodes.ERR_INFO, "the info");
  }

  static Errhandler handler(@Nullable Errhandler handler) {
    return present(handler, ErrorCodes.ERR_ARG, "the error handler");
  }

  static String name(@Nullable String name) {
    return present(name, ErrorCodes.ERR_ARG, "the name");
  }

  /** An array or a buffer that holds what the library reads or writes. */
  static <T> T buffer(@Nullable T buffer) {
    return present(buffer, ErrorCodes.ERR_BUFFER, "the buffer");
  }

  /** The count, or the length of a block, that {@code what} names. */
  static int notNegative(int count, String what) {
    if (count < 0) {
      throw refused(
          ErrorCodes.ERR_COUNT, what + " " + count + " is negative; it must be 0 or more");
    }
    return count;
  }

  /** A number of objects, or a distance in them, as arrays have it. */
  static int inArrays(long objects) {
    if (objects != (int) objects) {
      throw refused(ErrorCodes.ERR_COUNT, objects + " objects are more than an array has");
    }
    return (int) objects;
  }

  /** The array of counts, ranks, requests and the like that {@code what} names. */
  static <T> T array(@Nullable T array, String what) {
    return present(array, ErrorCodes.ERR_ARG, what);
  }
}
