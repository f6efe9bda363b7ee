package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.Ronsel;
import org.ronsel.runtime.classes.ClassPathClasses;
import org.ronsel.runtime.classes.ModuleClasses;
import org.ronsel.runtime.classes.Sources;

/** The class loader of a rank. */
class RankClassLoaderTest {
  private static final ClassLoader PARENT = LaunchedJvm.class.getClassLoader();

  @TempDir Path folder;
  private Path classes;

  @BeforeEach
  void compile() throws IOException {
    classes = Files.createDirectory(folder.resolve("classes"));
    Sources.compile(
        classes,
        "Counter.java",
        """
        package p;
        public class Counter {
          public static int count;
          public enum Colour { RED }
          public record Point(int x) {}
        }
        """);
  }

  @Test
  void everyLoaderHasItsOwnStatics() throws Exception {
    ClassPathClasses shared = open(true);
    Class<?> one = loader(shared).loadClass("p.Counter");
    Class<?> other = loader(shared).loadClass("p.Counter");
    Field count = one.getField("count");
    count.setInt(null, 5);
    assertThat(other.getField("count").getInt(null)).isZero();
    assertThat(other).isNotSameAs(one);
  }

  @Test
  void aClassFileIsReadOnceForAllLoaders() throws Exception {
    ClassPathClasses shared = open(true);
    loader(shared).loadClass("p.Counter");
    Files.delete(classes.resolve("p/Counter.class"));
    assertThat(loader(shared).loadClass("p.Counter").getName()).isEqualTo("p.Counter");
  }

  @Test
  void theJdkAndRonselAreTheSameForAllAndCannotBeReplaced() throws Exception {
    Sources.compile(classes, "Ronsel.java", "package org.ronsel; public class Ronsel {}");
    Sources.compile(classes, "Own.java", "package org.ronsel.examples; public class Own {}");
    RankClassLoader loader = loader(open(true));
    assertThat(loader.loadClass("java.lang.String")).isSameAs(String.class);
    assertThat(loader.loadClass("org.ronsel.Ronsel")).isSameAs(Ronsel.class);
    assertThat(loader.loadClass("org.ronsel.examples.Own").getClassLoader()).isSameAs(loader);
  }

  @Test
  void aMissingClassIsNotFound() throws IOException {
    ClassPathClasses shared = open(true);
    RankClassLoader loader = loader(shared);
    assertThatThrownBy(() -> loader.loadClass("p.Missing"))
        .isInstanceOf(ClassNotFoundException.class)
        .hasMessage("p.Missing");
    assertThat(loader.getResource("missing.txt")).isNull();
  }

  @Test
  void resourcesAreFoundInDirectoriesAndJars() throws Exception {
    Files.writeString(classes.resolve("data.txt"), "from the directory");
    Path jar = jar("lib one.jar", "data.txt", "from the jar");
    ClassPathClasses both =
        new ClassPathClasses(Map.of(), List.of(classes.toString(), jar.toString()), true);
    RankClassLoader loader = loader(both);
    List<String> contents = loader.resources("data.txt").map(RankClassLoaderTest::read).toList();
    assertThat(contents).containsExactly("from the directory", "from the jar");
    assertThat(read(loader.getResource("data.txt"))).isEqualTo("from the directory");
    assertThat(loader.getResource("../classes-src/Counter.java")).isNull();
  }

  @Test
  void aClassKnowsTheJarItComesFrom() throws Exception {
    Path jar = folder.resolve("program.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "4.2");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      out.putNextEntry(new JarEntry("p/Counter.class"));
      out.write(Files.readAllBytes(classes.resolve("p/Counter.class")));
    }
    Class<?> type =
        loader(new ClassPathClasses(Map.of(), List.of(jar.toString()), true))
            .loadClass("p.Counter");
    assertThat(type.getProtectionDomain().getCodeSource().getLocation())
        .isEqualTo(jar.toUri().toURL());
    assertThat(type.getPackage().getImplementationVersion()).isEqualTo("4.2");
  }

  @Test
  void theClassPathOfAManifestIsFollowed() throws Exception {
    Path library = jar("library.jar", "p/Counter.class", "");
    try (OutputStream file = Files.newOutputStream(library);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry("p/Counter.class"));
      out.write(Files.readAllBytes(classes.resolve("p/Counter.class")));
    }
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "missing.jar library.jar");
    Path program = folder.resolve("program.jar");
    try (OutputStream file = Files.newOutputStream(program);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      out.putNextEntry(new JarEntry("nothing"));
    }
    RankClassLoader loader =
        loader(new ClassPathClasses(Map.of(), List.of(program.toString()), true));
    assertThat(loader.loadClass("p.Counter").getClassLoader()).isSameAs(loader);
  }

  @Test
  void thePackageMpiIsTakenWholeFromTheFirstThatHasIt() throws Exception {
    Path first = mpi("first", "MPI", "Comm");
    Path second = mpi("second", "MPI", "Comm", "Win", "part.Helper");
    Path own = mpi("own", "Application");
    ClassPathClasses path =
        new ClassPathClasses(
            Map.of(), List.of(first.toString(), second.toString(), own.toString()), true);
    RankClassLoader loader = loader(path);
    for (String name : List.of("mpi.MPI", "mpi.Comm")) {
      assertThat(location(loader, name)).isEqualTo(url(first));
    }
    assertThatThrownBy(() -> loader.loadClass("mpi.Win"))
        .as("a class that only the other library has")
        .isInstanceOf(ClassNotFoundException.class);
    assertThat(location(loader, "mpi.Application")).as("of no library").isEqualTo(url(own));
    assertThat(location(loader, "mpi.part.Helper")).as("of another package").isEqualTo(url(second));
    assertThat(path.notices())
        .containsExactly("package mpi is that of " + first + ", not that in " + second);
  }

  private static URL location(RankClassLoader loader, String name) throws Exception {
    return loader.loadClass(name).getProtectionDomain().getCodeSource().getLocation();
  }

  private static URL url(Path place) throws Exception {
    return place.toUri().toURL();
  }

  @Test
  void theSameMpiByTwoNamesIsOneAndNotSpokenOf() throws Exception {
    Path first = mpi("first", "MPI", "Comm");
    Path link = Files.createSymbolicLink(folder.resolve("link"), first);
    ClassPathClasses path =
        new ClassPathClasses(Map.of(), List.of(first.toString(), link.toString()), true);
    assertThat(path.notices()).isEmpty();
    assertThat(open(true).notices()).isEmpty();
  }

  private Path mpi(String name, String... types) throws IOException {
    Path there = Files.createDirectory(folder.resolve(name));
    for (String type : types) {
      int dot = type.lastIndexOf('.');
      String suffix = dot < 0 ? "" : "." + type.substring(0, dot);
      String simple = type.substring(dot + 1);
      Sources.compile(
          there, simple + ".java", "package mpi" + suffix + "; public class " + simple + " {}");
    }
    return there;
  }

  @Test
  void aBrokenJarIsNamed() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.jar"), "no jar");
    assertThatThrownBy(() -> new ClassPathClasses(Map.of(), List.of(broken.toString()), true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot read " + broken);
  }

  @Test
  void everyLoaderHasItsOwnModuleLayer() throws Exception {
    Path module = Files.createDirectory(folder.resolve("module"));
    Path sources = Files.createDirectories(folder.resolve("sources"));
    Files.writeString(sources.resolve("module-info.java"), "module m {}");
    Sources.compile(module, "module-info.java", "module m {}");
    Sources.compile(
        module,
        "Main.java",
        "package q; public class Main { public static int count; static class Inner {} }",
        "--patch-module",
        "m=" + sources,
        "-p",
        module.toString());
    Files.writeString(module.resolve("q/data.txt"), "of the module");
    ModuleClasses shared = new ModuleClasses(List.of(module.toString()), "m", true);
    Class<?> one = inLayer(shared);
    Class<?> other = inLayer(shared);
    one.getField("count").setInt(null, 5);
    assertThat(other.getField("count").getInt(null)).isZero();
    assertThat(one.getModule().getName()).isEqualTo("m");
    assertThat(Class.forName("q.Main$Inner", false, one.getClassLoader()).getModule())
        .isSameAs(one.getModule());
    try (InputStream in = one.getResourceAsStream("data.txt")) {
      assertThat(in).hasContent("of the module");
    }
  }

  private static Class<?> inLayer(ModuleClasses classes) {
    RankClassLoader loader = new RankClassLoader(classes, PARENT, null);
    ModuleLayer.Controller controller =
        ModuleLayer.defineModules(
            classes.configuration(), List.of(ModuleLayer.boot()), name -> loader);
    Module module = controller.layer().findModule("m").orElseThrow();
    controller.addOpens(module, "q", RankClassLoaderTest.class.getModule());
    return Class.forName(module, "q.Main");
  }

  private ClassPathClasses open(boolean keep) throws IOException {
    return new ClassPathClasses(Map.of(), List.of(classes.toString()), keep);
  }

  private static RankClassLoader loader(ClassPathClasses classes) {
    return new RankClassLoader(classes, PARENT, null);
  }

  private Path jar(String name, String entry, String content) throws IOException {
    Path jar = folder.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry(entry));
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  private static String read(URL url) {
    try (InputStream in = url.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
