package org.ronsel.conformance;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.ronsel.Comm;
import org.ronsel.Ronsel;

/**
 * All scenarios, and a program that runs those whose names contain one of its arguments (all of
 * them without arguments) on the world it is started in; those that need a job of their own only if
 * one of its arguments is the whole name:
 *
 * <pre>ronsel run -n 4 --processes --class-path ... org.ronsel.conformance.Conformance [WORD...]
 * </pre>
 *
 * <p>Rank 0 prints a line for each. The first scenario that fails ends the program with an
 * exception, and so the job with a status other than 0.
 */
public final class Conformance {
  private static final List<Class<?>> SUBJECTS =
      List.of(
          MatchingScenarios.class,
          ModeScenarios.class,
          BufferedScenarios.class,
          MatchedScenarios.class,
          RepeatedScenarios.class,
          SeveralScenarios.class,
          UntypedScenarios.class,
          UntypedFormScenarios.class,
          FlowScenarios.class,
          RequestScenarios.class,
          BufferScenarios.class,
          DatatypeScenarios.class,
          ArgumentScenarios.class,
          NewerArgumentScenarios.class,
          ErrorScenarios.class,
          ObjectScenarios.class,
          ObjectErrorScenarios.class,
          BlockScenarios.class,
          OperatorScenarios.class,
          CollectiveScenarios.class,
          CommunicatorScenarios.class,
          AlgorithmHintScenarios.class,
          GroupCreationScenarios.class,
          InterCommScenarios.class,
          InterCollectiveScenarios.class,
          TopologyScenarios.class,
          NeighborScenarios.class,
          OutstandingScenarios.class,
          DisagreementScenarios.class,
          ObjectExchangeScenarios.class,
          WindowScenarios.class,
          WindowErrorScenarios.class,
          WindowFaultScenarios.class,
          WindowLitmusScenarios.class,
          SessionScenarios.class,
          ThreadScenarios.class,
          RandomScenarios.class);

  private Conformance() {}

  /** A scenario: its name, what it needs, and how to run it on one rank. */
  public static final class Scenario {
    private final Method method;
    private final int minRanks;
    private final int megabytes;
    private final boolean once;

    private Scenario(Method method) {
      this.method = method;
      Ranks needs = method.getAnnotation(Ranks.class);
      this.minRanks = needs == null ? 1 : needs.min();
      this.megabytes = needs == null ? 0 : needs.megabytes();
      this.once = needs != null && needs.once();
    }

    /** {@code subject.statement}. */
    public String name() {
      String subject = method.getDeclaringClass().getSimpleName().replace("Scenarios", "");
      return subject.toLowerCase(java.util.Locale.ROOT) + "." + method.getName();
    }

    /** Whether it makes sense for that many ranks, with that much memory for all of them. */
    public boolean isFor(int ranks, long availableMegabytes) {
      return ranks >= minRanks && megabytes <= availableMegabytes;
    }

    /** Whether it may follow any others in a job, itself too, and leaves nothing. */
    public boolean isRepeatable() {
      return !once;
    }

    /** Whether it moves so much that a slow transport takes long over it. */
    public boolean isHeavy() {
      return megabytes > 0;
    }

    /** Runs it as one rank of {@code world}; every rank must. */
    public void run(Comm world) throws Exception {
      try {
        method.invoke(null, world);
      } catch (InvocationTargetException e) {
        switch (e.getCause()) {
          case Exception cause -> throw cause;
          case Error cause -> throw cause;
          case null, default -> throw e;
        }
      }
    }

    @Override
    public String toString() {
      return name();
    }
  }

  /** All scenarios, by subject and name. */
  public static List<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>();
    for (Class<?> subject : SUBJECTS) {
      Arrays.stream(subject.getDeclaredMethods())
          .filter(Conformance::isScenario)
          .sorted(Comparator.comparing(Method::getName))
          .forEach(method -> scenarios.add(new Scenario(method)));
    }
    return scenarios;
  }

  private static boolean isScenario(Method method) {
    return !method.isSynthetic()
        && !java.lang.reflect.Modifier.isPrivate(method.getModifiers())
        && Arrays.equals(method.getParameterTypes(), new Class<?>[] {Comm.class});
  }

  /** Runs the scenarios on the world of the calling rank. */
  public static void main(String[] words) throws Exception {
    Comm world = Ronsel.world();
    long megabytes = Long.getLong("ronsel.conformance.megabytes", 1000);
    int run = 0;
    for (Scenario scenario : scenarios()) {
      boolean wanted =
          Arrays.asList(words).contains(scenario.name())
              || scenario.isRepeatable()
                  && (words.length == 0
                      || Arrays.stream(words).anyMatch(scenario.name()::contains));
      if (wanted && scenario.isFor(world.size(), megabytes)) {
        long start = System.nanoTime();
        scenario.run(world);
        Together.barrier(world);
        run++;
        if (world.rank() == 0) {
          System.out.printf("%8.1f ms  %s%n", (System.nanoTime() - start) / 1e6, scenario.name());
        }
      }
    }
    if (world.rank() == 0) {
      System.out.println(run + " scenarios hold on " + world.size() + " ranks");
    }
  }
}
