package org.ronsel.runtime;

import java.io.IOException;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ResolutionException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.classes.ClassPathClasses;
import org.ronsel.runtime.classes.ModuleClasses;
import org.ronsel.runtime.classes.UserClasses;
import org.ronsel.runtime.control.ProgramSpec;

/** A user's program in a JVM that holds ranks: gives each rank its classes and calls its main. */
final class HostedProgram {
  private static final String INTERCEPTED = "org.ronsel.runtime.intercepted";

  /**
   * Set by {@code --mpj-args} to the name of a device: arguments begin with rank, size and device.
   */
  private static final String MPJ_ARGS = "ronsel.mpj.args";

  /** The parent of the ranks' class loaders: the JDK and Ronsel. */
  private static final ClassLoader PARENT = HostedProgram.class.getClassLoader();

  private final ProgramSpec spec;
  private final UserClasses classes;
  private final @Nullable Class<?> sharedMain;

  /**
   * Opens the class path or resolves the modules of a program.
   *
   * @param sharedClasses whether the ranks share one class loader
   * @param manyRanks whether more than one rank of this JVM runs the program
   * @throws UnusableProgramException if that is not possible, saying why
   */
  HostedProgram(ProgramSpec spec, boolean sharedClasses, boolean manyRanks) {
    this.spec = spec;
    boolean keep = manyRanks && !sharedClasses;
    try {
      classes =
          spec.module() == null
              ? new ClassPathClasses(spec.classes(), spec.classPath(), keep)
              : new ModuleClasses(spec.modulePath(), spec.module(), keep);
    } catch (IOException e) {
      throw new UnusableProgramException(String.valueOf(e.getMessage()), e);
    } catch (FindException | ResolutionException e) {
      throw new UnusableProgramException("module path: " + e.getMessage(), e);
    }
    sharedMain = sharedClasses ? load(null) : null;
  }

  /** Notices for the user about the origin of the program's classes, a line each. */
  List<String> notices() {
    return classes.notices();
  }

  /** Runs the program as the calling thread's rank. */
  void run(RankContext rank, RankIdentity identity) throws Throwable {
    Class<?> main = sharedMain != null ? sharedMain : load(identity);
    Thread.currentThread().setContextClassLoader(main.getClassLoader());
    MainMethod.of(main).invoke(arguments(rank));
  }

  private String[] arguments(RankContext rank) {
    List<String> arguments = new ArrayList<>();
    String device = System.getProperty(MPJ_ARGS);
    if (device != null) {
      int size = rank.job().layout().size();
      arguments.addAll(List.of(Integer.toString(rank.rank()), Integer.toString(size), device));
    }
    arguments.addAll(spec.args());
    return arguments.toArray(new String[0]);
  }

  private Class<?> load(@Nullable RankIdentity identity) {
    RankClassLoader loader = new RankClassLoader(classes, PARENT, identity);
    open(loader.getUnnamedModule());
    return classes instanceof ModuleClasses modules
        ? loadFromModule(modules, loader)
        : loadFromClassPath(loader);
  }

  private Class<?> loadFromClassPath(RankClassLoader loader) {
    String name = spec.mainClass();
    if (name == null) {
      throw new UnusableProgramException("no main class");
    }
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new UnusableProgramException(
          "class " + name + " is not on the class path " + spec.classPath(), e);
    } catch (NoClassDefFoundError e) {
      // Such as "p/Main (wrong name: ...)" for a class file in the wrong directory.
      throw new UnusableProgramException(
          "class " + name + " cannot be loaded: " + e.getMessage(), e);
    }
  }

  private Class<?> loadFromModule(ModuleClasses modules, RankClassLoader loader) {
    String moduleName = spec.module();
    ModuleLayer.Controller controller =
        ModuleLayer.defineModules(
            modules.configuration(), List.of(ModuleLayer.boot()), each -> loader);
    Module own = HostedProgram.class.getModule();
    for (Module module : controller.layer().modules()) {
      open(module);
      controller.addReads(module, own);
    }
    Module module = controller.layer().findModule(String.valueOf(moduleName)).orElseThrow();
    String name =
        spec.mainClass() != null
            ? spec.mainClass()
            : module.getDescriptor().mainClass().orElse(null);
    if (name == null) {
      throw new UnusableProgramException(
          "module " + moduleName + " names no main class: use -m module/class");
    }
    Class<?> main = Class.forName(module, name);
    if (main == null) {
      throw new UnusableProgramException("module " + moduleName + " has no class " + name);
    }
    controller.addOpens(module, main.getPackageName(), own);
    return main;
  }

  /**
   * Lets rewritten call sites of {@code module} reach what they were rewritten to, and a module of
   * Ronsel the packages that are exported to its name: an export names modules of its own layer
   * only.
   */
  private static void open(Module module) {
    Module own = HostedProgram.class.getModule();
    if (own.isNamed()) {
      own.addExports(INTERCEPTED, module);
      for (ModuleDescriptor.Exports each : own.getDescriptor().exports()) {
        if (module.isNamed() && each.targets().contains(module.getName())) {
          own.addExports(each.source(), module);
        }
      }
    }
  }
}
