package org.ronsel;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
