package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What is public can be called by reflection, which is how scripting languages call: no public
 * method is that of a class which is not.
 */
class PublicMethodsTest {
  private static final JavaClasses CORE =
      new ClassFileImporter().importPath(Path.of("target/classes/org/ronsel"));

  @TestFactory
  Stream<DynamicTest> everyPublicMethodIsThatOfAPublicClass() {
    return CORE.stream()
        .filter(type -> type.getPackageName().equals("org.ronsel"))
        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
        .map(JavaClass::getName)
        .sorted()
        .map(name -> DynamicTest.dynamicTest(name, () -> check(Class.forName(name))));
  }

  /**
   * A language that calls an object's method by reflection looks at the class of the object: what
   * it finds there, for each method of the interface, is that of a public class.
   */
  @TestFactory
  Stream<DynamicTest> whatImplementsTheApiIsCallable() {
    List<JavaClass> api =
        CORE.stream()
            .filter(type -> type.getPackageName().equals("org.ronsel"))
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .filter(PublicMethodsTest::isToBeImplemented)
            .filter(type -> !type.getName().startsWith(Implementation.class.getName()))
            .toList();
    assertThat(api)
        .extracting(JavaClass::getSimpleName)
        .contains("Comm", "Request", "Window", "UntypedWindow", "PartitionedSend", "Op");
    return CORE.stream()
        .filter(type -> !isToBeImplemented(type))
        .filter(type -> api.stream().anyMatch(each -> type.isAssignableTo(each.getName())))
        .sorted(Comparator.comparing(JavaClass::getName))
        .map(type -> DynamicTest.dynamicTest(type.getName(), () -> checkCalls(type, api)));
  }

  private static boolean isToBeImplemented(JavaClass type) {
    return type.isInterface() || type.getModifiers().contains(JavaModifier.ABSTRACT);
  }

  private static void checkCalls(JavaClass implementation, List<JavaClass> api) throws Exception {
    Class<?> type = Class.forName(implementation.getName());
    Set<Method> hidden = new HashSet<>();
    for (JavaClass each : api) {
      if (implementation.isAssignableTo(each.getName())) {
        for (Method method : Class.forName(each.getName()).getMethods()) {
          if (!Modifier.isStatic(method.getModifiers())) {
            Method found = type.getMethod(method.getName(), method.getParameterTypes());
            if (!Modifier.isPublic(found.getDeclaringClass().getModifiers())) {
              hidden.add(found);
            }
          }
        }
      }
    }
    assertThat(hidden).isEmpty();
  }

  private static void check(Class<?> type) {
    List<Method> hidden =
        Arrays.stream(type.getMethods())
            .filter(method -> !Modifier.isPublic(method.getDeclaringClass().getModifiers()))
            .toList();
    assertThat(hidden).isEmpty();
  }
}
