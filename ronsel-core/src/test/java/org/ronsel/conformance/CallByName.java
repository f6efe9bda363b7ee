package org.ronsel.conformance;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ronsel.Comm;
import org.ronsel.UntypedCollectives;

/** Calls of collective operations by their name and whatever arguments there are. */
final class CallByName {
  private CallByName() {}

  /** Calls the method of this name that takes these arguments. */
  static Object invoke(Object receiver, String call, Object[] arguments) {
    Class<?> of = receiver instanceof Comm ? Comm.class : UntypedCollectives.class;
    for (Method method : of.getMethods()) {
      if (method.getName().equals(call) && takes(method.getParameterTypes(), arguments)) {
        return invoke(of, method, receiver, arguments);
      }
    }
    throw new AssertionError("no " + call + " for " + Arrays.toString(arguments));
  }

  /** As code would, which a call by reflection is not: methods may be those of a hidden class. */
  private static Object invoke(Class<?> of, Method method, Object receiver, Object[] arguments) {
    List<Object> all = new ArrayList<>(Arrays.asList(arguments));
    all.addFirst(receiver);
    try {
      return MethodHandles.publicLookup()
          .findVirtual(
              of,
              method.getName(),
              MethodType.methodType(method.getReturnType(), method.getParameterTypes()))
          .invokeWithArguments(all);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(method.getName(), e);
    }
  }

  private static boolean takes(Class<?>[] types, Object[] arguments) {
    if (types.length != arguments.length) {
      return false;
    }
    for (int i = 0; i < types.length; i++) {
      Object argument = arguments[i];
      boolean fits =
          switch (argument) {
            case null -> !types[i].isPrimitive();
            case Integer unused -> types[i] == int.class;
            case Long unused -> types[i] == long.class;
            default -> types[i].isInstance(argument);
          };
      if (!fits) {
        return false;
      }
    }
    return true;
  }
}
