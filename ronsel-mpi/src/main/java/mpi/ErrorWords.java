package mpi;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.Advice;
import org.ronsel.BufferRole;
import org.ronsel.ErrorMessage;
import org.ronsel.ErrorMessage.Outside;
import org.ronsel.ErrorPlace;
import org.ronsel.ErrorText;
import org.ronsel.RonselException;

/**
 * The words of an error of Ronsel for a program of this package, composed of the parts of its
 * message: calls have the names by which the program has called them, and advice names what there
 * is here.
 */
final class ErrorWords {
  /** Classes whose errors may be those of an earlier call, which is named. */
  private static final List<Class<?>> LATE = List.of(Request.class, Prequest.class, Win.class);

  /** Ronsel's names of what a call on a request does itself. */
  private static final Set<String> OF_REQUESTS = Set.of("await", "sendBuffered", "start");

  /** Calls of the program that wait for all ranks by a barrier of Ronsel's. */
  private static final Set<String> WITH_BARRIER = Set.of("Finalize", "disconnect");

  private ErrorWords() {}

  /** The message of an error in the words of the call that the program is in. */
  static String of(RonselException error) {
    return words(error.parts(), error.parts().reason());
  }

  /**
   * As {@link #of(RonselException)}; says which of the buffers is null, or too short an array of
   * other numbers than those of the datatype, if that is the error.
   */
  static String of(RonselException error, Passed buffers) {
    Outside data = error.parts().outside();
    String known =
        data == null
            ? null
            : buffers.isNull(data.buffer()) ? buffers.missing(data) : buffers.otherwiseCalled(data);
    return known == null ? of(error) : words(error.parts(), ErrorText.of(known));
  }

  private static String words(ErrorMessage message, ErrorText reason) {
    ProgramCall call = ProgramCall.now();
    boolean openMpi = call.isInSpellingOfOpenMpi();
    Advice advice = message.advice();
    return ErrorMessage.compose(
        place(message.place(), call),
        reason.named(
            name ->
                name.equals("barrier") && WITH_BARRIER.contains(call.name())
                    ? call.name()
                    : OperationNames.of(name, openMpi)),
        advice == null ? null : words(advice, openMpi));
  }

  // ---- the call ----

  private static ErrorPlace place(ErrorPlace place, ProgramCall call) {
    String operation = place.operation();
    if (operation == null) {
      // The engine does not know in which call it has found an error of this rank.
      return place.rank() == null ? place : place.named(call.name());
    }
    int dot = operation.lastIndexOf('.');
    if (isOfEarlierCall(call, operation.substring(dot + 1))) {
      return place.named(OperationNames.of(operation, call.isInSpellingOfOpenMpi()));
    }
    boolean isOfSameType =
        dot >= 0 && call.declaringClass().equalsIgnoreCase(operation.substring(0, dot));
    return place.named(isOfSameType ? call.declaringClass() + "." + call.name() : call.name());
  }

  /** Whether a call on a request or a window tells of another one, whose name is known here. */
  private static boolean isOfEarlierCall(ProgramCall call, String name) {
    for (Class<?> each : LATE) {
      if (each.getSimpleName().equals(call.declaringClass())) {
        return each != Win.class
            ? !OF_REQUESTS.contains(name)
            : Arrays.stream(each.getMethods()).anyMatch(method -> method.getName().equals(name));
      }
    }
    return false;
  }

  // ---- what to do ----

  /** Advice in the names of this package, in one of its spellings. */
  static String words(Advice advice, boolean openMpi) {
    return switch (advice) {
      case ATTACH_BUFFER -> "call MPI." + (openMpi ? "attachBuffer" : "Buffer_attach") + " before";
      case ATTACH_LARGER_BUFFER ->
          "attach a larger buffer, or use " + (openMpi ? "iSend" : "Isend");
      case POST_RECEIVE ->
          "post the receive first, or use " + (openMpi ? "iSend or sendRecv" : "Isend or Sendrecv");
      case RECEIVE_OBJECT -> "receive it as MPI.OBJECT";
      case RECEIVE_ARRAY -> "receive into an array of that type, or send it as MPI.OBJECT";
      case NAME_SAME_TYPE -> advice.toString();
      case PASS_BUFFER ->
          "pass an array of the datatype's basic type, a buffer of java.nio, or objects as"
              + " MPI.OBJECT";
      case PASS_ARRAY_OF_TYPE -> "pass an array of these, a byte[] or a buffer of java.nio";
      case FIND_DIMS ->
          (openMpi ? "CartComm.createDims" : "Cartcomm.Dims_create") + " finds dims that fit";
      case MAKE_TOPOLOGY ->
          "make one with "
              + (openMpi
                  ? "createCart, createGraph or createDistGraph"
                  : "Create_cart or Create_graph");
      case END_FENCES -> "fence(MPI.MODE_NOSUCCEED) ends it"; // only Open MPI has windows
      case AWAIT_COMPLETION -> "call waitFor before";
      case MERGE -> (openMpi ? "merge" : "Merge") + " makes an intra-communicator of both groups";
    };
  }

  // ---- buffers ----

  /**
   * The buffers that a program has passed to a call which has failed. Ronsel has got an empty one
   * for each that is null.
   *
   * @param done what was to be done with the data of a call that has one buffer
   */
  record Passed(@Nullable Object send, @Nullable Object receive, String done) {
    Passed(@Nullable Object buffer, String done) {
      this(buffer, buffer, done);
    }

    private boolean isNull(BufferRole role) {
      return switch (role) {
        case BUFFER, SEND, RECEIVE -> of(role) == null;
        case SEGMENT, PACKED, LEFT, RIGHT -> false; // never an empty one for null
      };
    }

    private @Nullable Object of(BufferRole role) {
      return switch (role) {
        case BUFFER, SEND, SEGMENT -> send;
        case RECEIVE -> receive;
        case PACKED, LEFT, RIGHT -> null;
      };
    }

    /** The error of an array that has been taken for the memory of other numbers, or null. */
    private @Nullable String otherwiseCalled(Outside data) {
      Object array = of(data.buffer());
      Class<?> component = array == null ? null : array.getClass().componentType();
      if (array == null || component == null || data.elements() <= 0) {
        return null;
      }
      int bytes = OperandArrays.unit(array);
      return bytes > 1 && !data.type().contains(component.getName().toUpperCase(Locale.ROOT))
          ? data.elements()
              + " elements of "
              + data.type()
              + " do not lie in "
              + (data.buffer() == BufferRole.SEGMENT ? BufferRole.BUFFER : data.buffer())
              + ", "
              + Array.getLength(array)
              + " "
              + component
              + " values of "
              + bytes
              + " bytes; pass an array of the datatype's basic type"
          : null;
    }

    private String missing(Outside data) {
      String isNull = data.buffer() + " is null";
      return data.elements() < 0
          ? isNull
          : isNull
              + "; "
              + data.elements()
              + " elements of "
              + data.type()
              + " are to be "
              + done(data.buffer());
    }

    private String done(BufferRole role) {
      return switch (role) {
        case RECEIVE -> "received";
        case SEND -> "sent";
        default -> done;
      };
    }
  }
}
