package org.ronsel.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test method that runs on every rank of a job. Parameters of type {@link org.ronsel.Comm} get
 * the world communicator of the rank.
 *
 * <pre>{@code
 * @RankTest(ranks = {1, 2, 4})
 * void everybodyGetsTheSum(Comm world) {
 *   assertEquals(world.size(), world.allReduce(1, Op.SUM));
 * }
 * }</pre>
 *
 * <p>The ranks are threads of the test's JVM and share the test instance; {@code @BeforeEach} and
 * {@code @AfterEach} run once per job, not per rank. When a rank throws, the job is aborted and the
 * test fails with one error that names every rank that failed by itself.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(RankTestExtension.class)
public @interface RankTest {
  /** Numbers of ranks; the method runs once with each. */
  int[] ranks() default {2};

  /**
   * Longest time a job may take, in seconds; then it is aborted, and the error says which rank
   * waits for which, and where the ranks are that wait for none. Ranks that compute are
   * interrupted; threads that do not respond to that are left behind, and the test ends all the
   * same.
   */
  long timeoutSeconds() default 60;
}
