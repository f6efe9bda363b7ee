package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an object message may ask of its receiver; a limit that is hit names itself. */
@Timeout(120)
class ObjectLimitsTest {
  @AfterEach
  void forget() {
    System.clearProperty("ronsel.object.depth");
    System.clearProperty("ronsel.object.references");
    System.clearProperty("ronsel.object.hashing");
  }

  private static Object sent(Object object) {
    return ObjectCodec.serialization()
        .decode(
            ObjectCodec.serialization().encode(object), ObjectLimitsTest.class.getClassLoader());
  }

  private record Shape(String name, BinaryOperator<Object> pair) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Collections of two others, of which each is used twice. */
  private static Stream<Shape> pairs() {
    return Stream.of(
        new Shape("sets", (a, b) -> addAll(new HashSet<>(), a, b)),
        new Shape("linked sets", (a, b) -> addAll(new LinkedHashSet<>(), a, b)),
        new Shape("lists", (a, b) -> addAll(new ArrayList<>(), a, b)),
        new Shape("maps of keys", (a, b) -> new HashMap<>(twice(a, b))),
        new Shape("synchronised maps", (a, b) -> Collections.synchronizedMap(twice(a, b))),
        new Shape("entries", AbstractMap.SimpleImmutableEntry::new),
        new Shape("three of each", (a, b) -> addAll(new ArrayList<>(), a, b, a)));
  }

  /** Adds without asking for hash codes: that would take as long here. */
  private static Collection<Object> addAll(Collection<Object> to, Object... elements) {
    Collections.addAll(to, elements);
    return to;
  }

  private static Map<Object, Object> twice(Object a, Object b) {
    Map<Object, Object> map = new HashMap<>();
    map.put("a", a);
    map.put("b", b);
    return map;
  }

  private static Object nested(Shape shape, int levels) {
    Object one = "x";
    Object other = "y";
    for (int i = 0; i < levels; i++) {
      Object next = shape.pair.apply(one, other);
      other = shape.pair.apply(shape.pair.apply(other, one), "z" + i);
      one = next;
    }
    return one;
  }

  /** The classical one, whose sender fills the sets from the outside. */
  private static Set<Object> bombOfSets(int levels) {
    Set<Object> root = new HashSet<>();
    Set<Object> one = root;
    Set<Object> other = new HashSet<>();
    for (int i = 0; i < levels; i++) {
      Set<Object> next = new HashSet<>();
      Set<Object> nextOther = new HashSet<>();
      next.add("foo");
      one.add(next);
      one.add(nextOther);
      other.add(next);
      other.add(nextOther);
      one = next;
      other = nextOther;
    }
    return root;
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 100})
  void aBombOfNestedSetsIsRefusedAndTheLimitNamed(int levels) {
    assertThatThrownBy(() -> sent(bombOfSets(levels)))
        .isInstanceOf(ObjectMessageException.class)
        .hasMessageContaining("collections that share their elements")
        .hasMessageContaining("was refused by the limit of 40")
        .hasMessageContaining("-Dronsel.object.hashing=N sets another one");
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void whateverIsNestedInASet(Shape shape) {
    System.setProperty("ronsel.object.hashing", "2000");
    Object deep = nested(shape, 12);
    assertThatThrownBy(() -> sent(addAll(new HashSet<>(), deep)))
        .isInstanceOf(ObjectMessageException.class)
        .hasMessageContaining("the limit of 2000; -Dronsel.object.hashing=N");
    Object flat = nested(shape, 3);
    assertThat(sent(addAll(new HashSet<>(), flat))).isEqualTo(Set.of(flat));
  }

  private record Node(int value, Object next) implements Serializable {}

  private static Object chain(int length) {
    Object node = "end";
    for (int i = 0; i < length; i++) {
      node = new Node(i, node);
    }
    return node;
  }

  private static Stream<Arguments> harmless() {
    List<Object> words =
        new ArrayList<>(IntStream.range(0, 50_000).mapToObj(i -> "w" + i).toList());
    Map<Object, Object> index = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      index.put(words.get(i), new HashSet<>(words.subList(i, i + 50))); // all of them shared
    }
    Object json = "leaf";
    for (int i = 0; i < 200; i++) {
      json = new HashMap<>(Map.of("name", "n" + i, "child", json, "list", new ArrayList<>()));
    }
    return Stream.of(
        Arguments.of("a large set", new HashSet<>(words)),
        Arguments.of(
            "a list of a large set and its elements", List.of(new HashSet<>(words), words)),
        Arguments.of("an index", index),
        Arguments.of("nested maps", json),
        Arguments.of("sets as keys", new HashMap<>(Map.of(Set.of(1, 2), Set.of(Set.of(3), 4)))),
        Arguments.of("a chain of records", chain(200)));
  }

  @ParameterizedTest
  @MethodSource("harmless")
  void whatProgramsSendPasses(String what, Object object) {
    assertThat(sent(object)).as(what).isEqualTo(object);
  }

  /** Only hash tables take hash codes when they are read. */
  @Test
  void sharedListsOutsideOfTablesPass() {
    Object lists = nested(pairs().filter(each -> each.name.equals("lists")).findFirst().get(), 60);
    Object got = sent(lists);
    for (int i = 0; i < 60; i++) {
      got = ((List<?>) got).getFirst();
    }
    assertThat(got).isIn("x", "y");
  }

  @Test
  void aLimitOfDepthNamesItself() {
    System.setProperty("ronsel.object.depth", "50");
    assertThatThrownBy(() -> sent(chain(60)))
        .isInstanceOf(ObjectMessageException.class)
        .hasMessageContaining(
            "an object of depth 51 was refused by the limit of 50; -Dronsel.object.depth=N");
    assertThat(sent(chain(40))).isEqualTo(chain(40));
  }

  @Test
  void aLimitOfReferencesNamesItself() {
    System.setProperty("ronsel.object.references", "100");
    List<Object> many = new ArrayList<>(IntStream.range(0, 200).mapToObj(i -> chain(1)).toList());
    assertThatThrownBy(() -> sent(many))
        .isInstanceOf(ObjectMessageException.class)
        .hasMessageContaining("references was refused by the limit of 100; -Dronsel.object.refer");
  }

  /** Whatever is shared: what is read costs no more than the limit, or little more. */
  @Test
  void noMessageHashesMuchMoreThanTheLimit() {
    System.setProperty("ronsel.object.hashing", "500");
    int refused = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<Object> made = new ArrayList<>(List.of("a", "b", "c"));
      for (int i = 0; i < 14; i++) {
        Collection<Object> next = random.nextBoolean() ? new HashSet<>() : new ArrayList<>();
        for (int k = random.nextInt(1, 4); k > 0; k--) {
          next.add(made.get(Math.max(0, made.size() - 1 - random.nextInt(5))));
        }
        made.add(next);
      }
      Object object = addAll(new HashSet<>(), made.getLast());
      long hashed = hashed(object);
      try {
        assertThat(sent(object)).isEqualTo(object);
        assertThat(hashed).as("seed %d", seed).isLessThanOrEqualTo(500);
      } catch (ObjectMessageException tooMuch) {
        refused++;
      }
      if (hashed > 500) {
        assertThatThrownBy(() -> sent(object)).isInstanceOf(ObjectMessageException.class);
      }
    }
    assertThat(refused).isBetween(1, 199);
  }

  private static long hashed(Object object) {
    return object instanceof Collection<?> all
        ? 1 + all.stream().mapToLong(ObjectLimitsTest::hashed).sum()
        : 1;
  }
}
