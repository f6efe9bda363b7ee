package org.ronsel;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ronsel.rules.TimeOfDay;

/**
 * The arrows of {@code docs/architecture.md} point down. A package may use all that are in rows
 * below its own, and the JDK.
 */
class LayeringTest {
  private static final JavaClasses CORE =
      new ClassFileImporter().importPath(Path.of("target/classes"));

  /** The JDK, and the annotations that say what may be null. */
  private static final DescribedPredicate<JavaClass> PLATFORM =
      resideInAnyPackage("java..", "javax..", "jdk..", "com.sun.management..", "org.jspecify..");

  /** Removes files that were left long ago; compares with what the file system says. */
  private static final String AGE_OF_FILES = "org.ronsel.machine.SegmentNames";

  /**
   * From the lowest to the highest; those in a row know nothing of each other. The API is near the
   * bottom: everything speaks of its types, and it knows nobody who implements them.
   */
  private static final List<List<String>> LAYERS =
      List.of(
          List.of("memory", "observe", "topology"),
          List.of(""),
          List.of("data"),
          List.of("machine", "datatype"),
          List.of("collective.reduction"),
          List.of("transport"),
          List.of("transport.ring"),
          List.of("transport.thread", "transport.shm", "transport.tcp"),
          List.of("engine.event"),
          List.of("engine.request"),
          List.of("engine.message"),
          List.of("engine.transfer"),
          List.of("engine.matching"),
          List.of("engine.check", "engine.failure"),
          List.of("engine"),
          List.of("onesided", "collective.schedule"),
          List.of("collective.algorithm", "collective.check", "collective.context"),
          List.of("collective.call"),
          List.of("collective.shared"),
          List.of("collective.selection"),
          List.of("collective"),
          List.of("job"),
          List.of("comm"),
          List.of("window"),
          List.of("runtime.intercepted", "runtime.output", "runtime.control"),
          List.of("runtime.classes", "runtime.pmi"),
          List.of("runtime.rendezvous"),
          List.of("runtime"));

  private static final Pattern NO_CODE = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*|\"[^\"\n]*\"");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package org\\.ronsel([\\w.]*);");
  private static final Pattern NAMES =
      Pattern.compile("\\borg\\.ronsel((?:\\.[a-z]\\w*)*)\\.([A-Z]\\w*)");

  @Test
  void nobodyAsksForTheTimeOfDay() {
    TimeOfDay.assertNobodyAsks(CORE, Set.of(AGE_OF_FILES));
  }

  /** What the compiler has inlined, such as constants, is in the sources alone. */
  @Test
  void arrowsPointDownInSources() throws IOException {
    List<String> wrong = new ArrayList<>();
    Set<String> packages = new HashSet<>();
    int files = 0;
    for (String root : List.of("src/main/java", "target/generated-sources/templates")) {
      try (Stream<Path> sources = Files.walk(Path.of(root))) {
        for (Path source : sources.filter(LayeringTest::isClass).toList()) {
          files++;
          String text = NO_CODE.matcher(Files.readString(source)).replaceAll("");
          Matcher own = PACKAGE.matcher(text);
          assertThat(own.find()).as(source.toString()).isTrue();
          String from = own.group(1).isEmpty() ? "" : own.group(1).substring(1);
          packages.add(from);
          Matcher name = NAMES.matcher(text);
          while (name.find()) {
            String to = name.group(1).isEmpty() ? "" : name.group(1).substring(1);
            if (!to.equals(from) && layer(to) >= layer(from)) {
              wrong.add(source + " names " + name.group());
            }
          }
        }
      }
    }
    assertThat(files).isGreaterThan(400);
    assertThat(wrong).isEmpty();
    assertThat(packages)
        .as("each row of the table")
        .hasSize(LAYERS.stream().mapToInt(List::size).sum());
  }

  /** What no source names, such as the type of an intermediate result, is in bytecode alone. */
  @Test
  void arrowsPointDownInBytecode() {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass type : CORE) {
      String from = packageOf(type);
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass used = dependency.getTargetClass().getBaseComponentType();
        if (used.getName().startsWith("org.ronsel.")) {
          String to = packageOf(used);
          if (!to.equals(from) && layer(to) >= layer(from)) {
            wrong.add(type.getName() + " uses " + used.getName());
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static String packageOf(JavaClass type) {
    return type.getPackageName().replaceFirst("^org\\.ronsel\\.?", "");
  }

  private static boolean isClass(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java")
        && !name.equals("module-info.java")
        && !name.equals("package-info.java");
  }

  private static int layer(String name) {
    for (int i = 0; i < LAYERS.size(); i++) {
      if (LAYERS.get(i).contains(name)) {
        return i;
      }
    }
    throw new AssertionError("package org.ronsel." + name + " is in no layer");
  }

  /** In bytecode, where a class of the own package needs no import. */
  @Test
  void noPackagesKnowEachOther() {
    slices().matching("org.ronsel.(**)").should().beFreeOfCycles().check(CORE);
    // The pattern above leaves out the API, which must know nobody who implements it.
    noClasses()
        .that()
        .resideInAPackage("org.ronsel")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.ronsel..")
                .and(
                    DescribedPredicate.not(
                        resideInAnyPackage(
                            "org.ronsel", "org.ronsel.observe", "org.ronsel.topology"))))
        .check(CORE);
  }

  /** What programs see is all that there is. */
  @Test
  void theApiHasPublicTypesOnly() {
    classes()
        .that()
        .resideInAPackage("org.ronsel")
        .and()
        .areTopLevelClasses()
        .and()
        .doNotHaveSimpleName("package-info")
        .should()
        .bePublic()
        .check(CORE);
  }

  /** They are found as services. */
  @Test
  void nobodyKnowsATransportByName() {
    for (String transport : List.of("thread", "shm", "tcp")) {
      noClasses()
          .that()
          .resideOutsideOfPackage("org.ronsel.transport." + transport)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.ronsel.transport." + transport)
          .check(CORE);
    }
  }

  /** One-sided operations come to the engine from above, as all models do. */
  @Test
  void oneSidedOperationsKnowNoCommunicator() {
    noClasses()
        .that()
        .resideInAPackage("org.ronsel.onesided..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "org.ronsel.comm..", "org.ronsel.collective..", "org.ronsel.runtime..")
                .and(DescribedPredicate.not(resideInAPackage("org.ronsel.collective.reduction"))))
        .check(CORE);
  }

  @Test
  void theMachineKnowsTheApiAlone() {
    classes()
        .that()
        .resideInAPackage("org.ronsel.machine..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("org.ronsel.machine..", "org.ronsel.memory..", "org.ronsel")
                .or(PLATFORM))
        .check(CORE);
  }

  @Test
  void whatObservesKnowsTheJdkAlone() {
    classes()
        .that()
        .resideInAPackage("org.ronsel.observe..")
        .should()
        .onlyDependOnClassesThat(resideInAPackage("org.ronsel.observe..").or(PLATFORM))
        .check(CORE);
  }

  @Test
  void theCoreDependsOnTheJdkAlone() {
    classes()
        .should()
        .onlyDependOnClassesThat(resideInAPackage("org.ronsel..").or(PLATFORM))
        .check(CORE);
  }
}
