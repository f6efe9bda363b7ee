package org.ronsel.comm;

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
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.ObjectCodec;
import org.ronsel.ObjectMessageException;
import org.ronsel.Status;
import org.ronsel.machine.Setting;

/** Java serialization, filtered as {@link ObjectCodec#serialization()} says. */
public final class SerializationCodec implements ObjectCodec {
  /** Filters as the JVM says. */
  public static final SerializationCodec DEFAULT = new SerializationCodec(null);

  /** A pattern as of {@link ObjectInputFilter.Config#createFilter}. */
  private static final String DEFAULT_FILTER =
      "!java.rmi.**;!javax.management.**;!javax.naming.**;!javax.script.**"
          + ";!com.sun.**;!sun.**;!jdk.internal.**"
          + ";!java.lang.ProcessBuilder;!java.lang.Runtime"
          // They hold serialized objects that would be read without this filter.
          + ";!java.security.SignedObject;!javax.crypto.SealedObject"
          + ";!javax.swing.event.EventListenerList;!javax.swing.UIDefaults*"
          + ";!org.apache.commons.collections.functors.**"
          + ";!org.apache.commons.collections4.functors.**;!org.apache.commons.beanutils.**"
          + ";!org.apache.xalan.**;!org.codehaus.groovy.runtime.**;!org.springframework.**"
          + ";!com.mchange.**;!com.rometools.**;!org.mozilla.javascript.**;!bsh.**"
          + ";!org.python.core.**";

  /**
   * Every element of an array takes a byte at least. What hash tables ask for is up to eight times
   * as long as what they hold.
   */
  private static final long ELEMENTS_PER_BYTE = 16;

  private static final long SMALL_ARRAY = 1024;

  /**
   * How many objects reading a message may hash. Measured at 50 to 200 ns each, so seconds at most;
   * a byte of a message may ask for more.
   */
  private static final long HASHING = 4_000_000;

  private static final long HASHING_PER_BYTE = 16;

  private static volatile @Nullable Pattern latest;

  /** A pattern and the filter that it means; null if it is empty. */
  private record Pattern(@Nullable String text, @Nullable ObjectInputFilter filter) {}

  private final @Nullable ObjectInputFilter chosen;

  /**
   * Makes a codec.
   *
   * @param chosen the filter, or null for that of the system property
   */
  public SerializationCodec(@Nullable ObjectInputFilter chosen) {
    this.chosen = chosen;
  }

  @Override
  public byte[] encode(@Nullable Object object) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    } catch (NotSerializableException e) {
      throw new ObjectMessageException(
          "class "
              + e.getMessage()
              + " does not implement java.io.Serializable; a record or class"
              + " that is to be sent must",
          e);
    } catch (IOException e) {
      throw new ObjectMessageException("cannot serialise the object: " + e, e);
    }
    return bytes.toByteArray();
  }

  @Override
  public @Nullable Object decode(byte[] message, ClassLoader classes) {
    Guard guard = new Guard(chosen != null ? chosen : ofProperty(), message.length);
    try (ObjectInputStream in = new Input(message, classes, guard)) {
      in.setObjectInputFilter(guard);
      return in.readObject();
    } catch (ClassNotFoundException e) {
      throw new ObjectMessageException(
          "class " + e.getMessage() + " is not known to the receiver; put it on its class path", e);
    } catch (InvalidClassException e) {
      throw new ObjectMessageException(guard.isRefused() ? guard.refusal() : mismatch(e), e);
    } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
      throw new ObjectMessageException("cannot deserialise the object: " + e, e);
    }
  }

  private static String mismatch(InvalidClassException e) {
    return "sender and receiver have different versions of a class: " + e.getMessage();
  }

  /** The filter of the system property, or the default one; made anew when the property changes. */
  private static @Nullable ObjectInputFilter ofProperty() {
    String text = Setting.OBJECT_FILTER.text();
    Pattern known = latest;
    if (known == null || !java.util.Objects.equals(known.text, text)) {
      try {
        String pattern = text == null ? DEFAULT_FILTER : text;
        known = new Pattern(text, ObjectInputFilter.Config.createFilter(pattern));
      } catch (IllegalArgumentException e) {
        throw new InvalidArgumentException(
            ErrorClass.ARGUMENT,
            "-D"
                + Setting.OBJECT_FILTER.property()
                + "="
                + text
                + " is not a filter: "
                + e.getMessage(),
            e);
      }
      latest = known;
    }
    return known.filter;
  }

  /** All filters of one message; remembers what was refused, which the JDK does not tell. */
  private static final class Guard implements ObjectInputFilter {
    private final @Nullable ObjectInputFilter filter;
    private final @Nullable ObjectInputFilter ofJvm = ObjectInputFilter.Config.getSerialFilter();
    private final long longestArray;
    private final long deepest = Setting.OBJECT_DEPTH.number();
    private final long mostReferences;
    private final long mostHashing;
    private final HashingWork hashing;
    private @Nullable String refused;
    private @Nullable String by;

    Guard(@Nullable ObjectInputFilter filter, long messageBytes) {
      this.filter = filter;
      this.longestArray = ELEMENTS_PER_BYTE * messageBytes + SMALL_ARRAY;
      // Each takes two bytes at least.
      this.mostReferences = Setting.OBJECT_REFERENCES.number(messageBytes);
      this.mostHashing = Setting.OBJECT_HASHING.number(HASHING + HASHING_PER_BYTE * messageBytes);
      this.hashing = new HashingWork(mostHashing, messageBytes);
    }

    @Override
    public Status checkInput(FilterInfo info) {
      if (info.arrayLength() > longestArray) {
        refuse("an array of " + info.arrayLength() + " elements", "the length of the message");
        return Status.REJECTED;
      }
      long references = info.references();
      if (info.depth() > deepest) {
        refuse("an object of depth " + info.depth(), limit(Setting.OBJECT_DEPTH, deepest));
        return Status.REJECTED;
      }
      if (references > mostReferences) {
        refuse(
            "a message of " + references + " objects and references",
            limit(Setting.OBJECT_REFERENCES, mostReferences));
        return Status.REJECTED;
      }
      if (!hashing.comes(info.serialClass(), info.depth())) {
        refuseHashing();
        return Status.REJECTED;
      }
      Status own = filter == null ? Status.UNDECIDED : filter.checkInput(info);
      if (own == Status.REJECTED) {
        refuse(
            name(info),
            "the filter; -D" + Setting.OBJECT_FILTER.property() + "=PATTERN sets another one");
        return own;
      }
      Status wide = ofJvm == null ? Status.UNDECIDED : ofJvm.checkInput(info);
      if (wide == Status.REJECTED) {
        refuse(name(info), "the filter of the JVM, jdk.serialFilter");
        return wide;
      }
      return own == Status.UNDECIDED ? wide : own;
    }

    /** An object has been read; the object that contains it takes its hash code next. */
    void read(Object object) throws InvalidClassException {
      if (!hashing.read(object)) {
        refuseHashing();
        throw new InvalidClassException("too much hashing");
      }
    }

    private void refuseHashing() {
      refuse(
          "a message of collections that share their elements, of which reading would hash more"
              + " than "
              + mostHashing
              + " objects,",
          limit(Setting.OBJECT_HASHING, mostHashing));
    }

    private static String limit(Setting setting, long value) {
      return "the limit of " + value + "; -D" + setting.property() + "=N sets another one";
    }

    private void refuse(String what, String who) {
      if (refused == null) {
        refused = what;
        by = who;
      }
    }

    private static String name(FilterInfo info) {
      Class<?> type = info.serialClass();
      return type == null
          ? "an object of depth " + info.depth() + " with " + info.references() + " references"
          : "class " + type.getName();
    }

    boolean isRefused() {
      return refused != null;
    }

    String refusal() {
      return refused + " was refused by " + by;
    }
  }

  /** Finds classes, interfaces of proxies too, through the receiver's loader. */
  private static final class Input extends ObjectInputStream {
    private final ClassLoader classes;
    private final Guard guard;

    Input(byte[] message, ClassLoader classes, Guard guard) throws IOException {
      super(new ByteArrayInputStream(message));
      this.classes = classes;
      this.guard = guard;
      enableResolveObject(true);
    }

    @Override
    protected @Nullable Object resolveObject(@Nullable Object object) throws InvalidClassException {
      if (object != null) {
        guard.read(object);
      }
      return object;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
      String name = description.getName();
      Class<?> primitive = Class.forPrimitiveName(name);
      return primitive != null ? primitive : Class.forName(name, false, classes);
    }

    @Override
    protected Class<?> resolveProxyClass(String[] names) throws ClassNotFoundException {
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
