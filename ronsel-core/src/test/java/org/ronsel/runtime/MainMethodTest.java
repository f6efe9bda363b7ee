package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.RonselException;
import org.ronsel.runtime.classes.ClassPathClasses;
import org.ronsel.runtime.classes.Sources;

/** Which main method is called: that which the java launcher would call. */
class MainMethodTest {
  @TempDir Path folder;
  private Path classes;

  @BeforeEach
  void folder() throws IOException {
    classes = Files.createDirectory(folder.resolve("classes"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          public static void main(String[] a) { ran("static args"); }          | static args
          static void main() { ran("static"); }                                | static
          void main(String[] a) { ran("instance args"); }                      | instance args
          void main() { ran("instance"); }                                     | instance
          protected void main() { ran("protected"); }                          | protected
          void main() { ran("none"); } static void main(String[] a) { ran("args first"); } | args first
          private void main(String[] a) {} void main() { ran("not private"); } | not private
          int main(String[] a) { return 1; } void main() { ran("void"); }      | void
          """)
  void aMainMethodIsFound(String members, String expected) throws Throwable {
    assertThat(run("class Program { " + members + ran() + " }")).isEqualTo(expected);
  }

  @Test
  void anInheritedMainMethodIsFound() throws Throwable {
    assertThat(
            run(
                "class Program extends Base {} class Base { void main() { ran(\"base\"); }"
                    + ran()
                    + "}"))
        .isEqualTo("base");
  }

  @Test
  void theMainMethodOfAnInterfaceIsFound() throws Throwable {
    assertThat(
            run(
                "class Program implements Base {} interface Base { default void main() "
                    + "{ System.setProperty(\"ran\", \"interface\"); } }"))
        .isEqualTo("interface");
  }

  @Test
  void theMainMethodOfARecordOrEnumIsFound() throws Throwable {
    assertThat(
            run(
                "enum Program { A; public static void main(String[] a) { ran(\"enum\"); }"
                    + ran()
                    + "}"))
        .isEqualTo("enum");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          class Program {}                                       | has no main method
          class Program { private void main() {} }               | has no main method
          class Program { int main() { return 1; } }             | has no main method
          abstract class Program { void main() {} }              | is abstract
          class Program { Program(int i) {} void main() {} }     | no constructor without parameters
          class Program { private Program() {} void main() {} }  | private constructor
          """)
  void aProgramWithoutAUsableMainIsRejected(String source, String why) {
    assertThatThrownBy(() -> run(source))
        .isInstanceOf(RonselException.class)
        .hasMessageContaining("class Program")
        .hasMessageContaining(why);
  }

  @Test
  void whatMainThrowsIsThrownAsItIs() {
    assertThatThrownBy(
            () ->
                run(
                    "class Program { void main() throws Exception "
                        + "{ throw new java.io.IOException(\"x\"); } }"))
        .isInstanceOf(IOException.class)
        .hasMessage("x");
  }

  @Test
  void aClassIsNotInitialisedBeforeItsMainIsCalled() throws Throwable {
    Class<?> type =
        load(
            "class Program { static { System.setProperty(\"ran\", \"initialised\"); }"
                + " static void main() {} }");
    System.clearProperty("ran");
    MainMethod main = MainMethod.of(type);
    assertThat(System.getProperty("ran")).isNull();
    main.invoke(new String[0]);
    assertThat(System.getProperty("ran")).isEqualTo("initialised");
  }

  private static String ran() {
    return " static void ran(String how) { System.setProperty(\"ran\", how); }";
  }

  private String run(String source) throws Throwable {
    System.clearProperty("ran");
    MainMethod.of(load(source)).invoke(new String[] {"argument"});
    return System.getProperty("ran");
  }

  private Class<?> load(String source) throws IOException, ClassNotFoundException {
    Sources.compile(classes, "Program.java", source);
    ClassPathClasses all = new ClassPathClasses(Map.of(), List.of(classes.toString()), false);
    return Class.forName(
        "Program", false, new RankClassLoader(all, LaunchedJvm.class.getClassLoader(), null));
  }
}
