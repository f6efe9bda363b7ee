package org.ronsel;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The arrows of {@code docs/architecture.md} point down. A layer may use all layers below it, the
 * vocabulary, and the JDK.
 */
class LayeringTest {
  private static final JavaClasses CORE =
      new ClassFileImporter().importPath(Path.of("target/classes"));

  private static final Set<String> VOCABULARY_NAMES =
      Set.of("ErrorClass", "Status", "Request", "package-info");

  /** What every layer may speak of: the errors, and what a completed operation reports. */
  private static final DescribedPredicate<JavaClass> VOCABULARY =
      DescribedPredicate.describe(
          "are vocabulary", type -> isVocabulary(type.getBaseComponentType()));

  /** The JDK, and the annotations that say what may be null. */
  private static final DescribedPredicate<JavaClass> PLATFORM =
      resideInAnyPackage("java..", "javax..", "jdk..", "com.sun.management..", "org.jspecify..");

  @Test
  void arrowsPointDown() {
    LayeredArchitecture layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
    layers
        .withOptionalLayers(true)
        .layer("models")
        .definedBy(
            in(
                "org.ronsel",
                "org.ronsel.collective..",
                "org.ronsel.onesided..",
                "org.ronsel.topology.."))
        .layer("runtime")
        .definedBy(in("org.ronsel.runtime.."))
        .layer("engine")
        .definedBy(in("org.ronsel.engine.."))
        .layer("data")
        .definedBy(in("org.ronsel.data.."))
        .layer("transports")
        .definedBy(in("org.ronsel.transport.."))
        .layer("observation")
        .definedBy(in("org.ronsel.observe.."))
        .layer("machine")
        .definedBy(in("org.ronsel.machine.."))
        .whereLayer("models")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("runtime")
        .mayOnlyBeAccessedByLayers("models")
        .whereLayer("engine")
        .mayOnlyBeAccessedByLayers("models", "runtime")
        .whereLayer("data")
        .mayOnlyBeAccessedByLayers("models", "runtime", "engine")
        .whereLayer("transports")
        .mayOnlyBeAccessedByLayers("models", "runtime", "engine", "data")
        .whereLayer("observation")
        .mayOnlyBeAccessedByLayers("models", "runtime", "engine")
        .whereLayer("machine")
        .mayOnlyBeAccessedByLayers("models", "runtime", "engine", "data", "transports")
        // The runtime makes each rank's world communicator and hands it to the program's body.
        .ignoreDependency(in("org.ronsel.runtime.."), belongToAnyOf(Comm.class, RankBody.class))
        .check(CORE);
  }

  /** From the lowest to the highest. */
  private static final List<List<String>> LAYERS =
      List.of(
          List.of("machine"),
          List.of("observe"),
          List.of("transport"),
          List.of("data"),
          List.of("engine"),
          List.of("runtime"),
          List.of("collective", "onesided", "topology", ""));

  private static final Pattern NO_CODE = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*|\"[^\"\n]*\"");
  private static final Pattern NAMES =
      Pattern.compile("\\borg\\.ronsel((?:\\.[a-z]\\w*)*)\\.([A-Z]\\w*)");

  /** What the compiler has inlined, such as constants, is in the sources alone. */
  @Test
  void arrowsPointDownInSourcesToo() throws IOException {
    List<String> wrong = new ArrayList<>();
    int files = 0;
    for (String root : List.of("src/main/java", "target/generated-sources/templates")) {
      try (Stream<Path> sources = Files.walk(Path.of(root))) {
        for (Path source : sources.filter(LayeringTest::isClass).toList()) {
          files++;
          Path place = Path.of(root).relativize(source);
          String text = NO_CODE.matcher(Files.readString(source)).replaceAll("");
          Matcher name = NAMES.matcher(text);
          while (name.find()) {
            if (!mayKnow(place, name.group(1), name.group(2))) {
              wrong.add(place + " names " + name.group());
            }
          }
        }
      }
    }
    assertThat(files).isGreaterThan(400);
    assertThat(wrong).isEmpty();
  }

  private static boolean isClass(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java") && !name.equals("module-info.java");
  }

  private static boolean mayKnow(Path place, String packages, String type) {
    String from = place.getNameCount() == 3 ? "" : place.getName(2).toString();
    String to = packages.isEmpty() ? "" : packages.substring(1).split("\\.", 2)[0];
    boolean vocabulary =
        to.isEmpty() && (type.endsWith("Exception") || VOCABULARY_NAMES.contains(type));
    boolean worldOfARank =
        from.equals("runtime") && to.isEmpty() && Set.of("Comm", "RankBody").contains(type);
    return vocabulary || worldOfARank || layer(to) <= layer(from);
  }

  private static int layer(String name) {
    for (int i = 0; i < LAYERS.size(); i++) {
      if (LAYERS.get(i).contains(name)) {
        return i;
      }
    }
    throw new AssertionError("package org.ronsel." + name + " is in no layer");
  }

  @Test
  void everyClassIsInALayer() {
    classes()
        .should()
        .resideInAnyPackage(
            "org.ronsel",
            "org.ronsel.collective..",
            "org.ronsel.onesided..",
            "org.ronsel.topology..",
            "org.ronsel.runtime..",
            "org.ronsel.engine..",
            "org.ronsel.data..",
            "org.ronsel.transport..",
            "org.ronsel.observe..",
            "org.ronsel.machine..")
        .check(CORE);
  }

  /**
   * Two are the exceptions: a request reports its source in the terms of its communicator, and a
   * status counts in the terms of a datatype.
   */
  @Test
  void theVocabularyUsesNothingButItself() {
    classes()
        .that(VOCABULARY)
        .and()
        .doNotBelongToAnyOf(Request.class, Status.class)
        .should()
        .onlyDependOnClassesThat(VOCABULARY.or(PLATFORM))
        .check(CORE);
  }

  /** They are found as services. */
  @Test
  void nobodyKnowsATransportByName() {
    for (String transport : List.of("thread", "shm")) {
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
        .dependOnClassesThat(in("org.ronsel", "org.ronsel.collective..", "org.ronsel.runtime.."))
        .check(CORE);
  }

  @Test
  void theMachineUsesTheJdkAlone() {
    classes()
        .that()
        .resideInAPackage("org.ronsel.machine..")
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage("org.ronsel.machine..").or(VOCABULARY).or(PLATFORM))
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

  private static boolean isVocabulary(JavaClass type) {
    return type.isAssignableTo(RonselException.class)
        || (type.getPackageName().equals("org.ronsel")
            && VOCABULARY_NAMES.contains(type.getSimpleName()));
  }

  private static DescribedPredicate<JavaClass> in(String... packages) {
    return resideInAnyPackage(packages).and(DescribedPredicate.not(VOCABULARY));
  }
}
