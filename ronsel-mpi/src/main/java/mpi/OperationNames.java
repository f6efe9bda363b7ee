package mpi;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How the collective calls of Ronsel are spelt in this package. */
final class OperationNames {
  /** The name in the spelling of Open MPI, by that of Ronsel's method. */
  private static final Map<String, String> OPEN_MPI = new HashMap<>();

  /** The same in the spelling of mpiJava, which lacks some: those are named as above. */
  private static final Map<String, String> MPI_JAVA = new HashMap<>();

  static {
    for (String name :
        List.of(
            "barrier",
            "gather",
            "gatherv",
            "scatter",
            "scatterv",
            "allGather",
            "allGatherv",
            "allToAll",
            "allToAllv",
            "reduce",
            "allReduce",
            "scan")) {
      ofBoth(name, name, capitalized(name.toLowerCase(Locale.ROOT)));
    }
    ofBoth("broadcast", "bcast", "Bcast");
    ofBoth("reduceScatter", "reduceScatter", "Reduce_scatter");
    ofOpenMpi("exscan", "exScan");
    for (String name :
        List.of(
            "allToAllw",
            "reduceScatterBlock",
            "neighborAllGather",
            "neighborAllGatherv",
            "neighborAllToAll",
            "neighborAllToAllv",
            "neighborAllToAllw")) {
      ofOpenMpi(name, name);
    }
  }

  private OperationNames() {}

  /** The name of a call of Ronsel in one of the spellings; calls of other kinds keep theirs. */
  static String of(String call, boolean openMpi) {
    String name = openMpi ? null : MPI_JAVA.get(call);
    return name != null ? name : OPEN_MPI.getOrDefault(call, call);
  }

  private static void ofOpenMpi(String operation, String name) {
    OPEN_MPI.put(operation, name);
    OPEN_MPI.put("i" + capitalized(operation), "i" + capitalized(name));
    OPEN_MPI.put("persistent" + capitalized(operation), name + "Init");
  }

  /** mpiJava has no non-blocking collective calls. */
  private static void ofBoth(String operation, String openMpi, String mpiJava) {
    ofOpenMpi(operation, openMpi);
    MPI_JAVA.put(operation, mpiJava);
    MPI_JAVA.put("persistent" + capitalized(operation), mpiJava + "_init");
  }

  private static String capitalized(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
