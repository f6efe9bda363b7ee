package org.ronsel.examples;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.ronsel.RankFailedException;
import org.ronsel.Ronsel;

/**
 * Runs a program with its ranks as threads of this JVM, without the processes of a launcher and of
 * a job. As in a job each rank has classes of its own. Calls of {@code System.exit} are replaced as
 * the classes are loaded: they end the ranks.
 */
final class InThisJvm {
  private InThisJvm() {}

  /** Runs a program, from a folder with its classes, to its end. */
  static Job run(Path classes, int ranks, String program, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream outBefore = System.out;
    PrintStream errBefore = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    int status;
    try {
      status = status(classes, ranks, program, args);
    } finally {
      System.out.flush();
      System.setOut(outBefore);
      System.setErr(errBefore);
    }
    String command = program + " " + String.join(" ", args) + ", on " + ranks + " ranks";
    return new Job(command, status, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
  }

  private static int status(Path classes, int ranks, String program, String... args) {
    try {
      Ronsel.run(ranks, world -> main(new ProgramLoader(classes).loadClass(program), args));
      return 0;
    } catch (RankFailedException failure) {
      return Stream.concat(Stream.of(failure.getCause()), Stream.of(failure.getSuppressed()))
          .filter(Exited.class::isInstance)
          .mapToInt(exited -> ((Exited) exited).status)
          .findFirst()
          .orElseGet(
              () -> {
                failure.printStackTrace();
                return 1;
              });
    }
  }

  /** Calls {@code main}, as the JVM does. */
  private static void main(Class<?> program, String... args) throws Exception {
    Thread.currentThread().setContextClassLoader(program.getClassLoader());
    Method main = program.getDeclaredMethod("main", String[].class);
    main.setAccessible(true);
    Object instance = null;
    if (!Modifier.isStatic(main.getModifiers())) {
      Constructor<?> constructor = program.getDeclaredConstructor();
      constructor.setAccessible(true);
      instance = constructor.newInstance();
    }
    try {
      main.invoke(instance, (Object) args);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }

  /** What programs call in place of {@code System.exit}. */
  public static final class Exit {
    private Exit() {}

    /** Ends the calling rank. */
    public static void exit(int status) {
      throw new Exited(status);
    }
  }

  private static final class Exited extends Error {
    private static final long serialVersionUID = 1;

    private final int status;

    Exited(int status) {
      super("exit status " + status);
      this.status = status;
    }
  }

  /** Loads the classes of a folder itself, and all others from where the tests have them. */
  private static final class ProgramLoader extends ClassLoader {
    private static final ClassDesc SYSTEM = ClassDesc.of("java.lang.System");
    private static final ClassDesc EXIT = ClassDesc.of(Exit.class.getName());
    private static final MethodTypeDesc OF_STATUS = MethodTypeDesc.of(CD_void, CD_int);
    private static final CodeTransform NO_EXIT =
        (code, element) -> {
          if (element instanceof InvokeInstruction call
              && call.owner().matches(SYSTEM)
              && call.name().equalsString("exit")) {
            code.invokestatic(EXIT, "exit", OF_STATUS);
          } else {
            code.with(element);
          }
        };

    private final Path classes;

    ProgramLoader(Path classes) {
      super(InThisJvm.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        Path file = classes.resolve(name.replace('.', '/') + ".class");
        if (!Files.exists(file)) {
          return super.loadClass(name, resolve);
        }
        try {
          ClassFile reader = ClassFile.of();
          byte[] bytes =
              reader.transformClass(
                  reader.parse(file), ClassTransform.transformingMethodBodies(NO_EXIT));
          return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }
  }
}
