package org.ronsel;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The length of an array that is a component of a record, for {@link Datatype#of(Class)}; the array
 * lies inside the element.
 *
 * <pre>record Particle(int id, &#64;FixedLength(3) double[] position) {}</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface FixedLength {
  /** Elements of the array, at least 1. */
  int value();
}
