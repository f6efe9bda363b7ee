import org.ronsel.Ronsel;

// Every rank meets the others inside a static initialiser.
void main() {
  IO.println("met " + Hall.SUM);
}

static class Hall {
  static final int SUM;

  static {
    var world = Ronsel.world();
    int[] mine = {world.rank()};
    int sum = 0;
    if (world.rank() == 0) {
      for (int other = 1; other < world.size(); other++) {
        world.receive(mine, other, 0);
        sum += mine[0];
      }
      for (int other = 1; other < world.size(); other++) world.send(new int[] {sum}, other, 1);
    } else {
      world.send(mine, 0, 0);
      world.receive(mine, 0, 1);
      sum = mine[0];
    }
    SUM = sum;
  }
}
