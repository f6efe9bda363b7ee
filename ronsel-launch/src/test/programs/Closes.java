import org.ronsel.Ronsel;

// Rank 0 closes the stream that the argument names; then all ranks print to it.
void main(String[] args) {
  var world = Ronsel.world();
  var stream = args[0].equals("out") ? System.out : System.err;
  if (world.rank() == 0) {
    stream.print("unfinished");
    stream.close();
  }
  world.barrier();
  stream.println("rank " + world.rank());
}
