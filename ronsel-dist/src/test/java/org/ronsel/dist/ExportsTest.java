package org.ronsel.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A module that requires one of Ronsel's can use all that this exports to everybody: what a public
 * or protected member names is exported too, by the same module or by one that it requires
 * transitively. As {@code javac -Xlint:exports}, but without annotations, of which those about null
 * are in no module that programs must have.
 */
class ExportsTest {
  private static final Pattern NAMES = Pattern.compile("L([\\w/$]+)[;<]");

  private static final List<ModuleReference> MODULES = modules();
  private static final Map<String, ModuleReference> OF_PACKAGES = modulesOfPackages();

  /** Those of this build, as they are packed. */
  private static List<ModuleReference> modules() {
    try (Stream<Path> files = Files.find(Path.of(".."), 3, (file, _) -> isPacked(file))) {
      return files
          .flatMap(jar -> ModuleFinder.of(jar).findAll().stream())
          .filter(module -> !module.descriptor().isAutomatic())
          .sorted(Comparator.comparing(module -> module.descriptor().name()))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isPacked(Path file) {
    return file.toString().matches(".*/target/ronsel-\\w+-[^/]*\\.jar")
        && Files.exists(file.resolveSibling("classes/module-info.class"));
  }

  /** The modules of this build, those that it uses, and those of the JDK, by their packages. */
  private static Map<String, ModuleReference> modulesOfPackages() {
    List<ModuleReference> all = new ArrayList<>(MODULES);
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String each : classPath.split(File.pathSeparator)) {
      if (each.endsWith(".jar")) {
        all.addAll(ModuleFinder.of(Path.of(each)).findAll());
      }
    }
    all.addAll(ModuleFinder.ofSystem().findAll());
    Map<String, ModuleReference> known = new HashMap<>();
    for (ModuleReference module : all) {
      module.descriptor().packages().forEach(name -> known.putIfAbsent(name, module));
    }
    return known;
  }

  @TestFactory
  Stream<DynamicTest> whatIsExportedNamesNothingElse() {
    assertThat(MODULES).hasSizeGreaterThan(3);
    return MODULES.stream()
        .map(module -> DynamicTest.dynamicTest(module.descriptor().name(), () -> check(module)));
  }

  private static void check(ModuleReference module) throws IOException {
    Set<String> required = requiredTransitively(module.descriptor());
    List<String> wrong = new ArrayList<>();
    for (String type : types(module)) {
      if (isExported(type, required) && isAccessible(module, type)) {
        ClassModel parsed = parse(module, type);
        for (String each : supertypes(parsed)) {
          if (!isExported(each, required)) {
            wrong.add(type + " is a " + each);
          }
        }
        for (String each : namedByMembers(parsed)) {
          if (!isExported(each, required)
              || !isAccessible(OF_PACKAGES.get(packageOf(each)), each)) {
            wrong.add(type + " names " + each);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static List<String> types(ModuleReference module) throws IOException {
    try (ModuleReader reader = module.open()) {
      return reader
          .list()
          .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
          .map(name -> name.substring(0, name.lastIndexOf('.')))
          .sorted()
          .toList();
    }
  }

  /** The modules that whoever requires a module can read. */
  private static Set<String> requiredTransitively(ModuleDescriptor module) {
    Set<String> all = new HashSet<>(Set.of(module.name(), "java.base"));
    for (ModuleDescriptor.Requires each : module.requires()) {
      if (each.modifiers().contains(ModuleDescriptor.Requires.Modifier.TRANSITIVE)) {
        OF_PACKAGES.values().stream()
            .map(ModuleReference::descriptor)
            .filter(other -> other.name().equals(each.name()))
            .findFirst()
            .ifPresent(other -> all.addAll(requiredTransitively(other)));
      }
    }
    return all;
  }

  private static boolean isExported(String name, Set<String> required) {
    String inPackage = packageOf(name);
    ModuleReference of = OF_PACKAGES.get(inPackage);
    if (of == null || !required.contains(of.descriptor().name())) {
      return false;
    }
    return of.descriptor().exports().stream()
        .anyMatch(each -> !each.isQualified() && each.source().equals(inPackage));
  }

  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('/')).replace('/', '.');
  }

  private static ClassModel parse(ModuleReference module, String name) throws IOException {
    try (ModuleReader reader = module.open();
        InputStream file = reader.open(name + ".class").orElseThrow()) {
      return ClassFile.of().parse(file.readAllBytes());
    }
  }

  /** Whether a type and those around it are public, or protected within others. */
  private static boolean isAccessible(ModuleReference module, String name) throws IOException {
    ClassModel type = parse(module, name);
    Optional<InnerClassInfo> nested =
        type.findAttribute(Attributes.innerClasses()).stream()
            .flatMap(each -> each.classes().stream())
            .filter(each -> each.innerClass().asInternalName().equals(name))
            .findFirst();
    if (nested.isEmpty()) {
      return type.flags().has(AccessFlag.PUBLIC);
    }
    Set<AccessFlag> flags = nested.get().flags();
    Optional<ClassEntry> outer = nested.get().outerClass();
    return (flags.contains(AccessFlag.PUBLIC) || flags.contains(AccessFlag.PROTECTED))
        && outer.isPresent()
        && isAccessible(module, outer.get().asInternalName());
  }

  private static Set<String> supertypes(ClassModel type) {
    Set<String> names = new HashSet<>();
    type.findAttribute(Attributes.signature()).ifPresent(each -> add(each, names));
    type.superclass().ifPresent(each -> names.add(each.asInternalName()));
    type.interfaces().forEach(each -> names.add(each.asInternalName()));
    return names;
  }

  private static Set<String> namedByMembers(ClassModel type) {
    Predicate<Set<AccessFlag>> isApi =
        flags ->
            (flags.contains(AccessFlag.PUBLIC) || flags.contains(AccessFlag.PROTECTED))
                && !flags.contains(AccessFlag.SYNTHETIC);
    Set<String> names = new HashSet<>();
    type.fields().stream()
        .filter(field -> isApi.test(field.flags().flags()))
        .forEach(
            field -> {
              add(field.fieldType().stringValue(), names);
              field.findAttribute(Attributes.signature()).ifPresent(each -> add(each, names));
            });
    type.methods().stream()
        .filter(method -> isApi.test(method.flags().flags()))
        .forEach(
            method -> {
              add(method.methodType().stringValue(), names);
              method.findAttribute(Attributes.signature()).ifPresent(each -> add(each, names));
              method.findAttribute(Attributes.exceptions()).stream()
                  .map(ExceptionsAttribute::exceptions)
                  .flatMap(List::stream)
                  .forEach(each -> names.add(each.asInternalName()));
            });
    return names;
  }

  private static void add(SignatureAttribute signature, Set<String> names) {
    add(signature.signature().stringValue(), names);
  }

  private static void add(String signature, Set<String> names) {
    Matcher name = NAMES.matcher(signature);
    while (name.find()) {
      names.add(name.group(1));
    }
  }
}
