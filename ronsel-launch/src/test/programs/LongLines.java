import org.ronsel.Ronsel;

// Every rank writes one line of its own letter, so long that it goes through every buffer in
// pieces.
void main(String[] args) {
  int rank = Ronsel.world().rank();
  IO.println(String.valueOf((char) ('a' + rank)).repeat(Integer.parseInt(args[0])));
}
