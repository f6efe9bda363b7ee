import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.ronsel.Ronsel;

// Objects of the program's classes travel between ranks whose classes are not the same.
enum Colour {
  RED,
  GREEN {
    @Override
    public String toString() {
      return "very green";
    }
  }
}

record Point(int x, Colour colour) implements Serializable {}

interface Named {
  String name();
}

record Handler(String name) implements InvocationHandler, Serializable {
  @Override
  public Object invoke(Object proxy, Method method, Object[] args) {
    return name;
  }
}

static class Plain implements Serializable {
  static int made;
  transient int seen;
  Plain next;

  private void readObject(java.io.ObjectInputStream in) throws Exception {
    in.defaultReadObject();
    seen = ++made;
  }
}

void main() {
  var world = Ronsel.world();
  Object named =
      Proxy.newProxyInstance(
          Named.class.getClassLoader(), new Class<?>[] {Named.class}, new Handler("me"));
  if (world.rank() == 0) {
    world.sendObject(List.of(Colour.RED, Colour.GREEN, new Point(7, Colour.GREEN), named), 1, 0);
    world.sendObject((Serializable & java.util.function.IntUnaryOperator) x -> x + 1, 1, 1);
    Plain circle = new Plain();
    circle.next = circle;
    world.sendObject(circle, 1, 2);
    world.sendObject(new Point(8, Colour.RED), 1, 3);
  } else {
    List<?> got = world.receiveObject(0, 0);
    IO.println("enum " + (got.get(0) == Colour.RED) + " " + (got.get(1) == Colour.GREEN));
    IO.println("record " + (got.get(2) instanceof Point p && p.equals(new Point(7, Colour.GREEN))));
    IO.println("proxy " + (got.get(3) instanceof Named n && n.name().equals("me")));
    java.util.function.IntUnaryOperator next = world.receiveObject(0, 1);
    IO.println("lambda " + next.applyAsInt(41));
    Plain circle = world.receiveObject(0, 2);
    IO.println("class " + (circle.next == circle && circle.seen == 1 && Plain.made == 1));
    // A pool of the JVM, whose threads have the loader of no rank.
    Object point = CompletableFuture.supplyAsync(() -> world.receiveObject(0, 3)).join();
    IO.println("pool " + new Point(8, Colour.RED).equals(point));
  }
  Point mine = new Point(world.rank(), Colour.GREEN);
  Point broadcast = world.broadcastObject(mine, 0);
  List<Point> gathered = world.gatherObjects(mine, 1);
  List<Point> all = world.allGatherObjects(mine);
  if (world.rank() == 1) {
    List<Point> both = List.of(new Point(0, Colour.GREEN), mine);
    IO.println(
        "collectives "
            + (broadcast.equals(both.getFirst()) && gathered.equals(both) && all.equals(both)));
  }
}
