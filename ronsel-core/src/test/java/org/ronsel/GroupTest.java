package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.ronsel.comm.EndpointGroup;

/** Groups behave as ordered sets (MPI-4.1, section 7.3.2). */
class GroupTest {
  private static final Object JOB = new Object();

  private static EndpointGroup of(Set<Integer> members) {
    return EndpointGroup.ofEndpoints(JOB, members.stream().mapToInt(Integer::intValue).toArray());
  }

  private static List<Integer> members(Group group) {
    return IntStream.range(0, group.size()).map(EndpointGroup.of(group)::endpoint).boxed().toList();
  }

  @Provide
  Arbitrary<Set<Integer>> sets() {
    Arbitrary<Set<Integer>> any =
        Arbitraries.longs()
            .map(
                seed -> {
                  Random random = new Random(seed);
                  Set<Integer> set = new LinkedHashSet<>();
                  for (int i = random.nextInt(20); i > 0; i--) {
                    set.add(random.nextInt(25));
                  }
                  return set;
                });
    Arbitrary<Set<Integer>> regular =
        Arbitraries.longs()
            .map(
                seed -> {
                  Random random = new Random(seed);
                  int stride = random.nextInt(7) - 3;
                  int first = random.nextInt(10) + (stride < 0 ? 40 : 0);
                  Set<Integer> set = new LinkedHashSet<>();
                  for (int i = 0; i < random.nextInt(12) && (stride != 0 || i < 1); i++) {
                    set.add(first + i * stride);
                  }
                  return set;
                });
    return Arbitraries.oneOf(any, regular);
  }

  @Property
  void setOperationsAreThoseOfOrderedSets(
      @ForAll("sets") Set<Integer> a, @ForAll("sets") Set<Integer> b) {
    Set<Integer> union = new LinkedHashSet<>(a);
    union.addAll(b);
    Set<Integer> intersection = new LinkedHashSet<>(a);
    intersection.retainAll(b);
    Set<Integer> difference = new LinkedHashSet<>(a);
    difference.removeAll(b);
    assertThat(members(of(a).union(of(b)))).containsExactlyElementsOf(union);
    assertThat(members(of(a).intersection(of(b)))).containsExactlyElementsOf(intersection);
    assertThat(members(of(a).difference(of(b)))).containsExactlyElementsOf(difference);
  }

  @Property
  void ranksAndMembersAreInverse(@ForAll("sets") Set<Integer> set) {
    EndpointGroup group = of(set);
    for (int endpoint = -60; endpoint < 120; endpoint++) {
      int rank = group.rankOf(endpoint);
      if (set.contains(endpoint)) {
        assertThat(group.endpoint(rank)).isEqualTo(endpoint);
      } else {
        assertThat(rank).isEqualTo(Ronsel.UNDEFINED);
      }
    }
  }

  @Property
  void includingAndExcludingDivideAGroup(@ForAll("sets") Set<Integer> set, @ForAll long seed) {
    EndpointGroup group = of(set);
    List<Integer> ranks = new ArrayList<>(IntStream.range(0, group.size()).boxed().toList());
    Collections.shuffle(ranks, new Random(seed));
    int[] chosen =
        ranks.subList(0, group.size() / 2).stream().mapToInt(Integer::intValue).toArray();
    Group in = group.include(chosen);
    Group out = group.exclude(chosen);
    assertThat(members(in))
        .containsExactlyElementsOf(IntStream.of(chosen).map(group::endpoint).boxed().toList());
    assertThat(out).isEqualTo(group.difference(in));
    assertThat(in.union(out).compare(group)).isIn(Comparison.IDENTICAL, Comparison.SIMILAR);
    assertThat(group.translate(chosen, in))
        .containsExactly(IntStream.range(0, chosen.length).toArray());
    for (int rank : group.translate(chosen, out)) {
      assertThat(rank).isEqualTo(Ronsel.UNDEFINED);
    }
  }

  @Property
  void aRangeIsItsRanks(
      @ForAll @IntRange(min = 0, max = 19) int first,
      @ForAll @IntRange(min = 0, max = 19) int last,
      @ForAll @IntRange(min = -7, max = 7) int stride) {
    Group group = EndpointGroup.range(JOB, 100, 20);
    if (stride == 0) {
      return;
    }
    List<Integer> ranks = new ArrayList<>();
    for (int r = first; stride > 0 ? r <= last : r >= last; r += stride) {
      ranks.add(r);
    }
    int[] listed = ranks.stream().mapToInt(Integer::intValue).toArray();
    int[] range = {first, last, stride};
    assertThat(group.rangeInclude(range)).isEqualTo(group.include(listed));
    assertThat(group.rangeExclude(range)).isEqualTo(group.exclude(listed));
  }

  @Property
  void equalGroupsAreIdentical(@ForAll("sets") Set<Integer> a, @ForAll("sets") Set<Integer> b) {
    List<Integer> left = List.copyOf(a);
    List<Integer> right = List.copyOf(b);
    Comparison expected =
        left.equals(right)
            ? Comparison.IDENTICAL
            : a.equals(b) ? Comparison.SIMILAR : Comparison.UNEQUAL;
    assertThat(of(a).compare(of(b))).isEqualTo(expected);
    assertThat(of(a).equals(of(b))).isEqualTo(expected == Comparison.IDENTICAL);
    if (expected == Comparison.IDENTICAL) {
      assertThat(of(a)).hasSameHashCodeAs(of(b));
    }
  }

  @Test
  void theEmptyGroupFitsAnyJob() {
    Group some = EndpointGroup.range(JOB, 0, 3);
    assertThat(Group.EMPTY.union(some)).isEqualTo(some);
    assertThat(some.exclude(0, 1, 2)).isEqualTo(Group.EMPTY);
    assertThat(some.compare(Group.EMPTY)).isEqualTo(Comparison.UNEQUAL);
  }

  @Test
  void nobodyStaysNobody() {
    Group some = EndpointGroup.range(JOB, 0, 3);
    assertThat(some.translate(new int[] {Ronsel.PROC_NULL, 2}, some))
        .containsExactly(Ronsel.PROC_NULL, 2);
  }

  @Test
  void wrongArgumentsAreRejected() {
    Group some = EndpointGroup.range(JOB, 0, 3);
    Group other = EndpointGroup.range(new Object(), 0, 3);
    rejected(() -> some.include(0, 3), ErrorClass.RANK, "Group.include: rank 3 is not in 0..2");
    rejected(() -> some.include(1, 1), ErrorClass.RANK, "rank 1 is given twice");
    rejected(() -> some.exclude(-1), ErrorClass.RANK, "Group.exclude: rank -1");
    rejected(() -> Group.EMPTY.include(0), ErrorClass.RANK, "empty");
    rejected(() -> some.rangeInclude(new int[] {0, 1}), ErrorClass.ARGUMENT, "stride");
    rejected(() -> some.rangeInclude(new int[] {0, 1, 0}), ErrorClass.ARGUMENT, "stride");
    rejected(() -> some.rangeInclude(new int[] {0, 5, 1}), ErrorClass.RANK, "rank 3");
    assertThat(some.rangeInclude(new int[] {0, 5, 6}).size()).isEqualTo(1);
    rejected(
        () -> some.rangeExclude(new int[] {0, 1, 1}, new int[] {1, 2, 1}),
        ErrorClass.RANK,
        "rank 1 is given twice");
    int[] all = {0, 2, 1};
    rejected(() -> some.rangeInclude(all, all, all), ErrorClass.RANK, "several ranges");
    rejected(() -> some.union(other), ErrorClass.GROUP, "different jobs");
    rejected(() -> some.union(null), ErrorClass.ARGUMENT, "other is null");
    rejected(() -> some.translate(null, some), ErrorClass.ARGUMENT, "ranks is null");
    rejected(() -> Group.of(null), ErrorClass.ARGUMENT, "comm is null");
  }

  private static void rejected(Runnable call, ErrorClass errorClass, String words) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            InvalidArgumentException.class, e -> assertThat(e.errorClass()).isEqualTo(errorClass))
        .hasMessageContaining(words);
  }
}
