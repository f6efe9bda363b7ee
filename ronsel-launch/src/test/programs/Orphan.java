import org.ronsel.Ronsel;

// Rank 0 leaves a process behind, to which it has given its streams.
void main() throws Exception {
  if (Ronsel.world().rank() == 0) {
    long pid = new ProcessBuilder("sleep", "1000").inheritIO().start().pid();
    IO.println("left " + pid);
  }
}
