package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.Advice;

/** Advice names what a program of this package can call. */
class ErrorWordsTest {
  private static final List<Class<?>> OF_THIS_PACKAGE =
      List.of(
          MPI.class, Comm.class, Intracomm.class, Intercomm.class, Cartcomm.class, CartComm.class);

  /** Names with a capital letter in them, as methods and types have. */
  private static final Pattern NAME = Pattern.compile("\\b(?:\\w+[A-Z]\\w*|[A-Z]\\w+)\\b");

  private static final Set<String> NO_METHODS = Set.of("MPI", "OBJECT", "Cartcomm", "CartComm");

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
          .allMatch(name -> Character.isLowerCase(name.charAt(0)) == openMpi);
    }
  }

  private static boolean isCall(String name) {
    return OF_THIS_PACKAGE.stream()
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .anyMatch(method -> method.getName().equals(name));
  }
}
