package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.ObjectMessageException;
import org.ronsel.RonselException;

/** Objects that go to one rank each, or are combined. */
final class ObjectExchangeScenarios {
  private ObjectExchangeScenarios() {}

  /** Cannot be serialized. */
  private static final class Local {}

  private static List<Object> forEach(Comm world, String word) {
    List<Object> objects = new ArrayList<>();
    for (int rank = 0; rank < world.size(); rank++) {
      objects.add(rank % 3 == 2 ? null : List.of(word, world.rank(), rank));
    }
    return objects;
  }

  static void aRootDealsOutObjects(Comm world) {
    int me = world.rank();
    for (int root = 0; root < world.size(); root++) {
      Object got = world.scatterObjects(me == root ? forEach(world, "for") : null, root);
      Check.equal(me % 3 == 2 ? null : List.of("for", root, me), got, "from " + root);
    }
  }

  static void everybodySendsEverybodyAnObject(Comm world) {
    int me = world.rank();
    List<Object> got = world.allToAllObjects(forEach(world, "to"));
    Check.equal(world.size(), got.size(), "objects");
    for (int rank = 0; rank < got.size(); rank++) {
      Check.equal(me % 3 == 2 ? null : List.of("to", rank, me), got.get(rank), "from " + rank);
    }
  }

  static void objectsAreCombinedInTheOrderOfRanks(Comm world) {
    int me = world.rank();
    StringBuilder all = new StringBuilder();
    for (int rank = 0; rank < world.size(); rank++) {
      all.append(rank).append(',');
    }
    int root = world.size() - 1;
    String atRoot = world.reduceObject(me + ",", (a, b) -> a + b, root);
    Check.equal(me == root ? all.toString() : null, atRoot, "reduceObject");
    Check.equal(all.toString(), world.allReduceObject(me + ",", (a, b) -> a + b), "at all");
  }

  static void whatCannotBeEncodedFailsOnAllRanks(Comm world) {
    int me = world.rank();
    int bad = world.size() - 1;
    List<Object> objects = forEach(world, "x");
    if (me == bad) {
      objects.set(0, new Local());
    }
    if (world.size() > 1) {
      String[] why = {
        me == bad ? "" : "rank " + bad + " could not encode its object: class ",
        "Local does not implement java.io.Serializable"
      };
      Check.fails(ObjectMessageException.class, null, () -> world.allToAllObjects(objects), why);
      Check.fails(
          ObjectMessageException.class, null, () -> world.scatterObjects(objects, bad), why);
    }
    List<Object> few = new ArrayList<>(objects);
    few.add("one too many");
    InvalidArgumentException refused =
        Check.fails(
            InvalidArgumentException.class, ErrorClass.COUNT, () -> world.allToAllObjects(few));
    Check.that(refused instanceof RonselException, "an error of Ronsel's");
    Check.equal("a", world.broadcastObject(me == 0 ? "a" : null, 0), "the communicator goes on");
  }
}
