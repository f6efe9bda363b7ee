package org.ronsel;

import java.io.ObjectInputFilter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns objects into messages and back. The sender's thread encodes; the receiver's thread decodes,
 * with the receiver's classes. Implementations are used by several threads at once.
 *
 * @see Comm#objectCodec(ObjectCodec)
 */
public interface ObjectCodec {
  /**
   * The object as bytes.
   *
   * @throws RonselException if it cannot be encoded; the message names the class at fault
   */
  byte[] encode(@Nullable Object object);

  /**
   * The object that {@link #encode} made these bytes of.
   *
   * @param classes finds the receiver's classes
   * @throws RonselException if it cannot be decoded; the message names the class at fault
   */
  @Nullable Object decode(byte[] message, ClassLoader classes);

  /**
   * Java serialization behind a filter: the codec of a communicator that was given no other.
   *
   * <p>What arrives is checked before an object is made of it, by
   *
   * <ul>
   *   <li>the pattern in the system property {@code ronsel.object.filter}, written as {@link
   *       java.io.ObjectInputFilter.Config#createFilter} says; if there is none, by a pattern that
   *       bounds the depth and refuses the classes from which attacks on deserialization are known
   *       to be built: remote calls, naming, management, scripting and internals of the JDK, and
   *       parts of some well-known libraries,
   *   <li>the filter of the whole JVM ({@code jdk.serialFilter}), if there is one, and
   *   <li>a bound on the length of arrays: a short message cannot announce a long one.
   * </ul>
   *
   * <p>The default refuses what is known to be dangerous. A program that receives from ranks it
   * does not trust lists the classes that it expects, and nothing else: {@code
   * -Dronsel.object.filter='app.**;java.base/*;!*'}.
   */
  static ObjectCodec serialization() {
    return Ronsel.implementation().serialization(null);
  }

  /**
   * Java serialization behind the program's own filter, which takes the place of the pattern of
   * {@link #serialization()}; the JVM's filter and the bound on arrays stay.
   */
  static ObjectCodec serialization(ObjectInputFilter filter) {
    return Ronsel.implementation().serialization(Objects.requireNonNull(filter, "filter"));
  }
}
