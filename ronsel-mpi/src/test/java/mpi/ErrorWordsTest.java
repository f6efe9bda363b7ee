package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.Advice;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorMessage;
import org.ronsel.ErrorPlace;
import org.ronsel.ErrorText;
import org.ronsel.InvalidArgumentException;
import org.ronsel.RonselException;
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

  @ParameterizedTest
  @CsvSource({
    "barrier, barrier, Barrier",
    "broadcast, bcast, Bcast",
    "iBroadcast, iBcast, iBcast",
    "persistentBroadcast, bcastInit, Bcast_init",
    "allToAllv, allToAllv, Alltoallv",
    "reduceScatter, reduceScatter, Reduce_scatter",
    "persistentReduceScatter, reduceScatterInit, Reduce_scatter_init",
    "reduceScatterBlock, reduceScatterBlock, reduceScatterBlock",
    "persistentReduceScatterBlock, reduceScatterBlockInit, reduceScatterBlockInit",
    "exscan, exScan, exScan",
    "iExscan, iExScan, iExScan",
    "iNeighborAllGather, iNeighborAllGather, iNeighborAllGather",
    "createCart, createCart, createCart"
  })
  void operationsHaveTheNamesOfTheirSpelling(String call, String openMpi, String mpiJava) {
    assertThat(OperationNames.of(call, true)).isEqualTo(openMpi);
    assertThat(OperationNames.of(call, false)).isEqualTo(mpiJava);
  }

  /** A name without a capital letter looks like any other word. */
  @Test
  void aNameInLowerCaseIsThatOfItsSpellingToo() {
    assertThat(ErrorWords.words(Advice.MERGE, true)).startsWith("merge makes");
    assertThat(ErrorWords.words(Advice.MERGE, false)).startsWith("Merge makes");
  }

  @Test
  void theMessageOfAnErrorEndsWithTheAdviceOfThisPackage() {
    RonselException error =
        new InvalidArgumentException(
            ErrorClass.TYPE, ErrorPlace.UNKNOWN.message("an object", Advice.RECEIVE_OBJECT));
    assertThat(ErrorWords.of(error)).isEqualTo("an object; receive it as MPI.OBJECT");
  }

  /** And no words that look like one. */
  @Test
  void everyCallInAnErrorHasTheNameOfTheSpelling() {
    RonselException error =
        new InvalidArgumentException(
            ErrorClass.ARGUMENT,
            ErrorMessage.of(
                ErrorText.of("rank 2 calls ")
                    .withCall("iBroadcast")
                    .with(", but rank 10 ")
                    .withCall("allToAllv")
                    .with(" on barrier; rank 3, broadcast")));
    assertThat(ErrorWords.of(error))
        .isEqualTo("rank 2 calls iBcast, but rank 10 allToAllv on barrier; rank 3, broadcast");
  }

  /**
   * Each call of Ronsel's has a name here, in all of its forms, but for the one that neither family
   * has.
   */
  @Test
  void eachOperationIsACall() {
    Arrays.stream(UntypedCollectives.class.getMethods())
        .map(Method::getName)
        .filter(operation -> !operation.equals("neighborAllToAllw"))
        .flatMap(ErrorWordsTest::forms)
        .forEach(
            operation -> {
              for (boolean openMpi : new boolean[] {false, true}) {
                assertThat(OperationNames.of(operation, openMpi))
                    .matches(ErrorWordsTest::isCall, "is a call");
              }
            });
  }

  private static Stream<String> forms(String operation) {
    String capitalized =
        operation.substring(0, 1).toUpperCase(Locale.ROOT) + operation.substring(1);
    return Stream.of(operation, "i" + capitalized, "persistent" + capitalized);
  }

  private static boolean isCall(String name) {
    return OF_THIS_PACKAGE.stream()
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .anyMatch(method -> method.getName().equals(name));
  }
}
