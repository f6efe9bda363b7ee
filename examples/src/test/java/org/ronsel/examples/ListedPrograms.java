package org.ronsel.examples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import org.ronsel.Ronsel;

/**
 * Runs several programs one after the other in one job of processes, and prints before each line
 * which of them has printed it: {@code NAME|line}.
 */
final class ListedPrograms {
  private ListedPrograms() {}

  public static void main(String[] names) throws Exception {
    PrintStream out = System.out;
    for (String name : names) {
      ByteArrayOutputStream printed = new ByteArrayOutputStream();
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      try {
        run(Class.forName(name));
      } catch (Throwable failure) {
        throw new AssertionError(name + " has failed", failure);
      } finally {
        System.setOut(out);
      }
      printed.toString(StandardCharsets.UTF_8).lines().forEach(l -> out.println(name + "|" + l));
      Ronsel.world().barrier();
    }
  }

  /** Calls the {@code void main()} of a program, as the JVM does. */
  static void run(Class<?> program) throws Exception {
    Method main = program.getDeclaredMethod("main");
    main.setAccessible(true);
    Constructor<?> constructor = program.getDeclaredConstructor();
    constructor.setAccessible(true);
    try {
      main.invoke(constructor.newInstance());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }
}
