package mpi;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;

/**
 * The words of an error of Ronsel for a program of this package: the call has the name by which the
 * program has called it, and advice names what there is here.
 */
final class ErrorWords {
  /** {@code rank 0, broadcast: } or {@code Group.include: } at the beginning of a message. */
  private static final Pattern CALL = Pattern.compile("(rank \\d+, )?(?:(\\w+)\\.)?(\\w+): ");

  private static final String SEND_BUFFER = "the send buffer";
  private static final String RECEIVE_BUFFER = "the receive buffer";

  /** Data outside an empty buffer, which is what Ronsel gets for one that is null. */
  private static final Pattern NO_BUFFER =
      Pattern.compile(
          "(?:(\\d+) elements of (.+) from offset -?\\d+ on lie"
              + "|offset -?\\d+ and count (\\d+) lie"
              + "|offset -?\\d+ lies)"
              + " outside (the(?: send| receive)? buffer) of 0 elements");

  /** Classes whose errors may be those of an earlier call, which keeps its name. */
  private static final List<Class<?>> LATE = List.of(Request.class, Prequest.class, Win.class);

  /** What Ronsel advises, what to advise in the spelling of mpiJava, and in that of Open MPI. */
  private record Advice(String of, String mpiJava, String openMpi) {
    Advice(String of, String both) {
      this(of, both, both);
    }
  }

  private static final List<Advice> ADVICE =
      List.of(
          new Advice(
              "call Ronsel.attachBuffer(bytes) before",
              "call MPI.Buffer_attach before",
              "call MPI.attachBuffer before"),
          new Advice("or use iSend", "or use Isend", "or use iSend"),
          new Advice(
              "CartComm.dims finds dims",
              "Cartcomm.Dims_create finds dims",
              "CartComm.createDims finds dims"),
          new Advice("; use receiveObject", "; receive it as MPI.OBJECT"),
          new Advice("or send with sendObject", "or send it as MPI.OBJECT"),
          new Advice(
              "pass a primitive array or a MemorySegment",
              "pass an array of the datatype's basic type, a buffer of java.nio, or objects as"
                  + " MPI.OBJECT"),
          new Advice("a byte[] or a MemorySegment", "a byte[] or a buffer of java.nio"));

  private ErrorWords() {}

  /** The message of an error in the words of the call that the program is in. */
  static @Nullable String of(RonselException error) {
    String message = error.getMessage();
    return message == null ? null : of(message, ProgramCall.now());
  }

  private static String of(String message, ProgramCall call) {
    String words = message;
    Matcher named = CALL.matcher(message);
    if (named.lookingAt() && !isOfEarlierCall(call, named.group(3))) {
      String rank = named.group(1) == null ? "" : named.group(1);
      String type = named.group(2);
      String prefix =
          call.declaringClass().equalsIgnoreCase(type) ? call.declaringClass() + "." : "";
      words = rank + prefix + call.name() + ": " + message.substring(named.end());
    }
    for (Advice each : ADVICE) {
      if (words.contains(each.of)) {
        words = words.replace(each.of, call.isInSpellingOfOpenMpi() ? each.openMpi : each.mpiJava);
      }
    }
    return words;
  }

  /** Whether a call on a request or a window tells of another one, whose name is known here. */
  private static boolean isOfEarlierCall(ProgramCall call, String name) {
    for (Class<?> each : LATE) {
      if (each.getSimpleName().equals(call.declaringClass())) {
        return each != Win.class
            ? !name.equals("start")
            : Arrays.stream(each.getMethods()).anyMatch(method -> method.getName().equals(name));
      }
    }
    return false;
  }

  /**
   * The buffers that a program has passed to a call which has failed.
   *
   * @param done what was to be done with the data of a call that has one buffer
   */
  record Passed(@Nullable Object send, @Nullable Object receive, String done) {
    Passed(@Nullable Object buffer, String done) {
      this(buffer, buffer, done);
    }

    private boolean isNull(String what) {
      return (what.equals(RECEIVE_BUFFER) ? receive : send) == null;
    }

    private String done(String what) {
      return switch (what) {
        case RECEIVE_BUFFER -> "received";
        case SEND_BUFFER -> "sent";
        default -> done;
      };
    }
  }

  /** As {@link #of(RonselException)}; says which of the buffers is null if that is the error. */
  static @Nullable String of(RonselException error, Passed buffers) {
    String words = of(error);
    if (words == null) {
      return null;
    }
    Matcher outside = NO_BUFFER.matcher(words);
    if (!outside.find() || !buffers.isNull(outside.group(4))) {
      return words;
    }
    String what = outside.group(4);
    String number = outside.group(1) == null ? outside.group(3) : outside.group(1);
    String type = outside.group(2) == null ? "BYTE" : outside.group(2);
    return words.substring(0, outside.start())
        + what
        + " is null"
        + (number == null
            ? ""
            : "; " + number + " elements of " + type + " are to be " + buffers.done(what));
  }
}
