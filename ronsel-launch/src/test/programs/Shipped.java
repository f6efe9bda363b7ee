import java.nio.file.Files;
import java.nio.file.Path;
import org.ronsel.Ronsel;

// Every rank says from where its class comes, and what it finds among the extra files; then it
// waits
// for a message that never comes, if the argument says so.
void main(String[] args) throws Exception {
  var world = Ronsel.world();
  Path place = Path.of(getClass().getProtectionDomain().getCodeSource().getLocation().toURI());
  IO.println(world.rank() + " from " + place);
  String files = System.getProperty("ronsel.files");
  if (files != null && files.equals(System.getenv("RONSEL_FILES"))) {
    try (var all = Files.walk(Path.of(files), java.nio.file.FileVisitOption.FOLLOW_LINKS)) {
      for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
        String name = Path.of(files).relativize(each).toString();
        IO.println(world.rank() + " has " + name + ": " + Files.readString(each));
      }
    }
  }
  if (args.length > 0) {
    IO.println("ready " + world.rank());
    world.receive(new int[1], (world.rank() + 1) % world.size(), 5);
  }
}
