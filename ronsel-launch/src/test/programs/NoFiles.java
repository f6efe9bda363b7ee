import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;

// Rank 0 opens files until it may open no more, then makes its first call.
void main() throws Exception {
  var world = Ronsel.world();
  if (world.rank() != 0) {
    Thread.sleep(1_000_000);
  }
  IO.println(new RonselException(org.ronsel.ErrorClass.OTHER, "loaded").errorClass());
  List<FileInputStream> open = new ArrayList<>();
  try {
    while (true) {
      open.add(new FileInputStream("/dev/null"));
    }
  } catch (IOException limit) {
    String why = limit.getMessage();
    IO.println(why);
  }
  String said;
  try {
    world.send(new int[1], 1, 1);
    world.receive(new int[1], 1, 1);
    said = "nothing";
  } catch (RonselException e) {
    said = e.getClass() + " " + e.errorClass() + " " + e.getMessage();
  }
  for (FileInputStream each : open) {
    each.close();
  }
  IO.println(said);
  throw new IllegalStateException("over");
}
