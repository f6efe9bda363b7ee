import org.ronsel.Ronsel;

// Rank 0 sends a large message to all others.
void main() {
  var world = Ronsel.world();
  byte[] message = new byte[4 << 20];
  if (world.rank() > 0) world.receive(message, 0, 0);
  for (int to = 1; world.rank() == 0 && to < world.size(); to++) world.send(message, to, 0);
  IO.println("rank " + world.rank() + " has ended");
}
