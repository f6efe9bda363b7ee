package org.ronsel.launch.console;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Ends the launcher while one of its threads reads standard input. The JVM would wait for that
 * thread, which is in a native call: a third of a second on an idle machine and more than one on a
 * loaded one. There is no work left then, so the process ends itself.
 */
public final class PromptExit {
  private PromptExit() {}

  /** Ends the process if the system and the JVM's options allow it; otherwise returns. */
  public static void exit(int status) {
    System.out.flush();
    System.err.flush();
    if (!PromptExit.class.getModule().isNativeAccessEnabled()) {
      return;
    }
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> function = linker.defaultLookup().find("_exit");
    if (function.isPresent()) {
      MethodHandle exit =
          linker.downcallHandle(function.get(), FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
      try {
        exit.invokeExact(status);
      } catch (Throwable e) {
        throw new AssertionError("a downcall throws no checked exception", e);
      }
    }
  }
}
