package org.ronsel.runtime.rendezvous;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.runtime.control.Admission;
import org.ronsel.runtime.pmi.ManagedWireUp;
import org.ronsel.runtime.pmi.ProcessManager;

/** JVMs meet, here threads of one. */
class MeetingTest {
  private static final long DEADLINE_S = 60;

  @TempDir Path folder;

  /** How they do. */
  private enum Kind {
    NETWORK,
    DIRECTORY
  }

  /** What a JVM does. */
  private interface Body<T> {
    T run(ProcessManager manager) throws Exception;
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private JobMember member(String wireUp, int jvm, int jvms) throws Exception {
    Path secret = folder.resolve("secret");
    synchronized (this) {
      if (!Files.exists(secret)) {
        Files.writeString(secret, "the secret of the job");
      }
    }
    // Every address of 127.0.0.0/8 is one of this host.
    return new JobMember(
        wireUp, jvm, jvms, jvms, "job", secret.toString(), "127.0.1." + jvm, false);
  }

  private String wireUp(Kind kind) throws Exception {
    return kind == Kind.DIRECTORY ? "file:" + folder : "dns:127.0.1.{}:" + freePort();
  }

  private ProcessManager join(String wireUp, int jvm, int jvms, int seconds) throws Exception {
    JobMember member = member(wireUp, jvm, jvms);
    Deadline deadline = Deadline.in(seconds);
    String directory = member.directory();
    return directory == null
        ? NetworkMeeting.join(member, HostTemplate.of(wireUp), deadline)
        : DirectoryMeeting.join(member, directory, deadline);
  }

  private <T> List<Future<T>> onAll(String wireUp, int jvms, int seconds, int without, Body<T> body)
      throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(jvms)) {
      List<Future<T>> started = new ArrayList<>();
      for (int jvm = jvms - 1; jvm >= 0; jvm--) {
        int own = jvm;
        Callable<T> call = () -> body.run(join(wireUp, own, jvms, seconds));
        if (jvm != without) {
          started.addFirst(threads.submit(call));
        }
      }
      return started;
    }
  }

  /** With 70 there are two levels below the first JVM. */
  @ParameterizedTest
  @CsvSource({
    "NETWORK, 1",
    "NETWORK, 2",
    "NETWORK, 33",
    "NETWORK, 70",
    "DIRECTORY, 1",
    "DIRECTORY, 9"
  })
  void allGetWhatEachGives(Kind kind, int jvms) throws Exception {
    List<Future<byte[][]>> all =
        onAll(
            wireUp(kind),
            jvms,
            (int) DEADLINE_S,
            -1,
            manager -> {
              ManagedWireUp wireUp = ManagedWireUp.meet(manager, "host", "id");
              byte[][] gathered =
                  wireUp.allGather(new byte[] {(byte) manager.rank(), 1, wireUp.secret()[0]});
              manager.fence(true);
              manager.finish();
              return gathered;
            });
    byte secret = all.getFirst().get(DEADLINE_S, TimeUnit.SECONDS)[0][2];
    for (Future<byte[][]> each : all) {
      byte[][] gathered = each.get(DEADLINE_S, TimeUnit.SECONDS);
      assertThat(gathered).hasDimensions(jvms, 3);
      for (int jvm = 0; jvm < jvms; jvm++) {
        assertThat(gathered[jvm]).containsExactly(jvm, 1, secret);
      }
    }
    assertThat(folder.resolve("ronsel-job")).doesNotExist();
  }

  /** Whether they say nothing, or a byte now and then. */
  @Test
  void strangersKeepNobodyOut() throws Exception {
    int port = freePort();
    String wireUp = "dns:127.0.1.{}:" + port;
    List<Socket> strangers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<ProcessManager> parent = threads.submit(() -> join(wireUp, 0, 3, 8));
      while (strangers.size() < 200) {
        try {
          strangers.add(new Socket("127.0.1.0", port));
        } catch (ConnectException notYet) {
          Thread.sleep(1);
        }
      }
      for (Socket stranger : strangers.subList(0, 100)) {
        say(stranger);
      }
      Future<ProcessManager> child = threads.submit(() -> join(wireUp, 1, 3, 8));
      assertThat(child.get(DEADLINE_S, TimeUnit.SECONDS).rank()).isEqualTo(1);
      for (Socket stranger : strangers) {
        say(stranger);
      }
      ProcessManager other = join(wireUp, 2, 3, 8);
      assertThat(other.size()).isEqualTo(3);
      assertThat(parent.get(DEADLINE_S, TimeUnit.SECONDS).rank()).isZero();
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  /** He hands on the proofs of a connection between two JVMs, and changes what they give. */
  @Test
  void whatSomebodyChangesOnTheWayIsNotTaken() throws Exception {
    int port = freePort();
    int detour = freePort();
    try (ServerSocket between = new ServerSocket(detour, 5, InetAddress.getByName("127.0.1.0"));
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Thread.ofPlatform().daemon().start(() -> handOn(between, port));
      Body<String> body =
          manager -> {
            manager.put("what", "good");
            manager.fence(false);
            return manager.get(1 - manager.rank(), "what");
          };
      int seconds = (int) DEADLINE_S;
      List<Future<String>> got = new ArrayList<>();
      for (int jvm = 0; jvm < 2; jvm++) {
        int own = jvm;
        String wireUp = "dns:127.0.1.{}:" + (jvm == 0 ? port : detour);
        got.add(threads.submit(() -> body.run(join(wireUp, own, 2, seconds))));
      }
      for (Future<String> each : got) {
        assertThatThrownBy(() -> each.get(DEADLINE_S, TimeUnit.SECONDS))
            .hasCauseInstanceOf(RendezvousException.class)
            .hasMessageContaining("is not what arrives: somebody changes it on the way");
      }
    }
  }

  private static void handOn(ServerSocket between, int port) {
    try (Socket child = between.accept();
        Socket parent = parent(port)) {
      Thread.ofPlatform().daemon().start(() -> change(child, parent));
      change(parent, child);
    } catch (IOException closed) {
      return;
    }
  }

  private static Socket parent(int port) throws IOException {
    while (true) {
      try {
        return new Socket("127.0.1.0", port);
      } catch (ConnectException notYet) {
        Thread.yield();
      }
    }
  }

  /** A frame with a few values comes in one piece. */
  private static void change(Socket from, Socket to) {
    byte[] bytes = new byte[8192];
    try {
      for (int count; (count = from.getInputStream().read(bytes)) >= 0; ) {
        String changed = new String(bytes, 0, count, ISO_8859_1).replace("good", "evil");
        to.getOutputStream().write(changed.getBytes(ISO_8859_1));
      }
      to.shutdownOutput();
    } catch (IOException closed) {
      return;
    }
  }

  /** A parent with too many strangers may hang up on one whose proof it has not read yet. */
  @Test
  void whoIsHungUpOnAfterItsProofComesAgain() throws Exception {
    int port = freePort();
    String wireUp = "dns:127.0.1.{}:" + port;
    try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
      Future<ProcessManager> child;
      try (ServerSocket busy = new ServerSocket(port, 5, InetAddress.getByName("127.0.1.0"))) {
        child = threads.submit(() -> join(wireUp, 1, 2, (int) DEADLINE_S));
        Admission admission = new Admission(member(wireUp, 0, 2).secret(), 2);
        try (Socket guest = busy.accept()) {
          guest
              .getInputStream()
              .readNBytes(admission.wanted().array(), 0, admission.wanted().limit());
          admission.wanted().position(admission.wanted().limit());
          guest.getOutputStream().write(Objects.requireNonNull(admission.proceed()).array());
          var _ = guest.getInputStream().readNBytes(admission.wanted().limit());
        }
      }
      ProcessManager parent = join(wireUp, 0, 2, (int) DEADLINE_S);
      assertThat(child.get(DEADLINE_S, TimeUnit.SECONDS).rank()).isEqualTo(1);
      assertThat(parent.size()).isEqualTo(2);
    }
  }

  private static void say(Socket stranger) {
    try {
      stranger.getOutputStream().write('x');
    } catch (IOException dropped) {
      return; // as it may be
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoDoesNotComeIsNamed(Kind kind) throws Exception {
    String wireUp = wireUp(kind);
    List<Future<Integer>> all =
        onAll(
            wireUp,
            3,
            1,
            1,
            manager -> {
              try {
                manager.fence(false);
              } catch (java.io.IOException e) {
                manager.abort(1, String.valueOf(e.getMessage()));
                throw e;
              }
              return 0;
            });
    List<String> messages = new ArrayList<>();
    for (Future<Integer> each : all) {
      assertThatThrownBy(() -> each.get(DEADLINE_S, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(RendezvousException.class)
          .satisfies(failure -> messages.add(String.valueOf(failure.getMessage())));
    }
    String missing = "missing: " + (kind == Kind.DIRECTORY ? "rank 1;" : "127.0.1.1;");
    // Who waits for rank 0 may have waited as long when that gives up.
    assertThat(messages)
        .anyMatch(
            text -> text.contains("not all JVMs of the job have come") && text.contains(missing))
        .allMatch(
            text ->
                text.contains("not all JVMs of the job have come")
                    || text.contains("has come, but does not go on"));
  }

  /** What one says when it fails, all hear, however far away. */
  @ParameterizedTest
  @EnumSource
  void whyOneFailsAllAreTold(Kind kind) throws Exception {
    List<Future<Integer>> all =
        onAll(
            wireUp(kind),
            35,
            (int) DEADLINE_S,
            -1,
            manager -> {
              manager.fence(false);
              if (manager.rank() == 34) {
                manager.abort(1, "no luck");
                return 0;
              }
              try {
                manager.fence(true);
              } catch (RendezvousException e) {
                manager.abort(1, String.valueOf(e.getMessage()));
                throw e;
              }
              return 0;
            });
    for (Future<Integer> each : all.subList(0, 34)) {
      assertThatThrownBy(() -> each.get(DEADLINE_S, TimeUnit.SECONDS))
          .hasMessageContaining("rank 34")
          .hasMessageEndingWith("says: no luck");
    }
  }

  @Test
  void aSecondProcessOfTheSameNumberIsRefused() throws Exception {
    String wireUp = wireUp(Kind.DIRECTORY);
    var _ = join(wireUp, 0, 3, 5);
    ProcessManager other = join(wireUp, 1, 3, 5);
    assertThat(other.size()).isEqualTo(3);
    assertThatThrownBy(() -> join(wireUp, 1, 3, 5))
        .hasMessageContaining("another process is rank 1 of job job");
    assertThatThrownBy(() -> join(wireUp, 0, 3, 5))
        .hasMessageContaining("is there already: an earlier job was also called job");
  }

  /** Nobody else may read the secret, which is among the files. */
  @Test
  void filesAreForTheirOwnerAlone() throws Exception {
    String wireUp = wireUp(Kind.DIRECTORY);
    ProcessManager first = join(wireUp, 0, 1, 5);
    first.fence(false);
    Path directory = folder.resolve("ronsel-job");
    assertThat(Files.getPosixFilePermissions(directory))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    try (var files = Files.list(directory)) {
      assertThat(files)
          .isNotEmpty()
          .allSatisfy(
              file ->
                  assertThat(Files.getPosixFilePermissions(file))
                      .isEqualTo(PosixFilePermissions.fromString("rw-------")));
    }
    first.fence(true);
    assertThat(directory).doesNotExist();
    Files.createDirectory(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    assertThatThrownBy(() -> join(wireUp, 1, 2, 5)).hasMessageContaining("others may read it");
  }

  /** What an earlier job has left is not taken for what this one gives. */
  @Test
  void filesOfAnEarlierJobAreNotTaken() throws Exception {
    String wireUp = wireUp(Kind.DIRECTORY);
    var _ =
        onAll(
            wireUp,
            2,
            5,
            -1,
            manager -> {
              manager.fence(false);
              return 0;
            });
    Path directory = folder.resolve("ronsel-job");
    Files.delete(directory.resolve("1.there"));
    Files.delete(directory.resolve("1.given-0"));
    ProcessManager late = join(wireUp, 1, 2, 5);
    assertThatThrownBy(() -> late.fence(false))
        .hasMessageContaining("has files of an earlier job, also called job");
  }

  @Test
  void whereADirectoryIsMissingThatIsSaid() {
    assertThatThrownBy(() -> join("file:/no/such/directory", 0, 2, 1))
        .hasMessageContaining("there is no directory /no/such/directory");
    assertThatThrownBy(() -> join("file:" + folder, 1, 2, 1))
        .hasMessageContaining("rank 0 has not made the directory " + folder.resolve("ronsel-job"));
  }
}
