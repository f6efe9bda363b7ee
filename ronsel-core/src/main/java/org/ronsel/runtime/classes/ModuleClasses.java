package org.ronsel.runtime.classes;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The classes of a program that is made of modules. Each rank defines a module layer from it. */
public final class ModuleClasses implements UserClasses {
  private final Configuration configuration;
  private final Map<String, ModuleReader> readers = new HashMap<>();
  private final Map<String, String> moduleOfPackage = new HashMap<>();
  private final Map<String, CodeSource> sources = new HashMap<>();
  private final @Nullable Map<String, ClassFileBytes> cache;

  /**
   * Resolves the module graph of a program. Modules that this JVM already has, those of the JDK and
   * of Ronsel, are taken from it.
   *
   * @param modulePath jars and directories
   * @param root the module of the main class
   * @param keep whether to keep the bytes of classes, because several loaders will define them
   * @throws java.lang.module.FindException if a module is missing
   */
  public ModuleClasses(List<String> modulePath, String root, boolean keep) throws IOException {
    cache = keep ? new ConcurrentHashMap<>() : null;
    ModuleFinder finder = ModuleFinder.of(modulePath.stream().map(Path::of).toArray(Path[]::new));
    configuration =
        ModuleLayer.boot().configuration().resolveAndBind(ModuleFinder.of(), finder, Set.of(root));
    for (ResolvedModule module : configuration.modules()) {
      ModuleReference reference = module.reference();
      readers.put(module.name(), reference.open());
      reference.descriptor().packages().forEach(p -> moduleOfPackage.put(p, module.name()));
      if (reference.location().isPresent()) {
        URL url = reference.location().get().toURL();
        sources.put(module.name(), new CodeSource(url, (CodeSigner[]) null));
      }
    }
  }

  /** The module graph. */
  public Configuration configuration() {
    return configuration;
  }

  /** The module that holds a class of this binary name, or null. */
  public @Nullable String moduleOf(String className) {
    int dot = className.lastIndexOf('.');
    return dot < 0 ? null : moduleOfPackage.get(className.substring(0, dot));
  }

  /** {@inheritDoc} A package belongs to one module, so that the package decides. */
  @Override
  public boolean isOwn(String name) {
    return moduleOf(name) != null;
  }

  @Override
  public @Nullable ClassFileBytes find(String name) throws IOException {
    ClassFileBytes known = cache == null ? null : cache.get(name);
    if (known != null) {
      return known;
    }
    String module = moduleOf(name);
    byte[] bytes = module == null ? null : bytes(module, name);
    if (bytes == null) {
      return null;
    }
    ClassFileBytes read =
        new ClassFileBytes(CallSites.rewrite(bytes, this::bytes), sources.get(module), null);
    if (cache != null) {
      cache.putIfAbsent(name, read);
    }
    return read;
  }

  private byte @Nullable [] bytes(String name) throws IOException {
    String module = moduleOf(name);
    return module == null ? null : bytes(module, name);
  }

  private byte @Nullable [] bytes(String module, String name) throws IOException {
    ModuleReader reader = readers.get(module);
    InputStream in =
        reader == null ? null : reader.open(name.replace('.', '/') + ".class").orElse(null);
    if (in == null) {
      return null;
    }
    try (in) {
      return in.readAllBytes();
    }
  }

  /** The resource of one module, or null. */
  public @Nullable URL resource(String module, String name) throws IOException {
    ModuleReader reader = readers.get(module);
    var uri = reader == null ? null : reader.find(name).orElse(null);
    return uri == null ? null : uri.toURL();
  }

  @Override
  public List<URL> resources(String name) throws IOException {
    List<URL> found = new ArrayList<>();
    for (String module : readers.keySet()) {
      URL url = resource(module, name);
      if (url != null) {
        found.add(url);
      }
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    for (ModuleReader reader : readers.values()) {
      reader.close();
    }
  }
}
