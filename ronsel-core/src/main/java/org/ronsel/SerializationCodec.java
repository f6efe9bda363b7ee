package org.ronsel;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Java serialization. Decoding is filtered: by the pattern in the system property {@value
 * #FILTER_PROPERTY} if it is set, else by a pattern that bounds depth and refuses the packages from
 * which known attacks are built. A filter of the whole JVM ({@code jdk.serialFilter}) is applied as
 * well.
 */
final class SerializationCodec implements ObjectCodec {
  static final SerializationCodec DEFAULT = new SerializationCodec();

  /** A pattern as of {@link ObjectInputFilter.Config#createFilter}. */
  static final String FILTER_PROPERTY = "ronsel.object.filter";

  private static final String DEFAULT_FILTER =
      "maxdepth=10000"
          + ";!java.rmi.**;!javax.management.**;!javax.naming.**;!javax.script.**"
          + ";!com.sun.**;!sun.**;!jdk.internal.**"
          + ";!java.lang.ProcessBuilder;!java.lang.Runtime"
          + ";!org.apache.commons.collections.functors.**"
          + ";!org.apache.commons.collections4.functors.**"
          + ";!org.apache.xalan.**;!org.codehaus.groovy.runtime.**;!org.springframework.**"
          + ";!com.mchange.**;!org.mozilla.javascript.**;!bsh.**";

  private final ObjectInputFilter filter =
      ObjectInputFilter.Config.createFilter(System.getProperty(FILTER_PROPERTY, DEFAULT_FILTER));

  private SerializationCodec() {}

  @Override
  public byte[] encode(@Nullable Object object) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    } catch (NotSerializableException e) {
      throw new RonselException(
          ErrorClass.TYPE,
          "class "
              + e.getMessage()
              + " does not implement java.io.Serializable; a record or class"
              + " that is to be sent must",
          e);
    } catch (IOException e) {
      throw new RonselException(ErrorClass.TYPE, "cannot serialise the object: " + e, e);
    }
    return bytes.toByteArray();
  }

  @Override
  public @Nullable Object decode(byte[] message, ClassLoader classes) {
    try (ObjectInputStream in = new Input(message, classes)) {
      in.setObjectInputFilter(ObjectInputFilter.merge(boundedBy(message.length), filter));
      return in.readObject();
    } catch (ClassNotFoundException e) {
      throw new RonselException(
          ErrorClass.TYPE,
          "class " + e.getMessage() + " is not known to the receiver; put it on its class path",
          e);
    } catch (InvalidClassException e) {
      throw new RonselException(
          ErrorClass.TYPE,
          "object refused: "
              + e.getMessage()
              + "; -D"
              + FILTER_PROPERTY
              + "=PATTERN sets another filter",
          e);
    } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
      throw new RonselException(ErrorClass.TYPE, "cannot deserialise the object: " + e, e);
    }
  }

  /**
   * Refuses arrays, and tables of maps, that a message of so many bytes cannot fill: a length in a
   * damaged message must not take all memory. A map of small keys has up to six places for each.
   */
  private static ObjectInputFilter boundedBy(int bytes) {
    return info ->
        info.arrayLength() > 8L * bytes
            ? ObjectInputFilter.Status.REJECTED
            : ObjectInputFilter.Status.UNDECIDED;
  }

  /** Finds classes, interfaces of proxies too, through the receiver's loader. */
  private static final class Input extends ObjectInputStream {
    private final ClassLoader classes;

    Input(byte[] message, ClassLoader classes) throws IOException {
      super(new ByteArrayInputStream(message));
      this.classes = classes;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(description.getName(), false, classes);
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description); // primitive types
      }
    }

    @Override
    protected Class<?> resolveProxyClass(String[] names)
        throws IOException, ClassNotFoundException {
      Class<?>[] interfaces = new Class<?>[names.length];
      for (int i = 0; i < names.length; i++) {
        interfaces[i] = Class.forName(names[i], false, classes);
      }
      try {
        return Proxy.newProxyInstance(classes, interfaces, (proxy, method, args) -> null)
            .getClass();
      } catch (IllegalArgumentException e) {
        throw new ClassNotFoundException("proxy of " + String.join(", ", names), e);
      }
    }
  }
}
