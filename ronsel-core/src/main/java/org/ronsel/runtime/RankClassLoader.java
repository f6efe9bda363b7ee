package org.ronsel.runtime;

import java.io.IOException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.classes.ModuleClasses;
import org.ronsel.runtime.classes.UserClasses;

/**
 * Gives a rank its own copy of the program's classes, hence its own statics. The parent knows the
 * JDK and Ronsel only; it is asked first, so that a jar of the program can replace neither.
 *
 * <p>All loaders of a JVM define their classes from one {@link UserClasses}, which reads each once.
 */
public final class RankClassLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final UserClasses classes;
  private final @Nullable RankIdentity identity;
  private final Map<CodeSource, ProtectionDomain> domains = new ConcurrentHashMap<>();

  /**
   * Creates a loader.
   *
   * @param identity the rank that it belongs to, or null if the ranks of this JVM share it
   */
  RankClassLoader(UserClasses classes, ClassLoader parent, @Nullable RankIdentity identity) {
    // No name: it would stand before every frame of the program in every stack trace.
    super(parent);
    this.classes = classes;
    this.identity = identity;
  }

  /** The rank that this loader belongs to, or null. */
  @Nullable RankIdentity identity() {
    return identity;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!classes.isOwn(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = findClass(name);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    try {
      UserClasses.ClassFileBytes found = classes.find(name);
      if (found == null) {
        throw new ClassNotFoundException(missing(name));
      }
      definePackageOf(name, found.manifest());
      byte[] bytes = found.bytes();
      return defineClass(name, bytes, 0, bytes.length, domain(found.source()));
    } catch (IOException e) {
      throw new ClassNotFoundException(name + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Class files made with another library may need what Ronsel's package {@code mpi} has not. */
  private static String missing(String name) {
    return name.startsWith("mpi.")
        ? name
            + " is not there; which classes of other libraries Ronsel's package mpi does not have,"
            + " and why, is told in docs/compatibility.md, \"What is not there\""
        : name;
  }

  /**
   * For {@code Class.forName(module, name)}: the caller holds no lock and wants null if missing.
   */
  @Override
  protected @Nullable Class<?> findClass(@Nullable String moduleName, String name) {
    if (moduleName == null
        || !(classes instanceof ModuleClasses modules)
        || !moduleName.equals(modules.moduleOf(name))) {
      return null;
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      try {
        return loaded != null ? loaded : findClass(name);
      } catch (ClassNotFoundException e) {
        return null;
      }
    }
  }

  @Override
  protected @Nullable URL findResource(@Nullable String moduleName, String name)
      throws IOException {
    if (moduleName == null) {
      return findResource(name);
    }
    return classes instanceof ModuleClasses modules ? modules.resource(moduleName, name) : null;
  }

  @Override
  protected @Nullable URL findResource(String name) {
    try {
      List<URL> found = classes.resources(name);
      return found.isEmpty() ? null : found.getFirst();
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    return Collections.enumeration(classes.resources(name));
  }

  private @Nullable ProtectionDomain domain(@Nullable CodeSource source) {
    return source == null
        ? null
        : domains.computeIfAbsent(source, s -> new ProtectionDomain(s, null, this, null));
  }

  private void definePackageOf(String className, @Nullable Manifest manifest) {
    int dot = className.lastIndexOf('.');
    if (dot < 0 || manifest == null || getDefinedPackage(className.substring(0, dot)) != null) {
      return;
    }
    String name = className.substring(0, dot);
    Attributes main = manifest.getMainAttributes();
    Attributes own = manifest.getAttributes(name.replace('.', '/') + "/");
    try {
      definePackage(
          name,
          value(own, main, Attributes.Name.SPECIFICATION_TITLE),
          value(own, main, Attributes.Name.SPECIFICATION_VERSION),
          value(own, main, Attributes.Name.SPECIFICATION_VENDOR),
          value(own, main, Attributes.Name.IMPLEMENTATION_TITLE),
          value(own, main, Attributes.Name.IMPLEMENTATION_VERSION),
          value(own, main, Attributes.Name.IMPLEMENTATION_VENDOR),
          null);
    } catch (IllegalArgumentException e) {
      // Another thread of this rank was first; the package is there, which is all that matters.
      assert getDefinedPackage(name) != null;
    }
  }

  private static @Nullable String value(
      @Nullable Attributes own, Attributes main, Attributes.Name name) {
    String value = own == null ? null : own.getValue(name);
    return value != null ? value : main.getValue(name);
  }
}
