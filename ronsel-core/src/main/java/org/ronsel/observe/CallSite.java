package org.ronsel.observe;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.function.Predicate;

/**
 * A place in the program that calls the library.
 *
 * @param operation the library's method that it called, such as {@code sendReceive}
 * @param place file and line of the call, such as {@code Heat2D.java:42}
 */
public record CallSite(String operation, String place) {
  private static final StackWalker WALKER = StackWalker.getInstance();
  private static final int DEPTH = 12;
  private static final String LAMBDA = "lambda$";
  private static final String CONSTRUCTOR = "<init>";

  /** The call that the current thread is in; it is in one. */
  public static CallSite current() {
    return WALKER.walk(
        frames -> {
          String operation = "?";
          String place = "outside the program";
          for (StackFrame frame : (Iterable<StackFrame>) frames::iterator) {
            if (isLibrary(frame.getClassName())) {
              boolean isHost = frame.getClassName().startsWith("org.ronsel.runtime.");
              operation = isHost ? operation : method(frame);
            } else if (!isJdk(frame.getClassName())) {
              place = place(frame);
              break;
            }
          }
          return new CallSite(operation, place);
        });
  }

  /** The program's part of the current thread's stack, innermost call first, each in a line. */
  public static String stack() {
    Predicate<StackFrame> inside =
        frame -> isLibrary(frame.getClassName()) || isJdk(frame.getClassName());
    List<String> lines =
        WALKER.walk(
            frames ->
                frames
                    .dropWhile(inside)
                    .takeWhile(frame -> !frame.getClassName().startsWith("org.ronsel.runtime."))
                    .filter(frame -> !isJdk(frame.getClassName()))
                    .limit(DEPTH)
                    .map(
                        frame ->
                            frame.getClassName()
                                + "."
                                + frame.getMethodName()
                                + "("
                                + place(frame)
                                + ")")
                    .toList());
    return lines.isEmpty()
        ? "outside the program, thread " + Thread.currentThread().getName()
        : String.join("\n", lines);
  }

  /** The method, or that in which a lambda expression is written; a constructor as it is called. */
  private static String method(StackFrame frame) {
    String name = frame.getMethodName();
    if (name.equals(CONSTRUCTOR)) {
      return "new " + frame.getClassName().substring(frame.getClassName().lastIndexOf('.') + 1);
    }
    return name.startsWith(LAMBDA) ? name.substring(LAMBDA.length(), name.lastIndexOf('$')) : name;
  }

  private static String place(StackFrame frame) {
    String file = frame.getFileName();
    return file == null
        ? frame.getClassName() + "." + frame.getMethodName()
        : file + ":" + frame.getLineNumber();
  }

  private static boolean isJdk(String name) {
    return name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.");
  }

  /** Whether it is a class of this library or of a facade to it, and not a program's. */
  private static boolean isLibrary(String name) {
    int dot = name.lastIndexOf('.');
    String where = dot < 0 ? "" : name.substring(0, dot);
    return where.equals("org.ronsel")
        || where.equals("mpi")
        || isIn(where, "org.ronsel.observe")
        || isIn(where, "org.ronsel.engine")
        || isIn(where, "org.ronsel.collective")
        || isIn(where, "org.ronsel.comm")
        || isIn(where, "org.ronsel.window")
        || isIn(where, "org.ronsel.onesided")
        || isIn(where, "org.ronsel.datatype")
        || isIn(where, "org.ronsel.runtime");
  }

  private static boolean isIn(String where, String tree) {
    return where.startsWith(tree)
        && (where.length() == tree.length() || where.charAt(tree.length()) == '.');
  }

  @Override
  public String toString() {
    return operation + " at " + place;
  }
}
