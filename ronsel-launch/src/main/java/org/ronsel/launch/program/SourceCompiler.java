package org.ronsel.launch.program;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.install.Installation;
import org.ronsel.launch.spi.UsageException;

/**
 * Compiles a program that is given as a source file, in memory. As with the {@code java} command,
 * the first class of the file is the main class, and classes that it uses are found in other source
 * files below the same root.
 */
final class SourceCompiler {
  /** A compiled program. */
  record Result(String mainClass, Map<String, byte[]> classes) {}

  private static final Pattern NOT_IN_MPI =
      Pattern.compile("class File(View)?\\b|location: .*\\b(package mpi\\b|(class|type) mpi\\.)");

  /** Of the compiler, for bytes that are nothing in the character set of the sources. */
  private static final String ILLEGAL_CHARACTER = "compiler.err.illegal.char.for.encoding";

  private SourceCompiler() {}

  /**
   * Compiles {@code file}, which is read as the option {@code -Dfile.encoding} says, without it as
   * UTF-8, and as ISO-8859-1 if it cannot be that: old sources have letters of Latin-1 in their
   * comments.
   *
   * @param classPath of the program, besides Ronsel and the JDK
   * @param mpi path of the package {@code mpi}, first on the class path
   * @param jvmOptions of the JVMs of the program
   * @param notices lines for the user
   * @throws CompilationFailedException if the file does not compile
   */
  static Result compile(
      Path file,
      List<String> classPath,
      List<String> mpi,
      List<String> jvmOptions,
      Consumer<String> notices)
      throws IOException, CompilationFailedException {
    Charset named = CompilerOptions.charset(jvmOptions);
    List<String> options = CompilerOptions.of(jvmOptions);
    if (named != null) {
      return compile(file, classPath, mpi, options, named);
    }
    try {
      return compile(file, classPath, mpi, options, StandardCharsets.UTF_8);
    } catch (CompilationFailedException e) {
      if (e.undecodable() == null) {
        throw e;
      }
      notices.accept(
          e.undecodable()
              + " is not in UTF-8, and read as ISO-8859-1 (-J-Dfile.encoding=... if it is in"
              + " neither)");
      return compile(file, classPath, mpi, options, StandardCharsets.ISO_8859_1);
    }
  }

  private static Result compile(
      Path file, List<String> classPath, List<String> mpi, List<String> more, Charset charset)
      throws IOException, CompilationFailedException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new UsageException(
          "this Java has no compiler: use a JDK, or compile " + file.getFileName() + " first");
    }
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(diagnostics, null, charset)) {
      List<String> path = new ArrayList<>(mpi);
      path.addAll(classPath);
      path.add(Installation.core().toString());
      List<String> options =
          new ArrayList<>(
              List.of(
                  "-proc:none",
                  "-Xlint:none",
                  "-implicit:class",
                  "-g",
                  "-parameters",
                  "-cp",
                  String.join(File.pathSeparator, path)));
      options.addAll(more);
      InMemory memory = new InMemory(files);
      StringWriter trouble = new StringWriter();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  trouble, memory, diagnostics, options, null, files.getJavaFileObjects(file));
      CompilationUnitTree unit = task.parse().iterator().next();
      String packageName = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
      files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of(root(file, packageName)));
      String main = mainClass(file, unit, packageName); // generation empties the tree
      task.generate();
      if (!trouble.toString().isEmpty() || errors(diagnostics) > 0) {
        throw new CompilationFailedException(
            report(diagnostics, trouble.toString()), undecodable(diagnostics));
      }
      if (main == null) {
        throw new CompilationFailedException(file.getFileName() + ": no class in this file", null);
      }
      return new Result(main, memory.classes());
    } catch (IllegalArgumentException e) {
      throw new CompilationFailedException(String.valueOf(e.getMessage()), null); // an option
    }
  }

  /** The directory that holds the top package; the file's own if it is not in a matching one. */
  private static Path root(Path file, String packageName) {
    Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
    Path packages = Path.of(packageName.replace('.', '/'));
    Path root = directory;
    if (!packageName.isEmpty() && directory.endsWith(packages)) {
      for (int i = 0; i < packages.getNameCount(); i++) {
        Path parent = root.getParent();
        if (parent == null) {
          break;
        }
        root = parent;
      }
    }
    return root;
  }

  /**
   * The class that is started: the first one of the file, as {@code java} does, unless it has no
   * {@code main} of its own and inherits nothing; then the one that is named as the file is, or the
   * first that has one. Null if there is no class.
   */
  private static @Nullable String mainClass(
      Path file, CompilationUnitTree unit, String packageName) {
    List<ClassTree> types = new ArrayList<>();
    for (Tree declaration : unit.getTypeDecls()) {
      if (declaration instanceof ClassTree type) {
        types.add(type);
      }
    }
    if (types.isEmpty()) {
      return null;
    }
    ClassTree first = types.getFirst();
    ClassTree main = first;
    if (!hasMain(first) && first.getExtendsClause() == null) {
      String named = String.valueOf(file.getFileName()).replaceFirst("\\.java$", "");
      main =
          types.stream()
              .filter(SourceCompiler::hasMain)
              .min(Comparator.comparing(type -> !type.getSimpleName().contentEquals(named)))
              .orElse(first);
    }
    String name = main.getSimpleName().toString();
    return packageName.isEmpty() ? name : packageName + "." + name;
  }

  private static boolean hasMain(ClassTree type) {
    return type.getMembers().stream()
        .anyMatch(
            member ->
                member instanceof MethodTree method && method.getName().contentEquals("main"));
  }

  private static long errors(DiagnosticCollector<JavaFileObject> diagnostics) {
    return diagnostics.getDiagnostics().stream()
        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
        .count();
  }

  /** A file with bytes that are nothing in the character set of the sources, or null. */
  private static @Nullable String undecodable(DiagnosticCollector<JavaFileObject> diagnostics) {
    return diagnostics.getDiagnostics().stream()
        .filter(each -> each.getCode().equals(ILLEGAL_CHARACTER) && each.getSource() != null)
        .map(each -> String.valueOf(Path.of(each.getSource().getName()).getFileName()))
        .findFirst()
        .orElse(null);
  }

  private static String report(DiagnosticCollector<JavaFileObject> diagnostics, String trouble) {
    StringBuilder report = new StringBuilder(trouble);
    for (Diagnostic<? extends JavaFileObject> each : diagnostics.getDiagnostics()) {
      if (each.getKind() == Diagnostic.Kind.ERROR) {
        report.append(each.toString().stripTrailing()).append('\n');
      }
    }
    long errors = errors(diagnostics);
    report.append(errors).append(errors == 1 ? " error" : " errors");
    if (diagnostics.getDiagnostics().stream().anyMatch(SourceCompiler::isAbsentFromMpi)) {
      report.append(
          "\nWhat other libraries have in their package mpi and Ronsel has not, and why, is told in"
              + " docs/compatibility.md, \"What is not there\".");
    }
    return report.toString();
  }

  /** Whether something is not found in the package {@code mpi} or in one of its classes. */
  private static boolean isAbsentFromMpi(Diagnostic<?> diagnostic) {
    return diagnostic.getCode().startsWith("compiler.err.cant.resolve")
        && NOT_IN_MPI.matcher(diagnostic.getMessage(Locale.ROOT)).find();
  }

  /** Keeps class files in memory, and hides a module declaration beside the sources. */
  private static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Map<String, ByteArrayOutputStream> outputs = new LinkedHashMap<>();

    InMemory(StandardJavaFileManager files) {
      super(files);
    }

    Map<String, byte[]> classes() {
      Map<String, byte[]> classes = new HashMap<>();
      outputs.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
      return classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        JavaFileManager.Location location,
        String className,
        JavaFileObject.Kind kind,
        FileObject sibling) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      outputs.put(className, bytes);
      return new SimpleJavaFileObject(
          URI.create("memory:///" + className.replace('.', '/') + kind.extension), kind) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }

    @Override
    public Iterable<JavaFileObject> list(
        JavaFileManager.Location location,
        String packageName,
        Set<JavaFileObject.Kind> kinds,
        boolean recurse)
        throws IOException {
      Iterable<JavaFileObject> found = super.list(location, packageName, kinds, recurse);
      if (location != StandardLocation.SOURCE_PATH) {
        return found;
      }
      List<JavaFileObject> kept = new ArrayList<>();
      for (JavaFileObject each : found) {
        if (!each.isNameCompatible("module-info", JavaFileObject.Kind.SOURCE)) {
          kept.add(each);
        }
      }
      return kept;
    }

    @Override
    public @Nullable JavaFileObject getJavaFileForInput(
        JavaFileManager.Location location, String className, JavaFileObject.Kind kind)
        throws IOException {
      return location == StandardLocation.SOURCE_PATH && className.equals("module-info")
          ? null
          : super.getJavaFileForInput(location, className, kind);
    }
  }
}
