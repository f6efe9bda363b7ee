package org.ronsel.runtime.rendezvous;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A meeting of JVMs by files in a directory that all of them see, as on a shared file system. JVM 0
 * makes a directory for the job that other users may not read. At a fence each JVM writes a file
 * with what it gives, JVM 0 puts them together in one, and all read that. A file is written under
 * another name first, so that no JVM reads half of it; it is looked for in the list of files, since
 * a network file system may remember for a while that a file is not there.
 */
final class DirectoryMeeting extends Meeting {
  private static final String ABORT = "abort";
  private static final String NONCE = "nonce";
  private static final int MOST_NAMED = 20;

  private final Path directory;
  private final String nonce;
  private int fences;

  private DirectoryMeeting(JobMember member, Path directory, Deadline deadline) {
    super(member, deadline);
    this.directory = directory;
    nonce = Long.toHexString(new SecureRandom().nextLong());
  }

  /** Says that this JVM is there. */
  static DirectoryMeeting join(JobMember member, String parent, Deadline deadline)
      throws IOException {
    Path directory = Path.of(parent).toAbsolutePath().resolve("ronsel-" + member.job());
    DirectoryMeeting meeting = new DirectoryMeeting(member, directory, deadline);
    if (member.jvm() == 0) {
      meeting.make();
    } else {
      meeting.awaitDirectory();
      meeting.checkOwner();
    }
    return meeting;
  }

  private void make() throws IOException {
    Path parent = directory.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new RendezvousException("there is no directory " + parent);
    }
    try {
      var _ = Files.createDirectory(directory, onlyOwner("rwx------"));
    } catch (FileAlreadyExistsException e) {
      throw new RendezvousException(
          directory
              + " is there already: an earlier job was also called "
              + member.job()
              + ", or another "
              + member.name(0)
              + " runs; give each job a RONSEL_JOB of its own",
          e);
    } catch (IOException e) {
      throw new RendezvousException(directory + " cannot be made: " + e, e);
    }
  }

  /** Called before anything is read from a directory that another user may have made. */
  private void checkOwner() throws IOException {
    Path own = write(member.jvm() + ".there", new byte[0], true);
    if (!isPosix()) {
      return;
    }
    Set<PosixFilePermission> others =
        new HashSet<>(Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS));
    others.removeAll(PosixFilePermissions.fromString("rwx------"));
    if (!others.isEmpty()
        || Files.isSymbolicLink(directory)
        || !Files.getOwner(directory).equals(Files.getOwner(own))) {
      throw new RendezvousException(
          directory + " was not made by a JVM of this user, or others may read it");
    }
  }

  private boolean isPosix() throws IOException {
    return Files.getFileStore(directory).supportsFileAttributeView("posix");
  }

  private FileAttribute<?>[] onlyOwner(String permissions) throws IOException {
    Path parent = directory.getParent();
    boolean posix = parent != null && Files.getFileStore(parent).supportsFileAttributeView("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private void awaitDirectory() throws IOException {
    Path parent = directory.getParent();
    for (int look = 0; parent == null || !names(parent).contains(directoryName()); look++) {
      if (deadline.isOver()) {
        throw new RendezvousException(
            member.name(0)
                + " has not made the directory "
                + directory
                + " "
                + deadline.text()
                + "; has it been started, with the same RONSEL_WIREUP and RONSEL_JOB?");
      }
      Deadline.pause(look);
    }
  }

  private String directoryName() {
    return String.valueOf(directory.getFileName());
  }

  private static Set<String> names(Path directory) throws IOException {
    Set<String> names = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      files.forEach(file -> names.add(String.valueOf(file.getFileName())));
    } catch (NoSuchFileException e) {
      return Set.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    } catch (IOException e) {
      throw new RendezvousException(directory + " cannot be read: " + e, e);
    }
    return names;
  }

  /**
   * Writes a file that is there with all of its content, or not at all.
   *
   * @param first whether it is an error if the file is there
   */
  private Path write(String name, byte[] content, boolean first) throws IOException {
    Path file = directory.resolve(name);
    try {
      if (first) {
        return Files.createFile(file, onlyOwner("rw-------"));
      }
      Path part = Files.createFile(directory.resolve(name + ".part"), onlyOwner("rw-------"));
      var _ = Files.write(part, content, StandardOpenOption.SYNC);
      return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException e) {
      throw new RendezvousException(
          file
              + " is there already: another process is "
              + member.name(member.jvm())
              + " of job "
              + member.job()
              + ", or was that of an earlier one; give each job a RONSEL_JOB of its own, and a"
              + " program that a rank starts -Dronsel.pmi=off",
          e);
    } catch (IOException e) {
      throw new RendezvousException(file + " cannot be written: " + e, e);
    }
  }

  @Override
  public void fence(boolean last) throws IOException {
    Deadline until = deadline.again();
    int fence = fences++;
    given.put(rank(), NONCE, nonce);
    if (rank() == 0) {
      gather(fence, last, until);
      if (last) {
        remove(); // which tells the others
      } else {
        var _ = write(all(fence), given.encode(), false);
        known.add(given.encode(), "this JVM");
      }
    } else {
      var _ = write(file(fence, rank()), given.encode(), false);
      if (last) {
        awaitEnd();
      } else {
        learn(fence, until);
      }
    }
    given.clear();
  }

  private static String file(int fence, int jvm) {
    return jvm + ".given-" + fence;
  }

  private static String all(int fence) {
    return "all-" + fence;
  }

  private void gather(int fence, boolean last, Deadline until) throws IOException {
    Set<Integer> missing = new TreeSet<>();
    for (int jvm = 1; jvm < size(); jvm++) {
      missing.add(jvm);
    }
    for (int look = 0; !missing.isEmpty(); look++) {
      Set<String> there = names(directory);
      throwIfAborted(there);
      for (int jvm : List.copyOf(missing)) {
        if (there.contains(file(fence, jvm))) {
          given.add(Files.readAllBytes(directory.resolve(file(fence, jvm))), member.name(jvm));
          var _ = missing.remove(jvm);
        }
      }
      if (!missing.isEmpty()) {
        if (!last && until.isOver()) {
          throw late(missing, until);
        }
        Deadline.pause(look);
      }
    }
  }

  private RendezvousException late(Set<Integer> missing, Deadline until) {
    List<String> named = new ArrayList<>();
    missing.stream().limit(MOST_NAMED).forEach(jvm -> named.add(member.name(jvm)));
    return new RendezvousException(
        "not all JVMs of the job have come to "
            + directory
            + " "
            + until.text()
            + "; missing: "
            + String.join(", ", named)
            + (missing.size() > MOST_NAMED ? " and more" : "")
            + "; have they been started, with the same RONSEL_WIREUP and RONSEL_JOB?");
  }

  private void learn(int fence, Deadline until) throws IOException {
    for (int look = 0; ; look++) {
      Set<String> there = names(directory);
      throwIfAborted(there);
      if (there.contains(all(fence))) {
        known.add(Files.readAllBytes(directory.resolve(all(fence))), member.name(0));
        if (!known.get(rank(), NONCE).equals(nonce)) {
          throw new RendezvousException(
              directory
                  + " has files of an earlier job, also called "
                  + member.job()
                  + "; give each job a RONSEL_JOB of its own");
        }
        return;
      }
      if (there.isEmpty()) {
        throw new RendezvousException(directory + " has been removed");
      }
      if (until.isLongOver()) {
        throw new RendezvousException(
            member.name(0)
                + " has not written "
                + directory.resolve(all(fence))
                + " "
                + until.text());
      }
      Deadline.pause(look);
    }
  }

  /** JVM 0 removes the directory when all have come to their end. */
  private void awaitEnd() throws IOException {
    Set<String> there = names(directory);
    for (int look = 0; !there.isEmpty(); look++) {
      throwIfAborted(there);
      Deadline.pause(look);
      there = names(directory);
    }
  }

  private void throwIfAborted(Set<String> there) throws IOException {
    if (there.contains(ABORT)) {
      throw new RendezvousException(Files.readString(directory.resolve(ABORT)));
    }
  }

  private void remove() throws IOException {
    for (String name : names(directory)) {
      var _ = Files.deleteIfExists(directory.resolve(name));
    }
    var _ = Files.deleteIfExists(directory);
  }

  @Override
  public void finish() {}

  @Override
  public void abort(int status, String reason) throws IOException {
    Path part = directory.resolve(ABORT + "-" + rank() + ".part");
    var _ =
        Files.writeString(
            part,
            member.name(rank()) + " says: " + reason,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    if (!Files.exists(directory.resolve(ABORT))) {
      Path moved = Files.move(part, directory.resolve(ABORT), StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
