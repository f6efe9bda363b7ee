import org.ronsel.Ronsel;

// Main returns while a thread that is not a daemon still works for the rank.
void main() {
  var world = Ronsel.world();
  Thread worker =
      new Thread(
          () -> {
            int[] token = {0};
            if (world.rank() == 0) {
              world.receive(token, 1, 0);
              IO.println("the worker received " + token[0]);
            } else {
              world.send(new int[] {42}, 0, 0);
            }
          });
  worker.start();
}
