package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What is public can be called by reflection, which is how scripting languages call: no public
 * method is that of a class which is not.
 */
class PublicMethodsTest {
  @TestFactory
  Stream<DynamicTest> everyPublicMethodIsThatOfAPublicClass() {
    return new ClassFileImporter()
        .importPath(Path.of("target/classes/org/ronsel")).stream()
            .filter(type -> type.getPackageName().equals("org.ronsel"))
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .map(JavaClass::getName)
            .sorted()
            .map(name -> DynamicTest.dynamicTest(name, () -> check(Class.forName(name))));
  }

  /** A language that calls an object's method by reflection looks at the class of the object. */
  @TestFactory
  Stream<DynamicTest> whatImplementsTheApiIsPublic() {
    List<Class<?>> api =
        List.of(
            Comm.class,
            Session.class,
            Request.class,
            UntypedCollectives.class,
            Message.class,
            PendingComm.class,
            Datatype.class,
            Group.class,
            Op.class);
    return new ClassFileImporter()
        .importPath(Path.of("target/classes/org/ronsel")).stream()
            .filter(type -> !type.isInterface())
            .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
            .filter(type -> api.stream().anyMatch(type::isAssignableTo))
            .filter(type -> !type.isAssignableTo("org.ronsel.engine.request.Operation"))
            .map(JavaClass::getName)
            .sorted()
            .map(name -> DynamicTest.dynamicTest(name, () -> check(Class.forName(name))));
  }

  private static void check(Class<?> type) {
    List<Method> hidden =
        Arrays.stream(type.getMethods())
            .filter(method -> !Modifier.isPublic(method.getDeclaringClass().getModifiers()))
            .toList();
    assertThat(hidden).isEmpty();
  }
}
