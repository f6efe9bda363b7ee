package org.ronsel.runtime;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The main method of a class as the {@code java} launcher chooses it (JEP 512): {@code
 * main(String[])} before {@code main()}, static or not, not private, inherited or not; an instance
 * method is called on a new object made by the constructor without parameters.
 */
final class MainMethod {
  private final Method method;
  private final @Nullable Constructor<?> constructor;

  private MainMethod(Method method, @Nullable Constructor<?> constructor) {
    this.method = method;
    this.constructor = constructor;
  }

  /**
   * Finds the main method of a class without initialising the class.
   *
   * @throws UnusableProgramException if the class has none, saying what was looked for
   */
  static MainMethod of(Class<?> type) {
    Method method = find(type, String[].class);
    if (method == null) {
      method = find(type);
    }
    if (method == null) {
      throw none(type, "has no main method: it needs void main(String[] args) or void main()");
    }
    method.setAccessible(true);
    if (Modifier.isStatic(method.getModifiers())) {
      return new MainMethod(method, null);
    }
    if (Modifier.isAbstract(type.getModifiers())) {
      throw none(type, "is abstract and its main method is not static");
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      if (Modifier.isPrivate(constructor.getModifiers())) {
        throw none(type, "has a main method that is not static and a private constructor");
      }
      constructor.setAccessible(true);
      return new MainMethod(method, constructor);
    } catch (NoSuchMethodException e) {
      throw none(
          type, "has a main method that is not static and no constructor without parameters");
    }
  }

  /** Runs the program; throws what it throws. */
  void invoke(String[] args) throws Throwable {
    try {
      Object receiver = constructor == null ? null : constructor.newInstance();
      if (method.getParameterCount() == 0) {
        method.invoke(receiver);
      } else {
        method.invoke(receiver, (Object) args);
      }
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  private static @Nullable Method find(Class<?> type, Class<?>... parameters) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Method method : at.getDeclaredMethods()) {
        if (method.getName().equals("main")
            && Arrays.equals(method.getParameterTypes(), parameters)
            && isUsable(method, at, type)) {
          return method;
        }
      }
    }
    return findDefault(type, parameters);
  }

  private static boolean isUsable(Method method, Class<?> declaring, Class<?> type) {
    int modifiers = method.getModifiers();
    boolean seen =
        Modifier.isPublic(modifiers)
            || Modifier.isProtected(modifiers)
            || !Modifier.isPrivate(modifiers) && samePackage(declaring, type);
    return seen && method.getReturnType() == void.class && !Modifier.isAbstract(modifiers);
  }

  /** A default method of an interface, or a static one if {@code type} is that interface. */
  private static @Nullable Method findDefault(Class<?> type, Class<?>... parameters) {
    try {
      Method method = type.getMethod("main", parameters);
      return method.getReturnType() == void.class && !Modifier.isAbstract(method.getModifiers())
          ? method
          : null;
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  private static boolean samePackage(Class<?> one, Class<?> other) {
    return one.getClassLoader() == other.getClassLoader()
        && one.getPackageName().equals(other.getPackageName());
  }

  private static UnusableProgramException none(Class<?> type, String what) {
    return new UnusableProgramException("class " + type.getName() + " " + what);
  }
}
