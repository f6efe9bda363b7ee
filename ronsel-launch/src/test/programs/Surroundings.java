import java.nio.file.Path;
import org.ronsel.Ronsel;

void main(String[] args) {
  IO.println(
      Ronsel.world().rank()
          + " "
          + String.join(" ", args)
          + " "
          + System.getenv("COLOUR")
          + " "
          + Path.of("").toAbsolutePath().getFileName()
          + " "
          + System.getProperty("shape")
          + " "
          + (Thread.currentThread().isVirtual() ? "virtual" : "platform"));
}
