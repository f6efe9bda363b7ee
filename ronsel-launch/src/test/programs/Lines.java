import org.ronsel.Ronsel;

// Every rank writes lines of its own letter, in pieces, to both streams, and exits with a status if
// one is given.
void main(String[] args) {
  int rank = Ronsel.world().rank();
  String letter = String.valueOf((char) ('a' + rank));
  for (int i = 0; i < Integer.parseInt(args[0]); i++) {
    System.out.print(letter.repeat(30));
    System.err.print(letter.repeat(40));
    System.out.println(letter.repeat(30 + rank));
    System.err.println(letter.repeat(20 + rank));
  }
  if (args.length > 1) {
    Ronsel.world().barrier();
    System.exit(Integer.parseInt(args[1]));
  }
}
