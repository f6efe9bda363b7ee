package org.ronsel.runtime.classes;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The classes on a class path, and before them some that were compiled in memory.
 *
 * <p>The package {@code mpi} is taken from one place only: after the first element that has it, the
 * package {@code mpi} of others, such as of another MPI library inside an application's jar, is
 * passed over as a whole. Classes of two libraries side by side would only fail in stranger ways.
 */
public final class ClassPathClasses implements UserClasses {
  /** The class that makes a package {@code mpi} one of an MPI library, not of an application. */
  private static final String MPI = "mpi/MPI.class";

  /** A jar or a directory. */
  private sealed interface Entry extends Closeable {
    Path path();

    /** Whether an earlier element has the package {@code mpi} of an MPI library, as this one. */
    boolean hidesMpi();

    /** The class file of this name, or null if it is not there. */
    @Nullable ClassFileBytes classFile(String name) throws IOException;

    /** Where a resource is, or null if it is not there. */
    @Nullable URL resource(String name) throws MalformedURLException;

    /** A directory. */
    record Directory(Path path, CodeSource source, boolean hidesMpi) implements Entry {
      @Override
      public @Nullable ClassFileBytes classFile(String name) throws IOException {
        Path file = path.resolve(name);
        return Files.isRegularFile(file)
            ? new ClassFileBytes(Files.readAllBytes(file), source, null)
            : null;
      }

      @Override
      public @Nullable URL resource(String name) throws MalformedURLException {
        Path file = path.resolve(name.replace('/', File.separatorChar)).normalize();
        return file.startsWith(path) && Files.exists(file) ? file.toUri().toURL() : null;
      }

      @Override
      public void close() {}
    }

    /** A jar. */
    record Jar(
        Path path,
        JarFile file,
        @Nullable Manifest manifest,
        URL url,
        CodeSource source,
        boolean hidesMpi)
        implements Entry {
      @Override
      public @Nullable ClassFileBytes classFile(String name) throws IOException {
        JarEntry found = file.getJarEntry(name);
        if (found == null) {
          return null;
        }
        try (InputStream in = file.getInputStream(found)) {
          return new ClassFileBytes(in.readAllBytes(), source, manifest);
        }
      }

      @Override
      public @Nullable URL resource(String name) throws MalformedURLException {
        JarEntry element = file.getJarEntry(name);
        // The real name differs from the asked one in a multi-release jar.
        return element == null ? null : urlOf(element.getRealName());
      }

      private URL urlOf(String element) throws MalformedURLException {
        try {
          String inJar = new URI(null, null, "/" + element, null).getRawPath();
          return URI.create("jar:" + url + "!" + inJar).toURL();
        } catch (URISyntaxException e) {
          throw new MalformedURLException(element + " in " + url + ": " + e.getMessage());
        }
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    }
  }

  private final Map<String, byte[]> compiled;
  private final List<Entry> entries;

  /** The first element that has the package {@code mpi} of an MPI library, while there is one. */
  private @Nullable Path mpi;

  private final @Nullable Map<String, Optional<ClassFileBytes>> cache;

  /**
   * Opens a class path. What is missing on it is ignored, as {@code java} does.
   *
   * @param compiled classes that come first, by binary name
   * @param classPath jars and directories; what a jar's {@code Class-Path} names follows the jar
   * @param keep whether to keep the bytes of classes, because several loaders will define them
   * @throws IOException if a jar is there but is not readable as one
   */
  public ClassPathClasses(Map<String, byte[]> compiled, List<String> classPath, boolean keep)
      throws IOException {
    this.compiled = Map.copyOf(compiled);
    this.cache = keep ? new ConcurrentHashMap<>() : null;
    List<Entry> opened = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    for (String element : classPath) {
      open(Path.of(element), opened, seen);
    }
    this.entries = List.copyOf(opened);
  }

  private void open(Path path, List<Entry> opened, Set<Path> seen) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    if (!seen.add(absolute) || !Files.exists(absolute)) {
      return;
    }
    URL url = absolute.toUri().toURL();
    CodeSource source = new CodeSource(url, (CodeSigner[]) null);
    if (Files.isDirectory(absolute)) {
      boolean hides = hidesMpi(absolute, Files.isRegularFile(absolute.resolve(MPI)));
      opened.add(new Entry.Directory(absolute, source, hides));
      return;
    }
    JarFile jar;
    try {
      jar = new JarFile(absolute.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
    } catch (IOException e) {
      throw new IOException("cannot read " + absolute + " on the class path: " + e.getMessage(), e);
    }
    Manifest manifest = jar.getManifest();
    boolean hides = hidesMpi(absolute, jar.getJarEntry(MPI) != null);
    opened.add(new Entry.Jar(absolute, jar, manifest, url, source, hides));
    String more =
        manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
    if (more != null) {
      for (String relative : more.strip().split("\\s+", -1)) {
        if (!relative.isEmpty()) {
          open(Path.of(absolute.toUri().resolve(relative)), opened, seen);
        }
      }
    }
  }

  /** Notes the first element with the package {@code mpi}; true for a different, later one. */
  private boolean hidesMpi(Path path, boolean hasMpi) throws IOException {
    if (!hasMpi) {
      return false;
    }
    if (mpi == null) {
      mpi = path;
      return false;
    }
    // The same jar by another name, such as through a link, is no other library.
    return !Files.isSameFile(mpi, path);
  }

  @Override
  public List<String> notices() {
    List<String> hidden =
        entries.stream().filter(Entry::hidesMpi).map(e -> e.path().toString()).toList();
    return hidden.isEmpty()
        ? List.of()
        : List.of("package mpi is that of " + mpi + ", not that in " + String.join(", ", hidden));
  }

  @Override
  public @Nullable ClassFileBytes find(String name) throws IOException {
    if (cache == null) {
      return read(name);
    }
    Optional<ClassFileBytes> known = cache.get(name);
    if (known == null) {
      known = Optional.ofNullable(read(name));
      Optional<ClassFileBytes> earlier = cache.putIfAbsent(name, known);
      known = earlier == null ? known : earlier;
    }
    return known.orElse(null);
  }

  @Override
  public boolean isOwn(String name) {
    Optional<ClassFileBytes> known = cache == null ? null : cache.get(name);
    return known != null && known.isPresent();
  }

  private @Nullable ClassFileBytes read(String name) throws IOException {
    ClassFileBytes raw = readRaw(name);
    if (raw == null) {
      return null;
    }
    byte[] bytes =
        CallSites.rewrite(
            raw.bytes(),
            other -> {
              ClassFileBytes found = readRaw(other);
              return found == null ? null : found.bytes();
            });
    return new ClassFileBytes(bytes, raw.source(), raw.manifest());
  }

  private @Nullable ClassFileBytes readRaw(String name) throws IOException {
    byte[] inMemory = compiled.get(name);
    if (inMemory != null) {
      return new ClassFileBytes(inMemory, null, null);
    }
    String resource = name.replace('.', '/') + ".class";
    boolean ofMpi = name.startsWith("mpi.") && name.indexOf('.', "mpi.".length()) < 0;
    for (Entry entry : entries) {
      if (ofMpi && entry.hidesMpi()) {
        continue;
      }
      ClassFileBytes found = entry.classFile(resource);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  @Override
  public List<URL> resources(String name) throws MalformedURLException {
    List<URL> found = new ArrayList<>();
    for (Entry entry : entries) {
      URL url = entry.resource(name);
      if (url != null) {
        found.add(url);
      }
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    for (Entry entry : entries) {
      entry.close();
    }
  }
}
