package org.ronsel.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.time.Instant;
import java.util.Set;

/** Deadlines are by {@link System#nanoTime}: a clock that is set, or jumps, ends no wait. */
public final class TimeOfDay {
  private TimeOfDay() {}

  /**
   * Asserts that no class asks for the time of day.
   *
   * @param except names of classes that do, for dates and the ages of files
   */
  public static void assertNobodyAsks(JavaClasses classes, Set<String> except) {
    noClasses()
        .that(
            DescribedPredicate.describe(
                "are not for dates", (JavaClass type) -> !except.contains(type.getName())))
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.(util\\.(Date|Timer)|time\\.(Clock|LocalDateTime|ZonedDateTime))")
        .check(classes);
  }
}
