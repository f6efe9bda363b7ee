package org.ronsel.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How many ranks a scenario needs; without it, it holds for any number. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Ranks {
  /** The smallest number of ranks the scenario makes sense for. */
  int min() default 1;

  /** Free heap plus native memory that all ranks together need, in MB. */
  int megabytes() default 0;

  /** Whether it needs ranks that have done nothing yet, or leaves requests and messages behind. */
  boolean once() default false;
}
