package org.ronsel.launch;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.ronsel.launch.files.FileCache;
import org.ronsel.launch.files.JobDirectory;
import org.ronsel.launch.report.PointsUp;
import org.ronsel.launch.report.StartTimes;
import org.ronsel.rules.TimeOfDay;

/** The packages of the launcher are in an order, and use only those of rows before their own. */
class LaunchLayeringTest {
  private static final String ROOT = "org.ronsel.launch";

  /** From the lowest to the highest; those in a row know nothing of each other. */
  private static final List<List<String>> LAYERS =
      List.of(
          List.of("spi"),
          List.of("console", "dialect", "files", "hosts"),
          List.of("install", "remote"),
          List.of("program", "batch"),
          List.of("plan"),
          List.of("jvm", "report", "run"),
          List.of("agent", "kubernetes"),
          List.of("connection"),
          List.of("supervise"),
          List.of(""));

  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?org\\.ronsel\\.launch(?:\\.([a-z]+))?\\.[A-Z].*;");

  /** What is not the launcher's does not have to be read for this. */
  @BeforeAll
  static void readTheLauncherAlone() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
  }

  @Test
  void nobodyAsksForTheTimeOfDay() {
    JavaClasses launcher = new ClassFileImporter().importPath(Path.of("target/classes"));
    Set<String> except =
        Set.of(StartTimes.class.getName(), JobDirectory.class.getName(), FileCache.class.getName());
    TimeOfDay.assertNobodyAsks(launcher, except);
  }

  @Test
  void arrowsPointDown() {
    JavaClasses launcher = new ClassFileImporter().importPath(Path.of("target/classes"));
    assertThat(upward(launcher)).isEmpty();
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(launcher);
    Set<String> packages =
        launcher.stream()
            .filter(type -> isOurs(type) && !type.getSimpleName().equals("package-info"))
            .map(LaunchLayeringTest::row)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(packages)
        .as("each row of the table")
        .hasSize(LAYERS.stream().mapToInt(List::size).sum());
  }

  /** What the compiler has inlined, such as constants, is in the sources alone. */
  @Test
  void arrowsPointDownInSources() throws IOException {
    List<String> wrong = new ArrayList<>();
    Path root = Path.of("src/main/java/org/ronsel/launch");
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        String own = root.relativize(file.getParent()).toString().replace('/', '.');
        Matcher name = IMPORT.matcher(Files.readString(file));
        while (name.find()) {
          String to = name.group(1) == null ? "" : name.group(1);
          if (layer(to) >= layer(own)) {
            wrong.add(file + " imports " + name.group());
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** A report knows nothing of commands; this one does. */
  @Test
  void anArrowThatPointsUpIsSeen() {
    JavaClasses classes =
        new ClassFileImporter().importClasses(LaunchLayeringTest.class, PointsUp.class);
    assertThat(upward(classes))
        .containsExactly("org.ronsel.launch.report.PointsUp knows org.ronsel.launch.Main");
  }

  private static List<String> upward(JavaClasses classes) {
    List<String> wrong = new ArrayList<>();
    for (JavaClass type : classes) {
      if (!isOurs(type)) {
        continue;
      }
      for (Dependency each : type.getDirectDependenciesFromSelf()) {
        JavaClass to = each.getTargetClass().getBaseComponentType();
        if (isOurs(to) && !row(to).equals(row(type)) && layer(row(to)) >= layer(row(type))) {
          wrong.add(type.getName() + " knows " + to.getName());
        }
      }
    }
    return wrong.stream().distinct().sorted().toList();
  }

  private static boolean isOurs(JavaClass type) {
    return type.getPackageName().equals(ROOT) || type.getPackageName().startsWith(ROOT + ".");
  }

  /** The name of a package without what all have in common. */
  private static String row(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1);
  }

  private static int layer(String name) {
    for (int i = 0; i < LAYERS.size(); i++) {
      if (LAYERS.get(i).contains(name)) {
        return i;
      }
    }
    throw new AssertionError("package " + name + " of the launcher is in no layer");
  }
}
