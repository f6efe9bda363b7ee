package mpi;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collective operations in the words of an error that tells what several ranks have called: Ronsel
 * names them as its own methods.
 */
final class OperationNames {
  private static final String OPERATIONS =
      "barrier|broadcast|gatherv?|scatterv?|allGatherv?|allToAll[vw]?|reduce|allReduce"
          + "|reduceScatter|reduceScatterBlock|scan|exscan|neighborAllGatherv?"
          + "|neighborAllToAll[vw]?";

  /** What one rank calls, or has called, in the words before and the name of the operation. */
  private static final Pattern CALL =
      Pattern.compile(
          "(\\branks? [\\d, ]*\\d(?:,| calls|:)? |waits for it \\()"
              + "(i(?=[A-Z])|persistent(?=[A-Z])|)((?i:"
              + OPERATIONS
              + "))\\b");

  /** Operations that mpiJava does not have. */
  private static final Set<String> OF_OPEN_MPI_ALONE =
      Set.of("allToAllw", "reduceScatterBlock", "exScan");

  private OperationNames() {}

  /** The same words with the names of this package, in one of its spellings. */
  static String words(String reason, boolean openMpi) {
    return CALL.matcher(reason)
        .replaceAll(
            call ->
                Matcher.quoteReplacement(
                    call.group(1) + name(call.group(2), call.group(3), openMpi)));
  }

  private static String name(String form, String operation, boolean openMpi) {
    String name =
        switch (operation.toLowerCase(Locale.ROOT)) {
          case "broadcast" -> "bcast";
          case "exscan" -> "exScan";
          default -> operation.substring(0, 1).toLowerCase(Locale.ROOT) + operation.substring(1);
        };
    boolean isOfMpiJava =
        !openMpi && !name.startsWith("neighbor") && !OF_OPEN_MPI_ALONE.contains(name);
    return switch (form) {
      case "i" -> "i" + capitalized(name);
      case "persistent" -> isOfMpiJava ? ofMpiJava(name) + "_init" : name + "Init";
      default -> isOfMpiJava ? ofMpiJava(name) : name;
    };
  }

  private static String ofMpiJava(String name) {
    return name.equals("reduceScatter")
        ? "Reduce_scatter"
        : capitalized(name.toLowerCase(Locale.ROOT));
  }

  private static String capitalized(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
