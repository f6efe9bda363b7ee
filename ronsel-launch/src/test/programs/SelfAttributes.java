import org.ronsel.AttributeKey;
import org.ronsel.Op;
import org.ronsel.Ronsel;

// Keeps values with the communicator of each rank itself, and ends as the argument says.
void main(String[] args) {
  var world = Ronsel.world();
  for (String name : new String[] {"first", "second"}) {
    AttributeKey<String> key =
        AttributeKey.of(
            name,
            (from, value) -> null,
            (from, value) ->
                IO.println(
                    value + " of " + world.rank() + " of " + world.allReduce(1, Op.SUM) + " gone"));
    Ronsel.self().attribute(key, name);
  }
  IO.println(world.rank() + " ends");
  if (args[0].equals("exit")) {
    System.exit(0);
  }
}
