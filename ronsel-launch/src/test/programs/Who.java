import org.ronsel.Ronsel;

void main(String[] args) {
  IO.println(Ronsel.world().rank() + " of " + Ronsel.world().size() + " " + String.join(",", args));
}
