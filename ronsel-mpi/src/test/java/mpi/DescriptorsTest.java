package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Class files compiled against the libraries of both families link: every public member is found by
 * its exact descriptor, but for the exceptions, which {@code docs/compatibility.md} explains.
 *
 * <p>The lists were made from class files of Open MPI 5.0.10's bindings and of MPJ Express 0.44;
 * those of Open MPI 4.1 and of mpiJava have what only these have.
 */
class DescriptorsTest {
  private static final ClassLoader LOADER = DescriptorsTest.class.getClassLoader();

  @ParameterizedTest
  @ValueSource(strings = {"open-mpi-5.0.10", "open-mpi-4.1", "mpj-express-0.44", "mpijava-1.2"})
  void everyMemberIsFoundByItsDescriptor(String family) throws IOException {
    Set<String> missing = new TreeSet<>();
    for (String line : lines(family + ".txt")) {
      if (!isThere(line.split(" "))) {
        missing.add(line);
      }
    }
    assertThat(missing).containsExactlyInAnyOrderElementsOf(lines(family + "-exceptions.txt"));
  }

  private static List<String> lines(String resource) throws IOException {
    try (InputStream in = DescriptorsTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .collect(Collectors.toCollection(ArrayList::new));
    }
  }

  /** Kind, class, and for members name and descriptor. */
  private static boolean isThere(String[] line) {
    Class<?> type;
    try {
      type = Class.forName(line[1].replace('/', '.'), false, LOADER);
    } catch (ClassNotFoundException e) {
      return false;
    }
    if (line[0].equals("class")) {
      return Modifier.isPublic(type.getModifiers());
    }
    boolean isStatic = line[0].startsWith("static");
    try {
      return line[0].endsWith("field")
          ? hasField(type, line[2], line[3], isStatic)
          : hasMethod(type, line[2], line[3], isStatic);
    } catch (TypeNotPresentException absent) {
      return false;
    }
  }

  private static boolean hasField(Class<?> type, String name, String descriptor, boolean isStatic) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (field.getName().equals(name) && field.getType().descriptorString().equals(descriptor)) {
          return isLinkable(field.getModifiers(), isStatic);
        }
      }
    }
    return false;
  }

  private static boolean hasMethod(
      Class<?> type, String name, String descriptor, boolean isStatic) {
    MethodType wanted = MethodType.fromMethodDescriptorString(descriptor, LOADER);
    if (name.equals("<init>")) {
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        if (takes(constructor, wanted)) {
          return isLinkable(constructor.getModifiers(), false);
        }
      }
      return false;
    }
    for (Class<?> at = type; at != Object.class && at != null; at = at.getSuperclass()) {
      for (Method method : at.getDeclaredMethods()) {
        if (method.getName().equals(name)
            && method.getReturnType() == wanted.returnType()
            && takes(method, wanted)) {
          return isLinkable(method.getModifiers(), isStatic);
        }
      }
    }
    return false;
  }

  private static boolean takes(Executable executable, MethodType wanted) {
    return Arrays.equals(executable.getParameterTypes(), wanted.parameterArray());
  }

  private static boolean isLinkable(int modifiers, boolean isStatic) {
    return (modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
        && Modifier.isStatic(modifiers) == isStatic;
  }
}
