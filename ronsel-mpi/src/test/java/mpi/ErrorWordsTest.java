package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.Advice;
import org.ronsel.UntypedCollectives;

/** Advice names what a program of this package can call. */
class ErrorWordsTest {
  private static final List<Class<?>> OF_THIS_PACKAGE =
      List.of(
          MPI.class,
          Comm.class,
          Intracomm.class,
          Intercomm.class,
          Cartcomm.class,
          CartComm.class,
          Win.class);

  /** Names with a capital letter in them, as methods and types have. */
  private static final Pattern NAME = Pattern.compile("\\b(?:\\w+[A-Z]\\w*|[A-Z]\\w+)\\b");

  private static final Set<String> NO_METHODS =
      Set.of("MPI", "OBJECT", "Cartcomm", "CartComm", "MODE_NOSUCCEED");

  /** What windows advise, which mpiJava does not have. */
  private static final Set<Advice> OF_WINDOWS = Set.of(Advice.END_FENCES, Advice.AWAIT_COMPLETION);

  @ParameterizedTest
  @EnumSource
  void adviceNamesCallsOfEachSpelling(Advice advice) {
    for (boolean openMpi : new boolean[] {false, true}) {
      Set<String> named = new TreeSet<>();
      NAME.matcher(ErrorWords.words(advice, openMpi))
          .results()
          .map(MatchResult::group)
          .filter(name -> !NO_METHODS.contains(name))
          .forEach(named::add);
      assertThat(named)
          .allMatch(ErrorWordsTest::isCall)
          .allMatch(
              name ->
                  OF_WINDOWS.contains(advice) || Character.isLowerCase(name.charAt(0)) == openMpi);
    }
  }

  @Test
  void operationsHaveTheNamesOfTheirSpelling() {
    String reason =
        "rank 2 calls iBroadcast of 3 INT, but rank 10 allToAllv, as call 3 of world, in which rank"
            + " 0 waits for it (persistentReduceScatter); ranks 0, 1: exscan; rank 3, reduce";
    assertThat(OperationNames.words(reason, true))
        .isEqualTo(
            "rank 2 calls iBcast of 3 INT, but rank 10 allToAllv, as call 3 of world, in which rank"
                + " 0 waits for it (reduceScatterInit); ranks 0, 1: exScan; rank 3, reduce");
    assertThat(OperationNames.words(reason, false))
        .isEqualTo(
            "rank 2 calls iBcast of 3 INT, but rank 10 Alltoallv, as call 3 of world, in which rank"
                + " 0 waits for it (Reduce_scatter_init); ranks 0, 1: exScan; rank 3, Reduce");
    String other = "the rank 3 is not in 0..2, and a barrier is not made";
    assertThat(OperationNames.words(other, false)).isEqualTo(other);
  }

  /** Each call of Ronsel's has a name here, but for the one that neither family has. */
  @Test
  void eachOperationIsACall() {
    Arrays.stream(UntypedCollectives.class.getMethods())
        .map(Method::getName)
        .filter(operation -> !operation.equals("neighborAllToAllw"))
        .forEach(
            operation -> {
              for (boolean openMpi : new boolean[] {false, true}) {
                String words = OperationNames.words("rank 0 calls " + operation, openMpi);
                assertThat(words.substring("rank 0 calls ".length()))
                    .matches(ErrorWordsTest::isCall, "is a call");
              }
            });
  }

  private static boolean isCall(String name) {
    return OF_THIS_PACKAGE.stream()
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .anyMatch(method -> method.getName().equals(name));
  }
}
