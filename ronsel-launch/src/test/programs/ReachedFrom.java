import java.nio.file.Files;
import java.nio.file.Path;

// Every rank says on which host it is, and from which one, of those of the tests, ssh came there.
void main() throws Exception {
  String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
  String connection = System.getenv("SSH_CONNECTION");
  IO.println(
      host
          + " from "
          + (connection == null
              ? "here"
              : connection.split(" ")[0].replaceAll("(10\\.77\\.0\\.|fd00:77::)", "node")));
}
