package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ronsel.Comm;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.job.JobLayout;
import org.ronsel.job.SharedObjects;
import org.ronsel.transport.Link;
import org.ronsel.transport.Sink;
import org.ronsel.transport.Transport;
import org.ronsel.transport.ring.Inbox;
import org.ronsel.transport.shm.ShmTransportProvider;
import org.ronsel.transport.thread.ThreadTransport;

/**
 * The methods that lie between a call of the program and a link, and between a receive and the
 * record that it takes, are those that architecture.md lists, between threads and processes.
 */
class CallPathTest {
  private static final Path DOCUMENT = Path.of("../docs/architecture.md");

  private static final int SHORT_SEND = 1;
  private static final int LONG_SEND = 2;
  private static final int RECEIVE_OF_THREAD = 3;
  private static final int RECEIVE_OF_PROCESS = 4;

  private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");

  /** The methods that a column of the table names, down to the link. */
  private static List<String> listed(int column) throws IOException {
    List<String> methods = new ArrayList<>();
    boolean inTable = false;
    for (String line : Files.readAllLines(DOCUMENT)) {
      inTable |= line.startsWith("| API |");
      if (line.startsWith("| record |")) {
        break;
      }
      if (inTable) {
        Matcher name = NAME.matcher(line.split("\\|", -1)[column + 1]);
        String type = "";
        while (name.find()) {
          String method = name.group(1);
          int dot = method.lastIndexOf('.');
          type = dot < 0 ? type : method.substring(0, dot + 1);
          methods.add(dot < 0 ? type + method : method);
        }
      }
    }
    return methods;
  }

  /** Notes by which methods the links of a transport, and the receiver of records, are reached. */
  private record Observer(
      List<List<String>> sent, List<List<String>> packagesOfSent, List<List<String>> received) {
    Observer() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    Transport observed(Transport transport) {
      return proxy(
          Transport.class,
          (proxy, method, args) -> {
            if (method.getName().equals("poll")) {
              args[0] = observed((Sink) args[0]);
            }
            Object result = call(transport, method, args);
            return result instanceof Link link ? observed(link) : result;
          });
    }

    private Link observed(Link link) {
      return proxy(
          Link.class,
          (proxy, method, args) -> {
            if (method.getName().equals("claim") || method.getName().equals("sendWhole")) {
              sent.add(frames("Link." + method.getName()));
              packagesOfSent.add(packages());
            }
            return call(link, method, args);
          });
    }

    private Sink observed(Sink sink) {
      return proxy(
          Sink.class,
          (proxy, method, args) -> {
            if (method.getName().equals("onRecord")) {
              received.add(frames("Sink.onRecord"));
            }
            return call(sink, method, args);
          });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
      ClassLoader loader = CallPathTest.class.getClassLoader();
      return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(Object target, Method method, Object @Nullable [] args)
        throws Throwable {
      try {
        return method.invoke(target, args);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  /** The methods on the way to here, from the program's call on, and {@code last}. */
  private static List<String> frames(String last) {
    List<String> frames = new ArrayList<>();
    for (StackTraceElement frame : way()) {
      String name = frame.getClassName();
      String type = name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
      frames.add(type + "." + frame.getMethodName());
    }
    frames.add(last);
    return frames;
  }

  /** The packages that the way to here enters, one after the other. */
  private static List<String> packages() {
    List<String> entered = new ArrayList<>();
    for (StackTraceElement frame : way()) {
      String name = frame.getClassName();
      String from = name.substring(0, name.lastIndexOf('.'));
      if (entered.isEmpty() || !entered.getLast().equals(from)) {
        entered.add(from);
      }
    }
    return entered;
  }

  private static List<StackTraceElement> way() {
    List<StackTraceElement> way = new ArrayList<>();
    boolean inside = false;
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      String name = frame.getClassName();
      if (name.startsWith("java.") || name.startsWith("jdk.") || name.contains("$Proxy")) {
        continue; // between an observed object and the real one
      }
      boolean isOfTest = name.startsWith(CallPathTest.class.getName());
      if (isOfTest && inside && !name.contains("$")) {
        break;
      }
      if (!isOfTest) {
        inside = true;
        way.addFirst(frame);
      }
    }
    return way;
  }

  @Test
  void theListOfTheDocumentIsThatOfMessagesBetweenThreads() throws IOException {
    Observer observer = new Observer();
    Doorbell doorbell = new Doorbell();
    ThreadTransport[] own = new ThreadTransport[1];
    own[0] = new ThreadTransport(0, new Inbox(1024), doorbell, peer -> own[0]);
    Transport transport = observer.observed(own[0]);
    Engine engine =
        new Engine(
            0, new Transport[] {transport}, peer -> transport, doorbell, ThreadRanks.options(1));
    Comm world = new HarnessJob(JobLayout.embedded("test", 1), new SharedObjects()).world(engine);
    check(world, world, observer, RECEIVE_OF_THREAD);
    observer.sent().clear();
    world.iSend(new long[] {1}, 0, 0);
    assertThat(observer.sent().getFirst()).hasSize(listed(SHORT_SEND).size());
  }

  @Test
  void theListOfTheDocumentIsThatOfMessagesBetweenProcesses() throws IOException {
    Observer observer = new Observer();
    try (TransportRanks ranks =
        new TransportRanks(2, new ShmTransportProvider(), observer::observed)) {
      Comm sender = ranks.worlds().get(0);
      Comm receiver = ranks.worlds().get(1);
      check(sender, receiver, observer, RECEIVE_OF_PROCESS);
      observer.sent().clear();
      sender.iSend(new long[3 << 9], 1, 0); // 12 KB, which are never read in the sender's memory
      assertThat(observer.sent().getFirst()).endsWith("Link.sendWhole");
    }
  }

  private static void check(Comm sender, Comm receiver, Observer observer, int receive)
      throws IOException {
    List<List<String>> sent = observer.sent();
    sender.send(new long[] {1}, receiver.rank(), 0);
    assertThat(sent.getFirst()).isEqualTo(listed(SHORT_SEND)).hasSizeLessThan(7);
    receiver.receive(new long[1], sender.rank(), 0);
    assertThat(observer.received().getFirst()).isEqualTo(listed(receive));
    long[] data = new long[1 << 17];
    sent.clear();
    receiver.iReceive(new long[data.length], sender.rank(), 0); // for a rank that sends to itself
    sender.send(data, receiver.rank(), 0);
    assertThat(sent.getFirst()).isEqualTo(listed(LONG_SEND)).hasSizeLessThan(8);
    sent.clear();
    sender.iSend(data, receiver.rank(), 0);
    assertThat(sent.getFirst()).hasSize(listed(LONG_SEND).size());
    assertThat(observer.packagesOfSent())
        .as("calls go down: none of a package that has been left")
        .allSatisfy(packages -> assertThat(packages).doesNotHaveDuplicates());
  }
}
