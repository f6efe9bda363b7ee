package org.ronsel.runtime.classes;

import java.io.IOException;
import java.net.URL;
import java.security.CodeSource;
import java.util.List;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * The classes and resources of a program, apart from any class loader: several class loaders of a
 * JVM define classes from one of these. Thread-safe.
 */
public interface UserClasses extends AutoCloseable {
  /**
   * A class file, ready to be defined.
   *
   * @param bytes the class file, not to be changed
   * @param source where it comes from, or null for a class that was compiled in memory
   * @param manifest the manifest of its jar, or null
   */
  record ClassFileBytes(byte[] bytes, @Nullable CodeSource source, @Nullable Manifest manifest) {}

  /**
   * The class file of a class.
   *
   * @param name binary name
   * @return null if the program has no such class
   * @throws IOException if it is there but cannot be read
   */
  @Nullable ClassFileBytes find(String name) throws IOException;

  /**
   * Whether the class is known to be the program's own, so that no other class loader needs to be
   * asked. False says nothing.
   */
  boolean isOwn(String name);

  /** Resources of this name, in class path order. */
  List<URL> resources(String name) throws IOException;

  /** Notices for the user about the origin of classes, a line each. */
  default List<String> notices() {
    return List.of();
  }

  /** Closes the jars. */
  @Override
  void close() throws IOException;
}
