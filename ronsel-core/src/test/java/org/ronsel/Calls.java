package org.ronsel;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls the overload of a collective method that fits the arrays given. */
final class Calls {
  /** By name and types: among so many overloads it takes long to find one. */
  private static final Map<List<Object>, Method> METHODS = new ConcurrentHashMap<>();

  private Calls() {}

  /** A null argument of the same type as another argument. */
  record Null(Class<?> type) {}

  static Object nullable(Object value, Object sameType) {
    return value != null ? value : new Null(sameType.getClass());
  }

  static Request start(Comm comm, String name, Object... arguments) throws Exception {
    return (Request) call(comm, name, arguments);
  }

  static Object call(Comm comm, String name, Object... arguments) throws Exception {
    Class<?>[] types = new Class<?>[arguments.length];
    Object[] values = new Object[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      Object argument = arguments[i];
      values[i] = argument instanceof Null ? null : argument;
      types[i] =
          switch (argument) {
            case Null nothing -> nothing.type;
            case Integer number -> int.class;
            case Op op -> Op.class;
            default -> argument.getClass();
          };
    }
    List<Object> signature = List.of(name, List.of(types));
    Method method = METHODS.get(signature);
    if (method == null) {
      method = Comm.class.getMethod(name, types);
      METHODS.put(signature, method);
    }
    try {
      return method.invoke(comm, values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
