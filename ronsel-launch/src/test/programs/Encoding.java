import org.ronsel.Ronsel;

void main() {
  IO.println(Ronsel.world().rank() + " " + System.getProperty("sun.jnu.encoding"));
}
