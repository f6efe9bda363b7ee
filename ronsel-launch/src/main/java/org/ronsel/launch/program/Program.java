package org.ronsel.launch.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.console.SearchPath;
import org.ronsel.launch.spi.UsageException;
import org.ronsel.runtime.control.ProgramSpec;

/** A user's program in one of the forms in which it can be given. */
public sealed interface Program {
  /** Options that a JVM needs to run it. */
  default List<String> jvmOptions() {
    return List.of();
  }

  /** Its class path, absolute. */
  default List<String> classPath() {
    return List.of();
  }

  /** Its module path, absolute. */
  default List<String> modulePath() {
    return List.of();
  }

  /** The path of the package {@code mpi} that it gets. */
  default List<String> mpi() {
    return List.of();
  }

  /**
   * Prepares the description of the program for ranks, which may take time.
   *
   * @param options the user's options for the JVMs of these ranks
   * @param notices receives lines for the user
   * @throws CompilationFailedException if it is source code that does not compile
   */
  ProgramSpec prepare(
      int firstRank, int ranks, List<String> args, List<String> options, Consumer<String> notices)
      throws IOException, CompilationFailedException;

  /**
   * A source file, compiled in memory.
   *
   * @param mpi path of the package {@code mpi}, first on the class path
   */
  record Source(Path file, List<String> classPath, List<String> mpi) implements Program {
    @Override
    public ProgramSpec prepare(
        int firstRank, int ranks, List<String> args, List<String> options, Consumer<String> notices)
        throws IOException, CompilationFailedException {
      SourceCompiler.Result compiled =
          SourceCompiler.compile(file, classPath, mpi, options, notices);
      return new ProgramSpec(
          firstRank,
          ranks,
          compiled.mainClass(),
          null,
          joined(mpi, classPath),
          List.of(),
          compiled.classes(),
          args);
    }
  }

  /**
   * A class on a class path.
   *
   * @param mpi path of the package {@code mpi}, first on the class path
   */
  record ClassName(String name, List<String> classPath, List<String> mpi, List<String> jvmOptions)
      implements Program {
    @Override
    public ProgramSpec prepare(
        int firstRank,
        int ranks,
        List<String> args,
        List<String> options,
        Consumer<String> notices) {
      return new ProgramSpec(
          firstRank, ranks, name, null, joined(mpi, classPath), List.of(), Map.of(), args);
    }
  }

  /** A class of a module. */
  record Modular(String module, @Nullable String mainClass, List<String> modulePath)
      implements Program {
    @Override
    public ProgramSpec prepare(
        int firstRank,
        int ranks,
        List<String> args,
        List<String> options,
        Consumer<String> notices) {
      return new ProgramSpec(
          firstRank, ranks, mainClass, module, List.of(), modulePath, Map.of(), args);
    }
  }

  /** The program that {@code -m} names. */
  static Program module(String name, List<String> modulePath, List<String> mpi) {
    if (modulePath.isEmpty()) {
      throw new UsageException("-m " + name + " needs --module-path");
    }
    requirePresent(modulePath, "--module-path");
    List<String> path = joined(mpi, modulePath);
    int slash = name.indexOf('/');
    return slash < 0
        ? new Modular(name, null, path)
        : new Modular(name.substring(0, slash), name.substring(slash + 1), path);
  }

  /** The program that the first argument without a dash names. */
  static Program of(String name, List<String> classPath, List<String> mpi) {
    requirePresent(classPath, "--class-path");
    if (name.endsWith(".java")) {
      return new Source(readable(name), classPath, mpi);
    }
    if (name.endsWith(".jar")) {
      return jar(readable(name), classPath, mpi);
    }
    if (name.endsWith(".class")) {
      readable(name);
      throw new UsageException(
          name + " is a class file: give --class-path DIR and the name of the class");
    }
    String className = name.replace('/', '.');
    List<String> path = classPath.isEmpty() ? defaultClassPath() : classPath;
    if (!SourceVersion.isName(className)) {
      // No class has this name; it may be meant as a file.
      readable(name);
      throw new UsageException(
          name + " is no program: give a .java file, the name of a class, or a .jar");
    }
    requireClass(className, path);
    return new ClassName(className, path, mpi, List.of());
  }

  /**
   * An executable jar; the requests of its manifest to the JVM are followed as by {@code java
   * -jar}.
   *
   * @param more elements that follow the jar on the class path, as with MPJ Express
   */
  static Program jar(Path file, List<String> more, List<String> mpi) {
    requirePresent(more, "--class-path");
    try (JarFile jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      Attributes main = manifest == null ? new Attributes() : manifest.getMainAttributes();
      String mainClass = main.getValue(Attributes.Name.MAIN_CLASS);
      if (mainClass == null) {
        throw new UsageException(
            file
                + " names no Main-Class in its manifest: give --class-path "
                + file
                + " and the name of the class");
      }
      List<String> options = new ArrayList<>();
      for (String each : words(main.getValue("Add-Exports"))) {
        options.add("--add-exports=" + each + "=ALL-UNNAMED");
      }
      for (String each : words(main.getValue("Add-Opens"))) {
        options.add("--add-opens=" + each + "=ALL-UNNAMED");
      }
      List<String> path = joined(List.of(file.toString()), more);
      return new ClassName(mainClass.strip(), path, mpi, options);
    } catch (IOException e) {
      throw new UsageException(file + " cannot be read as a jar: " + e.getMessage());
    }
  }

  /** The absolute path of a file, which must exist and be readable. */
  static Path readable(String name) {
    Path file = Path.of(name).toAbsolutePath().normalize();
    if (!Files.exists(file)) {
      throw new UsageException("no such file: " + name);
    }
    if (Files.isDirectory(file)) {
      throw new UsageException(name + " is a directory, not a program");
    }
    if (!Files.isReadable(file)) {
      throw new UsageException(name + " cannot be read: check its permissions");
    }
    return file;
  }

  private static List<String> joined(List<String> first, List<String> then) {
    List<String> all = new ArrayList<>(first);
    all.addAll(then);
    return List.copyOf(all);
  }

  private static List<String> defaultClassPath() {
    String variable = System.getenv("CLASSPATH");
    return SearchPath.elements(variable == null || variable.isEmpty() ? "." : variable);
  }

  private static List<String> words(@Nullable String text) {
    return text == null || text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }

  private static void requirePresent(List<String> path, String option) {
    for (String element : path) {
      if (!Files.exists(Path.of(element))) {
        throw new UsageException(option + " names " + element + ", which does not exist");
      }
      if (!Files.isReadable(Path.of(element))) {
        throw new UsageException(option + " names " + element + ", which cannot be read");
      }
    }
  }

  /** Checks, before any JVM is started, that a class exists. */
  private static void requireClass(String name, List<String> classPath) {
    String file = name.replace('.', '/') + ".class";
    boolean viaManifest = false;
    for (String element : classPath) {
      if (Files.isDirectory(Path.of(element))) {
        if (Files.isRegularFile(Path.of(element, file))) {
          return;
        }
      } else if (Files.isRegularFile(Path.of(element))) {
        try (JarFile jar = new JarFile(element)) {
          if (jar.getEntry(file) != null) {
            return;
          }
          Manifest manifest = jar.getManifest();
          viaManifest |=
              manifest != null
                  && manifest.getMainAttributes().containsKey(Attributes.Name.CLASS_PATH);
        } catch (IOException e) {
          throw new UsageException(element + " on the class path cannot be read as a jar");
        }
      }
    }
    if (!viaManifest) {
      if (Files.isDirectory(Path.of(name))) {
        readable(name);
      }
      throw new UsageException(
          "class "
              + name
              + " is not on the class path "
              + String.join(File.pathSeparator, classPath)
              + ": check its name, or give --class-path");
    }
  }
}
