package org.ronsel.onesided;

import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import org.ronsel.memory.NativeWords;

/**
 * Classes of this package as they are, but that each access to shared memory is a step of {@link
 * Interleavings}; and the accesses themselves.
 */
final class Stepped {
  /** Whether a word is shared with other threads of the run: an access to others is no step. */
  static volatile LongPredicate isShared = at -> true;

  private static final Map<String, ClassDesc> CHANGED =
      Map.of(
          "org/ronsel/memory/NativeWords", desc(Stepped.class),
          "java/util/concurrent/atomic/AtomicLong", desc(Stepped.class));

  private static final Map<List<Object>, MethodHandle> METHODS = new ConcurrentHashMap<>();

  private Stepped() {}

  private static ClassDesc desc(Class<?> of) {
    return ClassDesc.of(of.getName());
  }

  /** A class like another one, whose accesses are steps. */
  static Class<?> like(Class<?> original) {
    try (InputStream in = original.getResourceAsStream(original.getSimpleName() + ".class")) {
      ClassFile file = ClassFile.of();
      CodeTransform code =
          (builder, element) -> {
            if (element instanceof InvokeInstruction call && isChanged(call)) {
              MethodTypeDesc type = call.typeSymbol();
              if (call.opcode() != Opcode.INVOKESTATIC) {
                type = type.insertParameterTypes(0, call.owner().asSymbol());
              }
              builder.invokestatic(desc(Stepped.class), call.name().stringValue(), type);
            } else {
              builder.with(element);
            }
          };
      byte[] changed =
          file.transformClass(
              file.parse(in.readAllBytes()), ClassTransform.transformingMethodBodies(code));
      return MethodHandles.lookup().defineHiddenClass(changed, true).lookupClass();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isChanged(InvokeInstruction call) {
    String method = call.name().stringValue();
    return switch (call.owner().asInternalName()) {
      case "java/lang/Thread" ->
          method.equals("onSpinWait") || method.equals("yield") || method.equals("threadId");
      case String owner -> CHANGED.containsKey(owner) && !method.equals("<init>");
    };
  }

  /** Calls a method that is not public. */
  static Object call(Object on, String method, MethodType type, Object... arguments) {
    try {
      MethodHandle handle =
          METHODS.computeIfAbsent(
              List.of(on.getClass(), method), _ -> find(on.getClass(), method, type));
      Object[] all = new Object[arguments.length + 1];
      all[0] = on;
      System.arraycopy(arguments, 0, all, 1, arguments.length);
      return handle.invoke(all);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static MethodHandle find(Class<?> in, String method, MethodType type) {
    try {
      return MethodHandles.privateLookupIn(in, MethodHandles.lookup())
          .findVirtual(in, method, type)
          .asSpreader(Object[].class, type.parameterCount() + 1);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** Makes an object. */
  static Object make(Class<?> of, MethodType type, Object... arguments) {
    try {
      return MethodHandles.privateLookupIn(of, MethodHandles.lookup())
          .findConstructor(of, type)
          .invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void step(long at) {
    if (isShared.test(at)) {
      Interleavings.step();
    }
  }

  private static long read(long value) {
    Interleavings.hasRead(value);
    return value;
  }

  // ---- instead of Thread; called by classes like others ----

  static void onSpinWait() {
    Interleavings.spin();
  }

  static void yield() {
    Interleavings.spin();
  }

  static long threadId(Thread thread) {
    return Interleavings.threadNumber(thread);
  }

  // ---- instead of NativeWords; plain accesses, of what nothing depends on, are no steps ----

  static long getLong(MemorySegment memory, long at) {
    return read(NativeWords.getLong(memory, at));
  }

  static void setLong(MemorySegment memory, long at, long value) {
    NativeWords.setLong(memory, at, value);
  }

  static long getLongAcquire(MemorySegment memory, long at) {
    step(at);
    return read(NativeWords.getLongAcquire(memory, at));
  }

  static long getLongVolatile(MemorySegment memory, long at) {
    step(at);
    return read(NativeWords.getLongVolatile(memory, at));
  }

  static void setLongRelease(MemorySegment memory, long at, long value) {
    step(at);
    NativeWords.setLongRelease(memory, at, value);
  }

  static long getAndSetLong(MemorySegment memory, long at, long value) {
    step(at);
    return read(NativeWords.getAndSetLong(memory, at, value));
  }

  static long getAndAddLong(MemorySegment memory, long at, long value) {
    step(at);
    return read(NativeWords.getAndAddLong(memory, at, value));
  }

  static boolean compareAndSetLong(MemorySegment memory, long at, long expected, long value) {
    step(at);
    boolean is = NativeWords.compareAndSetLong(memory, at, expected, value);
    Interleavings.hasRead(is ? 1 : 0);
    return is;
  }

  // ---- instead of AtomicLong ----

  static long get(AtomicLong word) {
    Interleavings.step();
    return read(word.get());
  }

  static void set(AtomicLong word, long value) {
    Interleavings.step();
    word.set(value);
  }

  static long addAndGet(AtomicLong word, long value) {
    Interleavings.step();
    return read(word.addAndGet(value));
  }

  static long getAndAdd(AtomicLong word, long value) {
    Interleavings.step();
    return read(word.getAndAdd(value));
  }

  static boolean compareAndSet(AtomicLong word, long expected, long value) {
    Interleavings.step();
    boolean is = word.compareAndSet(expected, value);
    Interleavings.hasRead(is ? 1 : 0);
    return is;
  }
}
