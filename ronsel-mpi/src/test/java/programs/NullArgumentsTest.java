package programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import mpi.CartComm;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.Count;
import mpi.Datatype;
import mpi.Errhandler;
import mpi.GraphComm;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.User_function;
import mpi.Win;
import org.junit.jupiter.api.Test;
import org.ronsel.Ronsel;

/**
 * No public method of the package {@code mpi} answers a null argument otherwise than by an {@code
 * MPIException} of one line: each is called with each of its arguments null in turn, and with all.
 */
class NullArgumentsTest {
  /** Calls that end the job, wait for another rank, or are for a program to override. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "Abort", "abort", "Finalize", "Probe", "probe", "mProbe", "Init", "InitThread", "wait");

  private final List<String> complaints = new ArrayList<>();
  private int calls;

  @Test
  void nullIsRefusedByAnMpiExceptionOfOneLine() {
    Ronsel.run(
        1,
        world -> {
          MPI.Init(new String[0]);
          for (Object target : targets()) {
            Stream.of(target.getClass().getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .forEach(method -> call(method, target));
          }
          for (Class<?> type : classes()) {
            Stream.of(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .filter(method -> Modifier.isStatic(method.getModifiers()))
                .forEach(method -> call(method, null));
            Stream.of(type.getConstructors()).forEach(made -> call(made, null));
          }
        });
    assertThat(complaints).isEmpty();
    assertThat(calls).isGreaterThan(1000);
  }

  private static List<Class<?>> classes() {
    return List.of(
        MPI.class,
        Comm.class,
        Intracomm.class,
        Cartcomm.class,
        CartComm.class,
        GraphComm.class,
        Group.class,
        Datatype.class,
        Op.class,
        Request.class,
        Prequest.class,
        Status.class,
        Message.class,
        Info.class,
        Errhandler.class,
        Win.class);
  }

  private static List<Object> targets() throws Exception {
    Intracomm self = MPI.COMM_SELF;
    return List.of(
        self.dup(),
        self.createCart(new int[] {1}, new boolean[] {true}, false),
        self.createGraph(new int[] {0}, new int[0], false),
        self.getGroup(),
        Datatype.createContiguous(1, MPI.INT),
        new Op(function(), true),
        self.Send_init(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, 0),
        new Status(),
        new Message(),
        new Info(),
        new Win(MPI.newIntBuffer(4), 4, 1, MPI.INFO_NULL, self));
  }

  private void call(Executable executable, Object target) {
    Class<?>[] types = executable.getParameterTypes();
    if (!executable.getDeclaringClass().getName().startsWith("mpi.")
        || LEFT_OUT.contains(executable.getName())
        || Stream.of(types).allMatch(Class::isPrimitive)) {
      return;
    }
    for (int missing = 0; missing <= types.length; missing++) {
      if (missing < types.length && types[missing].isPrimitive()) {
        continue;
      }
      Object[] arguments = new Object[types.length];
      for (int i = 0; i < types.length; i++) {
        boolean isNull = !types[i].isPrimitive() && (i == missing || missing == types.length);
        arguments[i] =
            isNull ? null : isPartner(executable, i) ? MPI.PROC_NULL : argument(types[i]);
      }
      calls++;
      Throwable thrown = thrown(executable, target, arguments);
      boolean isRefusal =
          thrown instanceof MPIException && !String.valueOf(thrown.getMessage()).contains("\n");
      if (thrown != null && !isRefusal) {
        complaints.add(
            "%n%s with %s: %s".formatted(executable, Arrays.toString(arguments), thrown));
      }
    }
  }

  /** Whether an argument is the rank that a message goes to or comes from: no message is left. */
  private static boolean isPartner(Executable executable, int argument) {
    Class<?>[] types = executable.getParameterTypes();
    String name = executable.getName().toLowerCase(Locale.ROOT);
    return (name.contains("send") || name.contains("recv"))
        && !name.endsWith("replace")
        && argument > 0
        && types[argument] == int.class
        && types[argument - 1] == Datatype.class;
  }

  private static Throwable thrown(Executable executable, Object target, Object... arguments) {
    executable.setAccessible(true); // some are declared in classes that are not public
    try {
      if (executable instanceof Constructor<?> constructor) {
        constructor.newInstance(arguments);
      } else if (((Method) executable).invoke(target, arguments) instanceof Prequest made) {
        made.free();
      }
      return null;
    } catch (InvocationTargetException e) {
      return e.getCause();
    } catch (ReflectiveOperationException e) {
      return e;
    }
  }

  private static User_function function() {
    return new User_function() {
      @Override
      public void Call(Object in, int at, Object inout, int to, int count, Datatype type) {
        // Leaves the operands as they are.
      }
    };
  }

  /** Something that a call takes; where it needs data, of no elements. */
  private static Object argument(Class<?> type) {
    if (type == int.class || type == long.class) {
      return (Object) (type == int.class ? (Object) 0 : (Object) 0L);
    } else if (type == boolean.class) {
      return false;
    } else if (type == Object.class) {
      return new int[1];
    } else if (type.isArray()) {
      Object array = Array.newInstance(type.componentType(), 1);
      if (!type.componentType().isPrimitive()) {
        Array.set(array, 0, argument(type.componentType()));
      }
      return array;
    } else if (type == ByteBuffer.class) {
      return ByteBuffer.allocate(8);
    } else if (Buffer.class.isAssignableFrom(type)) {
      return type == Buffer.class || type == IntBuffer.class ? IntBuffer.allocate(1) : null;
    } else if (type == String.class) {
      return "word";
    } else if (type == Datatype.class) {
      return MPI.INT;
    } else if (type == Op.class) {
      return MPI.SUM;
    } else if (type == Info.class) {
      return MPI.INFO_NULL;
    } else if (type == Errhandler.class) {
      return MPI.ERRORS_RETURN;
    } else if (type.isAssignableFrom(Intracomm.class)) {
      return MPI.COMM_SELF;
    } else if (type == Group.class) {
      return MPI.COMM_SELF.getGroup();
    } else if (type == Count.class) {
      return new Count(0);
    } else if (type.isAssignableFrom(Status.class)) {
      return new Status();
    } else if (type == User_function.class) {
      return function();
    }
    return null;
  }
}
