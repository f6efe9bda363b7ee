package org.ronsel.conformance;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Request;
import org.ronsel.RonselException;
import org.ronsel.Status;

/** One primitive type, so that a scenario can hold for each: its arrays, and the calls for them. */
record Primitives(Class<?> type, Datatype<?> datatype, int bytes) {
  static final List<Primitives> ALL =
      List.of(
          new Primitives(byte.class, Datatype.BYTE, 1),
          new Primitives(boolean.class, Datatype.BOOLEAN, 1),
          new Primitives(char.class, Datatype.CHAR, 2),
          new Primitives(short.class, Datatype.SHORT, 2),
          new Primitives(int.class, Datatype.INT, 4),
          new Primitives(long.class, Datatype.LONG, 8),
          new Primitives(float.class, Datatype.FLOAT, 4),
          new Primitives(double.class, Datatype.DOUBLE, 8));

  /** An array of zeros. */
  Object zeros(int length) {
    return Array.newInstance(type, length);
  }

  /** An array whose elements differ from zero and, mostly, from their neighbours. */
  Object values(int length, int seed) {
    Object array = zeros(length);
    for (int i = 0; i < length; i++) {
      Array.set(array, i, value(i + seed));
    }
    return array;
  }

  /** The value that stands for a number. */
  Object value(int number) {
    int n = number % 100 + 1;
    return switch (type.getName()) {
      case "byte" -> (byte) n;
      case "boolean" -> n % 3 != 0;
      case "char" -> (char) (n * 601);
      case "short" -> (short) (n * -307);
      case "int" -> n * -20_000_003;
      case "long" -> n * -90_000_000_000_000_003L;
      case "float" -> n / 7f;
      case "double" -> n / 7d;
      default -> throw new AssertionError(type);
    };
  }

  void send(String call, Comm comm, Object array, int dest, int tag) {
    invoke(comm, call, new Class<?>[] {array.getClass(), int.class, int.class}, array, dest, tag);
  }

  /** Sends null as an array of this type. */
  void sendNull(Comm comm, int dest, int tag) {
    Class<?>[] types = {type.arrayType(), int.class, int.class};
    invoke(comm, "send", types, null, dest, tag);
  }

  void send(String call, Comm comm, Object array, int offset, int count, int dest, int tag) {
    invoke(comm, call, range(array), array, offset, count, dest, tag);
  }

  Request startSend(
      String call, Comm comm, Object array, int offset, int count, int dest, int tag) {
    return (Request) invoke(comm, call, range(array), array, offset, count, dest, tag);
  }

  Request startReceive(Comm comm, Object array, int offset, int count, int source, int tag) {
    return (Request) invoke(comm, "iReceive", range(array), array, offset, count, source, tag);
  }

  Status receive(Comm comm, Object array, int offset, int count, int source, int tag) {
    return (Status) invoke(comm, "receive", range(array), array, offset, count, source, tag);
  }

  Status receive(Comm comm, Object array, int source, int tag) {
    Class<?>[] types = {array.getClass(), int.class, int.class};
    return (Status) invoke(comm, "receive", types, array, source, tag);
  }

  Status sendReceive(Comm comm, Object out, int dest, Object in, int source, int tag) {
    Class<?> array = out.getClass();
    Class<?>[] types = {array, int.class, int.class, array, int.class, int.class};
    return (Status) invoke(comm, "sendReceive", types, out, dest, tag, in, source, tag);
  }

  private static Class<?>[] range(Object array) {
    return new Class<?>[] {array.getClass(), int.class, int.class, int.class, int.class};
  }

  private static Object invoke(Comm comm, String call, Class<?>[] types, Object... arguments) {
    try {
      return Comm.class.getMethod(call, types).invoke(comm, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RonselException failure) {
        throw failure;
      }
      throw new AssertionError(call, e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(call, e);
    }
  }

  @Override
  public String toString() {
    return type.getName();
  }
}
