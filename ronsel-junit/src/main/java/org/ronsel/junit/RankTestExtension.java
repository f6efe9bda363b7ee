package org.ronsel.junit;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.ronsel.Comm;

/** Turns a {@link RankTest} into one invocation per number of ranks. */
final class RankTestExtension implements TestTemplateInvocationContextProvider {
  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getTestMethod(), RankTest.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    RankTest test =
        AnnotationSupport.findAnnotation(context.getTestMethod(), RankTest.class).orElseThrow();
    return Arrays.stream(test.ranks()).mapToObj(ranks -> new OneJob(ranks, test.timeoutSeconds()));
  }

  /** The invocation with one number of ranks. */
  private record OneJob(int ranks, long timeoutSeconds) implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int invocationIndex) {
      return ranks == 1 ? "1 rank" : ranks + " ranks";
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(new WorldParameter(), new OnEveryRank(ranks, timeoutSeconds));
    }
  }

  /**
   * Supplies a placeholder for the communicator of the test method; each rank replaces it by its
   * own. Methods that run once per job, and constructors, have none.
   */
  private static final class WorldParameter implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Comm.class
          && context.getTestMethod().filter(parameter.getDeclaringExecutable()::equals).isPresent();
    }

    @Override
    public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return null;
    }
  }

  /** Runs the method on every rank instead of once. */
  private record OnEveryRank(int ranks, long timeoutSeconds) implements InvocationInterceptor {
    @Override
    public void interceptTestTemplateMethod(
        Invocation<Void> invocation,
        ReflectiveInvocationContext<Method> call,
        ExtensionContext context)
        throws Throwable {
      invocation.skip();
      Method method = call.getExecutable();
      Object[] shared = call.getArguments().toArray();
      Object target = call.getTarget().orElse(null);
      new RankJob(ranks, timeoutSeconds)
          .run(
              world -> {
                Object[] arguments = shared.clone();
                for (int i = 0; i < arguments.length; i++) {
                  if (method.getParameterTypes()[i] == Comm.class) {
                    arguments[i] = world;
                  }
                }
                ReflectionSupport.invokeMethod(method, target, arguments);
              });
    }
  }
}
