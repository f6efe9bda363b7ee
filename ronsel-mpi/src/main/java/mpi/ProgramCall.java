package mpi;

import java.util.Set;

/** The call of this package that the program is in, to be named in an error. */
record ProgramCall(String declaringClass, String method) {
  private static final String PACKAGE = "mpi.";
  private static final String JAVA = "java.";
  private static final String CONSTRUCTOR = "<init>";
  private static final String LAMBDA = "lambda$";

  /** What asks for the call; a handler of errors does so in the middle of one. */
  private static final Set<String> ASKING =
      Set.of(ProgramCall.class.getName(), ErrorWords.class.getName(), Errhandler.class.getName());

  /**
   * The outermost of the calls of this package that follow one another on the stack, but for those
   * of the JDK between them.
   */
  static ProgramCall now() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .dropWhile(
                        frame ->
                            !isOfPackage(frame.getClassName())
                                || ASKING.contains(frame.getClassName()))
                    .takeWhile(
                        frame ->
                            isOfPackage(frame.getClassName())
                                || frame.getClassName().startsWith(JAVA))
                    .filter(frame -> isOfPackage(frame.getClassName()))
                    .filter(frame -> !frame.getMethodName().startsWith(LAMBDA))
                    .reduce((inner, outer) -> outer))
        .map(frame -> new ProgramCall(simple(frame.getClassName()), frame.getMethodName()))
        .orElse(new ProgramCall("MPI", "a call"));
  }

  private static boolean isOfPackage(String name) {
    return name.startsWith(PACKAGE) && name.indexOf('.', PACKAGE.length()) < 0;
  }

  private static String simple(String name) {
    int inner = name.indexOf('$');
    return name.substring(PACKAGE.length(), inner < 0 ? name.length() : inner);
  }

  /** The name that the program has called: {@code Send}, or {@code new Win}. */
  String name() {
    return method.equals(CONSTRUCTOR) ? "new " + declaringClass : method;
  }

  /**
   * Whether its name begins as those of Open MPI do, and not as those of mpiJava; only Open MPI has
   * windows.
   */
  boolean isInSpellingOfOpenMpi() {
    return method.equals(CONSTRUCTOR)
        ? declaringClass.equals(Win.class.getSimpleName())
        : Character.isLowerCase(method.charAt(0));
  }
}
