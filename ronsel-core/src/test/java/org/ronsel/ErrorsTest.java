package org.ronsel;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.harness.HostRanks;
import org.ronsel.requirements.Requires;

/**
 * Mistakes that concern more than one call: jobs that have ended, memory, what deserialisation
 * refuses. Those of single calls are scenarios, which hold in every placement.
 */
@Timeout(120)
class ErrorsTest {
  private static final ObjectCodec CODEC = ObjectCodec.serialization();
  private static final ClassLoader CLASSES = ErrorsTest.class.getClassLoader();

  @AfterEach
  void restoreFilter() {
    System.clearProperty("ronsel.object.filter");
  }

  private static <E extends RonselException> E thrown(
      Class<E> type, ErrorClass expected, ThrowingCallable call) {
    E error = catchThrowableOfType(type, call);
    assertThat(error).isNotNull();
    assertThat(error.errorClass()).isEqualTo(expected);
    return error;
  }

  @Test
  void everyErrorIsUncheckedAndHasAClassOfTheStandard() {
    List<Class<?>> types =
        List.of(
            ClosedException.class,
            DeadlockException.class,
            InvalidArgumentException.class,
            JobAbortedException.class,
            NoMemoryException.class,
            ObjectMessageException.class,
            ProcessFailedException.class,
            RankFailedException.class,
            TruncationException.class,
            TypeMismatchException.class,
            UnsupportedFeatureException.class,
            WaitInterruptedException.class);
    assertThat(types)
        .allSatisfy(
            type -> {
              assertThat(type).isAssignableTo(RonselException.class);
              assertThat(Modifier.isFinal(type.getModifiers())).isTrue();
            });
    assertThat(RuntimeException.class).isAssignableFrom(RonselException.class);
    assertThat(ErrorClass.values()).extracting(ErrorClass::code).doesNotHaveDuplicates();
  }

  // ---- jobs ----

  @Test
  void aJobWithoutABodyIsRefused() {
    @SuppressWarnings("NullAway") // that is what is tested
    InvalidArgumentException error =
        thrown(InvalidArgumentException.class, ErrorClass.ARGUMENT, () -> Ronsel.run(2, null));
    assertThat(error).hasMessage("run: body is null");
  }

  @Test
  void aCommunicatorOfAJobThatHasEndedIsClosed() {
    AtomicReference<Comm> kept = new AtomicReference<>();
    AtomicReference<Request> pending = new AtomicReference<>();
    Ronsel.run(
        2,
        world -> {
          if (world.rank() == 1) {
            kept.set(world);
            pending.set(world.iReceive(new int[1], 0, 1));
          }
        });
    List<ThrowingCallable> calls =
        List.of(
            () -> kept.get().receive(new int[1], 0, 1),
            () -> kept.get().send(new int[1], 0, 1),
            () -> kept.get().probe(0, 1),
            () -> kept.get().receiveObject(0, 1),
            () -> kept.get().iBarrier().await(),
            () -> kept.get().barrier(),
            () -> pending.get().await());
    assertThat(calls)
        .allSatisfy(
            call ->
                assertThat(thrown(ClosedException.class, ErrorClass.COMM, call))
                    .hasMessageContaining("rank 1")
                    .hasMessageContaining("the job has ended"));
  }

  // ---- memory ----

  @Test
  void memoryThatThisJvmCannotGetIsAnError() {
    Ronsel.run(
        2,
        world -> {
          assertThat(
                  thrown(
                      NoMemoryException.class, ErrorClass.NO_MEM, () -> Ronsel.allocate(1L << 60)))
              .hasMessageContaining("rank " + world.rank() + ", allocate: ")
              .hasMessageContaining((1L << 60) + " bytes")
              .hasMessageContaining("allocate less");
          assertThat(
                  thrown(
                      InvalidArgumentException.class,
                      ErrorClass.ARGUMENT,
                      () -> Ronsel.allocate(-1)))
              .hasMessageContaining("rank " + world.rank() + ", allocate: ")
              .hasMessageContaining("-1");
        });
  }

  @Test
  void sharedMemoryThatTheHostDoesNotHaveIsAnErrorAndKillsNobody() {
    Requires.sharedMemory();
    try (HostRanks ranks = HostRanks.processes(2)) {
      for (long bytes : new long[] {1L << 46, Long.MAX_VALUE / 2, Long.MAX_VALUE}) {
        assertThat(
                thrown(
                    NoMemoryException.class, ErrorClass.NO_MEM, () -> ranks.job(0).allocate(bytes)))
            .hasMessageContaining("Cannot get")
            .hasMessageContaining("run fewer ranks per host");
      }
      assertThat(ranks.job(1).allocate(0).byteSize()).isZero();
      MemorySegment usable = ranks.job(0).allocate(100);
      usable.fill((byte) 1);
      assertThat(usable.byteSize()).isEqualTo(100);
    }
  }

  // ---- deserialisation ----

  private static ObjectMessageException refused(byte[] message) {
    return thrown(
        ObjectMessageException.class, ErrorClass.TYPE, () -> CODEC.decode(message, CLASSES));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl",
        "java.security.SignedObject",
        "javax.crypto.SealedObject",
        "javax.management.BadAttributeValueExpException",
        "sun.security.provider.Sun",
        "java.rmi.server.UnicastRemoteObject",
        "javax.naming.CompositeName",
        "javax.swing.event.EventListenerList"
      })
  void classesOfTheJdkFromWhichAttacksAreBuiltAreRefused(String name) {
    try {
      Class.forName(name, false, CLASSES);
    } catch (ClassNotFoundException e) {
      assumeTrue(false, "the module of " + name + " is not among those of this JVM");
    }
    // Only its name is in the message: a class is refused before anything of it is read.
    assertThat(refused(renamed(new Placeholder(), name)))
        .hasMessageContaining("class " + name + " was refused by the filter")
        .hasMessageContaining("-Dronsel.object.filter=PATTERN");
  }

  /** Takes the place of another class in a message. */
  private static final class Placeholder implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  /** The message of an object, as if its class had another name. */
  private static byte[] renamed(Object object, String name) {
    byte[] message = CODEC.encode(object);
    byte[] old = object.getClass().getName().getBytes(US_ASCII);
    byte[] now = name.getBytes(US_ASCII);
    int at = 0;
    while (!Arrays.equals(message, at, at + old.length, old, 0, old.length)) {
      at++;
    }
    ByteArrayOutputStream made = new ByteArrayOutputStream();
    made.write(message, 0, at - 2);
    made.write(now.length >> 8);
    made.write(now.length);
    made.writeBytes(now);
    made.write(message, at + old.length, message.length - at - old.length);
    return made.toByteArray();
  }

  @Test
  void theFilterOfTheSystemPropertyTakesThePlaceOfTheDefault() {
    byte[] list = CODEC.encode(List.of(1, 2));
    byte[] exception = CODEC.encode(new javax.management.BadAttributeValueExpException("x"));
    System.setProperty("ronsel.object.filter", "java.util.*;java.lang.*;!*");
    assertThat(CODEC.decode(list, CLASSES)).isEqualTo(List.of(1, 2));
    assertThat(refused(exception)).hasMessageContaining("BadAttributeValueExpException");
    assertThat(refused(CODEC.encode(new Placeholder()))).hasMessageContaining("Placeholder");
    System.setProperty("ronsel.object.filter", "");
    assertThat(CODEC.decode(exception, CLASSES))
        .isInstanceOf(javax.management.BadAttributeValueExpException.class);
    System.clearProperty("ronsel.object.filter");
    refused(exception);
  }

  @Test
  void aFilterThatIsNoneIsNamed() {
    byte[] message = CODEC.encode("x");
    System.setProperty("ronsel.object.filter", "maxdepth=deep");
    Ronsel.run(
        1,
        world -> {
          Request send = world.iSendObject("x", 0, 1);
          assertThat(
                  thrown(
                      InvalidArgumentException.class,
                      ErrorClass.ARGUMENT,
                      () -> world.receiveObject(0, 1)))
              .hasMessageContaining("rank 0, receiveObject")
              .hasMessageContaining("-Dronsel.object.filter=maxdepth=deep is not a filter");
          send.await();
        });
    System.clearProperty("ronsel.object.filter");
    assertThat(CODEC.decode(message, CLASSES)).isEqualTo("x");
  }

  @Test
  void aShortMessageCannotDemandALongArray() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new long[0]);
    }
    byte[] message = bytes.toByteArray();
    message[message.length - 4] = 0x40; // the length of the array
    assertThat(refused(message))
        .hasMessageContaining("an array of 1073741824 elements was refused by the length");
  }

  @Test
  void collectionsOfAnySizeFitTheBoundOnArrays() {
    for (int size : new int[] {0, 1, 2, 3, 12, 13, 1000, 20_000}) {
      Map<Object, Object> map = new HashMap<>(0, 0.25f);
      for (int i = 0; i < size; i++) {
        map.put(i % 2 == 0 ? i : "k" + i, null);
      }
      for (Object each :
          List.of(
              map,
              new HashSet<>(map.keySet()),
              new ConcurrentHashMap<>(Map.of("k", size)),
              new ArrayDeque<>(map.keySet()),
              new PriorityQueue<>(List.of(size, 1)),
              List.copyOf(map.keySet()))) {
        Object copy = CODEC.decode(CODEC.encode(each), CLASSES);
        assertThat(copy).hasSameClassAs(each);
        assertThat(comparable(copy)).isEqualTo(comparable(each));
      }
      assertThat(CODEC.decode(CODEC.encode(new HashMap<>(1 << 16, 1e-3f)), CLASSES))
          .isEqualTo(Map.of());
      assertThat(CODEC.decode(CODEC.encode(new IdentityHashMap<>(1 << 12)), CLASSES))
          .isInstanceOf(IdentityHashMap.class);
    }
  }

  /** Queues have no equality of their own, but the same elements in the same order. */
  private static Object comparable(Object table) {
    return table instanceof Queue<?> queue ? List.copyOf(queue) : table;
  }

  @Test
  void aClassThatTheReceiverDoesNotHaveIsNamed() {
    byte[] message = renamed(new Placeholder(), "org.example.Absent");
    assertThat(refused(message))
        .hasMessage(
            "class org.example.Absent is not known to the receiver; put it on its class path")
        .hasCauseInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void aClassOfAnotherVersionIsExplained() {
    byte[] message = CODEC.encode(new Placeholder());
    byte[] old = renamed(new Placeholder(), Placeholder.class.getName());
    assertThat(old).isEqualTo(message);
    int at = new String(message, ISO_8859_1).indexOf("Placeholder");
    message[at + "Placeholder".length() + 7] = 2; // the version
    assertThat(refused(message))
        .hasMessageContaining("different versions of a class")
        .hasMessageContaining("Placeholder");
  }

  @Test
  void damagedMessagesAreErrorsAndNothingElse() {
    Random random = new Random(4711);
    Map<String, Object> sent = new HashMap<>(Map.of("a", List.of(1, 2L, 'c'), "b", new int[9]));
    sent.put("c", new Placeholder());
    byte[] whole = CODEC.encode(sent);
    for (int i = 0; i < 20_000; i++) {
      byte[] message = Arrays.copyOf(whole, random.nextInt(4) == 0 ? random.nextInt(400) : 0);
      if (message.length == 0) {
        message = whole.clone();
        for (int n = 1 + random.nextInt(3); n > 0; n--) {
          message[random.nextInt(message.length)] = (byte) random.nextInt();
        }
      }
      try {
        CODEC.decode(message, CLASSES);
      } catch (ObjectMessageException expected) {
        assertThat(expected.getMessage()).isNotBlank();
      }
    }
  }

  @Test
  void theJvmsOwnFilterHoldsToo() throws Exception {
    // It can be set once in a JVM, so another one tries.
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djdk.serialFilter=!java.util.ArrayDeque",
                "-cp",
                place(ErrorsTest.class) + File.pathSeparator + place(Comm.class),
                JvmFilter.class.getName())
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(out)
        .contains("class java.util.ArrayDeque was refused by the filter of the JVM")
        .endsWith("[2]\n");
    assertThat(process.waitFor()).isZero();
  }

  private static String place(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  /** Decodes what the filter of this JVM refuses, and what it does not. */
  static final class JvmFilter {
    private JvmFilter() {}

    public static void main(String[] args) {
      try {
        CODEC.decode(CODEC.encode(new ArrayDeque<>(List.of(1))), CLASSES);
      } catch (RonselException e) {
        System.out.println(e.getMessage());
      }
      System.out.println(CODEC.decode(CODEC.encode(List.of(2)), CLASSES));
    }
  }
}
