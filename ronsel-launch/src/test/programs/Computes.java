import java.nio.file.Files;
import java.nio.file.Path;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;

/** Rank 0 starts an allReduce and computes until rank 1 has its result, and makes a file. */
class Computes {
  public static void main(String[] args) throws Exception {
    Path others = Path.of(args[0]);
    Comm world = Ronsel.world();
    double[] sum = new double[100_000];
    Request request = world.iAllReduce(sum, Op.SUM);
    if (world.rank() != 0) {
      request.await();
    }
    if (world.rank() == 1) {
      Files.createFile(others);
    }
    if (world.rank() == 0) {
      long deadline = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000_000L;
      while (!Files.exists(others) && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      System.out.println(Files.exists(others) ? "others were served" : "others had to wait");
      request.await();
    }
  }
}
