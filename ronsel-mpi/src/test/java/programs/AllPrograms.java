package programs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.ronsel.JobAbortedException;

/**
 * The programs of both spellings. A program is a static method that takes arguments, as a main
 * method does; the main method of this class runs all of them, one after the other.
 */
final class AllPrograms {
  static final List<Class<?>> MPI_JAVA =
      List.of(
          MpiJavaTransfers.class,
          MpiJavaTypes.class,
          MpiJavaCollectiveCalls.class,
          MpiJavaCollectivePatterns.class,
          MpiJavaOperators.class,
          MpiJavaPersistentCalls.class,
          MpiJavaCommunicators.class);

  static final List<Class<?>> OPEN_MPI =
      List.of(
          OpenMpiTransfers.class,
          OpenMpiTypes.class,
          OpenMpiCollectiveCalls.class,
          OpenMpiCollectivePatterns.class,
          OpenMpiPersistentCalls.class,
          OpenMpiCommunicators.class,
          OpenMpiWindows.class,
          OpenMpiTolerances.class);

  private AllPrograms() {}

  /** Runs all programs and says how many they were. */
  public static void main(String[] args) throws Exception {
    int count = 0;
    for (List<Class<?>> spelling : List.of(MPI_JAVA, OPEN_MPI)) {
      for (Method program : of(spelling)) {
        call(program);
        count++;
      }
    }
    System.out.println("all " + count + " programs");
  }

  /** The programs of some classes. */
  static List<Method> of(List<Class<?>> classes) {
    List<Method> programs = new ArrayList<>();
    Class<?>[] arguments = {String[].class};
    for (Class<?> type : classes) {
      Arrays.stream(type.getDeclaredMethods())
          .filter(method -> Arrays.equals(method.getParameterTypes(), arguments))
          .filter(method -> method.getReturnType() == void.class && !method.isSynthetic())
          .sorted(Comparator.comparing(Method::getName))
          .forEach(programs::add);
    }
    return programs;
  }

  /** Runs a program; what it throws names it. */
  static void call(Method program) throws Exception {
    try {
      MethodHandles.privateLookupIn(program.getDeclaringClass(), MethodHandles.lookup())
          .findStatic(
              program.getDeclaringClass(),
              program.getName(),
              MethodType.methodType(void.class, String[].class))
          .invoke(new String[0]);
    } catch (JobAbortedException secondary) {
      throw secondary;
    } catch (Throwable e) {
      throw new AssertionError(program.getName() + ": " + e.getMessage(), e);
    }
  }
}
