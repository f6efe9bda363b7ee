package org.ronsel.runtime.classes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites calls, and method references, to the JDK methods that act on the whole JVM so that they
 * go to {@link org.ronsel.runtime.intercepted.RankCalls}, which acts on one rank, and tells it of
 * the threads that are made. Calls by reflection are not seen; the launcher then reports that the
 * JVM has ended. An object transforms one method.
 */
final class CallSites implements CodeTransform {
  private static final ClassDesc TARGET = ClassDesc.of("org.ronsel.runtime.intercepted.RankCalls");
  private static final ClassDesc RUNTIME = ClassDesc.of("java.lang.Runtime");
  private static final ClassDesc THREAD_CLASS = ClassDesc.of("java.lang.Thread");
  private static final MethodTypeDesc VOID_OF_INT =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
  private static final MethodTypeDesc VOID_OF_RUNTIME_AND_INT =
      MethodTypeDesc.of(ConstantDescs.CD_void, RUNTIME, ConstantDescs.CD_int);
  private static final MethodTypeDesc STRING = MethodTypeDesc.of(ConstantDescs.CD_String);
  private static final MethodTypeDesc STRING_OF_STRING =
      MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_String);

  private static final String THREAD = "java/lang/Thread";
  private static final String OF_PLATFORM = "()Ljava/lang/Thread$Builder$OfPlatform;";

  /** A method as a class file names it, to the type of the method that replaces it. */
  private static final Map<String, MethodTypeDesc> REPLACED =
      Map.of(
          THREAD + ".ofPlatform" + OF_PLATFORM,
          MethodTypeDesc.ofDescriptor(OF_PLATFORM),
          "java/lang/System.exit(I)V",
          VOID_OF_INT,
          "java/lang/Runtime.exit(I)V",
          VOID_OF_RUNTIME_AND_INT,
          "java/lang/Runtime.halt(I)V",
          VOID_OF_RUNTIME_AND_INT,
          "java/lang/IO.readln()Ljava/lang/String;",
          STRING,
          "java/lang/IO.readln(Ljava/lang/String;)Ljava/lang/String;",
          STRING_OF_STRING);

  private static final MethodTypeDesc MADE = MethodTypeDesc.of(ConstantDescs.CD_void, THREAD_CLASS);

  private static final MethodTypeDesc THREAD_FACTORY =
      MethodTypeDesc.of(THREAD_CLASS, ClassDesc.of("java.lang.Runnable"));

  /** The constructor of threads that is taken for a factory. */
  private static final String THREAD_OF_TASK = "(Ljava/lang/Runnable;)V";

  /** The methods that a class file must name to be rewritten. */
  private static final Set<String> SOUGHT = new HashSet<>(REPLACED.keySet());

  static {
    for (Constructor<?> each : Thread.class.getConstructors()) {
      SOUGHT.add(
          THREAD
              + ".<init>"
              + MethodType.methodType(void.class, each.getParameterTypes()).descriptorString());
    }
  }

  /** Finds the class file of a class of the program by its binary name. */
  @FunctionalInterface
  interface Lookup {
    byte @Nullable [] find(String name) throws IOException;
  }

  /** Which threads are under construction in a method: whether each is on the stack twice. */
  private final ArrayDeque<Boolean> constructed = new ArrayDeque<>();

  private boolean isAfterNew;

  private CallSites() {}

  /**
   * Returns the class file with its call sites rewritten, or the same array if there are none.
   *
   * @param lookup finds other classes of the program: stack maps may need their hierarchy
   */
  static byte[] rewrite(byte[] classFile, Lookup lookup) {
    if (!ConstantPoolScan.namesAny(classFile, SOUGHT)) {
      return classFile;
    }
    try {
      ClassFile api = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy(lookup)));
      return api.transformClass(
          api.parse(classFile),
          ClassTransform.transformingMethodBodies(CodeTransform.ofStateful(CallSites::new)));
    } catch (IllegalArgumentException e) {
      // A class file that the API rejects is left to the JVM, which rejects it with a better
      // message
      // or accepts it; the launcher notices if it then ends the JVM.
      return classFile;
    }
  }

  @Override
  public void accept(CodeBuilder builder, CodeElement element) {
    switch (element) {
      case InvokeInstruction call -> {
        if (isConstructorOfThread(call)) {
          builder.with(call);
          tellOfThread(builder);
          return;
        }
        MethodTypeDesc type =
            REPLACED.get(
                call.owner().asInternalName() + "." + call.name() + call.type().stringValue());
        if (type != null && call.opcode() != Opcode.INVOKESPECIAL) {
          builder.invokestatic(TARGET, call.name().stringValue(), type);
          return;
        }
      }
      case InvokeDynamicInstruction call -> {
        ConstantDesc[] arguments =
            call.bootstrapArgs().stream().map(CallSites::replace).toArray(ConstantDesc[]::new);
        builder.invokedynamic(
            DynamicCallSiteDesc.of(
                call.bootstrapMethod(), call.name().stringValue(), call.typeSymbol(), arguments));
        return;
      }
      case NewObjectInstruction made when made.className().asInternalName().equals(THREAD) -> {
        constructed.push(false);
        isAfterNew = true;
        builder.with(element);
        return;
      }
      case StackInstruction copied when isAfterNew && copied.opcode() == Opcode.DUP -> {
        constructed.pop();
        constructed.push(true);
      }
      default -> {}
    }
    isAfterNew &= !(element instanceof Instruction);
    builder.with(element);
  }

  private static boolean isConstructorOfThread(InvokeInstruction call) {
    return call.opcode() == Opcode.INVOKESPECIAL
        && call.owner().asInternalName().equals(THREAD)
        && call.name().equalsString(ConstantDescs.INIT_NAME);
  }

  /**
   * Behind the constructor of a thread: of the last {@code new}, whose result nobody has where it
   * is on the stack once only, or else of the superclass of this object.
   */
  private void tellOfThread(CodeBuilder builder) {
    Boolean isOnStack = constructed.poll();
    if (isOnStack == null) {
      builder.aload(0);
    } else if (isOnStack) {
      builder.dup();
    } else {
      return;
    }
    builder.invokestatic(TARGET, "made", MADE);
  }

  private static ConstantDesc replace(ConstantDesc argument) {
    if (argument instanceof DirectMethodHandleDesc handle) {
      if (handle.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR
          && handle.owner().equals(THREAD_CLASS)
          && handle.lookupDescriptor().equals(THREAD_OF_TASK)) {
        return MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC, TARGET, "newThread", THREAD_FACTORY);
      }
      MethodTypeDesc type =
          REPLACED.get(
              internalName(handle.owner()) + "." + handle.methodName() + handle.lookupDescriptor());
      if (type != null) {
        return MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC, TARGET, handle.methodName(), type);
      }
    }
    return argument;
  }

  private static String internalName(ClassDesc type) {
    String descriptor = type.descriptorString();
    return type.isClassOrInterface()
        ? descriptor.substring(1, descriptor.length() - 1)
        : descriptor;
  }

  private static ClassHierarchyResolver hierarchy(Lookup lookup) {
    return ClassHierarchyResolver.ofResourceParsing(type -> open(type, lookup))
        .orElse(ClassHierarchyResolver.defaultResolver())
        // A class that is missing cannot be verified against anything but Object.
        .orElse(type -> ClassHierarchyInfo.ofClass(ConstantDescs.CD_Object));
  }

  private static @Nullable InputStream open(ClassDesc type, Lookup lookup) {
    try {
      byte[] bytes = lookup.find(internalName(type).replace('/', '.'));
      return bytes == null ? null : new ByteArrayInputStream(bytes);
    } catch (IOException e) {
      return null;
    }
  }
}
