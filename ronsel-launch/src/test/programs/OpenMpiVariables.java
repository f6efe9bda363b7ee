import org.ronsel.Comm;
import org.ronsel.Ronsel;

// Every rank says which it is, and what Open MPI's variables say of that.
void main() {
  Comm world = Ronsel.world();
  StringBuilder line = new StringBuilder(world.rank() + "/" + world.size() + ":");
  for (String name :
      new String[] {
        "COMM_WORLD_RANK",
        "COMM_WORLD_SIZE",
        "COMM_WORLD_LOCAL_RANK",
        "COMM_WORLD_LOCAL_SIZE",
        "COMM_WORLD_NODE_RANK",
        "UNIVERSE_SIZE"
      }) {
    line.append(' ').append(System.getenv("OMPI_" + name));
  }
  IO.println(line);
}
